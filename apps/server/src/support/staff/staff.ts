import { type Clock, type Result, type UserId, fail, newUuid, ok, plusMs } from '@candor/kernel';
import { SUPPORT_TEXT_MAX, SUPPORT_VISITOR_MS, type SupportState } from '@candor/protocol';
import type { Files } from '../../files/index.ts';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import { SUPPORT_ANSWERED, type SupportAnswered } from './events.ts';
import { type Keyed, newReference } from '../text/keyed.ts';
import { NAME_MAX, keptLine, keptText } from '../text/rules.ts';
import { insertSent } from '../store/sent-store.ts';
import {
  type QueueRow,
  closeConversation,
  insertStaffAction,
  listQueue,
} from '../store/staff-store.ts';
import {
  type ConversationRow,
  type MessageRow,
  holdByNumber,
  insertMessage,
  listMessages,
} from '../store/store.ts';

/** What answering needs; `by` is who is at the machine. */
export type StaffDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyed: Pick<Keyed, 'textHash'>;
  readonly by: string;
};

/** Why an operator's command did nothing. */
export type StaffRefusal = {
  readonly name: 'no-conversation' | 'no-name' | 'no-text' | 'already-closed';
};

/** A conversation as staff read it: never whose account it is. */
export type StaffView = {
  readonly conversation: ConversationRow;
  readonly messages: readonly MessageRow[];
};

/** Most lines of the list. */
const LISTED_MAX = 100;

/** Conversations in a state, who waits longest first; at most a hundred. */
export function listWaiting(
  { db }: Pick<StaffDeps, 'db'>,
  state: SupportState | null,
): Promise<QueueRow[]> {
  return listQueue(db, { state, most: LISTED_MAX });
}

function withHeld<Value>(
  { db }: Pick<StaffDeps, 'db'>,
  number: string,
  act: (tx: Tx, row: ConversationRow) => Promise<Result<Value, StaffRefusal>>,
): Promise<Result<Value, StaffRefusal>> {
  return db.transaction(async (tx) => {
    const row = await holdByNumber(tx, number.trim().toUpperCase());
    return row === null ? fail({ name: 'no-conversation' }) : act(tx, row);
  });
}

/** Reads a conversation, and writes down who did. @failure no-conversation */
export function readAsStaff(
  deps: StaffDeps,
  number: string,
): Promise<Result<StaffView, StaffRefusal>> {
  return withHeld<StaffView>(deps, number, async (tx, conversation) => {
    const at = deps.clock.now();
    const { by } = deps;
    await insertStaffAction(tx, {
      conversationId: conversation.id,
      at,
      act: 'read',
      by,
      name: null,
    });
    return ok({ conversation, messages: await listMessages(tx, conversation.id, 0) });
  });
}

/** A picture of a conversation, to be kept under a name that tells where it stood. */
export type StaffPicture = { readonly name: string; readonly bytes: Buffer };

/**
 * The pictures of a conversation; who looked is written down with each of them.
 *
 * @failure no-conversation — nobody has this number
 */
export async function picturesAsStaff(
  deps: StaffDeps & { readonly files: Pick<Files, 'open'> },
  number: string,
): Promise<Result<StaffPicture[], StaffRefusal>> {
  const read = await readAsStaff(deps, number);
  if (!read.ok) return read;
  const { conversation, messages } = read.value;
  const pictures: StaffPicture[] = [];
  for (const { place, files } of messages) {
    for (const [at, id] of files.entries()) {
      const opened = await deps.files.open({ id, viewer: deps.by });
      if (!opened.ok) continue;
      const { kind, bytes } = opened.value;
      const ending = kind === 'image/png' ? 'png' : 'jpg';
      pictures.push({ name: `${conversation.number}-${place}-${at + 1}.${ending}`, bytes });
    }
  }
  return ok(pictures);
}

/**
 * Answers under a name the reader sees. The answer gets a reference, its text can be verified from
 * then on, and its reader is told.
 *
 * @failure no-conversation — nobody has this number · no-name, no-text — missing or too long
 */
export function answerAsStaff(
  deps: StaffDeps,
  params: { readonly number: string; readonly name: string; readonly text: string },
): Promise<Result<{ readonly reference: string }, StaffRefusal>> {
  const name = keptLine(params.name);
  const text = keptText(params.text);
  const refused = (why: StaffRefusal['name']) => Promise.resolve(fail({ name: why } as const));
  if (name === '' || name.length > NAME_MAX) return refused('no-name');
  if (text === '' || text.length > SUPPORT_TEXT_MAX) return refused('no-text');
  return withHeld<{ reference: string }>(deps, params.number, async (tx, row) => {
    const at = deps.clock.now();
    const { id: conversationId } = row;
    const userId = row.user_id as UserId | null;
    const reference = newReference();
    const message = await insertMessage(
      tx,
      {
        conversationId,
        place: row.messages + 1,
        id: newUuid(at),
        by: 'staff',
        name,
        reference,
        text,
        files: [],
        requestHash: null,
        bodyHash: null,
        at,
      },
      { state: 'answered', expiresAt: plusMs(at, SUPPORT_VISITOR_MS) },
    );
    const hashes = [deps.keyed.textHash(text)];
    await insertSent(tx, { hashes, id: message.id, channel: 'support', userId, reference, at });
    await insertStaffAction(tx, { conversationId, at, act: 'answered', by: deps.by, name });
    if (userId !== null) {
      const payload: SupportAnswered = { userId, conversationId, messageId: message.id };
      await appendFacts(tx, [{ topic: SUPPORT_ANSWERED, payload }], at);
    }
    return ok({ reference });
  });
}

/**
 * Closes a conversation until it is written into again.
 *
 * @failure no-conversation, already-closed
 */
export function closeAsStaff(deps: StaffDeps, number: string): Promise<Result<null, StaffRefusal>> {
  return withHeld<null>(deps, number, async (tx, row) => {
    if (row.state === 'closed') return fail({ name: 'already-closed' });
    await closeConversation(tx, row.id);
    const at = deps.clock.now();
    await insertStaffAction(tx, {
      conversationId: row.id,
      at,
      act: 'closed',
      by: deps.by,
      name: null,
    });
    return ok(null);
  });
}
