import type { UnixMs, UserId } from '@candor/kernel';
import type { UploadPurpose } from '@candor/protocol';
import type { Sql, Tx } from '../platform/postgres/db.ts';
import { behindPlace } from '../platform/postgres/keyset.ts';
import type { PictureKind } from './rules.ts';
import type { FileRow } from './schema.ts';

export type { FileRow } from './schema.ts';

/** A picture as it is written down. */
export type NewFile = {
  /** Null where its key is kept apart from the database. */
  readonly sealedKey: Buffer | null;
  readonly body: Buffer;
  readonly id: string;
  readonly userId: UserId;
  readonly purpose: UploadPurpose;
  readonly kind: PictureKind;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly sha256: string;
  /** What it looks like, bit by bit, where that is kept. */
  readonly look: string | null;
  readonly at: UnixMs;
  readonly expiresAt: UnixMs;
};

const LOCK = `select pg_advisory_xact_lock(hashtextextended('files/' || $1::text, 0))`;
const COUNT = `
  select count(*)::int as count, min(brought.at) as first from (
    select created_at as at from files.file where user_id = $1 and created_at > platform.from_ms($2)
    union all
    select at from files.refused where user_id = $1 and at > platform.from_ms($2)) brought`;
const REFUSED = `insert into files.refused (user_id, at) values ($1, platform.from_ms($2))`;
const FORGET_REFUSED = 'delete from files.refused where at <= platform.from_ms($1)';
const INSERT = `
  insert into files.file (id, user_id, purpose, kind, width, height, bytes, sha256, sealed_key,
    body, created_at, expires_at, is_apart, look)
  values ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'), $9, $10, platform.from_ms($11),
    platform.from_ms($12), $13, $14::text::bit(256))`;
const FIND = `
  select id, user_id, purpose, kind, sealed_key, body from files.file
  where id = $1 and destroyed_at is null`;
const IS_OWN = `
  select 1 as one from files.file
  where user_id = $1 and id = $2 and destroyed_at is null`;
const ALL = `
  select id, purpose, kind, width, height, bytes, encode(sha256, 'hex') as sha256, created_at,
    destroyed_at,
    (select coalesce(json_agg(json_build_object('at', v.at, 'by_owner', v.viewer is null)
       order by v.at), '[]') from files.view v where v.file_id = f.id) as views
  from files.file f where user_id = $1 order by created_at, id`;
const VIEW = `
  insert into files.view (file_id, at, viewer) values ($1, platform.from_ms($2), $3)`;
const USE = `
  update files.file set expires_at = null
  where user_id = $1 and id = any($2::uuid[]) and purpose = $3 and destroyed_at is null
    and expires_at > platform.from_ms($4)
  returning id, encode(sha256, 'hex') as sha256`;
const DESTROYED = `
  set sealed_key = null, body = null, look = null, expires_at = null`;
/** What a picture looks like goes with it, in the same statement. */
const destroying = (update: string): string => `
  with gone as (${update}
  returning id),
  looks as (delete from files.look l using gone g where l.file_id = g.id)
  select id from gone`;
const REMOVE = destroying(`
  update files.file ${DESTROYED}, destroyed_at = platform.from_ms($3)
  where user_id = $1 and id = $2 and destroyed_at is null and expires_at is not null`);
const DESTROY = destroying(`
  update files.file ${DESTROYED}, destroyed_at = platform.from_ms($2)
  where id = any($1::uuid[]) and destroyed_at is null`);
const TIDY = destroying(`
  update files.file ${DESTROYED}, destroyed_at = platform.from_ms($1)
  where destroyed_at is null and expires_at <= platform.from_ms($1)`);

const TO_SHRED = `
  select id, destroyed_at as at from files.file
  where is_apart and destroyed_at is not null and shredded_at is null
    and (destroyed_at, id) > ${behindPlace('$1', '$2')}
  order by destroyed_at, id limit 100`;
const END = `
  insert into files.ended (user_id, ended_at) values ($1, platform.from_ms($2)) on conflict do nothing`;
const OVER = `
  with over as (
    select user_id from files.ended
    where destroyed_at is null and ended_at <= platform.from_ms($1) - make_interval(years => $2)
    order by ended_at limit 100 for update),
  gone as (
    update files.file f ${DESTROYED}, destroyed_at = platform.from_ms($1)
    from over o where f.user_id = o.user_id and f.destroyed_at is null returning f.id),
  looks as (delete from files.look l using gone g where l.file_id = g.id)
  update files.ended e set destroyed_at = platform.from_ms($1) from over o
  where e.user_id = o.user_id returning e.user_id`;
const KEPT = `
  select id, purpose from files.file where id = any ($1::uuid[]) and shredded_at is null`;
const SHREDDED = `
  update files.file set shredded_at = platform.from_ms($2) where id = $1 and shredded_at is null`;

/** Makes uploads of pictures to one account wait for one another. */
export async function lockAccount(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(LOCK, [userId]);
}

/** How many pictures a user uploaded since a moment, refused ones too, and when the first came. */
export async function countSince(
  sql: Sql,
  userId: UserId,
  since: UnixMs,
): Promise<{ count: number; first: UnixMs | null }> {
  const rows = await sql.query<{ count: number; first: UnixMs | null }>(COUNT, [userId, since]);
  return rows[0] ?? { count: 0, first: null };
}

/** Writes down that a picture of a user was refused. */
export async function insertRefused(sql: Sql, userId: UserId, at: UnixMs): Promise<void> {
  await sql.query(REFUSED, [userId, at]);
}

/** Forgets refused pictures that count no more. */
export async function forgetRefused(sql: Sql, until: UnixMs): Promise<void> {
  await sql.query(FORGET_REFUSED, [until]);
}

/** Keeps a picture. */
export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  const { id, userId, purpose, kind, width, height, bytes, sha256 } = file;
  const { sealedKey, body, look, at, expiresAt } = file;
  const facts = [id, userId, purpose, kind, width, height, bytes, sha256];
  await tx.query(INSERT, [...facts, sealedKey, body, at, expiresAt, sealedKey === null, look]);
}

/** A picture that was not destroyed, whosever it is. */
export async function findFile(sql: Sql, id: string): Promise<FileRow | null> {
  const rows = await sql.query<FileRow>(FIND, [id]);
  return rows[0] ?? null;
}

/** Whether a picture is there and the user's own. */
export async function isOwn(sql: Sql, userId: UserId, id: string): Promise<boolean> {
  return (await sql.query(IS_OWN, [userId, id])).length > 0;
}

/** What is kept about a user's pictures and who looked at them, as the text of a JSON file. */
export async function readKept(sql: Sql, userId: UserId): Promise<string> {
  const all = `select coalesce(json_agg(to_json(part)), '[]')::text as text from (${ALL}) part`;
  const [row] = await sql.query<{ text: string }>(all, [userId]);
  return JSON.stringify(JSON.parse(row?.text ?? '[]'), null, 2);
}

/** Writes down who looked. */
export async function insertView(
  sql: Sql,
  view: { id: string; at: UnixMs; viewer: string | null },
): Promise<void> {
  await sql.query(VIEW, [view.id, view.at, view.viewer]);
}

/** Marks pictures as used; answers those that could be, with SHA-256 of each in hex. */
export async function markUsed(
  tx: Tx,
  params: { userId: UserId; ids: readonly string[]; purpose: UploadPurpose; at: UnixMs },
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; sha256: string }>(USE, [
    params.userId,
    params.ids,
    params.purpose,
    params.at,
  ]);
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

/** Destroys a picture of a user that was never used; answers whether it was there. */
export async function removeUnused(
  sql: Sql,
  params: { userId: UserId; id: string; at: UnixMs },
): Promise<boolean> {
  return (await sql.query(REMOVE, [params.userId, params.id, params.at])).length > 0;
}

/** Destroys pictures that were used. */
export async function destroyFiles(sql: Sql, ids: readonly string[], at: UnixMs): Promise<void> {
  await sql.query(DESTROY, [ids, at]);
}

/** Destroys what nobody used in time; answers how many that were. */
export async function destroyUnused(sql: Sql, at: UnixMs): Promise<number> {
  return (await sql.query(TIDY, [at])).length;
}

/** Says that the relationship with a user ended. */
export async function insertEnded(tx: Tx, userId: UserId, at: UnixMs): Promise<void> {
  await tx.query(END, [userId, at]);
}

/** Destroys every picture of some users whose relationship ended so many years ago; answers of how many. */
export async function destroyOver(
  sql: Sql,
  asked: { readonly now: UnixMs; readonly years: number },
): Promise<number> {
  return (await sql.query(OVER, [asked.now, asked.years])).length;
}

/** A destroyed document whose key is not destroyed yet. */
export type ToShred = { readonly id: string; readonly at: UnixMs };

/** Some of them, after one; null: the oldest. */
export function listToShred(sql: Sql, after: ToShred | null): Promise<ToShred[]> {
  return sql.query<ToShred>(TO_SHRED, [after?.at ?? null, after?.id ?? null]);
}

/** Those of some pictures that were ever written, each with what it is for; destroyed ones too while they have a key. */
export async function listKept(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UploadPurpose>> {
  const rows = await sql.query<{ id: string; purpose: UploadPurpose }>(KEPT, [ids]);
  return new Map(rows.map(({ id, purpose }) => [id, purpose]));
}

/** Writes down that the key of a destroyed document is gone. */
export async function markShredded(sql: Sql, id: string, at: UnixMs): Promise<void> {
  await sql.query(SHREDDED, [id, at]);
}
