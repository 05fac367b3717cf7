import type { UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { ConversationRow } from './schema.ts';

const ACT = `
  insert into support.act (conversation_id, at, act, done_by, name)
  values ($1, platform.from_ms($2), $3, $4, $5)`;

/** What staff do with a conversation. */
export type StaffAction = {
  readonly conversationId: string;
  readonly at: UnixMs;
  readonly act: 'read' | 'answered' | 'closed';
  readonly by: string;
  readonly name: string | null;
};

/** Writes down what staff did. */
export async function insertStaffAction(tx: Tx, done: StaffAction): Promise<void> {
  const { conversationId, at, act, by, name } = done;
  await tx.query(ACT, [conversationId, at, act, by, name]);
}

/** A line of the list of what waits. */
export type QueueRow = Pick<
  ConversationRow,
  'number' | 'subject' | 'language' | 'state' | 'messages' | 'updated_at'
> & { of_account: boolean };

const QUEUE = `
  select number, subject, language, state, messages, updated_at, user_id is not null as of_account
  from support.conversation where $1::text is null or state = $1
  order by updated_at limit $2`;

/** Conversations of a state, who waits longest first. */
export function listQueue(
  sql: Sql,
  params: { state: ConversationRow['state'] | null; most: number },
): Promise<QueueRow[]> {
  return sql.query<Row & QueueRow>(QUEUE, [params.state, params.most]);
}

const CLOSE = `update support.conversation set state = 'closed' where id = $1`;

/** Ends a conversation until it is written into again. */
export async function closeConversation(tx: Tx, id: string): Promise<void> {
  await tx.query(CLOSE, [id]);
}
