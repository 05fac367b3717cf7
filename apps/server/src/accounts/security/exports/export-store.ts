import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../../platform/postgres/db.ts';
import type { ExportRow } from '../changes/schema.ts';

export type { ExportRow } from '../changes/schema.ts';

const DROP_OWN = 'delete from accounts.export where user_id = $1';
const INSERT = `
  insert into accounts.export (user_id, id, asked_at, expires_at)
  values ($1, $2, platform.from_ms($3), platform.from_ms($4))`;

/** Begins a copy; an earlier one of the same account goes. */
export async function insertExport(
  tx: Tx,
  copy: {
    readonly userId: UserId;
    readonly id: string;
    readonly at: UnixMs;
    readonly expiresAt: UnixMs;
  },
): Promise<void> {
  await tx.query(DROP_OWN, [copy.userId]);
  await tx.query(INSERT, [copy.userId, copy.id, copy.at, copy.expiresAt]);
}

const END = `
  update accounts.export set state = $3, content = $4
  where user_id = $1 and id = $2 and state = 'preparing'`;

/** Puts the file of a copy in its place, or notes that it could not be made. */
export async function endExport(
  sql: Sql,
  copy: { readonly userId: UserId; readonly id: string; readonly content: Buffer | null },
): Promise<void> {
  const { userId, id, content } = copy;
  await sql.query(END, [userId, id, content === null ? 'failed' : 'ready', content]);
}

const FIND = `
  select user_id, id, state, expires_at, length(content) as bytes from accounts.export
  where user_id = $1 and id = $2 and expires_at > platform.from_ms($3)`;

/** How far a copy is; null for none, another user's and one that is over. */
export async function findExport(
  sql: Sql,
  params: { readonly userId: UserId; readonly id: string; readonly at: UnixMs },
): Promise<ExportRow | null> {
  const values = [params.userId, params.id, params.at];
  return (await sql.query<Row & ExportRow>(FIND, values))[0] ?? null;
}

const READ = `
  select content from accounts.export
  where user_id = $1 and id = $2 and state = 'ready' and expires_at > platform.from_ms($3)`;

/** The file of a copy; null while it is not there. */
export async function readExport(
  sql: Sql,
  params: { readonly userId: UserId; readonly id: string; readonly at: UnixMs },
): Promise<Buffer | null> {
  const values = [params.userId, params.id, params.at];
  return (await sql.query<{ content: Buffer }>(READ, values))[0]?.content ?? null;
}

const UNFINISHED = `
  select user_id, id, state, expires_at, null::int as bytes from accounts.export
  where state = 'preparing'`;

/** Copies a stop cut short. */
export function listUnfinished(sql: Sql): Promise<ExportRow[]> {
  return sql.query<Row & ExportRow>(UNFINISHED);
}

const SWEEP = 'delete from accounts.export where expires_at <= platform.from_ms($1)';

/** Drops copies whose day is over. */
export async function dropOldExports(sql: Sql, at: UnixMs): Promise<void> {
  await sql.query(SWEEP, [at]);
}

const LOCK = 'select user_id from accounts.account where user_id = $1 for update';

/** Keeps actions on one account's safety apart until the end of the transaction. */
export async function lockAccount(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(LOCK, [userId]);
}
