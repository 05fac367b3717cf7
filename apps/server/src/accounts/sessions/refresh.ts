import {
  type Clock,
  type Result,
  type SessionId,
  type UnixMs,
  type UserId,
  fail,
  ok,
} from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import { hashSecret } from '../../platform/secrets/session.ts';
import { revokeSessions } from './session-revocation.ts';
import { type TokenPair, issueTokenPair } from './token-pairs.ts';
import type { Client, ClientOrigin } from '../account/index.ts';
import { decideRefresh } from './rules.ts';
import { recordSecurity } from '../audit/index.ts';
import { lockRefresh, useRefresh, type RefreshRow } from './session-store.ts';

/** What a refresh came to; `ended` names the sessions a reused token took with it. */
export type Refreshed = {
  readonly answer: Result<TokenPair, Failure<'session-over'>>;
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
  const tokens = await issueTokenPair(tx, { sessionId, client: row.client, user, begunAt, at });
  return { answer: ok(tokens), ended: [] };
}

/** What a refresh works with. */
export type RefreshDeps = { readonly db: Database; readonly clock: Clock };

/** A refresh token, and from where it came. */
export type Presented = {
  readonly refreshToken: string;
  readonly client: Client;
  readonly place: Pick<ClientOrigin, 'device' | 'address'>;
};

/**
 * Exchanges a refresh token for a new pair, or ends the family it was stolen from: of two who hold
 * one token nobody can tell the owner, so both are out and the owner is told.
 */
export function refreshSession(deps: RefreshDeps, presented: Presented): Promise<Refreshed> {
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
    const ended = await revokeSessions(tx, { userId, which: { one: sessionId }, by: 'reuse', at });
    const place = { ...presented.place, client: presented.client };
    await recordSecurity(tx, { userId, kind: 'token-reused', place, at });
    return { answer: over, ended, isReused: true };
  });
}
