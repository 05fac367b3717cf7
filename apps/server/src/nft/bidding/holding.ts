import { type Money, money } from '@candor/kernel';
import type { MarginJudgement } from '@candor/pricing';
import { type Holdings, type Posting, draft } from '../../ledger/index.ts';

/** What a trading account holds and where it stands, as a batch goes on. */
export type BidAccount = { holdings: Holdings; margin: MarginJudgement };

/** Moves what an account holds as its postings will, for the next bid that is judged by it. */
export function move(account: BidAccount, postings: readonly Posting[]): void {
  const holdings: Partial<Record<string, bigint>> = { ...account.holdings };
  for (const { from, to, units } of postings) {
    holdings[from] = (holdings[from] ?? 0n) - units;
    holdings[to] = (holdings[to] ?? 0n) + units;
  }
  account.holdings = holdings as Holdings;
  const held = (of: 'user:cash' | 'user:deficit' | 'user:reversed'): Money =>
    money('USDT', account.holdings[of] ?? 0n);
  const now = {
    cash: held('user:cash'),
    deficit: held('user:deficit'),
    reversed: held('user:reversed'),
  };
  const { margin } = account;
  account.margin = margin.isJudged
    ? { isJudged: true, marginState: { ...margin.marginState, ...now } }
    : { ...margin, held: { ...margin.held, ...now } };
}

/** What giving a bid back pays. */
export function refundPostings(holdings: Holdings, amount: Money): readonly Posting[] {
  const drafted = draft('USDT', holdings);
  drafted.pay('user:bid', 'user:cash', amount.units);
  drafted.cover();
  return drafted.postings();
}
