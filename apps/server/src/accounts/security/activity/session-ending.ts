import { type Clock, type Result, type SessionId, type UserId, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import { revokeSessions, type EndedBy } from '../../sessions/index.ts';
import type { ClientOrigin } from '../../account/index.ts';
import type { Database } from '../../../platform/postgres/db.ts';
import { recordSecurity } from '../../audit/index.ts';
import { spendStepUp } from '../../credentials/factors/index.ts';

/**
 * Ends one session of a user, or all but it, and announces each; answers which ended. Sessions
 * ended from another device are written down for their owner, and ended only with the owner's
 * confirmation: the holder of a copied session must not sign the owner out everywhere.
 *
 * @failure second-factor-needed — other sessions, without a confirmation for them
 */
export function endOtherSessions(
  deps: { readonly db: Database; readonly clock: Clock },
  params: {
    readonly userId: UserId;
    readonly sessionId: SessionId;
    readonly others?: boolean;
    readonly by: EndedBy;
    /** What confirms that other sessions may end; null where one ends by itself. */
    readonly confirmed: { readonly stepUp: string | undefined } | null;
    /** Where it was asked from; nothing is written down without it. */
    readonly place?: ClientOrigin;
  },
): Promise<Result<SessionId[], Failure<'second-factor-needed' | 'user-status-forbids'>>> {
  const { userId, sessionId, others = false, by, confirmed, place } = params;
  const which = others ? { allBut: sessionId } : { one: sessionId };
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    if (confirmed !== null) {
      const subject = others ? null : sessionId;
      const use = { userId, action: 'sessions', subject, stepUp: confirmed.stepUp, at } as const;
      const spent = await spendStepUp(tx, use);
      if (!spent.ok) return spent;
    }
    const ended = await revokeSessions(tx, { userId, which, by, at });
    if (place !== undefined && ended.length > 0) {
      const facts = { count: String(ended.length) };
      await recordSecurity(tx, { userId, kind: 'sessions-ended', place, facts, at });
    }
    return ok(ended);
  });
}
