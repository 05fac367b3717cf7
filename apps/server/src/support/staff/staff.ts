import {
  type Clock,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import { type Failure, SUPPORT_TEXT_MAX, SUPPORT_VISITOR_MS } from '@candor/protocol';
import { type AuditActor, type AuditDetails, writeAudit } from '../../audit/index.ts';
import type { Mailer } from '../../messaging/index.ts';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import { SUPPORT_ANSWERED, type SupportAnswered } from './events.ts';
import { type Keyed, newReference } from '../text/keyed.ts';
import { NOTES_MAX, decideRoom, keptText, shownName } from '../text/rules.ts';
import { insertSent } from '../store/sent-store.ts';
import { findComplaint } from '../store/complaint-store.ts';
import { type InboxRow, type NoteRow, findInbox } from '../store/inbox-store.ts';
import {
  assignConversation,
  closeConversation,
  countNotes,
  insertNote,
  insertStaffAction,
  reopenConversation,
} from '../store/staff-store.ts';
import { insertMessage } from '../store/store.ts';

/** What acting on a conversation needs; the database as the product's role. */
export type StaffDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyed: Pick<Keyed, 'textHash'>;
  /** Takes answers to visitors who proved an address. */
  readonly mailer: Pick<Mailer, 'enqueue'>;
};

/** Who acts on which conversation, and the action's name in the audit log. */
export type StaffCommand = {
  readonly id: string;
  readonly by: AuditActor;
  readonly action: string;
};

export type Stale = Failure<'not-found' | 'support-changed'>;
export type Missing = Failure<'incomplete'>;

export const changed = (): Result<never, Stale> => fail({ name: 'support-changed' });
export const withoutText = (): Result<never, Missing> =>
  fail({ name: 'incomplete', field: 'text' });
const memberOf = (by: AuditActor): string | null => (by.kind === 'staff' ? by.id : null);

/** Name of an actor who is no user, beside what the owner's copy says of an action. */
export function doneBy(by: AuditActor): string {
  if (by.kind === 'staff') return by.id;
  return by.kind === 'terminal' ? by.name : 'candor';
}

/** Acts on a conversation that is held, and writes the action down with it. */
export function withHeld<Value, Refusal extends Failure>(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  { id, by, action }: StaffCommand,
  act: (
    tx: Tx,
    row: InboxRow,
  ) => Promise<Result<{ value: Value; details?: AuditDetails }, Refusal>>,
): Promise<Result<Value, Refusal | Failure<'not-found'>>> {
  return db.transaction(async (tx) => {
    const row = await findInbox(tx, id, { forUpdate: true });
    if (row === null) return fail({ name: 'not-found' });
    const done = await act(tx, row);
    if (!done.ok) return done;
    const { value, details = {} } = done.value;
    const userId = row.user_id as UserId | null;
    await writeAudit(tx, {
      at: clock.now(),
      actor: by,
      action,
      subject: row.number,
      userId,
      details,
    });
    return ok(value);
  });
}

/** Writes an answer into a conversation that is held, and sees that its reader is told. */
export async function writeAnswer(
  deps: StaffDeps,
  tx: Tx,
  row: InboxRow,
  said: {
    readonly by: AuditActor;
    readonly name: string;
    readonly text: string;
    readonly action: 'answered' | 'finalAnswer';
  },
): Promise<{ readonly reference: string; readonly messageId: string; readonly at: UnixMs }> {
  const { by, name, text, action } = said;
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
  await insertStaffAction(tx, { conversationId, at, act: action, by: doneBy(by), name });
  const member = memberOf(by);
  if (row.assigned_to === null && member !== null) await assignConversation(tx, row.id, member);
  if (userId !== null) {
    const payload: SupportAnswered = { userId, conversationId, messageId: message.id };
    await appendFacts(tx, [{ topic: SUPPORT_ANSWERED, payload }], at);
  }
  if (userId === null && row.mail !== null) {
    await deps.mailer.enqueue(tx, {
      to: row.mail,
      template: 'support-answer',
      language: row.language,
      values: { number: row.number, name, text, reference },
    });
  }
  return { reference, messageId: message.id, at };
}

/**
 * Answers under a name the reader sees. The answer gets a reference, its text can be verified from
 * then on, and its reader is told. Who answers gets a conversation that nobody has.
 *
 * @failure incomplete — nothing is left of the text
 * @failure support-changed — a message came since the history of `after` messages was shown
 */
export function answerAsStaff(
  deps: StaffDeps,
  params: StaffCommand & { readonly name: string; readonly text: string; readonly after: number },
): Promise<Result<{ readonly reference: string }, Stale | Missing>> {
  const { by, after } = params;
  const name = shownName(params.name);
  const text = keptText(params.text);
  if (text === '' || text.length > SUPPORT_TEXT_MAX) return Promise.resolve(withoutText());
  return withHeld(deps, params, async (tx, row) => {
    if (row.messages !== after) return changed();
    const { reference } = await writeAnswer(deps, tx, row, { by, name, text, action: 'answered' });
    return ok({ value: { reference }, details: { reference } });
  });
}

/**
 * Closes a conversation until it is written into again.
 *
 * @failure support-changed — it is closed, or a message came since `after` messages were shown
 * @failure complaint-unanswered — its final answer comes first
 */
export function closeAsStaff(
  deps: Pick<StaffDeps, 'db' | 'clock'>,
  params: StaffCommand & { readonly after: number },
): Promise<Result<null, Stale | Failure<'complaint-unanswered'>>> {
  return withHeld<null, Stale | Failure<'complaint-unanswered'>>(deps, params, async (tx, row) => {
    if (row.state === 'closed' || row.messages !== params.after) return changed();
    const complaint = await findComplaint(tx, row.id);
    if (complaint !== null && complaint.answered_at === null) {
      return fail({ name: 'complaint-unanswered' });
    }
    await closeConversation(tx, row.id);
    const at = deps.clock.now();
    const by = doneBy(params.by);
    await insertStaffAction(tx, { conversationId: row.id, at, act: 'closed', by, name: null });
    return ok({ value: null });
  });
}

/** Makes a closed conversation wait again. @failure support-changed — it is not closed */
export function reopenAsStaff(
  deps: Pick<StaffDeps, 'db' | 'clock'>,
  params: StaffCommand,
): Promise<Result<null, Stale>> {
  return withHeld<null, Stale>(deps, params, async (tx, row) => {
    if (row.state !== 'closed') return changed();
    const at = deps.clock.now();
    await reopenConversation(tx, row.id, at);
    const by = doneBy(params.by);
    await insertStaffAction(tx, { conversationId: row.id, at, act: 'reopened', by, name: null });
    return ok({ value: null });
  });
}

/**
 * Takes a conversation, gives it to a member or gives it back.
 *
 * @failure support-changed — another has it than when it was shown
 */
export function assignAsStaff(
  deps: Pick<StaffDeps, 'db' | 'clock'>,
  params: StaffCommand & { readonly from: string | null; readonly to: string | null },
): Promise<Result<null, Stale>> {
  const { from, to } = params;
  return withHeld<null, Stale>(deps, params, async (tx, row) => {
    if (row.assigned_to !== from) return changed();
    await assignConversation(tx, row.id, to);
    return ok({ value: null, details: { from, to } });
  });
}

/**
 * Keeps a note for colleagues. Neither it nor its words are in the audit log, which its user reads.
 *
 * @failure incomplete — nothing is left of it · limit-reached — as many as a conversation may have
 */
export function noteAsStaff(
  deps: Pick<StaffDeps, 'db' | 'clock'>,
  params: Omit<StaffCommand, 'by'> & {
    readonly by: Extract<AuditActor, { readonly kind: 'staff' }>;
    readonly text: string;
  },
): Promise<Result<NoteRow, Missing | Failure<'not-found' | 'limit-reached'>>> {
  const text = keptText(params.text);
  if (text === '' || text.length > SUPPORT_TEXT_MAX) return Promise.resolve(withoutText());
  return withHeld<NoteRow, Failure<'limit-reached'>>(deps, params, async (tx, row) => {
    const room = decideRoom(await countNotes(tx, row.id), NOTES_MAX);
    if (!room.ok) return room;
    const at = deps.clock.now();
    const note: NoteRow = {
      conversation_id: row.id,
      id: newUuid(at),
      member_id: params.by.id,
      text,
      at,
    };
    await insertNote(tx, note);
    return ok({ value: note });
  });
}
