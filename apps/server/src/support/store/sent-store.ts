import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql } from '../../platform/postgres/db.ts';
import type { SentRow } from './schema.ts';

export type { SentRow } from './schema.ts';

const INSERT = `
  insert into support.sent (hash, id, channel, user_id, reference, at)
  select hash, $2, $3, $4, $5, platform.from_ms($6) from unnest($1::text[]) as hash
  on conflict do nothing`;

/** A text that left the house, by the hashes of every way it can be copied. */
export type Sent = {
  readonly hashes: readonly string[];
  readonly id: string;
  readonly channel: SentRow['channel'];
  readonly userId: UserId | null;
  readonly reference: string | null;
  readonly at: UnixMs;
};

/** Writes down that a text left the house. */
export async function insertSent(sql: Sql, sent: Sent): Promise<void> {
  const { hashes, id, channel, userId, reference, at } = sent;
  await sql.query(INSERT, [[...new Set(hashes)], id, channel, userId, reference, at]);
}

const COLUMNS = 'hash, channel, user_id, reference, at';
// One to the caller first, then the latest.
const ORDER = 'order by user_id is not distinct from $2::uuid desc, at desc limit 1';
const BY_HASH = `
  select ${COLUMNS} from support.sent
  where hash = $1 and ($3::text[] is null or reference = any($3::text[])) ${ORDER}`;
const BY_REFERENCE = `
  select ${COLUMNS} from support.sent where reference = any($1::text[]) ${ORDER}`;

/** A text that left the house, under one of these references if any are given. */
export async function findSent(
  sql: Sql,
  params: { hash: string; userId: UserId | null; references: readonly string[] | null },
): Promise<SentRow | null> {
  const values = [params.hash, params.userId, params.references];
  return (await sql.query<Row & SentRow>(BY_HASH, values))[0] ?? null;
}

/** What left the house under one of these references. */
export async function findReferred(
  sql: Sql,
  params: { references: readonly string[]; userId: UserId | null },
): Promise<SentRow | null> {
  const values = [params.references, params.userId];
  return (await sql.query<Row & SentRow>(BY_REFERENCE, values))[0] ?? null;
}

const OWNED = `
  update support.sent s set user_id = $2 from support.message m
  where m.conversation_id = $1 and s.id = m.id`;

/** Says that what was written to a visitor is an account's from now on. */
export async function giveSent(sql: Sql, conversationId: string, userId: UserId): Promise<void> {
  await sql.query(OWNED, [conversationId, userId]);
}

const SWEEP = `
  delete from support.sent where channel <> 'support' and at <= platform.from_ms($1)`;

/** Forgets messages that left before a moment. */
export async function sweepSent(sql: Sql, before: UnixMs): Promise<void> {
  await sql.query(SWEEP, [before]);
}
