import {
  type Price,
  type UnixMs,
  MINUTE_MS,
  decimal,
  divideInteger,
  formatDecimal,
  mul,
  scatter,
} from '@candor/kernel';
import {
  type Bar,
  type Instrument,
  type InstrumentClass,
  type Interval,
  NO_VOLUME,
  barStart,
  isTradingAt,
} from '@candor/pricing';
import { CRYPTO_MAJORS } from '../catalogue/classes.ts';
import { referencePrice } from '../catalogue/reference-prices.ts';
import { BELL_SIGMA, bell, hashText } from './seeded.ts';

/** Fractions of a tick a walk is kept in, so that slow instruments move too. */
const PARTS = 1_000;

/** How far a price goes in the square root of a second, in millionths of it. INVENTED. */
const MILLIONTHS: Readonly<Record<InstrumentClass, number>> = {
  forexMajor: 12,
  forex: 15,
  crypto: 110,
  stock: 45,
  etf: 30,
  future: 40,
  index: 28,
  gold: 28,
  metal: 45,
  energy: 50,
};
const CRYPTO_MAJOR_MILLIONTHS = 60;

/** Seconds in which a walk loses half of its distance to where it began: about ten days. */
const PULL_SECONDS = 1_250_000;

/** One instrument's invented price, in thousandths of its tick. */
export type Walk = {
  readonly instrument: Instrument;
  /** Distance of bid and ask from the middle, in ticks. */
  readonly halfSpread: bigint;
  readonly millionths: number;
  readonly begunParts: number;
  parts: number;
};

function partsOf(price: Price, tickSize: Price): number {
  const parts = divideInteger(price * BigInt(PARTS), tickSize, 'halfEven');
  return Number.parseInt(parts.toString(), 10);
}

/** A walk that begins at the catalogue's invented price, or goes on from `last`. */
export function newWalk(instrument: Instrument, last: Price | null): Walk {
  const { tickSize } = instrument;
  const reference = decimal(referencePrice(instrument.code, formatDecimal(tickSize))) as Price;
  const spread = mul(reference, instrument.spreadRate, 'up');
  const begunParts = partsOf(reference, tickSize);
  const isMajor = instrument.class === 'crypto' && CRYPTO_MAJORS.includes(instrument.base);
  return {
    instrument,
    halfSpread: divideInteger(spread, 2n * tickSize, 'up'),
    millionths: isMajor ? CRYPTO_MAJOR_MILLIONTHS : MILLIONTHS[instrument.class],
    begunParts,
    parts: last === null ? begunParts : partsOf(last, tickSize),
  };
}

/** The change of a price over some time for a draw, in parts of a tick. */
function change(walk: Walk, parts: number, facts: { draw: number; seconds: number }): number {
  const { draw, seconds } = facts;
  const random = (bell(draw) / BELL_SIGMA) * Math.sqrt(seconds) * walk.millionths * 1e-6 * parts;
  const pull = ((walk.begunParts - parts) * seconds) / PULL_SECONDS;
  return Math.round(random + pull);
}

/** The lowest a walk goes: its bid has to stay above zero. */
function floorOf(walk: Walk): number {
  return Number.parseInt((walk.halfSpread + 1n).toString(), 10) * PARTS;
}

/** Moves a walk on by one draw. */
export function advance(walk: Walk, facts: { draw: number; seconds: number }): void {
  const next = walk.parts + change(walk, walk.parts, facts);
  walk.parts = Math.max(floorOf(walk), next);
}

function middleTicks(parts: number): bigint {
  return BigInt(Math.round(parts / PARTS));
}

/** Bid and ask of a walk now. */
export function quoteOfWalk(walk: Walk): { bid: Price; ask: Price } {
  const { tickSize } = walk.instrument;
  const middle = middleTicks(walk.parts);
  return {
    bid: ((middle - walk.halfSpread) * tickSize) as Price,
    ask: ((middle + walk.halfSpread) * tickSize) as Price,
  };
}

type Minute = { time: UnixMs; open: number; high: number; low: number; close: number };

/** Open minutes before `end`, newest first, each drawn from the seed and its own number alone. */
function* minutesBefore(
  walk: Walk,
  range: { seed: string; end: UnixMs; from: UnixMs },
): Generator<Minute> {
  const salt = hashText(`${range.seed}/${walk.instrument.code}/history`);
  const lowest = floorOf(walk);
  let close = walk.begunParts;
  const last = Math.floor(range.end / MINUTE_MS) - 1;
  for (let minute = last; minute * MINUTE_MS >= range.from; minute -= 1) {
    const time = (minute * MINUTE_MS) as UnixMs;
    if (!isTradingAt(walk.instrument, time)) continue;
    const draw = scatter(salt ^ Math.imul(minute, 0x9e37_79b1));
    const move = change(walk, close, { draw, seconds: 60 });
    const open = Math.max(lowest, close - move);
    const reach = Math.abs(change(walk, close, { draw: scatter(draw), seconds: 20 }));
    const high = Math.max(open, close) + reach;
    const low = Math.max(lowest, Math.min(open, close) - (scatter(~draw) % (reach + 1)));
    yield { time, open, high, low, close };
    close = open;
  }
}

/**
 * Invented bars from before a simulation began, oldest first: the same for the same seed, joined
 * to the price it began with.
 */
export function inventedBars(
  walk: Walk,
  range: { seed: string; end: UnixMs; from: UnixMs; to: UnixMs; interval: Interval },
): Bar[] {
  const { tickSize } = walk.instrument;
  const priceOf = (parts: number): Price => (middleTicks(parts) * tickSize) as Price;
  const merged: Minute[] = [];
  for (const minute of minutesBefore(walk, range)) {
    if (minute.time > range.to) continue;
    const time = barStart(minute.time, range.interval);
    const later = merged.at(-1);
    if (later === undefined || later.time !== time) merged.push({ ...minute, time });
    else {
      later.open = minute.open;
      later.high = Math.max(later.high, minute.high);
      later.low = Math.min(later.low, minute.low);
    }
  }
  return merged.reverse().map((one) => ({
    time: one.time,
    open: priceOf(one.open),
    high: priceOf(one.high),
    low: priceOf(one.low),
    close: priceOf(one.close),
    volume: NO_VOLUME,
  }));
}
