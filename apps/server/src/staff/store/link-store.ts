import type { UnixMs } from '@candor/kernel';
import type { StaffRole } from '@candor/protocol/desk';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { InvitationRow, StaffLinkRow } from './schema.ts';

export type { StaffLinkRow } from './schema.ts';

const INSERT = `
  insert into staff.link (id, hash, kind, member_id, email, roles, made_by, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, platform.from_ms($8), platform.from_ms($9))`;

/** A link as it is written down: of its secret only the hash. */
export type NewLink = {
  readonly id: string;
  readonly hash: string;
  readonly kind: StaffLinkRow['kind'];
  readonly memberId: string | null;
  readonly email: string | null;
  readonly roles: readonly StaffRole[];
  readonly madeBy: string;
  readonly at: UnixMs;
  readonly until: UnixMs;
};

/** Writes a link down. */
export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  const { id, hash, kind, memberId, email, roles, madeBy, at, until } = link;
  await tx.query(INSERT, [id, hash, kind, memberId, email, roles, madeBy, at, until]);
}

const OPEN = `l.ended_at is null and l.expires_at > platform.from_ms($2)`;
const COLUMNS = `
  l.id, l.kind, l.member_id, coalesce(l.email, m.email) as email, m.name, l.roles, l.expires_at`;
const FIND = `
  select ${COLUMNS} from staff.link l left join staff.member m on m.id = l.member_id
  where l.hash = $1 and ${OPEN} and (m.id is null or m.removed_at is null)`;
const LOCK = `
  select ${COLUMNS} from staff.link l left join staff.member m on m.id = l.member_id
  where l.id = $1 and ${OPEN} and (m.id is null or m.removed_at is null) for update of l`;

/** The link of a secret; null when it is unknown, used, taken back or too old. */
export async function findLink(sql: Sql, hash: string, at: UnixMs): Promise<StaffLinkRow | null> {
  return (await sql.query<Row & StaffLinkRow>(FIND, [hash, at]))[0] ?? null;
}

/** Locks a link that may still be used; null for any other. */
export async function lockLink(tx: Tx, id: string, at: UnixMs): Promise<StaffLinkRow | null> {
  return (await tx.query<Row & StaffLinkRow>(LOCK, [id, at]))[0] ?? null;
}

const END = `
  update staff.link set ended_at = platform.from_ms($2), ended_as = $3
  where id = $1 and ended_at is null`;

/** Ends a link. */
export async function endLink(
  tx: Tx,
  ended: { readonly id: string; readonly as: 'used' | 'withdrawn'; readonly at: UnixMs },
): Promise<void> {
  await tx.query(END, [ended.id, ended.at, ended.as]);
}

const REPLACE = `
  update staff.link set ended_at = platform.from_ms($1), ended_as = 'replaced'
  where ended_at is null and kind = $2 and email is not distinct from $3
    and member_id is not distinct from $4`;

/** Ends every earlier link of the same kind for the same person. */
export async function replaceLinks(
  tx: Tx,
  of: Pick<NewLink, 'kind' | 'email' | 'memberId' | 'at'>,
): Promise<void> {
  await tx.query(REPLACE, [of.at, of.kind, of.email, of.memberId]);
}

const OF_MEMBER = `
  update staff.link set ended_at = platform.from_ms($2), ended_as = 'withdrawn'
  where member_id = $1 and ended_at is null`;
const MADE_BY = `
  update staff.link set ended_at = platform.from_ms($2), ended_as = 'withdrawn'
  where made_by = $1 and ended_at is null`;

/** Ends the links an administrator made who is one no more: each of them was a way back in. */
export async function endLinksBy(tx: Tx, memberId: string, at: UnixMs): Promise<void> {
  await tx.query(MADE_BY, [memberId, at]);
}

/** Ends the links of a member who is one no more. */
export async function endLinksOf(tx: Tx, memberId: string, at: UnixMs): Promise<void> {
  await tx.query(OF_MEMBER, [memberId, at]);
}

const INVITATIONS = `
  select id, email, roles, made_by, expires_at from staff.link l
  where kind = 'invitation' and ended_at is null and expires_at > platform.from_ms($1)
  order by expires_at, id limit 1000`;

/** Invitations that wait. */
export function listInvitations(sql: Sql, at: UnixMs): Promise<InvitationRow[]> {
  return sql.query<Row & InvitationRow>(INVITATIONS, [at]);
}
