import { type UnixMs, ensure, newUuid, plusMs } from '@candor/kernel';
import { DESK_SESSION_MS } from '@candor/protocol/desk';
import type { Tx } from '../platform/postgres/db.ts';
import { type TokenMarks, hashSecret, newSecret } from '../platform/secrets/session.ts';
import type { DeskCaller, Place, StaffDeps } from './deps.ts';
import { noteSignIn } from './store/member-store.ts';
import {
  type OpenedBy,
  type SessionRow,
  findSession,
  insertSession,
} from './store/session-store.ts';

/** A session that has just begun, with the token its browser keeps, and what it is known by later. */
export type Begun = {
  readonly token: string;
  readonly browser: string;
  readonly caller: DeskCaller;
};

/** A browser is known for one member: the last part is the hash of the mail address. */
const MEMBER_AT = hashSecret('').length;

/**
 * What a browser is counted under that a member signed in with; null for one that is unknown, or
 * known for another. It opens nothing.
 */
export function knownBrowser(
  { browsers }: { readonly browsers: TokenMarks },
  said: { readonly browser: string | null; readonly email: string },
): string | null {
  const known = said.browser === null ? null : browsers.read(said.browser);
  return known?.slice(MEMBER_AT) === hashSecret(said.email) ? known : null;
}

const callerOf = (row: SessionRow): DeskCaller => ({
  sessionId: row.id,
  memberId: row.member_id,
  name: row.name,
  email: row.email,
  roles: row.roles,
  expiresAt: row.expires_at,
  begunAt: row.created_at,
  begunBy: row.by,
  hasPasskey: row.has_passkey,
});

/** Begins a session of a member who proved to be there. */
export async function beginSession(
  tx: Tx,
  { marks }: Pick<StaffDeps, 'marks'>,
  of: {
    readonly memberId: string;
    readonly by: OpenedBy;
    readonly place: Place;
    readonly at: UnixMs;
  },
): Promise<Begun> {
  const { memberId, by, at } = of;
  const { address, device } = of.place;
  const token = newSecret();
  const hash = hashSecret(token);
  const until = plusMs(at, DESK_SESSION_MS);
  await insertSession(tx, { hash, id: newUuid(at), memberId, address, device, at, until, by });
  await noteSignIn(tx, memberId, at);
  const row = await findSession(tx, hash, at);
  const caller = callerOf(ensure(row, 'a session that has just begun is there'));
  const browser = marks.browsers.mark(`${newSecret()}${hashSecret(caller.email)}`);
  return { token: marks.sessions.mark(token), browser, caller };
}

/**
 * Who calls with a token, as the database has it now: a member who was removed, or whose roles were
 * changed, is none from the next call on.
 */
export async function findCaller(
  { db, clock, marks }: Pick<StaffDeps, 'db' | 'clock' | 'marks'>,
  shown: string,
): Promise<DeskCaller | null> {
  const token = marks.sessions.read(shown);
  if (token === null) return null;
  const row = await findSession(db, hashSecret(token), clock.now());
  return row === null ? null : callerOf(row);
}
