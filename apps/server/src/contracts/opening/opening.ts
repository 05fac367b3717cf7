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
import type { MarginJudgement, Side } from '@candor/pricing';
import type { Failure, OpenContractBody, Order } from '@candor/protocol';
import type { OpenCommand } from '../batch/command-types.ts';
import { type PendingOrder, type Terms, newContract } from '../order/contract.ts';
import { exposuresOf, tradableFacts } from '../batch/facts.ts';
import { decideNewRisk } from '../risk/new-risk.ts';
import { orderNumber } from '../order/order-number.ts';
import type { FrozenQuote } from '../batch/frozen-quotes.ts';
import {
  type OpenDecision,
  type OpenFacts,
  type PlaceDecision,
  decideOpen,
  decidePlace,
} from './rules.ts';
import type { LotsTaken } from '../store/lots-store.ts';
import { valueContract } from '../order/valuation.ts';
import { orderOf } from '../order/view.ts';
import { type Posted, beginContract, placeOrder } from '../batch/batch-changes.ts';
import { type BatchTransaction, accountOf } from '../batch/batch-transaction.ts';

/** A user's order, to be decided on a loaded trading account. */
export type Opening = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly body: OpenContractBody;
  readonly taken?: LotsTaken;
};

/** The quote an order names, while it holds for exactly this order. */
function frozenOf(batch: BatchTransaction, opening: Opening, side: Side): FrozenQuote | null {
  const { userId, mode, body } = opening;
  const { quoteId, leverage } = body;
  const lots = parseDecimal(body.lots) as Quantity | null;
  if (quoteId === undefined || lots === null) return null;
  const holder = { userId, mode, code: codeOf(body), side, lots, leverage };
  return batch.deps.quotes.find(quoteId, { ...holder, now: batch.now });
}

/** Everything a decision about an opening depends on, at this moment. */
export function openFacts(
  batch: BatchTransaction,
  opening: Opening,
  marginJudgement: () => MarginJudgement = accountOf(batch, opening).marginJudgement,
): OpenFacts {
  const { userId, mode, body } = opening;
  const { market } = batch.deps;
  const state = accountOf(batch, { userId, mode });
  const instrument = market.instrument(body.code);
  const side = body.direction === 'buy' ? ('long' as const) : ('short' as const);
  const found = body.quoteId === undefined ? undefined : frozenOf(batch, opening, side);
  return {
    ...tradableFacts(batch, { code: body.code, mode }),
    body,
    instrument,
    margin: marginJudgement(),
    counts: state.counts(),
    // Only a stop is measured against the close-out price, and only that needs other contracts.
    exposures:
      body.stopLoss === undefined ? [] : exposuresOf(batch, { userId, mode, code: codeOf(body) }),
    ...(found === undefined ? {} : { frozen: found === null ? null : found.quote }),
    ...(opening.taken === undefined ? {} : { taken: opening.taken }),
  };
}

const codeOf = (body: OpenContractBody): Terms['code'] => body.code as Terms['code'];

function termsOf(
  batch: BatchTransaction,
  opening: Opening,
  decided: OpenDecision | PlaceDecision,
): Omit<Terms, 'askedPrice' | 'stopPrice' | 'since'> {
  const { side, instrument, stopLoss, takeProfit, trailingDistance } = decided;
  const id = newUuid(batch.now) as ContractId;
  return {
    id,
    userId: opening.userId,
    mode: opening.mode,
    orderNo: orderNumber(id, batch.now),
    code: instrument.code,
    feed: batch.deps.market.feed().key,
    side,
    orderType: opening.body.orderType,
    contractSize: instrument.contractSize,
    leverage: opening.body.leverage,
    feeRate: instrument.feeRate,
    stopLoss,
    takeProfit,
    trailingDistance,
    createdAt: batch.now,
    changes: 0,
  };
}

/** Whether what was decided stays within what the trading account's owner set. */
export function decideOpening(
  batch: BatchTransaction,
  opening: Opening,
  decided: OpenDecision,
): Result<null, Failure> {
  const { lots, instrument, fill, before, after } = decided;
  const { contractSize } = instrument;
  const trade = { lots, contractSize, price: fill.price, link: fill.link };
  const { risk } = accountOf(batch, opening);
  return decideNewRisk(risk, { before, after, trade }, batch.now);
}

/** Takes a decided market order down and answers it as the trader sees it. */
export function beginDecided(
  batch: BatchTransaction,
  opening: Opening,
  options: { decided: OpenDecision; posted: Posted },
): Order {
  const { decided, posted } = options;
  const { lots, margin, fee, fill, askedPrice, since } = decided;
  const contract = newContract({
    ...termsOf(batch, opening, decided),
    askedPrice,
    stopPrice: null,
    since,
    open: fill,
    lots,
    margin,
    openFee: fee,
  });
  beginContract(batch, contract, posted);
  const { quoteId } = opening.body;
  if (quoteId !== undefined) batch.usedQuotes.push(quoteId as QuoteId);
  const { market } = batch.deps;
  return orderOf(contract, { market, valued: valueContract(contract, market) });
}

function place(batch: BatchTransaction, opening: Opening): Result<Order, Failure> {
  const decided = decidePlace(openFacts(batch, opening));
  if (!decided.ok) return decided;
  const { prices, lots, quote } = decided.value;
  const order: PendingOrder = {
    ...termsOf(batch, opening, decided.value),
    askedPrice: prices.limit,
    stopPrice: prices.stop,
    since: quote.tickId,
    status: 'pending',
    open: null,
    lots,
    armedBy: null,
    ended: null,
  };
  placeOrder(batch, order);
  return ok(orderOf(order, { market: batch.deps.market, valued: null }));
}

/**
 * Decides a market order. First on the least the account can stand at: what that pays for, the
 * account pays for, and nothing that is open has to be valued again. Where more than the free margin
 * counts, and before anything is refused, each contract is valued.
 *
 * @invariant decides as `decideOpen` does on the account valued whole
 */
export function decideMarketOrder(
  batch: BatchTransaction,
  opening: Opening,
): Result<OpenDecision, Failure> {
  const { risk, leastMarginState } = accountOf(batch, opening);
  if (risk.used === null && opening.body.stopLoss === undefined) {
    const decided = decideOpen(openFacts(batch, opening, leastMarginState));
    if (decided.ok) return decided;
  }
  return decideOpen(openFacts(batch, opening));
}

/** Opens a contract at once, or takes an order that waits for its price. */
export function open(batch: BatchTransaction, command: OpenCommand): Result<Order, Failure> {
  if (command.body.orderType !== 'market') return place(batch, command);
  const decided = decideMarketOrder(batch, command);
  if (!decided.ok) return decided;
  const allowed = decideOpening(batch, command, decided.value);
  if (!allowed.ok) return allowed;
  const { requestId } = command.request;
  const posted: Posted = { requestId, part: 0, cause: 'request' };
  return ok(beginDecided(batch, command, { decided: decided.value, posted }));
}
