import type { Money } from '@candor/kernel';
import { type Holdings, type Posting, draft } from '../../ledger/index.ts';
import type { Closing } from '../order/contract.ts';

/**
 * The payments of an opening: margin held, fee taken.
 *
 * @source LEDGER 2, row "open contract"
 */
export function openPostings(
  decision: { readonly margin: Money; readonly fee: Money },
  holdings: Holdings,
): readonly Posting[] {
  const book = draft('USDT', holdings);
  book.pay('user:cash', 'user:margin', decision.margin.units);
  book.pay('user:cash', 'house:fees', decision.fee.units);
  return book.postings();
}

/** The payments of a closing, and what the house has to cover when it was the last contract. */
export type ClosePostings = {
  readonly kind: 'contract-close' | 'contract-void';
  readonly close: readonly Posting[];
  readonly protection: readonly Posting[];
};

/**
 * The payments of a closing, of all or of a part: its margin back, result against the house, fee; what cash lacks becomes
 * deficit, and a credit pays an open deficit first. When no contract stays open the house covers
 * the deficit that is left, as an entry of its own.
 *
 * @source LEDGER 2, rows "close" and "negative-balance protection"
 */
export function closePostings(
  closing: Closing,
  book: { readonly holdings: Holdings; readonly isLast: boolean },
): ClosePostings {
  const close = draft('USDT', book.holdings);
  close.pay('user:margin', 'user:cash', closing.margin.units);
  if (closing.realized.units > 0n) {
    close.pay('house:trading', 'user:cash', closing.realized.units);
  } else close.charge('house:trading', -closing.realized.units);
  close.charge('house:fees', closing.fee.units);
  close.cover();
  const protection = draft('USDT', { 'user:deficit': close.held('user:deficit') });
  if (book.isLast) {
    protection.pay('house:bad-debt', 'user:deficit', -close.held('user:deficit'));
  }
  return {
    kind: closing.reason === 'void' ? 'contract-void' : 'contract-close',
    close: close.postings(),
    protection: protection.postings(),
  };
}

/**
 * What a trading account holds after these payments, for the next command of the same transaction.
 */
export function holdingsAfter(holdings: Holdings, postings: readonly Posting[]): Holdings {
  const next: Record<string, bigint> = { ...holdings };
  for (const { from, to, units } of postings) {
    if (from.startsWith('user:')) next[from] = (next[from] ?? 0n) - units;
    if (to.startsWith('user:')) next[to] = (next[to] ?? 0n) + units;
  }
  return next;
}
