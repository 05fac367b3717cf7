import {
  type Price,
  type Quantity,
  type Result,
  formatDecimal,
  isOnStep,
  ok,
  parseDecimal,
  parseMoney,
} from '@candor/kernel';
import {
  type Instrument,
  type Quote,
  type Side,
  checkStops,
  stopFromMoney,
  trailingProblem,
} from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import { refuse } from './refusal.ts';

/** Stops as a user asks for them; null: none; left out: as they are. */
export type StopsParams = {
  readonly stopLoss?: string | null | undefined;
  readonly takeProfit?: string | null | undefined;
  readonly trailingDistance?: string | null | undefined;
  /** Stop loss and take profit are USDT lost and won, not prices. */
  readonly inMoney?: boolean | undefined;
};

/** What stops are measured against. */
export type StopBasis = {
  readonly instrument: Instrument;
  readonly side: Side;
  /** The market for what is open or fills now; the order's own price, twice, for what waits. */
  readonly quote: Pick<Quote, 'bid' | 'ask'>;
  /** Where the contract opened or is to open, and its size. */
  readonly openPrice: Price;
  readonly lots: Quantity;
  readonly contractSize: Quantity;
  readonly link: Price;
  /** Past it a stop could never act; null when this contract alone cannot reach it. */
  readonly closeOutPrice: Price | null;
};

/** Stops that may be set; null: none. */
export type StopTerms = {
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  readonly trailingDistance: Price | null;
};

type Read = { readonly price: Price | null; readonly isSound: boolean };

/** A stop as a price on the instrument's ticks; nothing asked is no stop. */
function read(
  text: string | null | undefined,
  kind: 'loss' | 'gain',
  params: { isMoney: boolean; basis: StopBasis },
): Read {
  if (text === undefined || text === null) return { price: null, isSound: true };
  const { isMoney, basis } = params;
  const { tickSize } = basis.instrument;
  if (!isMoney) {
    const price = parseDecimal(text) as Price | null;
    return { price, isSound: price !== null && isOnStep(price, tickSize) };
  }
  const amount = parseMoney(text, 'USDT');
  if (amount === null || amount.units <= 0n) return { price: null, isSound: false };
  return { price: stopFromMoney({ ...basis, amount, kind, tickSize }), isSound: true };
}

/** The distance of a trailing stop, as `trailingProblem` judges it. */
function readDistance(text: string | null | undefined, basis: StopBasis): Read {
  if (text === undefined || text === null) return { price: null, isSound: true };
  const price = parseDecimal(text) as Price | null;
  const facts = { market: basis.quote, tickSize: basis.instrument.tickSize };
  return { price, isSound: trailingProblem(price, facts) === null };
}

/** What an order has before any stop is set. */
const NO_STOPS: StopTerms = { stopLoss: null, takeProfit: null, trailingDistance: null };

/**
 * The stops of an order or a contract: on the instrument's ticks, on the right side of the market,
 * the stop loss not beyond the close-out price. Those nobody asked about stay as they are `now`,
 * and are looked at only when what they are measured against changed.
 *
 * @units   prices: quote currency per base unit · money: USDT before fees
 * @failure stop-loss-unreasonable · take-profit-unreasonable · stops-unreasonable, each at its field
 * @source  PRODUCT 4; the seed names the three messages
 */
export function decideStops(
  params: StopsParams,
  basis: StopBasis,
  kept: { now: StopTerms; isBasisNew: boolean } = { now: NO_STOPS, isBasisNew: true },
): Result<StopTerms, Failure> {
  const { side, quote, closeOutPrice } = basis;
  const { now, isBasisNew } = kept;
  const isMoney = params.inMoney === true;
  const stopLoss = read(params.stopLoss, 'loss', { isMoney, basis });
  const takeProfit = read(params.takeProfit, 'gain', { isMoney, basis });
  const distance = readDistance(params.trailingDistance, basis);
  const ticks = { tickSize: formatDecimal(basis.instrument.tickSize) };
  if (!stopLoss.isSound && !takeProfit.isSound) {
    return refuse('stops-unreasonable', 'stopLoss', ticks);
  }
  if (!stopLoss.isSound) return refuse('stop-loss-unreasonable', 'stopLoss', ticks);
  if (!takeProfit.isSound) return refuse('take-profit-unreasonable', 'takeProfit', ticks);
  if (!distance.isSound) return refuse('stop-loss-unreasonable', 'trailingDistance', ticks);
  const stops: StopTerms = {
    stopLoss: params.stopLoss === undefined ? now.stopLoss : stopLoss.price,
    takeProfit: params.takeProfit === undefined ? now.takeProfit : takeProfit.price,
    trailingDistance: params.trailingDistance === undefined ? now.trailingDistance : distance.price,
  };
  const looked = isBasisNew ? stops : { stopLoss: stopLoss.price, takeProfit: takeProfit.price };
  const checked = checkStops({ ...looked, side, quote, closeOutPrice });
  if (checked.ok) return ok(stops);
  const { name } = checked.failure;
  return refuse(name, name === 'take-profit-unreasonable' ? 'takeProfit' : 'stopLoss', {
    bid: formatDecimal(quote.bid),
    ask: formatDecimal(quote.ask),
    ...(closeOutPrice === null ? {} : { closeOutPrice: formatDecimal(closeOutPrice) }),
  });
}
