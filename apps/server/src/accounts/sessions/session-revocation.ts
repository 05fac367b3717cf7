import { type SessionId, type UnixMs, type UserId, ensure } from '@candor/kernel';
import type { SessionUser } from '@candor/protocol';
import type { Tx } from '../../platform/postgres/db.ts';
import { type Fact, appendFacts } from '../../platform/commit/outbox.ts';
import { SESSION_REVOKED, type SessionRevoked } from './events.ts';
import { endSignIns, type EndedBy, endSessions } from './session-store.ts';
import { type TokenPair, renewSession } from './token-pairs.ts';
import { sessionUserOf, findById } from '../account/index.ts';

/** Which sessions of a user end: one, all but one, or all. */
export type Revocation = {
  readonly userId: UserId;
  readonly which: { readonly one: SessionId } | { readonly allBut: SessionId } | 'all';
  readonly by: EndedBy;
  readonly at: UnixMs;
};

/** No session has this id; all others are all. */
const NONE = '00000000-0000-0000-0000-000000000000' as SessionId;

/**
 * Ends sessions and announces each, in the transaction of the command; answers which ended. With
 * more than one session go the sign-ins that wait for their second step. Every process forgets them
 * when it hears of it; this one may do so right after the commit.
 */
export async function revokeSessions(tx: Tx, revocation: Revocation): Promise<SessionId[]> {
  const { userId, which, by, at } = revocation;
  const others = which === 'all' || 'allBut' in which;
  // First: a second step that is being answered begins its session before the sessions are ended.
  if (others) await endSignIns(tx, userId);
  const sessionId = which === 'all' ? NONE : 'allBut' in which ? which.allBut : which.one;
  const ended = await endSessions(tx, { userId, sessionId, others, by, at });
  await announce(tx, userId, ended, at);
  return ended;
}

async function announce(
  tx: Tx,
  userId: UserId,
  sessionIds: readonly SessionId[],
  at: UnixMs,
): Promise<void> {
  const facts = sessionIds.map((id): Fact => {
    const payload: SessionRevoked = { sessionId: id, userId };
    return { topic: SESSION_REVOKED, payload };
  });
  await appendFacts(tx, facts, at);
}

/**
 * Gives a session that goes on a new pair, and announces the end of all that came by its old tokens:
 * what processes remember of it and its sockets, which come back with the new pair.
 */
async function renewAndAnnounce(
  tx: Tx,
  session: { readonly sessionId: SessionId; readonly user: SessionUser; readonly at: UnixMs },
): Promise<TokenPair> {
  const tokens = await renewSession(tx, session);
  await announce(tx, session.user.id as UserId, [session.sessionId], session.at);
  return tokens;
}

/** What is left after a change of what opens an account: one session, with tokens nobody copied. */
export type Renewed = {
  readonly tokens: TokenPair;
  /** Sessions whose old tokens are forgotten right after the commit, this one included. */
  readonly forgotten: readonly SessionId[];
};

/**
 * Ends all sessions of a user but this one, and gives this one new tokens in the place of its own: a
 * copy of them may be what the owner is afraid of.
 *
 * @source RELIABILITY P32
 */
export async function keepOnly(
  tx: Tx,
  kept: {
    readonly userId: UserId;
    readonly sessionId: SessionId;
    readonly by: EndedBy;
    readonly at: UnixMs;
  },
): Promise<Renewed> {
  const { userId, sessionId, by, at } = kept;
  const ended = await revokeSessions(tx, { userId, which: { allBut: sessionId }, by, at });
  const user = sessionUserOf(ensure(await findById(tx, userId), 'who is signed in has an account'));
  const tokens = await renewAndAnnounce(tx, { sessionId, user, at });
  return { tokens, forgotten: [...ended, sessionId] };
}
