import { type TickId, isLaterTick } from '@candor/kernel';

/** The earlier of two places on the tape; null is none. */
export function earlierPlace(one: TickId | null, other: TickId | null): TickId | null {
  if (one === null || other === null) return one ?? other;
  return isLaterTick(one, other) ? other : one;
}

/** The place behind a tick. */
export function placeAfter(tick: TickId): TickId {
  const [day = '', number = ''] = tick.split('/');
  return `${day}/${BigInt(number) + 1n}` as TickId;
}
