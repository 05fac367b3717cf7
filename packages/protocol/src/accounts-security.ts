import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, PageNumber, PageSize, UnixMsNumber } from './scalars.ts';
import { STAFF_ROLES } from './staff-roles.ts';
import { UPLOAD_PURPOSES } from './upload-rules.ts';

/** What is written down of an account's safety; texts are in `locales` under `security.kind-<kind>`. */
export const SECURITY_KINDS = [
  'password-set',
  'password-changed',
  'password-reset',
  'contact-added',
  'contact-changed',
  'anti-phishing-changed',
  'wallet-linked',
  'wallet-unlinked',
  'address-added',
  'address-removed',
  'address-delay-changed',
  'wallet-authorized',
  'authorization-revoked',
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
  'new-device',
  'sessions-ended',
  'frozen',
  'unfreeze-asked',
  'unfrozen',
  'limit-changed',
  'timed-out',
  'self-excluded',
  'data-exported',
  'demo-disabled',
  'demo-enabled',
  'account-disabled',
  'account-enabled',
  'account-closed',
  'access-restoring',
  'access-restored',
  'restoring-stopped',
  'staff-frozen',
  'staff-unfrozen',
] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];

/** What the operator's people did that concerns an account, in its list; texts like those above. */
export const STAFF_ACCESS_KINDS = ['staff-read', 'staff-case', 'staff-act'] as const;
export type StaffAccessKind = (typeof STAFF_ACCESS_KINDS)[number];

const none = z.strictObject({});
const free = { origin: 'candor', mode: 'free', money: false, query: none, params: none } as const;

/** How long a freeze goes on after its owner asked for its end. @units milliseconds */
export const UNFREEZE_MS = 86_400_000;
/** How long a copy of one's data can be fetched. @units milliseconds */
export const EXPORT_MS = 86_400_000;
/** How long the link in a notice freezes the account. @units milliseconds */
export const FREEZE_LINK_MS = 7 * 86_400_000;

/** Page of the link in a notice; what it proves with stands behind "#". */
export const NOT_ME_PATH = '/pass/not-me';

/** A freeze: since when, and when it ends; null while its owner has not asked for its end. */
export const Freeze = z.strictObject({
  since: UnixMsNumber,
  until: UnixMsNumber.nullable(),
  /** Asked for by the link of a notice: first a reset by a mailbox or phone older than it. */
  needsReset: z.boolean(),
});

/** How an account can be entered and what protects it. @source WIRE 3 */
export const SecurityOverview = z.strictObject({
  username: z.string(),
  /** False until the owner of an account opened by a wallet or another service sets one. */
  hasPassword: z.boolean(),
  email: z.string().optional(),
  phone: z.string().optional(),
  totp: z.boolean(),
  passkeys: z.array(
    z.strictObject({
      id: Id,
      name: z.string(),
      createdAt: UnixMsNumber,
      lastUsedAt: UnixMsNumber.nullable(),
    }),
  ),
  /** Recovery codes not used yet. */
  recoveryLeft: z.int().nonnegative(),
  /** The owner's own words in every mail of ours; null while none are set. */
  antiPhishing: z.string().nullable(),
  wallets: z.array(
    z.strictObject({
      id: Id,
      chain: z.enum(['ethereum', 'tron']),
      address: z.string(),
      createdAt: UnixMsNumber,
    }),
  ),
  /** Other services that let this account in. */
  social: z.array(z.strictObject({ id: Id, issuer: z.string(), createdAt: UnixMsNumber })),
  /** The changes because of which withdrawals wait, and until when; the last to end first. */
  holds: z.array(z.strictObject({ reason: z.enum(SECURITY_KINDS), until: UnixMsNumber })),
  freeze: Freeze.nullable(),
});
export type SecurityOverview = z.infer<typeof SecurityOverview>;

export const security = endpoint({
  ...free,
  name: 'accounts.security',
  summary: 'How the account can be entered and what protects it.',
  method: 'GET',
  path: '/user/security',
  access: 'session',
  body: none,
  result: SecurityOverview,
  failures: ['session-over'],
});

const page = z.strictObject({ page: PageNumber, size: PageSize });

/** One log-in, or the tries of one hour from one place that were refused. */
export const LoginItem = z.strictObject({
  id: Id,
  /** The latest of its tries. */
  at: UnixMsNumber,
  outcome: z.enum(['in', 'refused']),
  way: z.enum(['password', 'wallet', 'social']),
  device: z.string(),
  address: z.string(),
  tries: z.int().positive(),
  /** The account had never been entered from there. */
  isNew: z.boolean(),
});
export type LoginItem = z.infer<typeof LoginItem>;

export const listLogins = endpoint({
  ...free,
  name: 'accounts.list-logins',
  summary: 'Log-ins of the account, refused ones too, newest first.',
  method: 'GET',
  path: '/user/listLogins',
  access: 'session',
  body: none,
  query: page,
  result: z.strictObject({ records: z.array(LoginItem), total: z.int() }),
  failures: ['session-over', 'unreadable'],
});

/** Who changed something about the account: its owner, the link of a notice, or we. */
export const ACCESS_BY = ['owner', 'link', 'operator', 'product'] as const;

/** Something that changed how the account can be entered or what it may do. */
export const AccessItem = z.strictObject({
  id: Id,
  at: UnixMsNumber,
  kind: z.enum([...SECURITY_KINDS, ...STAFF_ACCESS_KINDS]),
  by: z.enum(ACCESS_BY),
  /** Of the member of staff who did it, never the name; null where none did. */
  role: z.enum(STAFF_ROLES).nullable(),
  device: z.string(),
  address: z.string(),
  /** Why an operator did it, in the operator's words. */
  reason: z.string().nullable(),
  /** What a document shows that a member of staff looked at; null for anything else. */
  document: z.enum(UPLOAD_PURPOSES).nullable(),
});
export type AccessItem = z.infer<typeof AccessItem>;

export const accessLog = endpoint({
  ...free,
  name: 'accounts.access-log',
  summary:
    'Who touched the account and what was changed, newest first; or who looked at its documents.',
  method: 'GET',
  path: '/user/accessLog',
  access: 'session',
  body: none,
  query: page.extend({ about: z.enum(['all', 'documents']).default('all') }),
  result: z.strictObject({ records: z.array(AccessItem), total: z.int() }),
  failures: ['session-over', 'unreadable'],
});

export const freeze = endpoint({
  ...free,
  name: 'accounts.freeze',
  summary: 'Stops withdrawals and new risk at once and ends all other sessions.',
  method: 'POST',
  path: '/user/freeze',
  access: 'session',
  perMinute: 20,
  body: none,
  result: z.strictObject({ until: UnixMsNumber.optional() }),
  failures: ['session-over', 'too-many'],
});

export const unfreeze = endpoint({
  ...free,
  name: 'accounts.unfreeze',
  summary: 'Asks for the end of a freeze; it comes a day later.',
  method: 'POST',
  path: '/user/unfreeze',
  access: 'session',
  perMinute: 20,
  body: z.strictObject({ stepUp: z.string().max(128).optional() }),
  result: z.strictObject({ until: UnixMsNumber.optional() }),
  failures: ['session-over', 'second-factor-needed', 'user-status-forbids', 'too-many'],
});

export const notMe = endpoint({
  ...free,
  name: 'accounts.not-me',
  summary: 'Freezes the account and ends all its sessions, by the link of a notice.',
  method: 'POST',
  path: '/login/notMe',
  access: 'public',
  perMinute: 20,
  body: z.strictObject({ token: z.string().min(1).max(128) }),
  result: none,
  failures: ['not-found', 'too-many'],
});

export const exportData = endpoint({
  ...free,
  name: 'accounts.export-data',
  summary: 'Begins to gather everything kept about the account into one file.',
  method: 'POST',
  path: '/user/exportData',
  access: 'session',
  perMinute: 5,
  body: none,
  result: z.strictObject({ id: Id }),
  failures: ['session-over', 'too-many'],
});

export const exportedData = endpoint({
  ...free,
  name: 'accounts.exported-data',
  summary: 'The file with everything kept about the account, for a day; or how far it is.',
  method: 'GET',
  path: '/user/exportData/:id',
  access: 'session',
  perMinute: 120,
  file: 'application/zip',
  body: none,
  query: z.strictObject({ as: z.enum(['file', 'state']).default('file') }),
  params: z.strictObject({ id: Id }),
  result: z.strictObject({
    state: z.enum(['preparing', 'ready', 'failed']),
    bytes: z.int().nullable(),
    expiresAt: UnixMsNumber,
  }),
  failures: ['session-over', 'not-found', 'too-many'],
});

export const closeAccount = endpoint({
  ...free,
  name: 'accounts.close-account',
  summary: 'Closes the account for good; refused while something is open. The books are kept.',
  method: 'POST',
  path: '/user/closeAccount',
  access: 'session',
  perMinute: 10,
  body: z.strictObject({
    stepUp: z.string().max(128).optional(),
    reason: z.string().max(500).optional(),
  }),
  result: none,
  failures: [
    'session-over',
    'second-factor-needed',
    'user-status-forbids',
    'still-open',
    'too-many',
  ],
});
