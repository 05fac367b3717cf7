/** Where a loan stands. `expired`: not drawn in its days, or taken back by its owner. @source WIRE 7, 8 */
export const LOAN_STATES = [
  'pendingReview',
  'approved',
  'repaymentInProgress',
  'overdue',
  'repaid',
  'sold',
  'writtenOff',
  'rejected',
  'expired',
] as const;
export type LoanState = (typeof LOAN_STATES)[number];

/** Why staff may reject a loan. */
export const LOAN_REJECT_REASONS = ['cannot-afford', 'account-at-risk', 'law-forbids'] as const;
export type LoanRejectReason = (typeof LOAN_REJECT_REASONS)[number];

/** Why a loan came to a state where the state does not say it. */
export const LOAN_REASONS = [
  ...LOAN_REJECT_REASONS,
  /** Its owner took it back before it was drawn. */
  'withdrawn',
  /** It was not drawn while its offer stood. */
  'not-drawn',
] as const;
export type LoanReason = (typeof LOAN_REASONS)[number];

/** Whose doing a step was. */
export const LOAN_PARTS = ['owner', 'operator', 'system'] as const;
export type LoanPart = (typeof LOAN_PARTS)[number];

/** What a repayment came from. */
export const LOAN_SOURCES = ['cash', 'collateral'] as const;
export type LoanSource = (typeof LOAN_SOURCES)[number];

/** What set a sale of collateral off: the sale line, a due date that passed, or its owner. */
export const SALE_CAUSES = ['line', 'overdue', 'owner'] as const;
export type SaleCause = (typeof SALE_CAUSES)[number];

/** Levels of identification, and what they allow; 0: none. @source PRODUCT 7 */
export const LOAN_LEVELS = [1, 2] as const;

/** Assets a loan may be secured by, each once. */
export const LOAN_COLLATERAL_MAX = 3;
