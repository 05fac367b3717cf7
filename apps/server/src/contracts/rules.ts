import {
  type Mode,
  type Money,
  type Price,
  type Quantity,
  type Result,
  type UnixMs,
  addMoney,
  fail,
  formatDecimal,
  formatMoney,
  isOnStep,
  negMoney,
  ok,
  parseDecimal,
  subMoney,
  zero,
} from '@candor/kernel';
import {
  type Instrument,
  type Quote,
  type Side,
  type Standing,
  checkStops,
  closeOutPrice,
  closingPrice,
  freeMargin,
  initialMargin,
  openingPrice,
  orderProfit,
  realizedPnl,
  tradeFee,
  unrealizedPnl,
} from '@candor/pricing';
import type { ErrorName, Failure, OpenContractBody } from '@candor/protocol';
import type { Closing, Contract, Fill } from './contract.ts';
import type { Link, MarketStatus } from './market-view.ts';

/** Everything a decision about an opening depends on. */
export type OpenFacts = {
  readonly body: OpenContractBody;
  readonly mode: Mode;
  readonly now: UnixMs;
  readonly instrument: Instrument | null;
  readonly quote: Quote | null;
  readonly status: MarketStatus;
  readonly link: Link | null;
  readonly feedMode: 'live' | 'replay' | 'simulated';
  /** Whether an installation without real money may price its real book by any feed. */
  readonly isRehearsal: boolean;
  readonly houseHasFloor: boolean;
  readonly standing: Standing;
  /** Running contracts of the same instrument and feed. */
  readonly exposures: readonly Pick<Contract, 'side' | 'lots' | 'contractSize'>[];
};

/** What an accepted opening does. */
export type OpenDecision = {
  readonly side: Side;
  readonly lots: Quantity;
  readonly instrument: Instrument;
  readonly fill: Fill;
  readonly margin: Money;
  readonly fee: Money;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
};

const refuse = (
  name: ErrorName,
  field: string | undefined,
  facts: Record<string, string> = {},
): { ok: false; failure: Failure } =>
  fail({ name, facts, ...(field === undefined ? {} : { field }) });

/** Fields whose function is not open yet, in the order they are looked at. */
function notYetOpen(body: OpenContractBody): string | null {
  if (body.orderType !== 'market') return 'orderType';
  if (body.trailingDistance !== undefined) return 'trailingDistance';
  if (body.quoteId !== undefined) return 'quoteId';
  if (body.stopPrice !== undefined) return 'stopPrice';
  return body.price === undefined ? null : 'price';
}

/**
 * The lots asked for, on the instrument's step and within its limits.
 *
 * @failure quantity-refused — zero, off-step, too small or too large
 */
function decideLots(text: string, instrument: Instrument): Result<Quantity, Failure> {
  const lots = parseDecimal(text) as Quantity | null;
  const isAllowed =
    lots !== null &&
    lots >= instrument.lotsMin &&
    lots <= instrument.lotsMax &&
    isOnStep(lots, instrument.lotStep);
  if (isAllowed) return ok(lots);
  return refuse('quantity-refused', 'lots', {
    step: formatDecimal(instrument.lotStep),
    min: formatDecimal(instrument.lotsMin),
    max: formatDecimal(instrument.lotsMax),
  });
}

/**
 * Whether an instrument may be traded now, and the tick and rate to trade on.
 *
 * @failure not-tradable-now — with `why`: stale, closed, noSource, closeOnly, suspended, noLink,
 *          feedNotForReal, houseFloor
 */
export function decideTradable(
  facts: Omit<OpenFacts, 'body' | 'standing' | 'exposures' | 'instrument'>,
  act: 'open' | 'close',
): Result<{ quote: Quote; link: Link }, Failure> {
  const { status, quote, link, mode } = facts;
  const why = (reason: string): { ok: false; failure: Failure } =>
    refuse('not-tradable-now', undefined, { why: reason });
  if (mode === 'real' && facts.feedMode !== 'live' && !facts.isRehearsal) {
    return why('feedNotForReal');
  }
  if (status !== 'open' && !(status === 'closeOnly' && act === 'close')) return why(status);
  if (quote === null) return why('noSource');
  if (link === null) return why('noLink');
  if (act === 'open' && mode === 'real' && !facts.houseHasFloor) return why('houseFloor');
  return ok({ quote, link });
}

/** A stop as a price on the instrument's ticks; null text means none. */
function stopPriceOf(
  text: string | undefined,
  instrument: Instrument,
): { readonly price: Price | null; readonly isSound: boolean } {
  if (text === undefined) return { price: null, isSound: true };
  const price = parseDecimal(text) as Price | null;
  return { price, isSound: price !== null && isOnStep(price, instrument.tickSize) };
}

function decideStops(
  facts: OpenFacts,
  priced: { instrument: Instrument; side: Side; quote: Quote; after: Price | null },
): Result<{ stopLoss: Price | null; takeProfit: Price | null }, Failure> {
  const { instrument, side, quote } = priced;
  const stopLoss = stopPriceOf(facts.body.stopLoss, instrument);
  const takeProfit = stopPriceOf(facts.body.takeProfit, instrument);
  const ticks = { tickSize: formatDecimal(instrument.tickSize) };
  if (!stopLoss.isSound && !takeProfit.isSound)
    return refuse('stops-unreasonable', 'stopLoss', ticks);
  if (!stopLoss.isSound) return refuse('stop-loss-unreasonable', 'stopLoss', ticks);
  if (!takeProfit.isSound) return refuse('take-profit-unreasonable', 'takeProfit', ticks);
  const stops = { stopLoss: stopLoss.price, takeProfit: takeProfit.price };
  const checked = checkStops({ ...stops, side, quote, closeOutPrice: priced.after });
  if (checked.ok) return ok(stops);
  const { name } = checked.failure;
  return refuse(name, name === 'take-profit-unreasonable' ? 'takeProfit' : 'stopLoss', {
    bid: formatDecimal(quote.bid),
    ask: formatDecimal(quote.ask),
    ...(priced.after === null ? {} : { closeOutPrice: formatDecimal(priced.after) }),
  });
}

/**
 * Decides a market order: refused with the seed's code at the field it belongs to, or filled at
 * the ask (buy) or bid (sell) of the quote.
 *
 * @units    margin, fee: USDT units, rounded up; opening loss: toward zero
 * @failure  not-found · not-yet-open · quantity-refused · leverage-refused · not-tradable-now ·
 *           stop-loss-unreasonable · take-profit-unreasonable · stops-unreasonable ·
 *           free-margin-short
 * @source   PRODUCT 4; LEDGER 4: margin + fee + opening loss ≤ free margin
 */
export function decideOpen(facts: OpenFacts): Result<OpenDecision, Failure> {
  const { body, instrument, standing } = facts;
  if (instrument === null) return refuse('not-found', 'code');
  const closed = notYetOpen(body);
  if (closed !== null) return refuse('not-yet-open', closed);
  const lots = decideLots(body.lots, instrument);
  if (!lots.ok) return lots;
  if (body.leverage > instrument.leverageMax) {
    return refuse('leverage-refused', 'leverage', { max: String(instrument.leverageMax) });
  }
  const tradable = decideTradable(facts, 'open');
  if (!tradable.ok) return tradable;

  const { quote, link } = tradable.value;
  const side: Side = body.direction === 'buy' ? 'long' : 'short';
  const price = openingPrice(side, quote);
  const size = { lots: lots.value, contractSize: instrument.contractSize, link: link.rate };
  const margin = initialMargin({ ...size, price, leverage: body.leverage });
  const fee = tradeFee({ ...size, price, feeRate: instrument.feeRate });
  const mark = closingPrice(side, quote);
  const opening = unrealizedPnl({ ...size, side, openPrice: price, mark });

  const need = addMoney(addMoney(margin, fee), negMoney(opening));
  const have = freeMargin(standing);
  const after: Standing = {
    ...standing,
    cash: subMoney(standing.cash, addMoney(margin, fee)),
    margin: addMoney(standing.margin, margin),
    floatingPnl: addMoney(standing.floatingPnl, opening),
  };
  const closeOut = closeOutPrice({
    standing: after,
    quote,
    exposures: [...facts.exposures, { side, ...size }],
    link: link.rate,
  });
  const affordable = need.units <= have.units;
  // Without the margin there is no close-out price a stop could be measured against.
  const stops = decideStops(facts, {
    instrument,
    side,
    quote,
    after: affordable ? closeOut : null,
  });
  if (!stops.ok) return stops;
  if (!affordable) {
    return refuse('free-margin-short', 'lots', {
      need: formatMoney(need),
      have: formatMoney(have),
    });
  }
  const fill: Fill = {
    price,
    tickId: quote.tickId,
    link: link.rate,
    linkTickId: link.tickId,
    at: facts.now,
  };
  return ok({ side, lots: lots.value, instrument, fill, margin, fee, ...stops.value });
}

/**
 * What closing a running contract at a quote gives.
 *
 * @units    realized: USDT units toward zero · fee: at the rate of the opening, up
 * @invariant profit = realized − both fees − financing
 */
export function closingOf(
  contract: Contract,
  at: { quote: Quote; link: Link; reason: Closing['reason']; now: UnixMs },
): Closing {
  const price = closingPrice(contract.side, at.quote);
  const { side, lots, contractSize, open, feeRate } = contract;
  const size = { lots, contractSize, link: at.link.rate };
  const realized = realizedPnl({ ...size, side, openPrice: open.price, closePrice: price });
  const fee = tradeFee({ ...size, price, feeRate });
  return {
    reason: at.reason,
    fill: {
      price,
      tickId: at.quote.tickId,
      link: at.link.rate,
      linkTickId: at.link.tickId,
      at: at.now,
    },
    fee,
    realized,
    profit: orderProfit({
      realized,
      fees: addMoney(contract.openFee, fee),
      financing: contract.financing,
    }),
    at: at.now,
  };
}

/** A contract ended at cost, because there was no price: the margin comes back, the fee stays. */
export function voidingOf(contract: Contract, now: UnixMs): Closing {
  return {
    reason: 'void',
    fill: null,
    fee: zero('USDT'),
    realized: zero('USDT'),
    profit: orderProfit({
      realized: zero('USDT'),
      fees: contract.openFee,
      financing: contract.financing,
    }),
    at: now,
  };
}

/**
 * Whether a contract may be closed now.
 *
 * @failure not-found — no such contract of this user and mode
 * @failure already-closed — it is not running any more
 * @failure not-yet-open — closing a part of it
 * @failure quantity-refused — more lots than it has, or none
 * @failure not-tradable-now — no fresh price
 */
export function decideClose(
  contract: Contract | null,
  facts: { lots: string | undefined; tradable: Result<{ quote: Quote; link: Link }, Failure> },
): Result<{ contract: Contract; quote: Quote; link: Link }, Failure> {
  if (contract === null) return refuse('not-found', undefined);
  if (contract.status !== 'running') return refuse('already-closed', undefined);
  if (facts.lots !== undefined) {
    const lots = parseDecimal(facts.lots);
    if (lots === null || lots <= 0n || lots > contract.lots) {
      return refuse('quantity-refused', 'lots', { max: formatDecimal(contract.lots) });
    }
    if (lots < contract.lots) return refuse('not-yet-open', 'lots');
  }
  if (!facts.tradable.ok) return facts.tradable;
  return ok({ contract, ...facts.tradable.value });
}

/** Statuses a contract may move between; everything else is a broken promise. */
const TRANSITIONS = {
  pending: ['running', 'closed'],
  running: ['closed'],
  closed: [],
} as const satisfies Record<Contract['status'], readonly Contract['status'][]>;

/** Whether a contract may go from one status to another. */
export function canMove(from: Contract['status'], to: Contract['status']): boolean {
  return (TRANSITIONS[from] as readonly Contract['status'][]).includes(to);
}
