import { z } from 'zod';
import { LANGUAGES } from '../accounts-preferences.ts';
import { Id, UnixMsNumber, queryInt } from '../scalars.ts';
import {
  SAVED_TITLE_MAX,
  SUPPORT_NOTE_MAX,
  SUPPORT_STATES,
  SUPPORT_TEXT_MAX,
  TRANSCRIPT_FORMATS,
  isSavedText,
} from '../support-terms.ts';
import { ConversationNumber, SupportMessage } from '../support.ts';
import { Complaint } from './complaints.ts';
import { READS_PER_HOUR, deskEndpoint } from './endpoint.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });
const said = (max: number) => z.string().max(max).regex(/\S/);

/** Who reads conversations; the auditor sees no picture and changes nothing. */
const READERS = ['support', 'auditor'] as const;
const WRITERS = ['support'] as const;

const read = ['session-over', 'forbidden', 'unreadable', 'too-many'] as const;
const readOne = [...read, 'not-found'] as const;
const change = [...readOne, 'support-changed'] as const;
const CHANGES_PER_MINUTE = 60;

const Colleague = z.strictObject({ id: Id, name: z.string() });

const item = {
  id: Id,
  number: ConversationNumber,
  subject: z.string(),
  language: z.enum(LANGUAGES),
  state: z.enum(SUPPORT_STATES),
  /** Messages in it; what is done is done on so many. */
  messages: z.int().nonnegative(),
  /** Null for a visitor's. */
  userId: Id.nullable(),
  /** A visitor's address that a code proved, masked; null without one, and for an account. */
  mail: z.strictObject({ address: z.string(), provenAt: UnixMsNumber }).nullable(),
  createdAt: UnixMsNumber,
  updatedAt: UnixMsNumber,
  /** Since when its asker waits for an answer; null when it is not our turn. */
  waitingSince: UnixMsNumber.nullable(),
  /** The member who answers it; null for nobody yet. */
  assignedTo: Colleague.nullable(),
};

/** A conversation as the inbox lists it. */
export const InboxItem = z.strictObject(item);
export type InboxItem = z.infer<typeof InboxItem>;

/** What staff wrote for one another; no user ever reads it. */
export const SupportNote = z.strictObject({
  id: Id,
  at: UnixMsNumber,
  by: Colleague,
  text: z.string(),
});
export type SupportNote = z.infer<typeof SupportNote>;

/** A conversation with all that its page shows. */
export const InboxConversation = z.strictObject({
  ...item,
  /** Name of the account; null for a visitor. */
  username: z.string().nullable(),
  /** What the register says of it; null for no complaint. */
  complaint: Complaint.nullable(),
  history: z.array(SupportMessage),
  notes: z.array(SupportNote),
  /** Members it can be given to. */
  colleagues: z.array(Colleague),
});
export type InboxConversation = z.infer<typeof InboxConversation>;

export const listInbox = deskEndpoint({
  name: 'support.list',
  summary: 'Conversations: who waits longest first, and of those nobody waits for the newest.',
  method: 'GET',
  path: '/desk/support',
  access: 'session',
  roles: READERS,
  audits: 'support.list',
  readsPersonalData: true,
  body: none,
  query: z.strictObject({
    state: z.enum([...SUPPORT_STATES, 'mine', 'unassigned']).default('open'),
    /** Part of a number or subject, a whole user name, or the whole id of a user. */
    q: z.string().trim().max(80).optional(),
    cursor: z.string().max(80).optional(),
    size: queryInt(1, 100).default(50),
  }),
  params: none,
  result: z.strictObject({ records: z.array(InboxItem), next: z.string().nullable() }),
  failures: read,
});

export const countInbox = deskEndpoint({
  name: 'support.counts',
  summary:
    'How many conversations wait for an answer, how many of them nobody has, and since when.',
  method: 'GET',
  path: '/desk/support/counts',
  access: 'session',
  roles: READERS,
  audits: 'support.counts',
  body: none,
  query: none,
  params: none,
  result: z.strictObject({
    open: z.int().nonnegative(),
    unassigned: z.int().nonnegative(),
    mine: z.int().nonnegative(),
    oldestWaitingSince: UnixMsNumber.nullable(),
  }),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const getConversation = deskEndpoint({
  name: 'support.read',
  summary: 'A conversation with its history, notes of staff, and whom it can be given to.',
  method: 'GET',
  path: '/desk/support/:id',
  access: 'session',
  roles: READERS,
  audits: 'support.read',
  readsPersonalData: true,
  perHour: READS_PER_HOUR,
  body: none,
  query: none,
  params: byId,
  result: InboxConversation,
  failures: readOne,
});

export const showPicture = deskEndpoint({
  name: 'support.picture',
  summary: 'A picture of a conversation; who looked is written down.',
  method: 'GET',
  path: '/desk/support/:id/pictures/:fileId',
  access: 'session',
  roles: WRITERS,
  audits: 'support.show-picture',
  readsPersonalData: true,
  perHour: READS_PER_HOUR,
  body: none,
  query: none,
  params: z.strictObject({ id: Id, fileId: Id }),
  result: none,
  file: ['image/png', 'image/jpeg'],
  failures: readOne,
});

export const readTranscript = deskEndpoint({
  name: 'support.transcript',
  summary: 'A conversation as the text file its user can have, in its language, without notes.',
  method: 'GET',
  path: '/desk/support/:id/transcript',
  access: 'session',
  roles: READERS,
  audits: 'support.read-transcript',
  readsPersonalData: true,
  perHour: READS_PER_HOUR,
  body: none,
  query: z.strictObject({ format: z.enum(TRANSCRIPT_FORMATS).default('txt') }),
  params: byId,
  result: none,
  file: ['text/plain; charset=utf-8', 'application/pdf'],
  failures: readOne,
});

const changing = {
  method: 'POST',
  access: 'session',
  roles: WRITERS,
  perMinute: CHANGES_PER_MINUTE,
  query: none,
} as const;

export const assignConversation = deskEndpoint({
  ...changing,
  name: 'support.assign',
  summary:
    'Takes a conversation, gives it to a colleague or gives it back; refused where another did meanwhile.',
  path: '/desk/support/:id/assign',
  audits: 'support.assign',
  body: z.strictObject({
    /** Whom it had when it was shown. */
    from: Id.nullable(),
    /** A member with the role support; null gives it back. */
    to: Id.nullable(),
  }),
  params: byId,
  result: InboxItem,
  failures: change,
});

export const replyToConversation = deskEndpoint({
  ...changing,
  perHour: 300,
  name: 'support.reply',
  summary:
    'Answers; refused where a message came since the history was shown. Its writer gets the conversation if nobody has it.',
  path: '/desk/support/:id/reply',
  audits: 'support.reply',
  body: z.strictObject({
    text: said(SUPPORT_TEXT_MAX),
    /** Messages in the history that was shown. */
    after: z.int().nonnegative(),
  }),
  params: byId,
  result: InboxItem,
  failures: [...change, 'incomplete'],
  fieldFailures: { text: 'incomplete' },
});

export const closeConversation = deskEndpoint({
  ...changing,
  name: 'support.close',
  summary:
    'Closes a conversation until it is written into again; a complaint only after its final answer.',
  path: '/desk/support/:id/close',
  audits: 'support.close',
  body: z.strictObject({ after: z.int().nonnegative() }),
  params: byId,
  result: InboxItem,
  failures: [...change, 'complaint-unanswered'],
});

export const reopenConversation = deskEndpoint({
  ...changing,
  name: 'support.reopen',
  summary: 'Opens a closed conversation again.',
  path: '/desk/support/:id/reopen',
  audits: 'support.reopen',
  body: none,
  params: byId,
  result: InboxItem,
  failures: change,
});

export const noteConversation = deskEndpoint({
  ...changing,
  name: 'support.note',
  summary: 'Keeps a note for colleagues; its user never reads it.',
  path: '/desk/support/:id/note',
  audits: 'support.note',
  body: z.strictObject({ text: said(SUPPORT_NOTE_MAX) }),
  params: byId,
  result: SupportNote,
  failures: [...readOne, 'incomplete', 'limit-reached'],
  fieldFailures: { text: 'incomplete' },
});

/** A reply kept for many conversations, in one language, as its last version has it. */
export const SavedReply = z.strictObject({
  id: Id,
  language: z.enum(LANGUAGES),
  version: z.int().positive(),
  title: z.string(),
  /** With `{name}` and `{number}` where user and conversation are named. */
  text: z.string(),
  isRetired: z.boolean(),
  by: Colleague,
  at: UnixMsNumber,
});
export type SavedReply = z.infer<typeof SavedReply>;

export const listSaved = deskEndpoint({
  name: 'support.saved',
  summary: 'Saved replies in each language, as their last versions have them; not those retired.',
  method: 'GET',
  path: '/desk/saved-replies',
  access: 'session',
  roles: READERS,
  audits: 'support.saved',
  body: none,
  query: none,
  params: none,
  result: z.strictObject({ records: z.array(SavedReply) }),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const listSavedVersions = deskEndpoint({
  name: 'support.saved-versions',
  summary: 'Each version of a saved reply in each language, the newest first.',
  method: 'GET',
  path: '/desk/saved-replies/:id',
  access: 'session',
  roles: READERS,
  audits: 'support.saved-versions',
  body: none,
  query: none,
  params: byId,
  result: z.strictObject({ records: z.array(SavedReply) }),
  failures: readOne,
});

export const keepSaved = deskEndpoint({
  ...changing,
  name: 'support.keep-saved',
  summary:
    'Keeps a version of a saved reply in a language, or retires it; refused where a version came meanwhile.',
  path: '/desk/saved-replies',
  audits: 'support.keep-saved',
  body: z.strictObject({
    /** None for a new one; the same in every language. */
    id: Id.optional(),
    language: z.enum(LANGUAGES),
    /** The version that was shown; 0 for none. */
    after: z.int().nonnegative(),
    title: said(SAVED_TITLE_MAX),
    text: said(SUPPORT_TEXT_MAX).refine(isSavedText, 'a placeholder nobody knows'),
    isRetired: z.boolean().default(false),
  }),
  params: none,
  result: SavedReply,
  failures: [...change, 'incomplete', 'limit-reached'],
  fieldFailures: { title: 'incomplete' },
});
