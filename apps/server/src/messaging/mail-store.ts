import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql } from '../platform/postgres/db.ts';

const INSERT = `
  insert into platform.letter
    (id, channel, address, template, language, values, user_id, state, at, next_at, until)
  values ($1, $2, $3, $4, $5, $6, $7, $8, platform.from_ms($9), platform.from_ms($9),
    platform.from_ms($10))`;

/** A message as it is written down. */
export type NewMessage = {
  readonly id: string;
  readonly channel: 'email' | 'phone';
  readonly address: string;
  readonly template: string;
  readonly language: string;
  readonly values: Readonly<Record<string, string>>;
  readonly userId: UserId | null;
  readonly state: 'waiting' | 'kept' | 'void';
  readonly at: UnixMs;
  readonly until: UnixMs;
};

/** Writes a message down. */
export async function insertMessage(sql: Sql, message: NewMessage): Promise<void> {
  const { id, channel, address, template, language, values, userId, state, at, until } = message;
  const text = JSON.stringify(values);
  await sql.query(INSERT, [
    id,
    channel,
    address,
    template,
    language,
    text,
    userId,
    state,
    at,
    until,
  ]);
}

const COUNT_TEXTS = `
  select count(*)::int as count, min(at) as first from platform.letter
  where channel = 'phone' and at > platform.from_ms($1) and starts_with(address, $2)`;
const COUNTING = 'select pg_advisory_xact_lock(22)';

/**
 * Text messages written since a moment to numbers that begin so; a transaction that writes one
 * waits.
 */
export async function countTexts(
  tx: Sql,
  params: { readonly since: UnixMs; readonly prefix: string },
): Promise<{ count: number; first: UnixMs | null }> {
  await tx.query(COUNTING);
  const values = [params.since, params.prefix];
  const [row] = await tx.query<Row & { count: number; first: UnixMs | null }>(COUNT_TEXTS, values);
  return row ?? { count: 0, first: null };
}

/** A message that is due. */
export type DueMessage = {
  id: string;
  channel: 'email' | 'phone';
  address: string;
  template: string;
  language: string;
  values: Record<string, string>;
  user_id: string | null;
  tries: number;
  until: number;
};

// Taken for a while: a process that dies with a message in hand loses it to the next look after
// that.
const TAKE = `
  update platform.letter l
  set tries = tries + 1, next_at = platform.from_ms($2)
  from (
    select id from platform.letter
    where state = 'waiting' and next_at <= platform.from_ms($1) and channel = $3
    order by template = any($4) desc, next_at limit $5 for update skip locked) due
  where l.id = due.id
  returning l.id, l.channel, l.address, l.template, l.language, l.values, l.user_id, l.tries,
    l.until`;

/** Takes messages that are due, what is urgent first; nobody else gets them before `untilNext`. */
export function takeDue(
  sql: Sql,
  params: {
    readonly channel: 'email' | 'phone';
    readonly urgent: readonly string[];
    readonly most: number;
    readonly at: UnixMs;
    readonly untilNext: UnixMs;
  },
): Promise<DueMessage[]> {
  const { channel, urgent, most, at, untilNext } = params;
  return sql.query<Row & DueMessage>(TAKE, [at, untilNext, channel, urgent, most]);
}

// What a message was filled with may be a code: with the message gone nobody needs it any more.
const END = `
  update platform.letter
  set state = $2, ended_at = platform.from_ms($3), values = '{}' where id = $1`;

/** Notes what became of a message, and forgets what it said. */
export async function endMessage(
  sql: Sql,
  end: { id: string; state: 'sent' | 'failed' | 'void'; at: UnixMs },
): Promise<void> {
  await sql.query(END, [end.id, end.state, end.at]);
}

const WAITING = `
  select count(*)::int as count from platform.letter where state = 'waiting' and template = $1`;

/** How many messages of a template have not left yet. */
export async function countWaiting(sql: Sql, template: string): Promise<number> {
  return (await sql.query<{ count: number }>(WAITING, [template]))[0]?.count ?? 0;
}

/** Messages that did not leave. */
export type UnsentMessages = {
  /** Those that are tried, or tried again. */
  readonly waiting: number;
  /** When the oldest of them was written; null without one. */
  readonly oldestAt: UnixMs | null;
  /** Those given up since a moment. */
  readonly failed: number;
};

const UNSENT = `
  select count(*) filter (where state = 'waiting')::int as waiting,
         min(at) filter (where state = 'waiting') as oldest,
         count(*) filter (where state = 'failed')::int as failed
  from platform.letter
  where state = 'waiting' or (state = 'failed' and at > platform.from_ms($1))`;

/** Counts messages that wait, and those given up that were written after a moment. */
export async function countUnsent(sql: Sql, since: UnixMs): Promise<UnsentMessages> {
  type Unsent = Row & { waiting: number; oldest: UnixMs | null; failed: number };
  const [row] = await sql.query<Unsent>(UNSENT, [since]);
  return { waiting: row?.waiting ?? 0, oldestAt: row?.oldest ?? null, failed: row?.failed ?? 0 };
}

const LATER = 'update platform.letter set next_at = platform.from_ms($2) where id = $1';

/** Puts a message off. */
export async function putOff(sql: Sql, id: string, nextAt: UnixMs): Promise<void> {
  await sql.query(LATER, [id, nextAt]);
}

const SWEEP = `
  delete from platform.letter where state <> 'waiting' and at <= platform.from_ms($1)`;

/** Forgets messages that are over since before `at`. */
export async function sweepMessages(sql: Sql, at: UnixMs): Promise<void> {
  await sql.query(SWEEP, [at]);
}

/** A message to a user, without what it said. */
export type MessageRow = {
  id: string;
  channel: 'email' | 'phone';
  address: string;
  template: string;
  language: string;
  state: 'waiting' | 'sent' | 'failed' | 'kept' | 'void';
  at: number;
  ended_at: number | null;
};

const OF_USER = `
  select id, channel, address, template, language, state, at, ended_at from platform.letter
  where user_id = $1 order by at desc, id desc limit $2 offset $3`;
const COUNT_OF_USER = 'select count(*)::int as total from platform.letter where user_id = $1';

/** A page of the messages to a user that are still on file, newest first. */
export async function listMessagesOf(
  sql: Sql,
  params: { readonly userId: UserId; readonly page: number; readonly size: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const { userId, page, size } = params;
  const rows = await sql.query<Row & MessageRow>(OF_USER, [userId, size, (page - 1) * size]);
  const [count] = await sql.query<{ total: number }>(COUNT_OF_USER, [userId]);
  return { rows, total: count?.total ?? 0 };
}
