import { type TickId, isLaterTick } from '@candor/kernel';
import { receipts as protocol } from '@candor/protocol';

/** Why a tick that reached a price of an order did nothing to it. */
export type PassedReason = (typeof protocol.PASSED_REASONS)[number];

/** A span of the tape, both ends included, at which an order was passed over. */
export type PassedSpan = {
  readonly from: TickId;
  readonly to: TickId;
  readonly reason: PassedReason;
};

/** Spans remembered of one order: past it, the newest two become one of several reasons. */
export const PASSED_MAX = 20;

const later = (one: TickId, other: TickId): TickId => (isLaterTick(one, other) ? one : other);

/** Whether a span lies within another: it was met again, after a start. */
const isWithin = (one: PassedSpan, other: PassedSpan): boolean =>
  !isLaterTick(other.from, one.from) && !isLaterTick(one.to, other.to);

/**
 * Adds a span to those of an order, in the order of the tape: neighbours of one reason become one,
 * and there are never more than `PASSED_MAX`.
 *
 * @invariant every tick within a span that was given is within one that is answered
 */
export function addPassed(spans: readonly PassedSpan[], next: PassedSpan): readonly PassedSpan[] {
  const rest = spans.filter((one) => !isWithin(one, next));
  const at = rest.findIndex(({ from }) => isLaterTick(from, next.from));
  const sorted = at === -1 ? [...rest, next] : rest.toSpliced(at, 0, next);
  const merged: PassedSpan[] = [];
  for (const one of sorted) {
    const last = merged.at(-1);
    if (last?.reason === one.reason) merged.splice(-1, 1, { ...last, to: later(last.to, one.to) });
    else merged.push(one);
  }
  while (merged.length > PASSED_MAX) {
    const [one, other] = merged.splice(-2) as [PassedSpan, PassedSpan];
    merged.push({ from: one.from, to: later(one.to, other.to), reason: 'several' });
  }
  return merged;
}

const REASONS: ReadonlyMap<string, PassedReason> = new Map(
  protocol.PASSED_REASONS.map((reason) => [reason, reason]),
);

/** The reason a refused filling names; whatever is not known by name is a failure of the product. */
export function passedReason(why: string | undefined): PassedReason {
  return REASONS.get(why ?? '') ?? 'failed';
}
