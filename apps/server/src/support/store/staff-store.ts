import type { UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { NoteRow } from './schema.ts';

const ACT = `
  insert into support.act (conversation_id, at, act, done_by, name)
  values ($1, platform.from_ms($2), $3, $4, $5)`;

/** What staff do with a conversation, as its owner finds it in the copy of their data. */
export type StaffAction = {
  readonly conversationId: string;
  readonly at: UnixMs;
  readonly act: 'answered' | 'closed' | 'reopened' | 'complaint' | 'finalAnswer';
  readonly by: string;
  readonly name: string | null;
};

/** Writes down what staff did. */
export async function insertStaffAction(tx: Tx, done: StaffAction): Promise<void> {
  const { conversationId, at, act, by, name } = done;
  await tx.query(ACT, [conversationId, at, act, by, name]);
}

const CLOSE = `
  update support.conversation set state = 'closed', waiting_since = null where id = $1`;
const REOPEN = `
  update support.conversation set state = 'open', waiting_since = platform.from_ms($2)
  where id = $1`;
const ASSIGN = 'update support.conversation set assigned_to = $2 where id = $1';

/** Ends a conversation until it is written into again. */
export async function closeConversation(tx: Tx, id: string): Promise<void> {
  await tx.query(CLOSE, [id]);
}

/** Makes a closed conversation wait again. */
export async function reopenConversation(tx: Tx, id: string, at: UnixMs): Promise<void> {
  await tx.query(REOPEN, [id, at]);
}

/** Says which member answers a conversation; null for nobody. */
export async function assignConversation(tx: Tx, id: string, to: string | null): Promise<void> {
  await tx.query(ASSIGN, [id, to]);
}

const NOTE = `
  insert into support.note (conversation_id, id, member_id, text, at)
  values ($1, $2, $3, $4, platform.from_ms($5))`;
const COUNT = 'select count(*)::int as count from support.note where conversation_id = $1';

/** Keeps a note of staff. */
export async function insertNote(tx: Tx, note: NoteRow): Promise<void> {
  const { conversation_id: of, id, member_id: by, text, at } = note;
  await tx.query<Row>(NOTE, [of, id, by, text, at]);
}

/** How many notes a conversation has. */
export async function countNotes(sql: Sql, id: string): Promise<number> {
  return (await sql.query<{ count: number }>(COUNT, [id]))[0]?.count ?? 0;
}
