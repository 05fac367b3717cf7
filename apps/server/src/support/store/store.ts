import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { ConversationRow, MessageRow } from './schema.ts';

export type { ConversationRow, MessageRow } from './schema.ts';

const LOCK = `select pg_advisory_xact_lock(hashtextextended('support/' || $1::text, 0))`;

/** Makes beginnings of conversations in one name wait for one another. */
export async function lockAsker(tx: Tx, asker: string): Promise<void> {
  await tx.query(LOCK, [asker]);
}

const COLUMNS = `id, number, user_id, token_hash, body_hash, subject, language, state, messages,
  created_at, updated_at, expires_at, mail`;
const FIND = `select ${COLUMNS} from support.conversation where id = $1`;
const BY_REQUEST = `select ${COLUMNS} from support.conversation where request_hash = $1`;

/** A conversation, whosever it is. */
export async function findConversation(
  sql: Sql,
  id: string,
  { forUpdate = false } = {},
): Promise<ConversationRow | null> {
  const rows = await sql.query<Row & ConversationRow>(forUpdate ? `${FIND} for update` : FIND, [
    id,
  ]);
  return rows[0] ?? null;
}

/** The conversation that a request began. */
export async function findBegun(sql: Sql, requestHash: string): Promise<ConversationRow | null> {
  return (await sql.query<Row & ConversationRow>(BY_REQUEST, [requestHash]))[0] ?? null;
}

const COUNT = `
  select count(*)::int as count, min(created_at) as first from support.conversation`;
const COUNTS = {
  user: `${COUNT} where user_id = $1 and created_at > platform.from_ms($2)`,
  host: `${COUNT} where host_hash = $1 and created_at > platform.from_ms($2)`,
  network: `${COUNT} where network_hash = $1 and created_at > platform.from_ms($2)`,
} as const;

/** How many conversations a user began since a moment, and when the first of them. */
export async function countBegun(
  sql: Sql,
  params: { by: keyof typeof COUNTS; value: string; since: UnixMs },
): Promise<{ count: number; first: UnixMs | null }> {
  const values = [params.value, params.since];
  const [row] = await sql.query<{ count: number; first: UnixMs | null }>(COUNTS[params.by], values);
  return row ?? { count: 0, first: null };
}

const BEGIN = `
  insert into support.conversation (id, number, user_id, token_hash, request_hash, body_hash,
    subject, language, state, messages, created_at, updated_at, waiting_since, expires_at, host_hash,
    network_hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'open', 0, platform.from_ms($9), platform.from_ms($9),
    platform.from_ms($9), platform.from_ms($10), $11, $12)
  on conflict (request_hash) do nothing
  returning ${COLUMNS}`;

/** A conversation before it is stored. */
export type NewConversation = {
  readonly id: string;
  readonly number: string;
  readonly userId: UserId | null;
  readonly tokenHash: string | null;
  readonly requestHash: string;
  readonly bodyHash: string;
  readonly subject: string;
  readonly language: string;
  readonly at: UnixMs;
  readonly expiresAt: UnixMs | null;
  readonly hostHash: string | null;
  readonly networkHash: string | null;
};

/** Stores a conversation; null when the same request began one meanwhile. */
export async function insertConversation(
  tx: Tx,
  made: NewConversation,
): Promise<ConversationRow | null> {
  const { id, number, userId, tokenHash, requestHash, bodyHash, subject, language } = made;
  const names = [id, number, userId, tokenHash, requestHash, bodyHash, subject, language];
  const { at, expiresAt, hostHash, networkHash } = made;
  const values = [...names, at, expiresAt, hostHash, networkHash];
  return (await tx.query<Row & ConversationRow>(BEGIN, values))[0] ?? null;
}

const WRITE = `
  insert into support.message (conversation_id, place, id, by, name, reference, text, files,
    request_hash, body_hash, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8::uuid[], $9, $10, platform.from_ms($11))
  returning conversation_id, place, id, by, name, reference, text, files, body_hash, at`;
const WRITTEN = `
  update support.conversation
  set messages = $2, state = $3, updated_at = platform.from_ms($4),
    expires_at = case when expires_at is null then null else platform.from_ms($5) end,
    waiting_since = case when $3 = 'open' then coalesce(waiting_since, platform.from_ms($4)) end
  where id = $1`;

/** A message before it is stored. */
export type NewMessage = {
  readonly conversationId: string;
  readonly place: number;
  readonly id: string;
  readonly by: 'asker' | 'staff';
  readonly name: string | null;
  readonly reference: string | null;
  readonly text: string;
  readonly files: readonly string[];
  readonly requestHash: string | null;
  readonly bodyHash: string | null;
  readonly at: UnixMs;
};

/** Adds a message to a conversation that is held, and says whose turn it is. */
export async function insertMessage(
  tx: Tx,
  made: NewMessage,
  turn: { state: ConversationRow['state']; expiresAt: UnixMs },
): Promise<MessageRow> {
  const { conversationId, place, id, by, name, reference, text, files, at } = made;
  const values = [conversationId, place, id, by, name, reference, text, files];
  const rows = await tx.query<Row & MessageRow>(WRITE, [
    ...values,
    made.requestHash,
    made.bodyHash,
    at,
  ]);
  await tx.query(WRITTEN, [conversationId, place, turn.state, at, turn.expiresAt]);
  return rows[0] as MessageRow;
}

const MESSAGES = `
  select conversation_id, place, id, by, name, reference, text, files, body_hash, at
  from support.message`;
const LISTED = `${MESSAGES} where conversation_id = $1 and place > $2 order by place`;
const BY_ID = `${MESSAGES} where id = $1`;
const WRITTEN_BY = `${MESSAGES} where request_hash = $1`;

/** The messages of a conversation behind a place. */
export function listMessages(sql: Sql, id: string, after: number): Promise<MessageRow[]> {
  return sql.query<Row & MessageRow>(LISTED, [id, after]);
}

/** One message. */
export async function findMessage(sql: Sql, id: string): Promise<MessageRow | null> {
  return (await sql.query<Row & MessageRow>(BY_ID, [id]))[0] ?? null;
}

/** The message that a request wrote. */
export async function findWritten(sql: Sql, requestHash: string): Promise<MessageRow | null> {
  return (await sql.query<Row & MessageRow>(WRITTEN_BY, [requestHash]))[0] ?? null;
}

const OWN = `from support.conversation where user_id = $1`;
const LIST = `select ${COLUMNS} ${OWN} order by updated_at desc, id desc limit $2 offset $3`;
const TOTAL = `select count(*)::int as total ${OWN}`;

/** A page of the conversations of an account, the one written to last first. */
export async function listOwn(
  sql: Sql,
  params: { userId: UserId; page: number; size: number },
): Promise<{ rows: ConversationRow[]; total: number }> {
  const { userId, page, size } = params;
  const values = [userId, size, (page - 1) * size];
  const rows = await sql.query<Row & ConversationRow>(LIST, values);
  const [count] = await sql.query<{ total: number }>(TOTAL, [userId]);
  return { rows, total: count?.total ?? 0 };
}

const CLAIM = `
  update support.conversation
  set user_id = $2, token_hash = null, expires_at = null, host_hash = null, network_hash = null,
    mail = null, mail_proven_at = null
  where id = $1 and user_id is null returning ${COLUMNS}`;

/** Makes a visitor's conversation an account's; the messages of ours in it are to the account. */
export async function claimConversation(
  tx: Tx,
  params: { id: string; userId: UserId },
): Promise<ConversationRow | null> {
  return (await tx.query<Row & ConversationRow>(CLAIM, [params.id, params.userId]))[0] ?? null;
}

const KEEP_MAIL = `
  update support.conversation set mail = $2, mail_proven_at = platform.from_ms($3)
  where id = $1 and user_id is null`;

/** Keeps the address a visitor proved. */
export async function keepMail(
  tx: Tx,
  kept: { readonly id: string; readonly mail: string; readonly at: UnixMs },
): Promise<void> {
  await tx.query(KEEP_MAIL, [kept.id, kept.mail, kept.at]);
}

const FORGET = `
  update support.conversation set host_hash = null, network_hash = null
  where (host_hash is not null or network_hash is not null)
    and created_at <= platform.from_ms($1)`;

/** Forgets where visitors came from before a moment. */
export async function forgetPlaces(sql: Sql, before: UnixMs): Promise<void> {
  await sql.query(FORGET, [before]);
}

const KEPT_CONVERSATIONS = `
  select c.id, number, subject, language, state, created_at, updated_at,
    (select coalesce(json_agg(json_build_object('place', m.place, 'by', m.by, 'name', m.name,
       'reference', m.reference, 'text', m.text, 'pictures', m.files, 'at', m.at)
       order by m.place), '[]') from support.message m where m.conversation_id = c.id) as messages,
    (select coalesce(json_agg(json_build_object('at', a.at, 'act', a.act, 'name', a.name)
       order by a.at), '[]') from support.act a where a.conversation_id = c.id) as acts_of_ours,
    (select json_build_object('said_by', said_by, 'category', category, 'received_at', received_at,
       'deadline', deadline, 'outcome', outcome, 'answered_at', answered_at)
       from support.complaint p where p.conversation_id = c.id) as complaint
  from support.conversation c where user_id = $1 order by created_at, id`;

/** Everything kept here about a user, as the text of a JSON file. */
export async function readKept(sql: Sql, userId: UserId): Promise<string> {
  const all = `
    select coalesce(json_agg(to_json(part)), '[]')::text as text from (${KEPT_CONVERSATIONS}) part`;
  const [row] = await sql.query<{ text: string }>(all, [userId]);
  return JSON.stringify(JSON.parse(row?.text ?? '[]'), null, 2);
}
