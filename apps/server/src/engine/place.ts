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

/** The place before a tick, of the same day; null before the first. */
export function placeBefore(tick: TickId): TickId | null {
  const [day = '', number = ''] = tick.split('/');
  const place = BigInt(number) - 1n;
  return place < 1n ? null : (`${day}/${place}` as TickId);
}
