import type { UserId, UtcDay } from '@candor/kernel';
import { receiptNumber } from '../../contracts/index.ts';
import { HOUSE } from '../../ledger/index.ts';
import type { KeptFill, StoredOrder } from './plan.ts';

/** Number of the receipt of a trade; null for what joiners bought and leavers sold, which is part of theirs. */
export function fillNumber({ id, kind, before }: KeptFill): string | null {
  if (kind !== 'run' || before === null) return null;
  return receiptNumber({ kind: 'planFill', userId: HOUSE, subject: id });
}

/** Number of the receipt of a fund's day. A fund's id is told to nobody, so those in it alone are given it. */
export function fundDayNumber(of: { readonly fundId: string; readonly day: UtcDay }): string {
  return receiptNumber({ kind: 'planFund', userId: HOUSE, subject: `${of.fundId}|${of.day}` });
}

/** Number of the receipt of a settled day of an order. */
export function orderDayNumber(of: {
  readonly userId: UserId;
  readonly orderId: string;
  readonly day: UtcDay;
}): string {
  const { userId, orderId, day } = of;
  return receiptNumber({ kind: 'planDay', userId, subject: `${orderId}|${day}` });
}

/** Number of the receipt of an order's end. */
export function exitNumber({ userId, id }: Pick<StoredOrder, 'userId' | 'id'>): string {
  return receiptNumber({ kind: 'planExit', userId, subject: id });
}
