import { z } from 'zod';
import {
  LIMIT_KINDS,
  LIMIT_PERIODS,
  PAUSE_KINDS,
  STAFF_FREEZE_REASONS,
} from '../account-limit-terms.ts';
import { UserInfo } from '../accounts.ts';
import { LoginItem } from '../accounts-security.ts';
import { CASE_NOTE_MAX } from '../case-terms.ts';
import { Order } from '../contracts-order.ts';
import { Transaction } from '../portfolio.ts';
import { DecimalText, Id, ModeText, PageNumber, PageSize, UnixMsNumber } from '../scalars.ts';
import { READS_PER_HOUR, deskEndpoint } from './endpoint.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });

/** Who may look at a user at all; contacts are written out for those who talk to users alone. */
const READERS = ['support', 'kyc', 'risk', 'auditor', 'admin'] as const;
/** Who sees what a user owns, and how it stands. */
const MONEY_READERS = ['support', 'risk', 'auditor', 'admin'] as const;
/** Who sees that a mail left, never what it said. */
const MAIL_READERS = ['support', 'auditor', 'admin'] as const;
const ACTORS = ['support', 'kyc', 'risk'] as const;

const read = ['session-over', 'forbidden', 'unreadable', 'too-many'] as const;
const readOne = [...read, 'not-found'] as const;
const READS_PER_MINUTE = 120;
const CHANGES_PER_MINUTE = 30;
const CHANGES_PER_HOUR = 60;

/** What a search was taken for; each but a name is looked up whole. */
export const USER_SEARCHES = [
  'name',
  'id',
  'mail',
  'phone',
  'wallet',
  'order',
  'receipt',
  'case',
] as const;

export const ACCOUNT_STATES = ['active', 'disabled', 'closed'] as const;

/** A user as a search shows one: nothing by which the person behind the name is known. */
export const UserItem = z.strictObject({
  id: Id,
  username: z.string(),
  state: z.enum(ACCOUNT_STATES),
  demoDisabled: z.boolean(),
  createdAt: UnixMsNumber,
});
export type UserItem = z.infer<typeof UserItem>;

export const listUsers = deskEndpoint({
  name: 'users.list',
  summary:
    'Users by the beginning of a name, or by a whole id, mail, phone, wallet address, order, receipt or case number.',
  method: 'GET',
  path: '/desk/users',
  access: 'session',
  roles: READERS,
  audits: 'users.list',
  readsPersonalData: true,
  perMinute: READS_PER_MINUTE,
  perHour: READS_PER_HOUR,
  body: none,
  query: z.strictObject({ q: z.string().trim().min(2).max(120) }),
  params: none,
  result: z.strictObject({
    records: z.array(UserItem).max(20),
    /** There are more of this beginning than are shown. */
    isMore: z.boolean(),
    by: z.enum(USER_SEARCHES).nullable(),
  }),
  failures: read,
});

const Span = z.strictObject({ since: UnixMsNumber, until: UnixMsNumber });

/** An account with what protects and what restricts it. */
export const UserDetail = UserItem.extend({
  language: z.string(),
  contacts: z.array(
    z.strictObject({
      channel: z.enum(['email', 'phone']),
      /** Masked for roles that do not write to users. */
      target: z.string(),
      isMasked: z.boolean(),
      confirmedAt: UnixMsNumber,
    }),
  ),
  factors: z.strictObject({
    password: z.boolean(),
    totp: z.boolean(),
    passkeys: z.int().nonnegative(),
    recoveryLeft: z.int().nonnegative(),
    wallets: z.array(z.enum(['ethereum', 'tron'])),
    social: z.array(z.string()),
  }),
  sessions: z.array(
    z.strictObject({
      id: Id,
      device: z.string(),
      address: z.string(),
      createdAt: UnixMsNumber,
      lastAt: UnixMsNumber,
    }),
  ),
  /** The newest. */
  logins: z.array(LoginItem),
  limits: z.array(
    z.strictObject({
      kind: z.enum(LIMIT_KINDS),
      period: z.enum(LIMIT_PERIODS),
      amount: DecimalText,
    }),
  ),
  pauses: z.array(
    z.strictObject({
      kind: z.enum(PAUSE_KINDS),
      since: UnixMsNumber,
      until: UnixMsNumber.nullable(),
    }),
  ),
  /** Until when withdrawals wait after a change of what opens the account. */
  holds: z.array(z.strictObject({ reason: z.string(), until: UnixMsNumber })),
  /** A freeze by staff that is in force. */
  freeze: Span.extend({ reason: z.enum(STAFF_FREEZE_REASONS), byName: z.string() }).nullable(),
  /** Why and until when the account is disabled. */
  disabled: Span.extend({ reason: z.string(), caseNumber: z.string() }).nullable(),
  /** Of staff for staff, the newest first. */
  notes: z.array(
    z.strictObject({ id: Id, at: UnixMsNumber, byName: z.string(), text: z.string() }),
  ),
});
export type UserDetail = z.infer<typeof UserDetail>;

export const getUser = deskEndpoint({
  name: 'users.get',
  summary: 'A user: state, contacts, factors, devices, log-ins, limits, pauses, notes of staff.',
  method: 'GET',
  path: '/desk/users/:id',
  access: 'session',
  roles: READERS,
  audits: 'users.get',
  readsPersonalData: true,
  perMinute: READS_PER_MINUTE,
  perHour: READS_PER_HOUR,
  body: none,
  query: none,
  params: byId,
  result: UserDetail,
  failures: readOne,
});

/** What a user's trading account of a mode holds, and what of it is at risk. */
export const UserMoney = z.strictObject({
  figures: UserInfo,
  /** Running contracts, the newest first; at most a hundred. */
  positions: z.array(Order),
  positionsTotal: z.int().nonnegative(),
  waiting: z.int().nonnegative(),
  options: z.int().nonnegative(),
});
export type UserMoney = z.infer<typeof UserMoney>;

export const getUserMoney = deskEndpoint({
  name: 'users.get-money',
  summary: 'Balances, margin level and running contracts of both trading accounts of a user.',
  method: 'GET',
  path: '/desk/users/:id/money',
  access: 'session',
  roles: MONEY_READERS,
  audits: 'users.get-money',
  readsPersonalData: true,
  perMinute: READS_PER_MINUTE,
  perHour: READS_PER_HOUR,
  body: none,
  query: none,
  params: byId,
  result: z.array(UserMoney),
  failures: readOne,
});

export const listUserPayments = deskEndpoint({
  name: 'users.list-payments',
  summary: 'The statement of a trading account of a user, newest first.',
  method: 'GET',
  path: '/desk/users/:id/payments',
  access: 'session',
  roles: MONEY_READERS,
  audits: 'users.list-payments',
  readsPersonalData: true,
  perMinute: READS_PER_MINUTE,
  perHour: READS_PER_HOUR,
  body: none,
  query: z.strictObject({ mode: ModeText, page: PageNumber, size: PageSize }),
  params: byId,
  result: z.strictObject({ records: z.array(Transaction), total: z.int() }),
  failures: readOne,
});

/** A message of ours to a user. Its text is not kept: it may have held a code. */
export const UserMail = z.strictObject({
  id: Id,
  at: UnixMsNumber,
  channel: z.enum(['email', 'phone']),
  /** Masked for roles that do not write to users. */
  address: z.string(),
  /** In English, without what it was filled with. */
  subject: z.string(),
  language: z.string(),
  /** `kept`: no message leaves this installation. */
  state: z.enum(['waiting', 'sent', 'failed', 'kept', 'void']),
  endedAt: UnixMsNumber.nullable(),
});
export type UserMail = z.infer<typeof UserMail>;

export const listUserMails = deskEndpoint({
  name: 'users.list-mails',
  summary: 'Messages to a user that are still on file: what about, when, and what became of them.',
  method: 'GET',
  path: '/desk/users/:id/mails',
  access: 'session',
  roles: MAIL_READERS,
  audits: 'users.list-mails',
  readsPersonalData: true,
  perMinute: READS_PER_MINUTE,
  perHour: READS_PER_HOUR,
  body: none,
  query: z.strictObject({ page: PageNumber, size: PageSize }),
  params: byId,
  result: z.strictObject({ records: z.array(UserMail), total: z.int() }),
  failures: readOne,
});

const change = {
  method: 'POST',
  access: 'session',
  perMinute: CHANGES_PER_MINUTE,
  perHour: CHANGES_PER_HOUR,
  query: none,
  params: byId,
} as const;
/** In the member's words; the user reads it. */
const reason = z.string().trim().min(1).max(400);

export const noteUser = deskEndpoint({
  ...change,
  name: 'users.note',
  summary: 'Adds a note for staff; notes are never changed or removed.',
  path: '/desk/users/:id/notes',
  roles: ACTORS,
  audits: 'users.note',
  body: z.strictObject({ text: z.string().trim().min(1).max(CASE_NOTE_MAX) }),
  result: z.null(),
  failures: readOne,
});

export const freezeUser = deskEndpoint({
  ...change,
  name: 'users.freeze',
  summary:
    'Stops new risk until a moment, thirty days away at most; closing, cancelling and withdrawing stay open.',
  path: '/desk/users/:id/freeze',
  roles: ACTORS,
  audits: 'users.freeze',
  body: z.strictObject({ reason: z.enum(STAFF_FREEZE_REASONS), until: UnixMsNumber }),
  result: z.null(),
  failures: readOne,
});

export const unfreezeUser = deskEndpoint({
  ...change,
  name: 'users.unfreeze',
  summary: 'Ends a freeze by staff before its time; the user’s own freeze stays.',
  path: '/desk/users/:id/unfreeze',
  roles: ACTORS,
  audits: 'users.unfreeze',
  body: z.strictObject({ reason }),
  result: z.null(),
  failures: readOne,
});

export const setUserDemo = deskEndpoint({
  ...change,
  name: 'users.set-demo',
  summary: 'Switches the demo account off or on; what is open there can still be closed.',
  path: '/desk/users/:id/demo',
  roles: ['support', 'risk'],
  audits: 'users.set-demo',
  body: z.strictObject({ isOn: z.boolean(), reason }),
  result: z.null(),
  failures: readOne,
});

export const enableUser = deskEndpoint({
  ...change,
  name: 'users.enable',
  summary: 'Opens a disabled account before its time.',
  path: '/desk/users/:id/enable',
  roles: ['kyc', 'risk'],
  audits: 'users.enable',
  body: z.strictObject({ reason }),
  result: z.null(),
  failures: readOne,
});

export const proposeDisabling = deskEndpoint({
  ...change,
  name: 'users.propose-disabling',
  summary: 'Proposes to disable an account until a moment, a year away at most; two others decide.',
  path: '/desk/users/:id/disable',
  roles: ACTORS,
  audits: 'users.propose-disabling',
  body: z.strictObject({ reason, until: UnixMsNumber }),
  result: z.strictObject({ id: Id, number: z.string() }),
  failures: [...readOne, 'case-impossible'],
});
