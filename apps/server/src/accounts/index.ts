/**
 * accounts — who a user is, on which devices they are signed in, and whether they may trade real.
 * Owns: accounts, sessions and their tokens, hashed; answers before the first real order.
 * Announces: UserRegistered, SessionRevoked, SecurityChanged.
 * Needs: ledger for the demo account's opening, parameters for its size.
 * Refuses: to say whether a name or its password was wrong, and to store a secret.
 */
import {
  type Clock,
  type Result,
  type SessionId,
  type UnixMs,
  type UserId,
  assert,
  fail,
  ok,
} from '@candor/kernel';
import type { Appropriateness, AppropriatenessAnswers, Failure } from '@candor/protocol';
import type { Parameters } from '../parameters/index.ts';
import type { Database, Sql, Tx } from '../platform/postgres/db.ts';
import type { Session, Sessions } from '../platform/secrets/session.ts';
import {
  answerAppropriateness,
  createRealFrom,
  readAppropriateness,
  type Limits,
  createLimits,
} from './safeguards/index.ts';
import { logIn, registerUser, type Registration } from './credentials/password/index.ts';
import { type Hashing, createHashing } from '../platform/credentials/hashing.ts';
import { endOtherSessions } from './security/index.ts';
import {
  type Presented,
  refreshSession,
  type TokenPair,
  type Entered,
  type Devices,
  findDeviceOf,
  findDeviceOfName,
  rememberDevice,
  createSessionCache,
  findAccess,
  findAccesses,
  listLive,
  sweepAccounts,
} from './sessions/index.ts';
import {
  type ClientOrigin,
  foldUsername,
  createAccountCount,
  findById,
  findByName,
  markDemoReset,
} from './account/index.ts';

export {
  SESSION_REVOKED,
  type SessionRevoked,
  type TokenPair,
  type Devices,
} from './sessions/index.ts';
export { SECURITY_CHANGED, type SecurityChanged, recordSecurity } from './audit/index.ts';
export {
  findReader,
  freezeLink,
  type AccountSecurity,
  beginRestoring,
  cancelRestoring,
} from './security/index.ts';
export {
  type DeskUsers,
  type FoundUser,
  type Lookup,
  type StaffCommand,
  accountDisabling,
  createDeskUsers,
  endDisablings,
  lookupsOf,
  maskedContact,
} from './desk/index.ts';
export type { IssuerSetup, Social } from './credentials/social/index.ts';
export {
  type Factors,
  haveStepUps,
  spendStepUp,
  spendStepUps,
} from './credentials/factors/index.ts';
export { type Wallets, askAtPage } from './credentials/wallets/index.ts';
export { type WithdrawalBrakes, findWithdrawalBrakes } from './withdrawing.ts';
export {
  type CodeAnswer,
  type Contacts,
  type TextsStopped,
  hasMailbox,
} from './credentials/contacts/index.ts';
export {
  type Client,
  type ClientOrigin,
  type Invitations,
  createInvitations,
  holdOpen,
  signedInOwner,
  findUserCards,
} from './account/index.ts';
export type { Registration } from './credentials/password/index.ts';
export {
  type RealRisk,
  type Brakes,
  findRealFlows,
  findBrakes,
  countriesOf,
  findResidences,
  isLimited,
  leastLeft,
  type ByPeriod,
  addEach,
  addToAll,
  byPeriod,
  decideLimits,
  decidePaused,
  lossOf,
  pausesIn,
  periodStarts,
} from './safeguards/index.ts';

/** A user as other capabilities may know them. */
export type User = {
  readonly id: UserId;
  readonly username: string;
  readonly demoDisabled: boolean;
  /** Since when the demo account's result counts. */
  readonly demoResetAt: UnixMs;
  /** How often the demo account was reset. */
  readonly demoResetNo: number;
};

/** One device that is signed in. */
export type Device = {
  readonly id: SessionId;
  readonly device: string;
  readonly address: string;
  readonly createdAt: UnixMs;
  readonly lastAt: UnixMs;
  readonly current: boolean;
};

/** Name of a user; null for none. */
export async function findUsername(sql: Sql, userId: UserId): Promise<string | null> {
  return (await findById(sql, userId))?.username ?? null;
}

/** Whose name a text is, in any case of its letters; null for nobody's. */
export async function findUserNamed(sql: Sql, said: string): Promise<UserId | null> {
  const username = foldUsername(said);
  const row = username === null ? null : await findByName(sql, username);
  return row === null ? null : (row.user_id as UserId);
}

/** The capability as one process holds it. */
export type Accounts = {
  /** Access tokens; a revoked one is refused at once. */
  readonly sessions: Sessions;
  /** Opens an account with its demo account, and a session. */
  register(params: Registration, place: ClientOrigin): Promise<Result<TokenPair, Failure>>;
  /** Begins a session with user name and password, or asks for the second factor. */
  login(
    params: { username: string; password: string; devices?: readonly string[] },
    place: ClientOrigin,
  ): Promise<Result<Entered, Failure>>;
  /** Exchanges a refresh token for a new pair; one used twice ends its session. */
  refresh(presented: Presented): Promise<Result<TokenPair, Failure<'session-over'>>>;
  /** Ends the caller's session. */
  logout(session: Session): Promise<void>;
  /** Devices that are signed in, the latest first. */
  listSessions(session: Session): Promise<Device[]>;
  /** Ends one session of the caller, or all but this one, and writes down from where. */
  revokeSession(
    session: Session,
    which: ({ id: SessionId } | { others: true }) & { stepUp?: string | undefined },
    place?: ClientOrigin,
  ): Promise<Result<null, Failure<'not-found' | 'second-factor-needed' | 'user-status-forbids'>>>;
  /** Whether a user name is taken; false for whatever cannot be one. */
  userNameExists(value: string): Promise<boolean>;
  findUser(userId: UserId): Promise<User | null>;
  /** Counts a reset of the demo account, in its transaction. @throws InvariantError for no user */
  recordDemoReset(tx: Tx, userId: UserId, at: UnixMs): Promise<void>;
  /**
   * Until when each of these access tokens opens its session; null when either is over. Sockets ask
   * again every minute.
   */
  liveUntil(
    tokens: readonly { sessionId: SessionId; tokenHash: string }[],
  ): Promise<(UnixMs | null)[]>;
  /** Accounts registered, in all, and the statement that counted them. */
  countAccounts(): Promise<{ count: number; statement: string }>;
  /** How far a user is on the way to the first real order. */
  appropriateness(userId: UserId): Promise<Appropriateness>;
  /**
   * Takes the answers and the acknowledgement before the first real order down.
   *
   * @failure incomplete — another risk text than the one in force was acknowledged
   */
  answerAppropriateness(params: {
    userId: UserId;
    answers: AppropriatenessAnswers;
    riskVersion: number;
  }): Promise<Result<Appropriateness, Failure<'incomplete'>>>;
  /** From when real orders are taken of a user; null before the risk text was acknowledged. */
  realFrom(userId: UserId): Promise<UnixMs | null>;
  /** Browsers accounts were entered in. */
  readonly devices: Devices;
  /** Limits and pauses a user sets themselves. */
  readonly limits: Limits;
  /** Forgets what is remembered of a session that was revoked, here or in another process. */
  forget(sessionId: SessionId): void;
  /** Forgets tokens, questions and tries that no longer count for anything. */
  sweep(): Promise<void>;
};

async function findUser(db: Database, userId: UserId): Promise<User | null> {
  const row = await findById(db, userId);
  if (row === null) return null;
  return {
    id: row.user_id as UserId,
    username: row.username,
    demoDisabled: row.demo_disabled,
    demoResetAt: row.demo_reset_at as UnixMs,
    demoResetNo: row.demo_reset_no,
  };
}

async function liveUntil(
  db: Database,
  now: UnixMs,
  tokens: readonly { sessionId: SessionId; tokenHash: string }[],
): Promise<(UnixMs | null)[]> {
  const found = await findAccesses(
    db,
    tokens.map(({ tokenHash }) => tokenHash),
  );
  return tokens.map(({ sessionId, tokenHash }) => {
    const row = found.get(tokenHash);
    if (row?.session_id !== sessionId || row.expires_at <= now) return null;
    return row.expires_at as UnixMs;
  });
}

async function listSessions(
  deps: { db: Database; clock: Clock },
  session: Session,
): Promise<Device[]> {
  const rows = await listLive(deps.db, session.userId, deps.clock.now());
  return rows.map((row) => ({
    id: row.id as SessionId,
    device: row.device,
    address: row.address,
    createdAt: row.created_at as UnixMs,
    lastAt: row.last_at as UnixMs,
    current: row.id === session.id,
  }));
}

/** Puts the capability together. Parameters must have been loaded before a user registers. */
export function createAccounts(options: {
  db: Database;
  clock: Clock;
  parameters: Parameters;
  hashing?: Hashing;
  /** More than 1 only on a test installation. */
  throttleScale?: number;
  /** The token under what a caller shows; null where this installation never gave it to anyone. */
  readToken?(shown: string): string | null;
  /** Hears of each session that ended because its refresh token came twice. */
  onTokenReused?(sessions: { readonly sessionIds: readonly SessionId[] }): void;
}): Accounts {
  const { hashing = createHashing(), throttleScale = 1 } = options;
  const deps = { ...options, hashing, throttleScale };
  const { db, clock } = deps;
  const cache = createSessionCache({
    clock,
    ...(options.readToken && { read: options.readToken }),
    async find(hash) {
      const row = await findAccess(db, hash);
      if (row === null) return null;
      return {
        id: row.session_id as SessionId,
        userId: row.user_id as UserId,
        username: row.username,
        tokenHash: hash,
        expiresAt: row.expires_at as UnixMs,
      };
    },
  });
  const forgetAll = (sessionIds: readonly SessionId[]): void => {
    for (const sessionId of sessionIds) cache.forget(sessionId);
  };
  return {
    sessions: cache,
    register: (params, place) => registerUser(deps, params, place),
    login: (params, place) => logIn(deps, params, place),
    async refresh(presented) {
      const { answer, ended, isReused = false } = await refreshSession(deps, presented);
      forgetAll(ended);
      if (isReused) options.onTokenReused?.({ sessionIds: ended });
      return answer;
    },
    async logout({ id, userId }) {
      const own = { userId, sessionId: id, by: 'logout', confirmed: null } as const;
      const ended = await endOtherSessions(deps, own);
      if (ended.ok) forgetAll(ended.value);
    },
    listSessions: (session) => listSessions(deps, session),
    async revokeSession({ id, userId }, which, place) {
      const others = 'others' in which;
      const sessionId = others ? id : which.id;
      const from = place === undefined ? {} : { place };
      const isOwn = !others && sessionId === id;
      const confirmed = isOwn ? null : { stepUp: which.stepUp };
      const asked = { userId, sessionId, others, by: 'user', confirmed, ...from } as const;
      const ended = await endOtherSessions(deps, asked);
      if (!ended.ok) return ended;
      forgetAll(ended.value);
      return others || ended.value.length === 1 ? ok(null) : fail({ name: 'not-found' });
    },
    async userNameExists(value) {
      const username = foldUsername(value);
      return username !== null && (await findByName(db, username)) !== null;
    },
    findUser: (userId) => findUser(db, userId),
    async recordDemoReset(tx, userId, at) {
      assert(await markDemoReset(tx, userId, at), 'the user whose demo book is reset exists');
    },
    liveUntil: (tokens) => liveUntil(db, clock.now(), tokens),
    countAccounts: createAccountCount(db, clock),
    appropriateness: (userId) => readAppropriateness(deps, userId),
    answerAppropriateness: (params) => answerAppropriateness(deps, params),
    realFrom: createRealFrom(db),
    devices: {
      remember: (userId, hash) => rememberDevice(db, { userId, hash, at: clock.now() }),
      findOf: (hashes, userId) => findDeviceOf(db, hashes, userId),
      findOfName: (hashes, names) => findDeviceOfName(db, hashes, names),
    },
    limits: createLimits({ db, clock }),
    forget: cache.forget,
    sweep: () => sweepAccounts(deps),
  };
}
