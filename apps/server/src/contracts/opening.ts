import {
  type ContractId,
  type Mode,
  type Quantity,
  type QuoteId,
  type Result,
  type UserId,
  newUuid,
  ok,
  parseDecimal,
} from '@candor/kernel';
import type { MarginState, Side } from '@candor/pricing';
import type { Failure, OpenContractBody, Order } from '@candor/protocol';
import type { OpenCommand } from './acts.ts';
import { type PendingOrder, type Terms, newContract } from './contract.ts';
import { exposuresOf, tradableFacts } from './facts.ts';
import { decideNewRisk } from './new-risk.ts';
import { orderNumber } from './order-number.ts';
import type { FrozenQuote } from './quotes.ts';
import {
  type OpenDecision,
  type OpenFacts,
  type PlaceDecision,
  decideOpen,
  decidePlace,
} from './rules.ts';
import { valueContract } from './valuation.ts';
import { orderOf } from './view.ts';
import { type Posted, type Work, beginContract, bookOf, placeOrder } from './work.ts';

/** A user's order, to be decided on a loaded trading account. */
export type Opening = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly body: OpenContractBody;
};

/** The quote an order names, while it holds for exactly this order. */
function frozenOf(work: Work, opening: Opening, side: Side): FrozenQuote | null {
  const { userId, mode, body } = opening;
  const { quoteId, leverage } = body;
  const lots = parseDecimal(body.lots) as Quantity | null;
  if (quoteId === undefined || lots === null) return null;
  const holder = { userId, mode, code: codeOf(body), side, lots, leverage };
  return work.deps.quotes.find(quoteId, { ...holder, now: work.now });
}

/** Everything a decision about an opening depends on, at this moment. */
export function openFacts(
  work: Work,
  opening: Opening,
  marginState: () => MarginState = bookOf(work, opening).marginState,
): OpenFacts {
  const { userId, mode, body } = opening;
  const { market } = work.deps;
  const state = bookOf(work, { userId, mode });
  const instrument = market.instrument(body.code);
  const side = body.direction === 'buy' ? ('long' as const) : ('short' as const);
  const found = body.quoteId === undefined ? undefined : frozenOf(work, opening, side);
  return {
    ...tradableFacts(work, { code: body.code, mode }),
    body,
    instrument,
    margin: marginState(),
    counts: state.counts(),
    // Only a stop is measured against the close-out price, and only that needs other contracts.
    exposures:
      body.stopLoss === undefined ? [] : exposuresOf(work, { userId, mode, code: codeOf(body) }),
    ...(found === undefined ? {} : { frozen: found === null ? null : found.quote }),
  };
}

const codeOf = (body: OpenContractBody): Terms['code'] => body.code as Terms['code'];

function termsOf(
  work: Work,
  opening: Opening,
  decided: OpenDecision | PlaceDecision,
): Omit<Terms, 'askedPrice' | 'stopPrice' | 'since'> {
  const { side, instrument, stopLoss, takeProfit, trailingDistance } = decided;
  const id = newUuid(work.now) as ContractId;
  return {
    id,
    userId: opening.userId,
    mode: opening.mode,
    orderNo: orderNumber(id, work.now),
    code: instrument.code,
    feed: work.deps.market.feed().key,
    side,
    orderType: opening.body.orderType,
    contractSize: instrument.contractSize,
    leverage: opening.body.leverage,
    feeRate: instrument.feeRate,
    stopLoss,
    takeProfit,
    trailingDistance,
    createdAt: work.now,
    changes: 0,
  };
}

/** Whether what was decided stays within what the trading account's owner set. */
export function decideOpening(
  work: Work,
  opening: Opening,
  decided: OpenDecision,
): Result<null, Failure> {
  const { lots, instrument, fill, before, after } = decided;
  const { contractSize } = instrument;
  const trade = { lots, contractSize, price: fill.price, link: fill.link };
  const { risk } = bookOf(work, opening);
  return decideNewRisk(risk, { before, after, trade }, work.now);
}

/** Takes a decided market order down and answers it as the trader sees it. */
export function beginDecided(
  work: Work,
  opening: Opening,
  options: { decided: OpenDecision; posted: Posted },
): Order {
  const { decided, posted } = options;
  const { lots, margin, fee, fill, askedPrice, since } = decided;
  const contract = newContract({
    ...termsOf(work, opening, decided),
    askedPrice,
    stopPrice: null,
    since,
    open: fill,
    lots,
    margin,
    openFee: fee,
  });
  beginContract(work, contract, posted);
  const { quoteId } = opening.body;
  if (quoteId !== undefined) work.usedQuotes.push(quoteId as QuoteId);
  const { market } = work.deps;
  return orderOf(contract, { market, valued: valueContract(contract, market) });
}

function place(work: Work, opening: Opening): Result<Order, Failure> {
  const decided = decidePlace(openFacts(work, opening));
  if (!decided.ok) return decided;
  const { prices, lots, quote } = decided.value;
  const order: PendingOrder = {
    ...termsOf(work, opening, decided.value),
    askedPrice: prices.limit,
    stopPrice: prices.stop,
    since: quote.tickId,
    status: 'pending',
    open: null,
    lots,
    armedBy: null,
    ended: null,
  };
  placeOrder(work, order);
  return ok(orderOf(order, { market: work.deps.market, valued: null }));
}

/**
 * Decides a market order. First on the least the account can stand at: what that pays for, the
 * account pays for, and nothing that is open has to be valued again. Where more than the free margin
 * counts, and before anything is refused, each contract is valued.
 *
 * @invariant decides as `decideOpen` does on the account valued whole
 */
export function decideMarketOrder(work: Work, opening: Opening): Result<OpenDecision, Failure> {
  const { risk, leastMarginState } = bookOf(work, opening);
  if (risk.used === null && opening.body.stopLoss === undefined) {
    const decided = decideOpen(openFacts(work, opening, leastMarginState));
    if (decided.ok) return decided;
  }
  return decideOpen(openFacts(work, opening));
}

/** Opens a contract at once, or takes an order that waits for its price. */
export function open(work: Work, command: OpenCommand): Result<Order, Failure> {
  if (command.body.orderType !== 'market') return place(work, command);
  const decided = decideMarketOrder(work, command);
  if (!decided.ok) return decided;
  const allowed = decideOpening(work, command, decided.value);
  if (!allowed.ok) return allowed;
  const { requestId } = command.request;
  const posted: Posted = { requestId, part: 0, cause: 'request' };
  return ok(beginDecided(work, command, { decided: decided.value, posted }));
}
