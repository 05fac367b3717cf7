import type { UnixMs } from '@candor/kernel';
import type { Row, Sql } from '../../platform/postgres/db.ts';
import { beforePlace, behindPlace } from '../../platform/postgres/keyset.ts';
import type { InboxRow, MessageRow, NoteRow } from './schema.ts';

export type { InboxRow, NoteRow } from './schema.ts';

// What the desk's role may read; no hash of a token or of what was asked is among it.
const COLUMNS = `id, number, user_id, subject, language, state, messages, created_at, updated_at,
  assigned_to, waiting_since, mail, mail_proven_at`;

/** Which conversations are asked for. */
export type InboxFilter = {
  readonly state: InboxRow['state'] | 'mine' | 'unassigned';
  /** Who asks, for `mine`. */
  readonly by: string;
  readonly q: string | null;
  /** The user a search named whole; null for none. */
  readonly userId: string | null;
  /** Behind this place: the time and id of the last one before. */
  readonly after: { readonly at: UnixMs; readonly id: string } | null;
  readonly limit: number;
};

const STATES = {
  open: `state = 'open'`,
  unassigned: `state = 'open' and assigned_to is null`,
  mine: `state <> 'closed' and assigned_to = $6::uuid`,
  answered: `state = 'answered'`,
  closed: `state = 'closed'`,
} as const;

const FOUND = `
  $6::uuid is not null
  and ($1::text is null or number ilike '%' || $1 || '%' or subject ilike '%' || $1 || '%'
    or user_id = $2::uuid)`;

/** Those that wait, who waits longest first. */
const waiting = (state: string): string => `
  select ${COLUMNS} from support.conversation
  where ${state} and ${FOUND}
    and (waiting_since, id) > ${behindPlace('$3', '$4')}
  order by conversation.waiting_since, id limit $5`;

/** Others, the one written to last first. */
const latest = (state: string): string => `
  select ${COLUMNS} from support.conversation
  where ${state} and ${FOUND}
    and (updated_at, id) < ${beforePlace('$3', '$4')}
  order by conversation.updated_at desc, id desc limit $5`;

/** Whether a list is ordered by how long its conversations wait. */
export const isByWaiting = (state: InboxFilter['state']): boolean =>
  state === 'open' || state === 'unassigned';

/** What stands in a search of `ilike` for itself. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** Conversations of a state: who waits longest first, else the newest first. */
export function listInbox(sql: Sql, filter: InboxFilter): Promise<InboxRow[]> {
  const { state, by, q, userId, after, limit } = filter;
  const text = (isByWaiting(state) ? waiting : latest)(STATES[state]);
  const said = q === null || q === '' ? null : literal(q);
  return sql.query<Row & InboxRow>(text, [
    said,
    userId,
    after?.at ?? null,
    after?.id ?? null,
    limit,
    by,
  ]);
}

const COUNTS = `
  select (count(*) filter (where state = 'open'))::int as open,
    (count(*) filter (where state = 'open' and assigned_to is null))::int as unassigned,
    (count(*) filter (where assigned_to = $1))::int as mine,
    min(waiting_since) as oldest
  from support.conversation where state = 'open' or (state = 'answered' and assigned_to = $1)`;

/** How many wait, how many of them nobody has, how many a member has, and since when. */
export async function countInbox(
  sql: Sql,
  by: string,
): Promise<{ open: number; unassigned: number; mine: number; oldest: number | null }> {
  type Counts = { open: number; unassigned: number; mine: number; oldest: number | null };
  const [row] = await sql.query<Counts>(COUNTS, [by]);
  return row ?? { open: 0, unassigned: 0, mine: 0, oldest: null };
}

const FIND = `select ${COLUMNS} from support.conversation where id = $1`;

/** A conversation; held for the transaction where it is going to change. */
export async function findInbox(
  sql: Sql,
  id: string,
  { forUpdate = false } = {},
): Promise<InboxRow | null> {
  const text = forUpdate ? `${FIND} for update` : FIND;
  return (await sql.query<Row & InboxRow>(text, [id]))[0] ?? null;
}

const MESSAGES = `
  select conversation_id, place, id, by, name, reference, text, files, at
  from support.message where conversation_id = $1 order by place`;

/** All messages of a conversation. */
export function listHistory(sql: Sql, id: string): Promise<Omit<MessageRow, 'body_hash'>[]> {
  return sql.query<Row & Omit<MessageRow, 'body_hash'>>(MESSAGES, [id]);
}

const PICTURE = `
  select exists (select from support.message where conversation_id = $1 and $2::uuid = any(files))
    as found`;

/** Whether a picture belongs to a conversation. */
export async function hasPicture(
  sql: Sql,
  params: { readonly id: string; readonly fileId: string },
): Promise<boolean> {
  const [row] = await sql.query<{ found: boolean }>(PICTURE, [params.id, params.fileId]);
  return row?.found ?? false;
}

const NOTES = `
  select id, conversation_id, member_id, text, at from support.note
  where conversation_id = $1 order by at, id`;

/** Notes of staff beside a conversation. */
export function listNotes(sql: Sql, id: string): Promise<NoteRow[]> {
  return sql.query<Row & NoteRow>(NOTES, [id]);
}
