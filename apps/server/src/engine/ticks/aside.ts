import { type TickId, type UnixMs, SECOND_MS, isLaterTick, plusMs } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { type AnyOrder, type PassedSpan, addPassed, isContract } from '../../contracts/index.ts';
import type { TapeSpan } from '../../market/index.ts';
import { earlierPlace, placeBefore } from './place.ts';

/** Spans kept apart at once: past it, the newest two become one. */
const ASIDE_MAX = 20;
/** The first and the longest time between two tries. */
const AGAIN_MS = SECOND_MS;
const AGAIN_MAX_MS = 60 * SECOND_MS;

type Aside = TapeSpan & {
  /** When its last tick was received. */
  readonly until: UnixMs;
  readonly retryAt: UnixMs;
  readonly waitMs: number;
};

/** Ticks that could not act: what is newer acts without them, and they are tried again. */
export type AsideTicks = {
  put(ticks: readonly Quote[], now: UnixMs): void;
  /** Takes out the earliest span whose time has come; it is done unless it is put back. */
  take(now: UnixMs): Aside | null;
  /** Puts back what of a span could not act still, for a later try. */
  putBack(one: Aside, from: TickId, now: UnixMs): void;
  /**
   * Where the earliest began of all since trailing stops went back the last time: a start begins
   * there, for those stops are stored as they stood before it.
   */
  began(): TickId | null;
  /** Hears whether trailing stops went back there: they have met all of them then. */
  retraced(isDone: boolean): void;
  /** Which of them an order that may be reached by them was passed over at, before a tick. */
  passed(order: AnyOrder, before: TickId): readonly PassedSpan[];
  count(): number;
};

/** Whether a tick can set an order off: a contract without stops or a target is passed over at none. */
function canBeReached(order: AnyOrder): boolean {
  if (!isContract(order)) return true;
  const { stopLoss, takeProfit, trailingDistance } = order;
  return stopLoss !== null || takeProfit !== null || trailingDistance !== null;
}

/** Nothing is set aside yet. */
export function createAsideTicks(): AsideTicks {
  let spans: readonly Aside[] = [];
  /** Those that acted in the end, while trailing stops did not go back to them. */
  let over: readonly Aside[] = [];
  let began: TickId | null = null;

  function add(next: Aside): void {
    const all = [...spans, next].toSorted((a, b) => (isLaterTick(a.from, b.from) ? 1 : -1));
    if (all.length > ASIDE_MAX) {
      const [one, other] = all.splice(-2) as [Aside, Aside];
      const until = one.until > other.until ? one.until : other.until;
      const to = isLaterTick(one.to, other.to) ? one.to : other.to;
      all.push({ ...one, to, until });
    }
    spans = all;
  }

  function passedBy(one: Aside, order: AnyOrder, before: TickId): PassedSpan | null {
    if (one.until < order.createdAt) return null;
    const began = isContract(order) ? order.open.tickId : order.since;
    const from = isLaterTick(one.from, began) ? one.from : began;
    const to = isLaterTick(before, one.to) ? one.to : placeBefore(before);
    return to === null || isLaterTick(from, to) ? null : { from, to, reason: 'failed' };
  }

  return {
    put(ticks, now) {
      const [first, last] = [ticks[0], ticks.at(-1)];
      if (first === undefined || last === undefined) return;
      const span = { from: first.tickId, to: last.tickId, until: last.receivedAt };
      began = earlierPlace(began, first.tickId);
      add({ ...span, retryAt: plusMs(now, AGAIN_MS), waitMs: AGAIN_MS });
    },
    take(now) {
      const found = spans.find(({ retryAt }) => retryAt <= now) ?? null;
      if (found === null) return null;
      spans = spans.filter((one) => one !== found);
      over = [...over, found].slice(-ASIDE_MAX);
      return found;
    },
    putBack(one, from, now) {
      over = over.filter((known) => known !== one);
      const waitMs = Math.min(2 * one.waitMs, AGAIN_MAX_MS);
      add({ ...one, from, waitMs, retryAt: plusMs(now, waitMs) });
    },
    began: () => began,
    retraced(isDone) {
      const first = began;
      began = null;
      if (isDone) over = over.filter((one) => first !== null && isLaterTick(first, one.from));
    },
    passed(order, before) {
      if (!canBeReached(order)) return [];
      const trails = isContract(order) && order.trailingDistance !== null;
      return (trails ? [...over, ...spans] : spans)
        .flatMap((one) => passedBy(one, order, before) ?? [])
        .reduce<readonly PassedSpan[]>(addPassed, []);
    },
    count: () => spans.length,
  };
}
