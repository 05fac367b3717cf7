import type { Bar } from '@candor/pricing';
import { joinBars } from './chart-points.ts';

/** The bars of one instrument and interval that were read, oldest first, the newest always there. */
export type ChartBars = {
  readonly bars: readonly Bar[];
  /** The server may have earlier ones, and there is room for them. */
  readonly hasOlder: boolean;
};

/**
 * Bars kept of one chart: two weeks of minutes. A user who wants more looks at a longer interval.
 */
const KEPT_MAX = 20_000;
/** Bars read again with the new ones: a late tick may have changed the last two. */
const AGAIN = 2;

/** From when bars have to be read to know all that are new; undefined for all of the first answer. */
export function newFrom(known: ChartBars | undefined): number | undefined {
  return known?.bars.at(-AGAIN)?.time;
}

/** What is known after the newest bars were read, from `newFrom` on. */
export function withNewer(known: ChartBars | undefined, answer: readonly Bar[]): ChartBars {
  const [first] = answer;
  const last = known?.bars.at(-1);
  // It was asked from a bar on that is known. Where it begins behind the last one it is the last
  // bars alone: bars between are missing, and a chart must not draw over them.
  const isBeyond = first !== undefined && last !== undefined && first.time > last.time;
  if (known === undefined || isBeyond) {
    return { bars: joinBars([answer]), hasOlder: answer.length > 0 };
  }
  const bars = joinBars([known.bars, answer]);
  const kept = bars.slice(-KEPT_MAX);
  return { bars: kept, hasOlder: known.hasOlder && kept.length < KEPT_MAX };
}

/** What is known after bars before the first known one were read. */
export function withOlder(known: ChartBars, answer: readonly Bar[]): ChartBars {
  const bars = joinBars([answer, known.bars]).slice(-KEPT_MAX);
  return { bars, hasOlder: answer.length > 0 && bars.length < KEPT_MAX };
}
