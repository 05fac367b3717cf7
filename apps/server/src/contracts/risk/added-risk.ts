import type { Price } from '@candor/kernel';
import { type AnyOrder, isContract } from '../order/contract.ts';

/** Whether a protection was taken away, or moved to where it protects less. */
function isWeaker(
  before: Price | null,
  after: Price | null,
  protectsLess: (after: Price, before: Price) => boolean,
): boolean {
  if (before === null) return false;
  return after === null || protectsLess(after, before);
}

/**
 * Whether a change of an order lets more be lost, or begins something else: a stop that is gone or
 * farther away, a wider trailing distance, another price of an order that waits. Stops that come
 * nearer, targets and what changes nothing add none.
 */
export function addsRisk(before: AnyOrder, after: AnyOrder): boolean {
  const isLower = (one: Price, other: Price): boolean => one < other;
  const isHigher = (one: Price, other: Price): boolean => one > other;
  const isFarther = before.side === 'long' ? isLower : isHigher;
  const isMoved =
    !isContract(before) &&
    (before.askedPrice !== after.askedPrice || before.stopPrice !== after.stopPrice);
  return (
    isMoved ||
    isWeaker(before.stopLoss, after.stopLoss, isFarther) ||
    isWeaker(before.trailingDistance, after.trailingDistance, isHigher)
  );
}
