import type { SessionId, UnixMs, UserId } from '@candor/kernel';
import type { Tx } from '../platform/db.ts';
import { type Fact, appendFacts } from '../platform/outbox.ts';
import { SESSION_REVOKED, type SessionRevoked } from './events.ts';
import { type EndedBy, endSessions } from './store.ts';

/** Which sessions of a user end: one, all but one, or all. */
export type Ending = {
  readonly userId: UserId;
  readonly which: { readonly one: SessionId } | { readonly allBut: SessionId } | 'all';
  readonly by: EndedBy;
  readonly at: UnixMs;
};

/** No session has this id; all others are all. */
const NONE = '00000000-0000-0000-0000-000000000000' as SessionId;

/**
 * Ends sessions and announces each, in the transaction of the act; answers which ended. Every
 * process forgets them when it hears of it; this one may do so right after the commit.
 */
export async function endAndAnnounce(tx: Tx, ending: Ending): Promise<SessionId[]> {
  const { userId, which, by, at } = ending;
  const others = which === 'all' || 'allBut' in which;
  const sessionId = which === 'all' ? NONE : 'allBut' in which ? which.allBut : which.one;
  const ended = await endSessions(tx, { userId, sessionId, others, by, at });
  const facts = ended.map((id): Fact => {
    const payload: SessionRevoked = { sessionId: id, userId };
    return { topic: SESSION_REVOKED, payload };
  });
  await appendFacts(tx, facts, at);
  return ended;
}
