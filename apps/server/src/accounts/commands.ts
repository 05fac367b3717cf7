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
import { DEFAULT_LOCALE } from '@candor/locales';
import type { Failure } from '@candor/protocol';
import type { Parameters } from '../parameters/index.ts';
import type { Database, Tx } from '../platform/db.ts';
import { hashSecret } from '../platform/session.ts';
import { endAndAnnounce } from './ending.ts';
import { type Client, type Grant, type Place, beginSession, grantPair } from './grants.ts';
import { NOBODY } from './contacts/code-store.ts';
import { useCode } from './contacts/codes.ts';
import {
  findByLogin,
  findInviter,
  findOwner,
  insertInvitation,
  lockContact,
  putContact,
} from './contacts/contact-store.ts';
import { contactOfLogin } from './contacts/rules.ts';
import type { Hashing } from './hashing.ts';
import { findDeviceOfName } from './known-device-store.ts';
import { isLeaked } from './leaked-passwords.ts';
import { openAccount, sessionUserOf } from './open-account.ts';
import {
  type DecidedRegistration,
  type Registration,
  decideLogin,
  decideRefresh,
  decideRegistration,
  foldUsername,
} from './rules.ts';
import { recordSecurity } from './security-log.ts';
import { noteRefused } from './security/logins.ts';
import { type Entered, enter } from './sign-in.ts';
import { spendStepUp } from './step-up.ts';
import { findByName, lockRefresh, useRefresh, type EndedBy, type RefreshRow } from './store.ts';
import { giveBackTry, takeTry } from './tries.ts';

/** What every command of this capability works with. */
export type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly parameters: Parameters;
  readonly hashing: Hashing;
  /** More than 1 only on a test installation: how much oftener a name may be tried. */
  readonly triesScale: number;
  /** Hears, after the commit, of each session that ended because its refresh token came twice. */
  onTokenReused?(session: { readonly sessionIds: readonly SessionId[] }): void;
};

const TAKEN = { name: 'username-taken', field: 'username' } as const;

/** Proves the mailbox or phone of a registration; null when there is none or it is proven. */
async function refuseContact(
  tx: Tx,
  contact: DecidedRegistration['contact'],
  at: UnixMs,
): Promise<Failure | null> {
  if (contact === null) return null;
  const { channel, target, code } = contact;
  const key = { channel, target, purpose: 'register', owner: NOBODY } as const;
  if (!(await useCode(tx, key, code, at))) return { name: 'code-wrong', field: 'code' };
  await lockContact(tx, contact);
  const owner = await findOwner(tx, contact);
  return owner === null ? null : { name: 'contact-taken', field: channel };
}

/** Opens an account with its demo book and first session, in one transaction. */
export async function registerUser(
  deps: Deps,
  asked: Registration,
  place: Place,
): Promise<Result<Grant, Failure>> {
  const decided = decideRegistration(asked);
  if (!decided.ok) return decided;
  const { username, password, contact, inviteCode } = decided.value;
  if (isLeaked(password)) return fail({ name: 'password-weak', field: 'password' });
  if ((await findByName(deps.db, username)) !== null) return fail(TAKEN);
  const inviter = inviteCode === null ? null : await findInviter(deps.db, inviteCode);
  if (inviteCode !== null && inviter === null) {
    return fail({ name: 'no-such-user', field: 'inviteCode' });
  }
  const passwordHash = await deps.hashing.hash(password);
  const at = deps.clock.now();
  const { language = DEFAULT_LOCALE } = asked;
  return deps.db.transaction(async (tx) => {
    const refused = await refuseContact(tx, contact, at);
    if (refused !== null) return fail(refused);
    const account = await openAccount(tx, deps, { username, passwordHash, language, at });
    // Somebody else may have taken the name while the password was hashed.
    if (account === null) return fail(TAKEN);
    const userId = account.user_id as UserId;
    if (contact !== null) await putContact(tx, { resetsFrom: at, ...contact, userId, at });
    if (inviter !== null) await insertInvitation(tx, { userId, inviter, at });
    const user = sessionUserOf(account);
    return ok(await beginSession(tx, { user, way: 'password', place, at }));
  });
}

/**
 * Begins a session; every refusal costs one password hash, whoever is asked for.
 *
 * @failure too-many — the name was refused too often within an hour, whoever has it or nobody
 * @throws Busy when too many passwords are being compared
 */
export async function logIn(
  deps: Deps,
  asked: { username: string; password: string; devices?: readonly string[] },
  place: Place,
): Promise<Result<Entered, Failure>> {
  if (asked.username.trim() === '') return fail({ name: 'name-missing', field: 'username' });
  const names = { username: foldUsername(asked.username), contact: contactOfLogin(asked.username) };
  const { devices = [] } = asked;
  const device = devices.length === 0 ? null : await findDeviceOfName(deps.db, devices, names);
  const tried = { names, address: place.address, device, at: deps.clock.now() };
  // Taken before it is looked at, and given back unless it was wrong: of many at once none is free.
  const wait = await takeTry(deps, tried);
  if (wait !== null) return fail({ name: 'too-many', facts: { seconds: String(wait) } });
  const account = await findByLogin(deps.db, names);
  const compared = deps.hashing.verify(asked.password, account?.password_hash ?? null);
  const right = await compared.catch(async (error: unknown) => {
    // Nobody looked at it.
    await giveBackTry(deps.db, tried);
    throw error;
  });
  if (right) await giveBackTry(deps.db, tried);
  const decided = decideLogin({ isPasswordRight: right, status: account?.status ?? null });
  const at = deps.clock.now();
  if (!decided.ok) {
    noteRefused(deps.db, { userId: account?.user_id ?? null, way: 'password', place, at });
    return decided;
  }
  assert(account !== null, 'a right password belongs to an account');
  return deps.db.transaction((tx) => enter(tx, { account, way: 'password', place, at }));
}

/** What a refresh came to; `ended` names the sessions a reused token took with it. */
export type Refreshed = {
  readonly answer: Result<Grant, Failure<'session-over'>>;
  readonly ended: readonly SessionId[];
  /** A token came twice, so that the family was ended. */
  readonly isReused?: true;
};

async function rotate(
  tx: Tx,
  row: RefreshRow,
  used: { hash: string; at: UnixMs },
): Promise<Refreshed> {
  const { hash, at } = used;
  const sessionId = row.session_id as SessionId;
  const userId = row.user_id as UserId;
  const begunAt = row.created_at as UnixMs;
  await useRefresh(tx, { hash, userId, sessionId, at });
  const user = { id: userId, username: row.username, demoDisabled: row.demo_disabled };
  const grant = await grantPair(tx, { sessionId, client: row.client, user, begunAt, at });
  return { answer: ok(grant), ended: [] };
}

/** A refresh token, and from where it came. */
export type Presented = {
  readonly refreshToken: string;
  readonly client: Client;
  readonly place: Pick<Place, 'device' | 'address'>;
};

/**
 * Exchanges a refresh token for a new pair, or ends the family it was stolen from: of two who hold
 * one token nobody can tell the owner, so both are out and the owner is told.
 */
export function refreshSession(deps: Deps, presented: Presented): Promise<Refreshed> {
  const hash = hashSecret(presented.refreshToken);
  const over = fail({ name: 'session-over' });
  return deps.db.transaction(async (tx): Promise<Refreshed> => {
    const row = await lockRefresh(tx, hash);
    // After the lock: a token that waited for its twin is judged by the time it is looked at.
    const at = deps.clock.now();
    if (row === null) return { answer: over, ended: [] };
    const facts = {
      expiresAt: row.expires_at as UnixMs,
      usedAt: row.used_at as UnixMs | null,
      begunAt: row.created_at as UnixMs,
      isSessionOver: row.ended_at !== null,
      isDisabled: row.status !== 'active',
      isWhereItBelongs: row.client === presented.client,
    };
    const decision = decideRefresh(facts, at);
    if (decision === 'rotate') return rotate(tx, row, { hash, at });
    if (decision === 'refuse') return { answer: over, ended: [] };
    const userId = row.user_id as UserId;
    const sessionId = row.session_id as SessionId;
    const ended = await endAndAnnounce(tx, { userId, which: { one: sessionId }, by: 'reuse', at });
    const place = { ...presented.place, client: presented.client };
    await recordSecurity(tx, { userId, kind: 'token-reused', place, at });
    return { answer: over, ended, isReused: true };
  });
}

/**
 * Ends one session of a user, or all but it, and announces each; answers which ended. Sessions ended
 * from another device are written down for their owner, and ended only with the owner's confirmation:
 * whoever holds a copied session must not sign the owner out everywhere.
 *
 * @failure second-factor-needed — other sessions, without a confirmation for them
 */
export function revokeSessions(
  deps: Deps,
  asked: {
    readonly userId: UserId;
    readonly sessionId: SessionId;
    readonly others?: boolean;
    readonly by: EndedBy;
    /** What confirms that other sessions may end; null where one ends by itself. */
    readonly confirmed: { readonly stepUp: string | undefined } | null;
    /** Where it was asked from; nothing is written down without it. */
    readonly place?: Place;
  },
): Promise<Result<SessionId[], Failure<'second-factor-needed' | 'user-status-forbids'>>> {
  const { userId, sessionId, others = false, by, confirmed, place } = asked;
  const which = others ? { allBut: sessionId } : { one: sessionId };
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    if (confirmed !== null) {
      const subject = others ? null : sessionId;
      const use = { userId, action: 'sessions', subject, stepUp: confirmed.stepUp, at } as const;
      const spent = await spendStepUp(tx, use);
      if (!spent.ok) return spent;
    }
    const ended = await endAndAnnounce(tx, { userId, which, by, at });
    if (place !== undefined && ended.length > 0) {
      const facts = { count: String(ended.length) };
      await recordSecurity(tx, { userId, kind: 'sessions-ended', place, facts, at });
    }
    return ok(ended);
  });
}
