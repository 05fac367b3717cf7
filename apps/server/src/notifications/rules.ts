import { DAY_MS, type Mode } from '@candor/kernel';
import {
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
  type NotificationKind,
  type NotificationPreference,
} from '@candor/protocol';

/** How a user is told of one category. */
export type Channels = Pick<NotificationPreference, 'inApp' | 'mail' | 'push'>;

/** What a user chose, category by category. */
export type Said = Readonly<Partial<Record<NotificationCategory, Channels>>>;

const CATEGORY: Readonly<Record<NotificationKind, NotificationCategory>> = {
  security: 'security',
  'margin-level': 'money',
  'order-close-out': 'money',
  'order-filled': 'orders',
  'order-rejected': 'orders',
  'order-stop-loss': 'orders',
  'order-take-profit': 'orders',
  'order-trailing': 'orders',
  'option-won': 'options',
  'option-lost': 'options',
  'option-tie': 'options',
  'option-void': 'options',
  'support-answer': 'support',
  'case-closed': 'money',
  'deposit-seen': 'money',
  'deposit-credited': 'money',
  'deposit-small': 'money',
  'deposit-gone': 'money',
  'deposit-reversed': 'money',
  'deposit-owed': 'money',
  'withdrawal-requested': 'money',
  'withdrawal-held': 'money',
  'withdrawal-review': 'money',
  'withdrawal-approved': 'money',
  'withdrawal-sent': 'money',
  'withdrawal-confirmed': 'money',
  'withdrawal-cancelled': 'money',
  'withdrawal-rejected': 'money',
  'withdrawal-refunded': 'money',
  'address-usable': 'money',
  'identity-pending': 'money',
  'identity-verified': 'money',
  'identity-failed': 'money',
  'identity-address-pending': 'money',
  'identity-address-verified': 'money',
  'identity-address-failed': 'money',
  'loan-requested': 'money',
  'loan-approved': 'money',
  'loan-rejected': 'money',
  'loan-withdrawn': 'money',
  'loan-not-drawn': 'money',
  'loan-drawn': 'money',
  'loan-added': 'money',
  'loan-notice': 'money',
  'loan-overdue': 'money',
  'loan-sale': 'money',
  'loan-repaid': 'money',
  'loan-closed': 'money',
  'loan-written-off': 'money',
  'plan-bought': 'plans',
  'plan-postponed': 'plans',
  'plan-joined': 'plans',
  'plan-cancelled': 'plans',
  'plan-losing-week': 'plans',
  'plan-subsidy': 'plans',
  'plan-loss-reached': 'plans',
  'plan-matured': 'plans',
  'plan-left': 'plans',
  'plan-ended': 'plans',
  'token-outbid': 'money',
  'token-won': 'money',
  'token-bought': 'money',
  'token-cancelled': 'money',
  'token-delivered': 'money',
  conversion: 'orders',
  offer: 'marketing',
};

/** Told with the link that freezes the account: another person may have begun it. */
const ALARMS: ReadonlySet<NotificationKind> = new Set([
  'withdrawal-requested',
  'address-usable',
  'loan-requested',
  'loan-drawn',
]);

/** Whether the mail of a notification carries the link that freezes the account. */
export const isAlarm = (kind: NotificationKind): boolean => ALARMS.has(kind);

/** What a kind of notification is about. */
export const categoryOf = (kind: NotificationKind): NotificationCategory => CATEGORY[kind];

/** Whether a category cannot be muted. @source PRODUCT 10: security and money */
export const isLocked = (category: NotificationCategory): boolean =>
  category === 'security' || category === 'money';

/** How long what is no record is kept. @units milliseconds */
export const KEEP_MS = 365 * DAY_MS;

/**
 * The categories whose notifications go after `KEEP_MS`. That a user was told of their money or of
 * their account's safety is a record and stays with the account; what the others tell of stands in
 * the books, the orders and the conversations.
 */
export const PASSING: readonly NotificationCategory[] = NOTIFICATION_CATEGORIES.filter(
  (category) => !isLocked(category),
);

const ALL: Channels = { inApp: true, mail: true, push: true };
const DEFAULTS: Readonly<Record<NotificationCategory, Channels>> = {
  security: ALL,
  money: ALL,
  orders: { inApp: true, mail: false, push: true },
  options: { inApp: true, mail: false, push: true },
  plans: ALL,
  support: ALL,
  // A user who wants to hear of offers says so.
  marketing: { inApp: false, mail: false, push: false },
};

/** How a user is told of every category. @invariant a locked one by every channel */
export function preferencesOf(said: Said): NotificationPreference[] {
  return NOTIFICATION_CATEGORIES.map((category) => {
    const locked = isLocked(category);
    const channels = (locked ? undefined : said[category]) ?? DEFAULTS[category];
    return { category, ...channels, locked };
  });
}

/** Whether a user may ask to be told of a category like this: a locked one only as it is. */
export function maySay(category: NotificationCategory, { inApp, mail, push }: Channels): boolean {
  return !isLocked(category) || (inApp && mail && push);
}

/**
 * By which channels a user is told of one event. Events of a demo account send no mail: there is no
 * money in it. Of changes of the account's safety the accounts capability writes a message of its
 * own, with the link that freezes.
 */
export function channelsOf(
  event: { kind: NotificationKind; mode: Mode | null },
  said: Said,
): Channels {
  const category = categoryOf(event.kind);
  const { inApp, mail, push } = isLocked(category) ? ALL : (said[category] ?? DEFAULTS[category]);
  // An answer is about no trading account, and its asker waits for it; an offer is about none either.
  const isAsked = category === 'support' || category === 'marketing';
  const isWritten = event.mode === 'real' || isAsked;
  return { inApp, push, mail: mail && isWritten };
}

const BY_REASON: Readonly<Partial<Record<string, NotificationKind>>> = {
  closeOut: 'order-close-out',
  rejected: 'order-rejected',
  stopLoss: 'order-stop-loss',
  takeProfit: 'order-take-profit',
  trailing: 'order-trailing',
};

/**
 * What the end of an order is told as; null for what its owner did, because the press itself was
 * answered.
 */
export const endKind = (reason: string): NotificationKind | null => BY_REASON[reason] ?? null;
