import { type Holdings, type Posting, draft } from '../../ledger/index.ts';
import type { Option, Settlement } from './option.ts';

/** The payment of a purchase. @source LEDGER 2, row "option buy" */
export function buyPostings(stake: Option['stake'], holdings: Holdings): readonly Posting[] {
  const book = draft('USDT', holdings);
  book.pay('user:cash', 'user:stake', stake.units);
  return book.postings();
}

/**
 * The payments of a settlement, and what the trading account holds after them: a win brings the
 * stake back and its gain from the house, a loss takes the stake there, a tie or a void option
 * gives it back. What comes into cash pays an open deficit first.
 *
 * @source LEDGER 2, rows "option win / lose / void"
 */
export function settlePostings(
  option: Option,
  settlement: Settlement,
  holdings: Holdings,
): { readonly postings: readonly Posting[]; readonly holdings: Holdings } {
  const book = draft('USDT', holdings);
  const { stake } = option;
  if (settlement.outcome === 'lost') book.pay('user:stake', 'house:trading', stake.units);
  else {
    book.pay('user:stake', 'user:cash', stake.units);
    book.pay('house:trading', 'user:cash', settlement.paid.units - stake.units);
    book.cover();
  }
  const after: Holdings = {
    ...holdings,
    'user:cash': book.held('user:cash'),
    'user:stake': book.held('user:stake'),
    'user:deficit': book.held('user:deficit'),
    'user:reversed': book.held('user:reversed'),
  };
  return { postings: book.postings(), holdings: after };
}
