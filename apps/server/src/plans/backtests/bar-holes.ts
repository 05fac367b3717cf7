import { HOUR_MS, type UnixMs, plusMs } from '@candor/kernel';
import {
  type Bar,
  type Instrument,
  type Interval,
  INTERVAL_MS,
  isTradingAt,
} from '@candor/pricing';

/** A span of market time without a bar of an instrument whose market was open. */
export type BarHole = { readonly code: string; readonly from: UnixMs; readonly to: UnixMs };

/** A shorter time without a bar is one in which nothing was said. */
const LEAST_MS = HOUR_MS;
/** Holes that are named; of more the last one reaches to the end of the last. */
const NAMED_MAX = 20;

/** Looks for holes in the bars of one instrument over a span, handed over in the order of time. */
export function createHoles(
  instrument: Pick<Instrument, 'code' | 'hours' | 'calendar'>,
  facts: { readonly base: Interval; readonly from: UnixMs; readonly to: UnixMs },
) {
  const length = INTERVAL_MS[facts.base];
  const least = Math.max(LEAST_MS, 2 * length);
  const holes: BarHole[] = [];
  let expected = facts.from;

  function reach(time: UnixMs): void {
    const from = expected;
    if (time - from < least) return;
    // A night between two sessions is none; one that began or ended in a session is.
    const isOpen = isTradingAt(instrument, from) || isTradingAt(instrument, plusMs(time, -length));
    if (!isOpen) return;
    const last = holes.at(-1);
    const { code } = instrument;
    if (holes.length < NAMED_MAX || last === undefined) holes.push({ code, from, to: time });
    else holes[holes.length - 1] = { ...last, to: time };
  }

  return {
    add(bars: readonly Bar[]): void {
      for (const { time } of bars) {
        reach(time);
        if (time >= expected) expected = plusMs(time, length);
      }
    },
    /** All holes, the one at the end of the span included. */
    end(): readonly BarHole[] {
      reach(facts.to);
      return holes;
    },
  };
}
