import {
  DAY_MS,
  type Decimal,
  DECIMAL_ZERO,
  formatDecimal,
  parseDecimal,
  sub,
} from '@candor/kernel';
import type { PlanOrder } from '@candor/protocol/light';

const read = (text: string | null): Decimal => parseDecimal(text ?? '') ?? DECIMAL_ZERO;

/** The midnight one that waits joins at: its first day is settled a day later. @units Unix milliseconds */
export function joinTime({ status, nextProfitTime }: PlanOrder): number | null {
  return status === 'pending' && nextProfitTime !== null ? nextProfitTime - DAY_MS : null;
}

/** What leaving now would keep back, below zero: share of the house and leaving early. */
export function exitCost({ value, receive }: NonNullable<PlanOrder['leaving']>): string {
  return formatDecimal(sub(read(receive), read(value)));
}

/** The rows of "invested + what the house paid + result − share − leaving early = value", and what they come to. */
export type PlanIdentity = {
  readonly invested: string;
  /** What the house paid into it; null where that is nothing. */
  readonly granted: string | null;
  readonly result: string;
  /** Since the last settlement; null where it is not known or there is none. */
  readonly today: string | null;
  /** Below zero. */
  readonly share: string;
  /** Below zero. */
  readonly early: string;
  readonly value: string;
};

/**
 * A plan's figures as rows that add up to the last unit; null while a price is missing, or before it
 * joined.
 *
 * @invariant invested + granted + result + today + share + early = value
 */
export function planIdentity(order: PlanOrder): PlanIdentity | null {
  const isClosed = order.status === 'closed';
  const value = isClosed ? order.received : order.value;
  if (order.status === 'pending' || value === null) return null;
  const today = isClosed ? null : order.todayEarnings;
  if (!isClosed && today === null) return null;
  return {
    invested: order.amount,
    granted: order.subsidy ?? null,
    result: order.result,
    today,
    share: formatDecimal(sub(DECIMAL_ZERO, read(order.shareTaken))),
    early: formatDecimal(sub(DECIMAL_ZERO, read(order.exitShare))),
    value,
  };
}
