import { hash, randomBytes } from 'node:crypto';
import type { UserId } from '@candor/kernel';

const LENGTH = 32;

/**
 * The number of a receipt that is written without a row of its own at the command: made of two ids
 * that are random and known to their owner alone, so nobody else can guess it, and the same each
 * time it is asked for.
 *
 * @shape (kind, owner, subject) → 32 hex digits, capitals
 */
export function receiptNumber(facts: {
  readonly kind:
    | 'cover'
    | 'option'
    | 'conversion'
    | 'collateralSale'
    | 'planFill'
    | 'planFund'
    | 'planDay'
    | 'planExit';
  readonly userId: UserId;
  readonly subject: string;
}): string {
  const { kind, userId, subject } = facts;
  const text = `candor.receipt|${kind}|${userId}|${subject}`;
  return hash('sha256', text).slice(0, LENGTH).toUpperCase();
}

/**
 * The number of a receipt that is kept in a row of its own: any caller that has it may read
 * the receipt, so it is random and says nothing.
 *
 * @shape () → 32 hex digits, capitals
 */
export function newReceiptNumber(): string {
  return randomBytes(LENGTH / 2)
    .toString('hex')
    .toUpperCase();
}
