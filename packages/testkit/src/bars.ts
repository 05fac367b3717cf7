import {
  type Price,
  type Quantity,
  type UnixMs,
  divideInteger,
  max,
  min,
  plusMs,
} from '@candor/kernel';
import { type Bar, type Interval, INTERVAL_MS } from '@candor/pricing';
import { createRandom } from './random.ts';

/** What generated bars look like. */
export type BarOptions = {
  readonly seed: number;
  readonly from: UnixMs;
  readonly count: number;
  readonly interval: Interval;
  readonly startPrice: Price;
  readonly tickSize: Price;
  /** Largest move of a bar in millionths of the price. */
  readonly millionths: number;
  /** In one stretch of a hundred bars out of so many bars, each bar falls by a thousandth besides; 0 for none. */
  readonly crashOneIn?: number;
};

const CRASH_BARS = 100;

/**
 * Bars of a seeded random walk on the instrument's ticks, one after the other. The same options give
 * the same bars on every machine.
 */
export function generateBars(options: BarOptions): Bar[] {
  const { seed, from, count, interval, startPrice, tickSize, millionths } = options;
  const { crashOneIn = 0 } = options;
  const random = createRandom(seed);
  let ticks = startPrice / tickSize;
  const moved = (by: number): bigint =>
    max(1n as Price, (ticks + divideInteger(ticks * BigInt(by), 1_000_000n, 'halfEven')) as Price);
  const priceOf = (at: bigint): Price => (at * tickSize) as Price;
  return Array.from({ length: count }, (_, index) => {
    const open = priceOf(ticks);
    const isCrash = crashOneIn > 0 && index % crashOneIn < CRASH_BARS && index >= crashOneIn;
    const ends = [-millionths, millionths].map((by) => priceOf(moved(random.between(0, 1) * by)));
    ticks = moved(random.between(-millionths, millionths) - (isCrash ? 1_000 : 0));
    const close = priceOf(ticks);
    return {
      time: plusMs(from, index * INTERVAL_MS[interval]),
      open,
      high: ends.reduce(max, max(open, close)),
      low: ends.reduce(min, min(open, close)),
      close,
      volume: 0n as Quantity,
    };
  });
}
