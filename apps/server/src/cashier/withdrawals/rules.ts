import { DAY_MS, type Money, type UnixMs, money, plusMs } from '@candor/kernel';
import type { HoldHolder, HoldReason, WithdrawalPart, WithdrawalState } from '@candor/protocol';

/** How long staff take at most to look at a withdrawal. @source RELIABILITY 4.9: manual ≤ 24 h */
export const REVIEW_MS = DAY_MS;

/** How long staff take at most to send what a void batch held. */
export const RESEND_MS = DAY_MS;

/** Transactions that cannot be read, after which a network is left to its next turn. */
export const UNREAD_MAX = 5;

/** Turns in a row a transaction could not be read in, after which the operator is told. */
export const UNREAD_TOLD = 3;

/** What sets an edge off; a `deadline` is time alone, which decides for the user or nothing. */
type Trigger = 'request' | 'facts' | 'deadline' | 'decision' | 'hash' | 'chain';

/** What an edge writes to the books; none of them takes anything from the user but the request. */
type Books =
  | 'withdrawal-request'
  | 'withdrawal-done'
  | 'withdrawal-done reversed'
  | 'withdrawal-return'
  | null;

/** One way from a state to another. */
export type Edge = {
  readonly from: WithdrawalState | null;
  readonly to: WithdrawalState;
  readonly by: WithdrawalPart;
  readonly triggers: readonly Trigger[];
  readonly books: Books;
};

/**
 * Every way a withdrawal goes; the database knows the same ones and no other.
 *
 * @invariant no edge asks for a payment in, and none to an end without the money is set off by a deadline
 * @source WIRE 7, PRODUCT H6
 */
export const EDGES: readonly Edge[] = [
  { from: null, to: 'requested', by: 'owner', triggers: ['request'], books: 'withdrawal-request' },
  { from: 'requested', to: 'held', by: 'system', triggers: ['facts'], books: null },
  { from: 'requested', to: 'approved', by: 'system', triggers: ['facts'], books: null },
  {
    from: 'requested',
    to: 'cancelled',
    by: 'owner',
    triggers: ['request'],
    books: 'withdrawal-return',
  },
  { from: 'held', to: 'held', by: 'system', triggers: ['facts', 'deadline'], books: null },
  { from: 'held', to: 'approved', by: 'system', triggers: ['deadline', 'decision'], books: null },
  { from: 'held', to: 'cancelled', by: 'owner', triggers: ['request'], books: 'withdrawal-return' },
  {
    from: 'held',
    to: 'rejected',
    by: 'operator',
    triggers: ['decision'],
    books: 'withdrawal-return',
  },
  { from: 'approved', to: 'held', by: 'system', triggers: ['facts'], books: null },
  {
    from: 'approved',
    to: 'cancelled',
    by: 'owner',
    triggers: ['request'],
    books: 'withdrawal-return',
  },
  { from: 'approved', to: 'approved', by: 'operator', triggers: ['decision'], books: null },
  { from: 'approved', to: 'broadcast', by: 'operator', triggers: ['hash'], books: null },
  {
    from: 'broadcast',
    to: 'confirmed',
    by: 'chain',
    triggers: ['chain'],
    books: 'withdrawal-done',
  },
  { from: 'broadcast', to: 'approved', by: 'operator', triggers: ['decision'], books: null },
  { from: 'broadcast', to: 'failed', by: 'chain', triggers: ['chain'], books: null },
  {
    from: 'confirmed',
    to: 'broadcast',
    by: 'chain',
    triggers: ['chain'],
    books: 'withdrawal-done reversed',
  },
  { from: 'failed', to: 'refunded', by: 'system', triggers: ['chain'], books: 'withdrawal-return' },
];

/** States in which it was not handed over for signing: it may be held, and its owner may take it back. */
export const UNSIGNED: readonly WithdrawalState[] = ['requested', 'held', 'approved'];

/** Whether a withdrawal of a batch can still be paid by it. */
export const isPending = ({ state }: { readonly state: WithdrawalState }): boolean =>
  state === 'approved' || state === 'broadcast';

/** The edge between two states. @failure null for a way no withdrawal goes */
export function edgeOf(from: WithdrawalState | null, to: WithdrawalState): Edge | null {
  return EDGES.find((edge) => edge.from === from && edge.to === to) ?? null;
}

/** Why staff look at a withdrawal; the user reads "under review". */
export const REVIEW_CAUSES = ['limit', 'unvalued', 'velocity', 'reversed', 'screening'] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];

/**
 * What makes staff look at a withdrawal: more than the limit by itself, or together with what left within
 * a day; no price to say its worth; a deposit the chain took back.
 *
 * @units USDT
 * @source PRODUCT 9, RELIABILITY 4.5
 */
export function reviewCauses(facts: {
  /** Null: no price said it. */
  readonly value: Money | null;
  /** What else was asked for within a day and not given up; null where one of them had no price. */
  readonly dayValue: Money | null;
  readonly limit: Money;
  readonly isReversed: boolean;
}): ReviewCause[] {
  const { value, dayValue, limit, isReversed } = facts;
  const causes: ReviewCause[] = [];
  if (value === null || dayValue === null) causes.push('unvalued');
  if (value !== null && value.units > limit.units) causes.push('limit');
  else if (value !== null && dayValue !== null && dayValue.units > 0n) {
    const sum = money('USDT', value.units + dayValue.units);
    if (sum.units > limit.units) causes.push('velocity');
  }
  if (isReversed) causes.push('reversed');
  return causes;
}

/** What screening answered; `silent`: not within its time. */
export type Screening = 'none' | 'waiting' | 'clear' | 'review' | 'silent';

/** What a withdrawal waits for, at a moment. */
export type HoldDecision =
  | { readonly state: 'requested' | 'approved' }
  | {
      readonly state: 'held';
      readonly reason: HoldReason;
      readonly holder: HoldHolder;
      readonly deadline: UnixMs;
    };

/**
 * Where a withdrawal stands that was not handed over for signing. Time alone ends what time holds; what
 * staff look at ends by their decision, and when they are late it is still theirs to decide.
 *
 * @invariant a passed deadline never ends it without the money
 * @source PRODUCT 9, H6
 */
export function decideHold(facts: {
  readonly now: UnixMs;
  readonly screening: Screening;
  readonly causes: readonly string[];
  readonly isApproved: boolean;
  /** When the review began; null where none did. */
  readonly reviewSince: UnixMs | null;
  /** Ends of the holds after changes of what opens the account. */
  readonly holds: readonly UnixMs[];
  /** The owner's own freeze in force; `until` null: its end was not asked for. */
  readonly freeze: { readonly until: UnixMs | null } | null;
  /** When the present hold ends, where it is the freeze's. */
  readonly askedAgainAt: UnixMs | null;
}): HoldDecision {
  const { now, screening, causes, isApproved, reviewSince, holds, freeze, askedAgainAt } = facts;
  if (screening === 'waiting') return { state: 'requested' };
  if (freeze !== null) {
    // Until its owner ends it there is no end to name: the owner is asked again every day.
    const asked = askedAgainAt !== null && askedAgainAt > now ? askedAgainAt : plusMs(now, DAY_MS);
    const deadline = freeze.until ?? asked;
    return { state: 'held', reason: 'frozen', holder: 'owner', deadline };
  }
  const until = Math.max(0, ...holds.filter((end) => end > now)) as UnixMs;
  if (until > now) return { state: 'held', reason: 'credentials', holder: 'time', deadline: until };
  if (causes.length > 0 && !isApproved) {
    const deadline = plusMs(reviewSince ?? now, REVIEW_MS);
    return { state: 'held', reason: 'review', holder: 'operator', deadline };
  }
  return { state: 'approved' };
}

/** What a transaction paid, of what a batch asked it to. */
export type PaidCheck = 'right' | 'wrong';

/**
 * Whether a transaction paid every withdrawal that names it: the same asset, sum and recipient, each as
 * often as it is owed.
 */
export function checkPaid(
  owed: readonly { readonly asset: string; readonly to: string; readonly units: bigint }[],
  paid: readonly { readonly asset: string; readonly to: string; readonly units: bigint }[],
): PaidCheck {
  const left = [...paid];
  for (const one of owed) {
    const place = left.findIndex(
      ({ asset, to, units }) => asset === one.asset && to === one.to && units === one.units,
    );
    if (place < 0) return 'wrong';
    left.splice(place, 1);
  }
  return 'right';
}
