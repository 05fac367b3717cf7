import { z } from 'zod';
import { CASE_VERDICTS } from './case-terms.ts';
import { NETWORKS } from './cashier-terms.ts';
import { LIMIT_KINDS, LIMIT_PERIODS } from './account-limit-terms.ts';
import { SECURITY_KINDS } from './accounts-security.ts';
import { endpoint } from './endpoint.ts';
import { IDENTITY_DOCUMENTS, IDENTITY_REJECT_REASONS } from './identity-terms.ts';
import { NOTIFICATION_CATEGORIES, NOTIFICATION_KINDS } from './notification-kinds.ts';
import { OFFER_PAGES } from './offer-terms.ts';
import { PLAN_STRATEGIES } from './plans-view.ts';
import { CodeText, Id, ModeText, PageNumber, PageSize, UnixMsNumber } from './scalars.ts';

const none = z.strictObject({});
const free = {
  origin: 'candor',
  access: 'session',
  mode: 'free',
  money: false,
  params: none,
} as const;

/** What a notification's sentence is filled with: codes, decimal text, names of kinds. */
export const NotificationFacts = z.strictObject({
  /** Of an order or option. */
  code: z.string().optional(),
  price: z.string().optional(),
  /** The price step of its market: the price is written with as many places. */
  tickSize: z.string().optional(),
  /** Result after fees, in USDT. */
  profit: z.string().optional(),
  /** Of the closing that ended an order. */
  receiptNo: z.string().optional(),
  /** The margin level that was passed, or what a loan is of its collateral, a share of one. */
  level: z.string().optional(),
  change: z.enum(SECURITY_KINDS).optional(),
  /** Which limit was changed, what held before and what holds from when on; null: none. */
  limit: z
    .strictObject({
      kind: z.enum(LIMIT_KINDS),
      period: z.enum(LIMIT_PERIODS),
      from: z.string().nullable(),
      to: z.string().nullable(),
      effectiveAt: UnixMsNumber,
    })
    .optional(),
  device: z.string().optional(),
  /** Of a conversation with support or of a case. */
  number: z.string().optional(),
  /** Of a plan order: what its page is found by. */
  orderId: Id.optional(),
  /** What its plan is called by: its rules, and what it trades. */
  strategy: z.enum(PLAN_STRATEGIES).optional(),
  codes: z.array(CodeText).optional(),
  /** Of a token: what its page is found by, and what it is called. */
  tokenId: Id.optional(),
  token: z.string().optional(),
  /** The bid that is the highest now; what a sale brings the charity, and its name. */
  highest: z.string().optional(),
  part: z.string().optional(),
  charity: z.string().optional(),
  /** How a case ended, why, and what the operator's people say of it. */
  verdict: z.enum(CASE_VERDICTS).optional(),
  reason: z.string().optional(),
  message: z.string().optional(),
  /** What was booked, signed decimal text, and of what; without a sign where money came, went or was converted. */
  amount: z.string().optional(),
  asset: z.string().optional(),
  /** What a conversion brought. */
  receive: z.string().optional(),
  to: z.string().optional(),
  /** What of a deposit that was taken back had been spent. */
  owed: z.string().optional(),
  /** Of a payment in or out. */
  network: z.enum(NETWORKS).optional(),
  address: z.string().optional(),
  transaction: z.string().optional(),
  confirmations: z.int().optional(),
  /** What an order got of its plan, and the UTC day on which. */
  units: z.string().optional(),
  day: z.string().optional(),
  /** The loss its owner agreed to at most, and what was lost beyond it. */
  agreed: z.string().optional(),
  beyond: z.string().optional(),
  /** Documents that were rejected, and why. */
  rejected: z
    .array(
      z.strictObject({
        kind: z.enum(IDENTITY_DOCUMENTS),
        reason: z.enum(IDENTITY_REJECT_REASONS),
      }),
    )
    .optional(),
  /** Of the message in a conversation. */
  reference: z.string().optional(),
  /** Of an offer: what it says, until when it counts, the page of ours it leads to; until when a withdrawal waits, or staff decide. */
  title: z.string().optional(),
  text: z.string().optional(),
  until: UnixMsNumber.optional(),
  page: z.enum(OFFER_PAGES).optional(),
  /** It is told in English: its reader's language has no text. */
  original: z.boolean().optional(),
});
export type NotificationFacts = z.infer<typeof NotificationFacts>;

/** Something its owner was told. */
export const Notification = z.strictObject({
  id: Id,
  category: z.enum(NOTIFICATION_CATEGORIES),
  kind: z.enum(NOTIFICATION_KINDS),
  /** The mode it is about; null when it is about the account. */
  mode: ModeText.nullable(),
  facts: NotificationFacts,
  at: UnixMsNumber,
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

const channels = {
  /** Kept in the list and counted at the bell. */
  inApp: z.boolean(),
  /** A copy by mail, to the proven address; never for events of a demo account. */
  mail: z.boolean(),
  /** Said at once on a page that is open. */
  push: z.boolean(),
};

/** How a user is told of one category. */
export const NotificationPreference = z.strictObject({
  category: z.enum(NOTIFICATION_CATEGORIES),
  ...channels,
  /** Cannot be muted. */
  locked: z.boolean(),
});
export type NotificationPreference = z.infer<typeof NotificationPreference>;

export const listNotifications = endpoint({
  ...free,
  name: 'notifications.list',
  summary: 'What the user was told, newest first; of a category, or what is unread.',
  method: 'GET',
  path: '/user/listNotifications',
  body: none,
  query: z.strictObject({
    category: z.enum(NOTIFICATION_CATEGORIES).optional(),
    unread: z.enum(['true', 'false']).optional(),
    page: PageNumber,
    size: PageSize,
  }),
  result: z.strictObject({ records: z.array(Notification), total: z.int() }),
  failures: ['session-over', 'unreadable'],
});

export const unread = endpoint({
  ...free,
  name: 'notifications.unread',
  summary: 'How many notifications the user has not read.',
  method: 'GET',
  path: '/user/unread',
  body: none,
  query: none,
  result: z.strictObject({ count: z.int().nonnegative() }),
  failures: ['session-over'],
});

export const readNotifications = endpoint({
  ...free,
  name: 'notifications.read',
  summary: 'Marks notifications as read, by id or all of them; answers how many are left.',
  method: 'POST',
  path: '/user/readNotifications',
  body: z.union([
    z.strictObject({ ids: z.array(Id).min(1).max(100) }),
    z.strictObject({ all: z.literal(true) }),
  ]),
  query: none,
  result: z.strictObject({ count: z.int().nonnegative() }),
  failures: ['session-over', 'unreadable'],
});

export const notificationPreferences = endpoint({
  ...free,
  name: 'notifications.preferences',
  summary: 'How the user is told of each category.',
  method: 'GET',
  path: '/user/notificationPreferences',
  body: none,
  query: none,
  result: z.array(NotificationPreference),
  failures: ['session-over'],
});

export const setNotificationPreferences = endpoint({
  ...free,
  name: 'notifications.set-preferences',
  summary: 'Says how the user is told of a category; security and money cannot be muted.',
  method: 'POST',
  path: '/user/notificationPreferences',
  perMinute: 60,
  body: z.strictObject({ category: z.enum(NOTIFICATION_CATEGORIES), ...channels }),
  query: none,
  result: z.array(NotificationPreference),
  success: 'change-done',
  failures: ['session-over', 'unreadable', 'forbidden', 'too-many'],
});

export const unsubscribe = endpoint({
  ...free,
  name: 'notifications.unsubscribe',
  summary: 'Switches the category off that a mail was about, by the link of that mail.',
  method: 'POST',
  path: '/user/unsubscribe',
  access: 'public',
  oneClick: '/pass/unsubscribe',
  perMinute: 60,
  body: none,
  query: z.strictObject({ token: z.string().max(128).default('') }),
  result: none,
  failures: ['not-found', 'unreadable', 'too-many'],
});
