/** What notifications are about. The first two are never muted. @source PRODUCT 10 */
export const NOTIFICATION_CATEGORIES = [
  'security',
  'money',
  'orders',
  'options',
  'plans',
  'support',
  'marketing',
] as const;
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number];

/** What is told of real money in, out and from one asset to another. @source PRODUCT 9 */
export const CASHIER_NOTICES = [
  'deposit-seen',
  'deposit-credited',
  'deposit-small',
  'deposit-gone',
  'deposit-reversed',
  'deposit-owed',
  'withdrawal-requested',
  'withdrawal-held',
  'withdrawal-review',
  'withdrawal-approved',
  'withdrawal-sent',
  'withdrawal-confirmed',
  'withdrawal-cancelled',
  'withdrawal-rejected',
  'withdrawal-refunded',
  'address-usable',
  'conversion',
] as const;
export type CashierNotice = (typeof CASHIER_NOTICES)[number];

/** What is told of an identification: of the documents, and of the proof of address. @source PRODUCT 7 */
export const IDENTITY_NOTICES = [
  'identity-pending',
  'identity-verified',
  'identity-failed',
  'identity-address-pending',
  'identity-address-verified',
  'identity-address-failed',
] as const;
export type IdentityNotice = (typeof IDENTITY_NOTICES)[number];

/** What is told of a loan. @source PRODUCT 7 */
export const LOAN_NOTICES = [
  'loan-requested',
  'loan-approved',
  'loan-rejected',
  'loan-withdrawn',
  'loan-not-drawn',
  'loan-drawn',
  'loan-added',
  'loan-notice',
  'loan-overdue',
  'loan-sale',
  'loan-repaid',
  'loan-closed',
  'loan-written-off',
] as const;
export type LoanNotice = (typeof LOAN_NOTICES)[number];

/** What is told of a plan order. @source PRODUCT 6 */
export const PLAN_NOTICES = [
  'plan-bought',
  'plan-postponed',
  'plan-joined',
  'plan-cancelled',
  'plan-losing-week',
  'plan-subsidy',
  'plan-loss-reached',
  'plan-matured',
  'plan-left',
  'plan-ended',
] as const;
export type PlanNotice = (typeof PLAN_NOTICES)[number];

/** What is told of a token a user bid on. @source PRODUCT 8 */
export const TOKEN_NOTICES = [
  'token-outbid',
  'token-won',
  'token-bought',
  'token-cancelled',
  'token-delivered',
] as const;
export type TokenNotice = (typeof TOKEN_NOTICES)[number];

/** What happened. `security` says in `facts.change` which change it was. */
export const NOTIFICATION_KINDS = [
  'security',
  'margin-level',
  'order-close-out',
  'order-filled',
  'order-rejected',
  'order-stop-loss',
  'order-take-profit',
  'order-trailing',
  'option-won',
  'option-lost',
  'option-tie',
  'option-void',
  'support-answer',
  'case-closed',
  ...CASHIER_NOTICES,
  ...IDENTITY_NOTICES,
  ...LOAN_NOTICES,
  ...PLAN_NOTICES,
  ...TOKEN_NOTICES,
  'offer',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
