import { z } from 'zod';
import { AREA_CODES } from './account-rules.ts';
import { QUESTIONS } from './appropriateness-questions.ts';
import { endpoint } from './endpoint.ts';
import { DecimalText, Id, ModeText, UnixMsNumber } from './scalars.ts';
import { SecondStep, asksSecond } from './second-step.ts';
import { loginSpelling } from './spelling.ts';
import { PATHS } from './wire/paths.ts';

export { AREA_CODES, PASSWORD_LENGTH_MIN, USERNAME_PATTERN } from './account-rules.ts';

const none = z.strictObject({});

/** Who is signed in, without figures; those come from `portfolio.info`. */
export const SessionUser = z.strictObject({
  id: Id,
  username: z.string(),
  demoDisabled: z.boolean(),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** A new session. `refreshToken` instead of the cookie for API clients. */
export const SessionResult = z.strictObject({
  token: z.string(),
  expiresAt: UnixMsNumber,
  user: SessionUser,
  refreshToken: z.string().optional(),
  /** A wallet or a service nobody had opened the account with this call. */
  opened: z.literal(true).optional(),
});
export type SessionResult = z.infer<typeof SessionResult>;

/** What a way in answers: a session, or the question for a second factor. @source WIRE 2, 3 */
export const SignInResult = z.union([SessionResult, SecondStep]);
export type SignInResult = z.infer<typeof SignInResult>;

const client = z.enum(['web', 'api']).optional();
const text = (max: number): z.ZodString => z.string().max(max);

export const RegisterBody = z.strictObject({
  username: text(64).min(1),
  password: text(256).min(1),
  email: text(254).optional(),
  areaCode: z.enum(AREA_CODES).optional(),
  phone: text(20).optional(),
  code: text(12).optional(),
  inviteCode: text(32).optional(),
  client,
});

export const register = endpoint({
  name: 'accounts.register',
  summary: 'Opens an account with its demo book, and a session.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.register,
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: RegisterBody,
  query: none,
  params: none,
  result: SessionResult,
  failures: [
    'name-missing',
    'username-malformed',
    'password-weak',
    'username-taken',
    'mail-malformed',
    'unreadable',
    'code-wrong',
    'contact-taken',
    'no-such-user',
    'incomplete',
    'forbidden',
    'too-many',
  ],
  fieldFailures: { username: 'name-missing', password: 'incomplete' },
});

export const login = endpoint({
  name: 'accounts.login',
  summary: 'Opens a session with a user name, mail address or phone, and the password.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.login,
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 20,
  about: { perMinute: 30, of: ({ username }) => loginSpelling(username) },
  body: z.strictObject({ username: text(254).min(1), password: text(256).min(1), client }),
  query: none,
  params: none,
  result: SignInResult,
  asks: asksSecond,
  failures: [
    'name-missing',
    'incomplete',
    'credentials-wrong',
    'account-disabled',
    'forbidden',
    'too-many',
  ],
  fieldFailures: { username: 'name-missing', password: 'incomplete' },
});

export const checkUserName = endpoint({
  name: 'accounts.check-user-name',
  summary: 'Says whether a user name is taken; for mail and phone always false.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.checkUserName,
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 10,
  body: none,
  query: z.strictObject({ value: text(254).min(1) }),
  params: none,
  result: z.strictObject({ exists: z.boolean() }),
  failures: ['too-many'],
});

export const refresh = endpoint({
  name: 'accounts.refresh',
  summary: 'Exchanges the refresh token for a new pair; using one twice ends the whole family.',
  origin: 'candor',
  method: 'POST',
  path: '/login/refresh',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 60,
  countsRefusals: true,
  body: z.strictObject({ refreshToken: text(128).optional() }),
  query: none,
  params: none,
  result: SessionResult,
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const logout = endpoint({
  name: 'accounts.logout',
  summary: 'Ends this session.',
  origin: 'candor',
  method: 'POST',
  path: '/login/logout',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: none,
  failures: ['session-over'],
});

/** One device that is signed in. */
export const SessionItem = z.strictObject({
  id: Id,
  device: z.string(),
  address: z.string(),
  createdAt: UnixMsNumber,
  lastAt: UnixMsNumber,
  current: z.boolean(),
});

export const listSessions = endpoint({
  name: 'accounts.list-sessions',
  summary: 'Lists the devices that are signed in.',
  origin: 'candor',
  method: 'GET',
  path: '/user/listSessions',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: z.array(SessionItem),
  failures: ['session-over'],
});

export const revokeSession = endpoint({
  name: 'accounts.revoke-session',
  summary: 'Ends one session, or all others; their sockets close within a second.',
  origin: 'candor',
  method: 'POST',
  path: '/user/revokeSession',
  access: 'session',
  mode: 'free',
  money: false,
  /** A confirmation of `sessions` for any session but one's own; about its id, or about all. */
  body: z.union([
    z.strictObject({ id: Id, stepUp: z.string().max(128).optional() }),
    z.strictObject({ others: z.literal(true), stepUp: z.string().max(128).optional() }),
  ]),
  query: none,
  params: none,
  result: none,
  failures: ['session-over', 'second-factor-needed', 'user-status-forbids', 'not-found'],
});

/** The user with the figures of one mode; LEDGER definitions. */
export const UserInfo = z.strictObject({
  id: Id,
  username: z.string(),
  demoDisabled: z.boolean(),
  mode: ModeText,
  amount: DecimalText,
  /** Null, as equity, free margin and level, while a contract is open that has no price. */
  floatingPnL: DecimalText.nullable(),
  /** Null while something is owned, or a contract open, that has no price. */
  totalAssets: DecimalText.nullable(),
  netAssets: DecimalText.nullable(),
  loanAmount: DecimalText,
  bondAmount: DecimalText,
  profit: DecimalText,
  tradingEquity: DecimalText.nullable(),
  freeMargin: DecimalText.nullable(),
  marginLevel: DecimalText.nullable(),
  /** Instruments of open contracts that have no price: the account cannot be judged. */
  unmarked: z.array(z.string()),
  /** Oldest mark among those used; null when nothing is open. */
  valuedAt: UnixMsNumber.nullable(),
});
export type UserInfo = z.infer<typeof UserInfo>;

/** What a user says before the first real order. */
export const AppropriatenessAnswers = z.strictObject({
  /** Self-declared, ISO 3166 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/),
  experience: z.enum(QUESTIONS.experience),
  background: z.enum(QUESTIONS.background),
  margin: z.enum(QUESTIONS.margin),
  leverage: z.enum(QUESTIONS.leverage),
  closeOut: z.enum(QUESTIONS.closeOut),
  gap: z.enum(QUESTIONS.gap),
  ownership: z.enum(QUESTIONS.ownership),
  /** The risk text was read and accepted. */
  riskAccepted: z.literal(true),
  /** The warning after answers that do not show enough knowledge was read; go on nevertheless. */
  warningAccepted: z.boolean().optional(),
});
export type AppropriatenessAnswers = z.infer<typeof AppropriatenessAnswers>;

/**
 * How far a user is on the way to the first real order: `none` nothing answered (or an older risk
 * text), `warned` the answers do not show enough knowledge, `coolingOff` accepted and waiting,
 * `open` real orders are taken.
 */
export const APPROPRIATENESS_STATUSES = ['none', 'warned', 'coolingOff', 'open'] as const;

const Appropriateness = z.strictObject({
  status: z.enum(APPROPRIATENESS_STATUSES),
  /** When real orders are taken from; null before the acknowledgement. */
  realFrom: UnixMsNumber.nullable(),
  /** Version of the risk text to acknowledge now. */
  riskVersion: z.int().positive(),
});
export type Appropriateness = z.infer<typeof Appropriateness>;

export const appropriateness = endpoint({
  name: 'accounts.appropriateness',
  summary: 'Whether real orders are taken from this user, and from when.',
  origin: 'candor',
  method: 'GET',
  path: '/user/appropriateness',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: Appropriateness,
  failures: ['session-over'],
});

export const answerAppropriateness = endpoint({
  name: 'accounts.answer-appropriateness',
  summary: 'Answers the questions before the first real order and acknowledges the risk.',
  origin: 'candor',
  method: 'POST',
  path: '/user/appropriateness',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: z.strictObject({ answers: AppropriatenessAnswers, riskVersion: z.int().positive() }),
  query: none,
  params: none,
  result: Appropriateness,
  failures: ['session-over', 'unreadable', 'incomplete', 'too-many'],
});
