import { type UnixMs, ensure, newUuid, plusMs } from '@candor/kernel';
import { DESK_SESSION_MS } from '@candor/protocol/desk';
import type { Tx } from '../platform/postgres/db.ts';
import { hashSecret, newSecret } from '../platform/secrets/session.ts';
import type { DeskCaller, Place, StaffDeps } from './deps.ts';
import { noteSignIn } from './store/member-store.ts';
import { type SessionRow, findSession, insertSession } from './store/session-store.ts';

/** A session that has just begun, with the token its browser keeps. */
export type Begun = { readonly token: string; readonly caller: DeskCaller };

const callerOf = (row: SessionRow): DeskCaller => ({
  sessionId: row.id,
  memberId: row.member_id,
  name: row.name,
  email: row.email,
  roles: row.roles,
  expiresAt: row.expires_at,
  hasPasskey: row.has_passkey,
});

/** Begins a session of a member who proved to be there. */
export async function beginSession(
  tx: Tx,
  of: { readonly memberId: string; readonly place: Place; readonly at: UnixMs },
): Promise<Begun> {
  const { memberId, place, at } = of;
  const token = newSecret();
  const hash = hashSecret(token);
  const until = plusMs(at, DESK_SESSION_MS);
  await insertSession(tx, { hash, id: newUuid(at), memberId, ...place, at, until });
  await noteSignIn(tx, memberId, at);
  const row = await findSession(tx, hash, at);
  return { token, caller: callerOf(ensure(row, 'a session that has just begun is there')) };
}

/**
 * Who calls with a token, as the database has it now: a member who was removed, or whose roles were
 * changed, is none from the next call on.
 */
export async function findCaller(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  token: string,
): Promise<DeskCaller | null> {
  const row = await findSession(db, hashSecret(token), clock.now());
  return row === null ? null : callerOf(row);
}
