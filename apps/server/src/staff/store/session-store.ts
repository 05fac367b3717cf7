import type { UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { OpenedBy, SessionRow } from './schema.ts';

export type { OpenedBy, SessionRow } from './schema.ts';

const INSERT = `
  insert into staff.session (hash, id, member_id, device, address, created_at, expires_at, by)
  values ($1, $2, $3, $4, $5, platform.from_ms($6), platform.from_ms($7), $8)`;

/** Writes a session down; of its token only the hash. */
export async function insertSession(
  tx: Tx,
  session: {
    readonly hash: string;
    readonly id: string;
    readonly memberId: string;
    readonly device: string;
    readonly address: string;
    readonly at: UnixMs;
    readonly until: UnixMs;
    readonly by: OpenedBy;
  },
): Promise<void> {
  const { hash, id, memberId, device, address, at, until, by } = session;
  await tx.query(INSERT, [hash, id, memberId, device, address, at, until, by]);
}

const FIND = `
  select s.id, s.by, s.created_at, s.member_id, m.name, m.email, m.roles, s.expires_at,
         exists (select from staff.passkey p where p.member_id = m.id) as has_passkey
  from staff.session s join staff.member m on m.id = s.member_id
  where s.hash = $1 and s.ended_at is null and m.removed_at is null
    and s.expires_at > platform.from_ms($2)`;

/** The session of a token, as it is now; null when it ended or its member is one no more. */
export async function findSession(sql: Sql, hash: string, at: UnixMs): Promise<SessionRow | null> {
  return (await sql.query<Row & SessionRow>(FIND, [hash, at]))[0] ?? null;
}

const END = `
  update staff.session set ended_at = platform.from_ms($2) where id = $1 and ended_at is null`;

/** Ends one session. */
export async function endSession(tx: Tx, id: string, at: UnixMs): Promise<void> {
  await tx.query(END, [id, at]);
}

const END_OF = `
  update staff.session set ended_at = platform.from_ms($2)
  where member_id = $1 and ended_at is null`;

/** Ends every session of a member. */
export async function endSessionsOf(tx: Tx, memberId: string, at: UnixMs): Promise<void> {
  await tx.query(END_OF, [memberId, at]);
}

const OF_MEMBER = `
  select id, device, address, created_at, expires_at from staff.session
  where member_id = $1 and ended_at is null and expires_at > platform.from_ms($2)
  order by created_at desc, id limit 100`;

/** A member's own session, as the member reads it. */
type OwnSessionRow = {
  id: string;
  device: string;
  address: string;
  created_at: number;
  expires_at: number;
};

/** Sessions of a member that live, newest first. */
export function listSessionsOf(sql: Sql, memberId: string, at: UnixMs): Promise<OwnSessionRow[]> {
  return sql.query<Row & OwnSessionRow>(OF_MEMBER, [memberId, at]);
}

const END_OTHERS = `
  update staff.session set ended_at = platform.from_ms($3)
  where member_id = $1 and id <> $2 and ended_at is null and expires_at > platform.from_ms($3)
  returning id`;

/** Ends every session of a member but one; answers how many that were. */
export async function endOtherSessions(
  tx: Tx,
  kept: { readonly memberId: string; readonly id: string; readonly at: UnixMs },
): Promise<number> {
  return (await tx.query(END_OTHERS, [kept.memberId, kept.id, kept.at])).length;
}

const SWEEP = 'delete from staff.session where expires_at <= platform.from_ms($1)';

/** Forgets sessions that were over before a moment. */
export async function sweepSessions(sql: Sql, at: UnixMs): Promise<void> {
  await sql.query(SWEEP, [at]);
}
