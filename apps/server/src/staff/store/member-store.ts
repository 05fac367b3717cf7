import { type UnixMs, isUuid } from '@candor/kernel';
import type { StaffRole } from '@candor/protocol/desk';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { CredentialsRow, MemberRow } from './schema.ts';

export type { MemberRow } from './schema.ts';

const LIST = `
  select m.id, m.name, m.email, m.roles, m.created_at, m.last_sign_in_at, m.removed_at,
         exists (select from staff.passkey p where p.member_id = m.id) as has_passkey
  from staff.member m
  order by m.removed_at is not null, lower(m.name), m.id limit 1000`;

/** Every member there ever was, those who still are one first. */
export function listMembers(sql: Sql): Promise<MemberRow[]> {
  return sql.query<Row & MemberRow>(LIST);
}

const ACTIVE = `
  select m.id, m.name, m.email, m.roles,
         exists (select from staff.passkey p where p.member_id = m.id) as "hasPasskey"
  from staff.member m where m.removed_at is null order by m.id limit 1000`;

/** A member as others of the server may know one. */
export type KnownMember = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly hasPasskey: boolean;
};

/** Members who still are one. */
export function listActive(sql: Sql): Promise<KnownMember[]> {
  return sql.query<Row & KnownMember>(ACTIVE);
}

const NAMES = 'select id, name from staff.member where id = any($1)';

/**
 * Names of members, by id; those who were removed have theirs still. Users, the terminal, the product and those a
 * rehearsal plays act beside them, and have none here.
 */
export async function findNames(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const members = ids.filter(isUuid);
  if (members.length === 0) return new Map();
  const rows = await sql.query<{ id: string; name: string }>(NAMES, [members]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const MAILBOX = 'select email from staff.member where id = $1';

/** The mailbox of a member, former ones too; null for none. */
export async function findMailbox(sql: Sql, id: string): Promise<string | null> {
  return (await sql.query<{ email: string }>(MAILBOX, [id]))[0]?.email ?? null;
}

/** Whether anyone is a member. */
export async function hasMembers(sql: Sql): Promise<boolean> {
  const rows = await sql.query(
    'select 1 as one from staff.member where removed_at is null limit 1',
  );
  return rows.length > 0;
}

const CREDENTIALS = `
  select id, password_hash, wrong_in_a_row from staff.member
  where removed_at is null and email = $1`;
const CREDENTIALS_BY_ID = `
  select id, password_hash, wrong_in_a_row from staff.member where removed_at is null and id = $1`;

/** What proves the member with this mail address; null for none. */
export async function findCredentials(sql: Sql, email: string): Promise<CredentialsRow | null> {
  return (await sql.query<Row & CredentialsRow>(CREDENTIALS, [email]))[0] ?? null;
}

/** What proves a member; null for one who was removed. */
export async function findCredentialsById(sql: Sql, id: string): Promise<CredentialsRow | null> {
  return (await sql.query<Row & CredentialsRow>(CREDENTIALS_BY_ID, [id]))[0] ?? null;
}

const LOCK = `
  select m.id, m.name, m.email, m.roles, m.created_at, m.last_sign_in_at, m.removed_at,
         exists (select from staff.passkey p where p.member_id = m.id) as has_passkey
  from staff.member m where m.id = $1 and m.removed_at is null for update of m`;

/** Locks a member; null for one who was removed, or never was. */
export async function lockMember(tx: Tx, id: string): Promise<MemberRow | null> {
  return (await tx.query<Row & MemberRow>(LOCK, [id]))[0] ?? null;
}

const LOCK_ADMINISTRATORS = `
  select id from staff.member where removed_at is null and 'admin' = any(roles)
  order by id for update`;

/** Locks every administrator, in one order: two who take the role from each other follow one another. */
export async function lockAdministrators(tx: Tx): Promise<string[]> {
  return (await tx.query<{ id: string }>(LOCK_ADMINISTRATORS)).map(({ id }) => id);
}

const COUNT = 'select count(*)::int as count from staff.member where removed_at is null';

/** How many members there are. */
export async function countMembers(sql: Sql): Promise<number> {
  return (await sql.query<{ count: number }>(COUNT))[0]?.count ?? 0;
}

const INSERT = `
  insert into staff.member (id, name, email, password_hash, roles, created_at)
  values ($1, $2, $3, $4, $5, platform.from_ms($6)) on conflict do nothing returning id`;

/** Adds a member; false where another has the mail address. */
export async function insertMember(
  tx: Tx,
  member: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly passwordHash: string;
    readonly roles: readonly StaffRole[];
    readonly at: UnixMs;
  },
): Promise<boolean> {
  const { id, name, email, passwordHash, roles, at } = member;
  return (await tx.query(INSERT, [id, name, email, passwordHash, roles, at])).length === 1;
}

const RENEW = `
  update staff.member set name = $2, password_hash = $3, wrong_in_a_row = 0
  where id = $1 and removed_at is null`;

/** Sets name and password of a member anew. */
export async function renewMember(
  tx: Tx,
  member: { readonly id: string; readonly name: string; readonly passwordHash: string },
): Promise<void> {
  await tx.query(RENEW, [member.id, member.name, member.passwordHash]);
}

/** Sets another password of a member. */
export async function setPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.query('update staff.member set password_hash = $2 where id = $1', [id, passwordHash]);
}

/** Sets the roles of a member. */
export async function setMemberRoles(
  tx: Tx,
  id: string,
  roles: readonly StaffRole[],
): Promise<void> {
  await tx.query('update staff.member set roles = $2 where id = $1', [id, roles]);
}

const REMOVE = 'update staff.member set removed_at = platform.from_ms($2) where id = $1';

/** Removes a member; the row stays. */
export async function removeMember(tx: Tx, id: string, at: UnixMs): Promise<void> {
  await tx.query(REMOVE, [id, at]);
}

const SIGNED_IN = `
  update staff.member set last_sign_in_at = platform.from_ms($2), wrong_in_a_row = 0 where id = $1`;

/** Writes down that a member signed in; wrong codes are counted anew. */
export async function noteSignIn(tx: Tx, id: string, at: UnixMs): Promise<void> {
  await tx.query(SIGNED_IN, [id, at]);
}

const COUNT_WRONG = `
  update staff.member set wrong_in_a_row = least(wrong_in_a_row + 1, 1000000) where id = $1`;

/** Counts a code of the app before it is looked at. */
export async function countCode(tx: Tx, id: string): Promise<void> {
  await tx.query(COUNT_WRONG, [id]);
}
