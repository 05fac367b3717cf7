/** What a payment was for, as the list of transactions names it. */
export const TRANSACTION_KINDS = [
  'demoGrant',
  'margin',
  'result',
  'fee',
  'financing',
  'protection',
  'stake',
  'plan',
  'collateral',
  'loan',
  'bid',
  'deposit',
  'withdrawal',
  'conversion',
  'adjustment',
] as const;

/** Kind of a transaction. */
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];
