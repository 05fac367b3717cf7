import type { Asset, UnixMs, UserId } from '@candor/kernel';

/** What happened to a loan that its owner is told of; a passing change says nothing. */
export type LoanNews =
  | { readonly kind: 'requested' | 'approved' | 'rejected' | 'withdrawn' | 'not-drawn' | 'drawn' }
  | { readonly kind: 'repaid' | 'closed' | 'written-off' }
  /** Its owner pledged more, in this entry. */
  | {
      readonly kind: 'added';
      readonly entryId: string;
      readonly asset: Asset;
      readonly amount: string;
    }
  /** Its LTV passed a notice line, counted from 1. */
  | { readonly kind: 'notice'; readonly line: number; readonly ltv: string | null }
  /** Its due date is so many days past. */
  | { readonly kind: 'overdue'; readonly late: number }
  /** Collateral was sold. */
  | { readonly kind: 'sale'; readonly saleId: string };

/** Something of a loan changed. */
export type LoanChanged = {
  readonly userId: UserId;
  readonly loanId: string;
  readonly at: UnixMs;
  readonly news: readonly LoanNews[];
};

/** Some loans changed, in one transaction. */
export type LoansChanged = { readonly changed: readonly LoanChanged[] };

/** Topic of `LoansChanged`. */
export const LOANS_CHANGED = 'loans.Changed';
