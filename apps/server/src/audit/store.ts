import type { UnixMs, UserId } from '@candor/kernel';
import { canonicalJson } from '../platform/formats/canonical-json.ts';
import type { Sql, Statement, Tx } from '../platform/postgres/db.ts';
import { type AuditEntry, actorName, keptDetails, shortText } from './rules.ts';
import type { HeadRow, RecordRow, SignedHeadRow } from './schema.ts';

export type { RecordRow } from './schema.ts';

const WRITE = 'select audit.write($1, $2, $3, $4, $5, $6, $7, $8, $9) as seq';

/** What writes an action down, at the end of its transaction: rows of the log follow one another. */
export function auditStatement(entry: AuditEntry): Statement {
  const { at, actor, action, subject = null, userId = null, details = {} } = entry;
  const values = [
    at,
    actor.kind,
    actorName(actor),
    actor.kind === 'staff' ? actor.role : null,
    action,
    subject === null ? null : shortText(subject),
    userId,
    canonicalJson(keptDetails(details)),
    entry.isToldElsewhere !== true,
  ];
  return { text: WRITE, values };
}

/** Which rows are asked for. */
export type AuditFilter = {
  readonly actor?: string | undefined;
  /** Beginning of an action's name. */
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly userId?: UserId | undefined;
  readonly from?: UnixMs | undefined;
  readonly to?: UnixMs | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
};

const LIST = `
  select seq::text, at, actor_kind, actor, role, action, subject, user_id, details, is_shown,
         previous, hash
  from audit.record`;
/** What each part of a filter asks of a row; `?` is its value. */
const TESTS: readonly (readonly [keyof AuditFilter, string])[] = [
  ['actor', 'actor = ?'],
  ['action', 'starts_with(action, ?)'],
  ['subject', 'subject = ?'],
  ['userId', 'user_id = ?'],
  ['from', 'at >= platform.from_ms(?)'],
  ['to', 'at < platform.from_ms(?)'],
  ['before', 'seq < ?'],
];

/** Rows of the log, newest first. Only what is asked stands in the statement: else no index serves it. */
export function listRecords(sql: Sql, filter: AuditFilter): Promise<RecordRow[]> {
  const used = TESTS.filter(([name]) => filter[name] !== undefined);
  const tests = used.map(([, test], at) => test.replace('?', () => `$${at + 1}`));
  const where = tests.length === 0 ? '' : `where ${tests.join(' and ')}`;
  const text = `${LIST} ${where} order by record.seq desc limit $${used.length + 1}`;
  return sql.query<RecordRow>(text, [...used.map(([name]) => filter[name]), filter.limit]);
}

/** Only rows of these actions; null for all. */
type Actions = readonly string[] | null;

const OF_USER = `
  select seq::text, at, actor_kind, actor, role, action, subject, user_id, details, is_shown,
         previous, hash
  from audit.record
  where user_id = $1 and is_shown and ($3::text[] is null or action = any ($3))
  order by record.seq desc limit $2`;

/** The newest rows that a user may read, because they concern the user. */
export function listOfUser(
  sql: Sql,
  asked: { readonly userId: UserId; readonly limit: number; readonly actions: Actions },
): Promise<RecordRow[]> {
  return sql.query<RecordRow>(OF_USER, [asked.userId, asked.limit, asked.actions]);
}

const COUNT = `
  select count(*)::int as total from audit.record
  where user_id = $1 and is_shown and ($2::text[] is null or action = any ($2))`;

/** How many of them there are. */
export async function countOfUser(sql: Sql, userId: UserId, actions: Actions): Promise<number> {
  const [row] = await sql.query<{ total: number }>(COUNT, [userId, actions]);
  return row?.total ?? 0;
}

const AFTER = `
  select seq::text, at, actor_kind, actor, role, action, subject, user_id, details, is_shown,
         previous, hash
  from audit.record where seq > $1 and seq <= $2 order by record.seq limit $3`;

/** Rows in their order, for the export. */
export function listAfter(
  sql: Sql,
  params: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<RecordRow[]> {
  return sql.query<RecordRow>(AFTER, [params.after, params.upTo, params.limit]);
}

/** How many rows there are, and the hash of the last. */
export async function findHead(sql: Sql): Promise<{ count: number; hash: Buffer }> {
  const [row] = await sql.query<HeadRow>('select count::text, hash from audit.head');
  return { count: Number.parseInt(row?.count ?? '0', 10), hash: row?.hash ?? Buffer.alloc(32) };
}

/** What was signed of the log. */
export type SignedHead = {
  readonly count: number;
  readonly hash: Buffer;
  readonly at: UnixMs;
  readonly key: number;
  readonly signature: Buffer;
};

const SIGNED = `
  select count::text, hash, at, key, signature from audit.signed_head
  order by signed_head.count desc limit 1`;

/** What was signed last; null before the first. */
export async function findSignedHead(sql: Sql): Promise<SignedHead | null> {
  const [row] = await sql.query<SignedHeadRow>(SIGNED);
  if (row === undefined) return null;
  return { ...row, count: Number.parseInt(row.count, 10), at: row.at as UnixMs };
}

const SIGN = `
  insert into audit.signed_head (count, hash, at, key, signature)
  values ($1, $2, platform.from_ms($3), $4, $5) on conflict do nothing`;

/** Keeps what was signed; the log has each length once. */
export async function insertSignedHead(tx: Tx, signed: SignedHead): Promise<void> {
  const { count, hash, at, key, signature } = signed;
  await tx.query(SIGN, [count, hash, at, key, signature]);
}
