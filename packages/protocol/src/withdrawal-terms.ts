/** Where a withdrawal stands. `failed` is always followed by `refunded`. @source WIRE 7 */
export const WITHDRAWAL_STATES = [
  'requested',
  'held',
  'approved',
  'broadcast',
  'confirmed',
  'cancelled',
  'rejected',
  'failed',
  'refunded',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** States nothing follows. */
export const WITHDRAWAL_ENDS = ['confirmed', 'cancelled', 'rejected', 'refunded'] as const;

/** What a list of withdrawals may be narrowed to: those under way, or one of the ends. */
export const WITHDRAWAL_FILTERS = ['open', ...WITHDRAWAL_ENDS] as const;
export type WithdrawalFilter = (typeof WITHDRAWAL_FILTERS)[number];

/** Why a withdrawal waits; what makes staff look at it is theirs alone. */
export const HOLD_REASONS = ['credentials', 'frozen', 'review'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Why staff may reject a withdrawal; there is no other reason, and none can be paid away. */
export const REJECT_REASONS = ['address-not-owned', 'account-at-risk', 'law-forbids'] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

/** Why one goes back a step: its batch can never be sent, or the block that confirmed it left the chain. */
const RESEND_REASONS = ['batch-void', 'block-gone'] as const;

export const WITHDRAWAL_REASONS = [...HOLD_REASONS, ...REJECT_REASONS, ...RESEND_REASONS] as const;
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];

/** Whom a withdrawal waits for: time alone, its owner, the operator's people, or the chain. */
export const HOLD_HOLDERS = ['time', 'owner', 'operator', 'chain'] as const;
export type HoldHolder = (typeof HOLD_HOLDERS)[number];

/** Whose doing a step was. */
export const WITHDRAWAL_PARTS = ['owner', 'system', 'operator', 'chain'] as const;
export type WithdrawalPart = (typeof WITHDRAWAL_PARTS)[number];

/** Days whose confirmed withdrawals the published waiting times are counted of. */
export const WITHDRAWAL_CLOCK_DAYS = 30;
