import { DAY_MS, type UnixMs } from '@candor/kernel';
import { type Failure, type SecurityKind, type StaffAccessKind, security } from '@candor/protocol';

/**
 * How long before access is given back the owner is told, at every address: two people's decision
 * comes with the back office.
 */
export const RESTORE_MS = DAY_MS;

/** What is known of a link that freezes. */
export type FreezeLinkFacts = { readonly expiresAt: UnixMs; readonly usedAt: UnixMs | null };

/**
 * Whether a link freezes. One that did it already may come again: an owner who presses it twice
 * gets the same answer, and it freezes again where a session has asked for the end of the freeze.
 *
 * @failure not-found — unknown or too old; one answer for both
 */
export function canFreezeByLink(
  link: FreezeLinkFacts | null,
  now: UnixMs,
): link is FreezeLinkFacts {
  return link !== null && link.expiresAt > now;
}

/** What of an account is open. Counts over both trading accounts; money in the real one. */
export type OpenThings = {
  /** Running contracts and options. */
  readonly positions: number;
  readonly waiting: number;
  /** Tokens the user leads on, or waits for. */
  readonly tokens: number;
  /** What the real account holds of anything, as the sentence names it; null for nothing. */
  readonly money: string | null;
};

/**
 * Whether an account may be closed for good.
 *
 * @failure still-open — with what: `positions`, `waiting` orders, `tokens` or `money`
 */
export function stillOpen(open: OpenThings): Failure<'still-open'> | null {
  const { positions, waiting, tokens, money } = open;
  const name = 'still-open';
  if (positions > 0) return { name, facts: { what: 'positions', count: String(positions) } };
  if (waiting > 0) return { name, facts: { what: 'waiting', count: String(waiting) } };
  if (tokens > 0) return { name, facts: { what: 'tokens', count: String(tokens) } };
  if (money !== null) return { name, facts: { what: 'money', amount: money } };
  return null;
}

/** What an action of staff in the audit log is, in the list of its user. */
export function staffAccessKind(action: string): StaffAccessKind {
  if (action.startsWith('cases.')) return 'staff-case';
  return /\.(?:get|read|show|list|view)\b/.test(action) ? 'staff-read' : 'staff-act';
}

/** Changes the owner only reads in the list: nothing that a thief would do, or told elsewhere. */
const QUIET: ReadonlySet<SecurityKind> = new Set([
  'sessions-ended',
  'limit-changed',
  'address-removed',
  'authorization-revoked',
]);

/** Whether the owner gets a message about a change. */
export function isTold(kind: SecurityKind): boolean {
  return !QUIET.has(kind);
}

/**
 * Whether a change lets an account lose more than before. Such a limit holds only later, and
 * another person may have asked for it: it is told with the link that freezes.
 */
export function isLoosening(change: {
  readonly kind: SecurityKind;
  readonly facts: Readonly<Record<string, string>>;
  readonly at: UnixMs;
}): boolean {
  const { kind, facts, at } = change;
  return kind === 'limit-changed' && Number.parseInt(facts['effectiveAt'] ?? '', 10) > at;
}

/** Changes another person may have made: their message carries the link that freezes. */
const STRANGERS: ReadonlySet<SecurityKind> = new Set([
  'new-device',
  'password-set',
  'password-changed',
  'password-reset',
  'contact-added',
  'contact-changed',
  'anti-phishing-changed',
  'wallet-linked',
  'wallet-unlinked',
  'social-linked',
  'social-unlinked',
  'totp-added',
  'totp-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'codes-wrong',
  'codes-closed',
  'token-reused',
  'unfreeze-asked',
  'data-exported',
  'access-restoring',
  'access-restored',
  'address-added',
  'address-delay-changed',
  'wallet-authorized',
]);

/** Whether the message about a change offers to freeze the account. */
export function offersFreeze(kind: SecurityKind): boolean {
  return STRANGERS.has(kind);
}

/** Who is behind a change, as far as it was written down. */
export function changedBy(event: {
  readonly device: string | null;
  readonly facts: Readonly<Record<string, string>>;
}): (typeof security.ACCESS_BY)[number] {
  const { by } = event.facts;
  if (by === 'operator' || by === 'link') return by;
  return event.device === null ? 'product' : 'owner';
}
