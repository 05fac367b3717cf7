import { z } from 'zod';
import { LANGUAGES } from './accounts-preferences.ts';
import { endpoint } from './endpoint.ts';
import { UploadedFile } from './files.ts';
import { Id, PageNumber, PageSize, RequestIdText, UnixMsNumber, queryInt } from './scalars.ts';
import {
  COMPLAINT_OUTCOMES,
  SUPPORT_FILES_MAX,
  SUPPORT_STATES,
  SUPPORT_SUBJECT_MAX,
  SUPPORT_TEXT_MAX,
  TRANSCRIPT_FORMATS,
  VERIFY_CONTACT_KINDS,
  VERIFY_REASONS,
  VERIFY_TEXT_MAX,
} from './support-terms.ts';
import { UPLOAD_BYTES_MAX } from './upload-rules.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });
const free = { origin: 'candor', mode: 'free', money: false } as const;
const said = (max: number) => z.string().max(max).regex(/\S/);

/** The number of a conversation, as a person reads it out: "7K2M-9QXD". */
export const ConversationNumber = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
/** The reference of a message of ours: "7K2M-9QXD-4HTW". */
const Reference = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
/** Opens a visitor's conversation; told once, kept by the page that opened it. */
const VisitorToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** Own pictures, uploaded for `support`. */
const Files = z.array(Id).min(1).max(SUPPORT_FILES_MAX);

/** One message. Its text is text: nothing in it is markup. */
export const SupportMessage = z.strictObject({
  id: Id,
  /** Place in the conversation, 1 first. */
  place: z.int().positive(),
  by: z.enum(['asker', 'staff']),
  /** Who of us wrote it; null for what the asker wrote. */
  name: z.string().nullable(),
  /** By which a message of ours can be verified; null for what the asker wrote. */
  reference: Reference.nullable(),
  text: z.string(),
  at: UnixMsNumber,
  /** Pictures; `files.link` opens them for their owner. */
  files: z.array(Id),
});
export type SupportMessage = z.infer<typeof SupportMessage>;

const conversation = {
  id: Id,
  number: ConversationNumber,
  subject: z.string(),
  language: z.enum(LANGUAGES),
  state: z.enum(SUPPORT_STATES),
  createdAt: UnixMsNumber,
  /** When the last message came. */
  updatedAt: UnixMsNumber,
};

/** A line of the list of conversations. */
export const SupportItem = z.strictObject(conversation);
export type SupportItem = z.infer<typeof SupportItem>;

/** A conversation, its messages from the first on. */
export const SupportConversation = z.strictObject({
  ...conversation,
  /** Whose it is: of an account, or of the holder of its token. */
  of: z.enum(['account', 'visitor']),
  /** What the register of complaints says of it; null for no complaint. */
  complaint: z
    .strictObject({
      receivedAt: UnixMsNumber,
      /** Until when its final answer is due. */
      deadline: UnixMsNumber,
      outcome: z.enum(COMPLAINT_OUTCOMES).nullable(),
      answeredAt: UnixMsNumber.nullable(),
    })
    .nullable(),
  /** Where answers reach a visitor besides, proven and masked; null without one. */
  mail: z.string().nullable(),
  /** Until when the token opens it; null for an account's. */
  expiresAt: UnixMsNumber.nullable(),
  messages: z.array(SupportMessage),
});
export type SupportConversation = z.infer<typeof SupportConversation>;

export const open = endpoint({
  ...free,
  name: 'support.open',
  summary:
    'Begins a conversation, of the account or of a visitor. A visitor gets the token that opens it; the same request again gets the same answer.',
  method: 'POST',
  path: '/support/open',
  access: 'either',
  perMinute: 5,
  body: z.strictObject({
    requestId: RequestIdText,
    subject: said(SUPPORT_SUBJECT_MAX),
    text: said(SUPPORT_TEXT_MAX),
    language: z.enum(LANGUAGES),
    /** Of an account only: a visitor brings pictures once the conversation has begun. */
    files: Files.optional(),
    /** Its asker calls it a complaint: it gets a final answer, by a deadline. */
    isComplaint: z.literal(true).optional(),
  }),
  query: none,
  params: none,
  result: z.strictObject({
    id: Id,
    number: ConversationNumber,
    visitorToken: VisitorToken.optional(),
  }),
  failures: [
    'session-over',
    'too-many',
    'unreadable',
    'incomplete',
    'not-found',
    'forbidden',
    'limit-reached',
    'request-reused',
  ],
  fieldFailures: { subject: 'incomplete', text: 'incomplete' },
});

export const listSupport = endpoint({
  ...free,
  name: 'support.list',
  summary: 'The conversations of the account, the one written to last first.',
  method: 'GET',
  path: '/user/listSupport',
  access: 'session',
  body: none,
  query: z.strictObject({ page: PageNumber, size: PageSize }),
  params: none,
  result: z.strictObject({ records: z.array(SupportItem), total: z.int().nonnegative() }),
  failures: ['session-over', 'unreadable'],
});

export const get = endpoint({
  ...free,
  name: 'support.get',
  summary:
    'A conversation of the account, or of a visitor whose token comes in the header `visitor-token`; with `after` only the messages behind that place.',
  method: 'GET',
  path: '/support/:id',
  access: 'either',
  perMinute: 120,
  visitors: true,
  body: none,
  query: z.strictObject({ after: queryInt(0, 1_000_000).optional() }),
  params: byId,
  result: SupportConversation,
  failures: ['session-over', 'too-many', 'unreadable', 'not-found'],
});

export const reply = endpoint({
  ...free,
  name: 'support.reply',
  summary: 'Writes into a conversation; one that was closed is open again.',
  method: 'POST',
  path: '/support/:id/reply',
  access: 'either',
  perMinute: 20,
  visitors: true,
  body: z.strictObject({
    requestId: RequestIdText,
    text: said(SUPPORT_TEXT_MAX),
    files: Files.optional(),
  }),
  query: none,
  params: byId,
  result: SupportMessage,
  failures: [
    'session-over',
    'too-many',
    'unreadable',
    'incomplete',
    'not-found',
    'forbidden',
    'limit-reached',
    'request-reused',
  ],
  fieldFailures: { text: 'incomplete' },
});

export const transcript = endpoint({
  ...free,
  name: 'support.transcript',
  summary: 'A conversation as a text file or as PDF, in its language.',
  method: 'GET',
  path: '/support/:id/transcript',
  access: 'either',
  perMinute: 10,
  visitors: true,
  body: none,
  query: z.strictObject({ format: z.enum(TRANSCRIPT_FORMATS).default('txt') }),
  params: byId,
  result: none,
  file: ['text/plain; charset=utf-8', 'application/pdf'],
  failures: ['session-over', 'too-many', 'unreadable', 'not-found'],
});

export const requestMail = endpoint({
  ...free,
  name: 'support.request-mail',
  summary:
    'Sends a visitor a code to the address answers are to reach; the same answer for every address.',
  method: 'POST',
  path: '/support/:id/requestMail',
  access: 'public',
  perMinute: 4,
  visitors: true,
  body: z.strictObject({ email: z.string().max(254) }),
  query: none,
  params: byId,
  result: z.strictObject({ retryAfterSeconds: z.int().nonnegative() }),
  failures: ['too-many', 'unreadable', 'not-found', 'mail-malformed', 'not-yet-open'],
});

export const proveMail = endpoint({
  ...free,
  name: 'support.prove-mail',
  summary: 'Keeps the address whose code this is; answers are sent there besides.',
  method: 'POST',
  path: '/support/:id/proveMail',
  access: 'public',
  perMinute: 10,
  visitors: true,
  body: z.strictObject({ email: z.string().max(254), code: z.string().max(12) }),
  query: none,
  params: byId,
  result: z.strictObject({ mail: z.string() }),
  failures: ['too-many', 'unreadable', 'not-found', 'code-wrong'],
});

export const uploadPicture = endpoint({
  ...free,
  name: 'support.upload',
  summary:
    'Takes a picture for the next message of a visitor’s conversation, as `files.upload` does for an account.',
  method: 'POST',
  path: '/support/:id/upload',
  access: 'public',
  perMinute: 6,
  visitors: true,
  body: none,
  upload: {
    field: 'file',
    bytesMax: UPLOAD_BYTES_MAX,
    tooLarge: 'image-size',
    brokenOff: 'upload-failed',
  },
  query: none,
  params: byId,
  result: UploadedFile,
  failures: [
    'too-many',
    'unreadable',
    'not-found',
    'image-format',
    'image-size',
    'upload-failed',
    'limit-reached',
  ],
});

export const pictureLink = endpoint({
  ...free,
  name: 'support.picture',
  summary: 'The address under which a picture of a conversation can be read for two minutes.',
  method: 'GET',
  path: '/support/:id/picture/:fileId',
  access: 'public',
  perMinute: 60,
  visitors: true,
  body: none,
  query: none,
  params: z.strictObject({ id: Id, fileId: Id }),
  result: z.strictObject({ url: z.string(), expiresAt: UnixMsNumber }),
  failures: ['too-many', 'unreadable', 'not-found'],
});

export const claim = endpoint({
  ...free,
  name: 'support.claim',
  summary:
    'Makes a visitor’s conversation one of the account; only with its token, which then ends.',
  method: 'POST',
  path: '/support/:id/claim',
  access: 'session',
  perMinute: 20,
  body: z.strictObject({ visitorToken: VisitorToken }),
  query: none,
  params: byId,
  result: SupportItem,
  failures: ['session-over', 'too-many', 'unreadable', 'not-found'],
});

/** Something in a text that leads to a person, and whether that is us. */
export const VerifiedContact = z.strictObject({
  kind: z.enum(VERIFY_CONTACT_KINDS),
  text: z.string(),
  ours: z.boolean(),
});

export const verifyMessage = endpoint({
  ...free,
  name: 'support.verify',
  summary:
    'Whether a text is word for word one that we sent, or an address one of ours. A number alone proves nothing.',
  method: 'POST',
  path: '/support/verifyMessage',
  access: 'either',
  perMinute: 20,
  body: z.strictObject({ text: said(VERIFY_TEXT_MAX) }),
  query: none,
  params: none,
  result: z.strictObject({
    genuine: z.boolean(),
    why: z.enum(VERIFY_REASONS),
    /** What we sent under these words or this reference; never whose account it was. */
    sent: z
      .strictObject({
        at: UnixMsNumber,
        channel: z.enum(['support', 'mail', 'sms']),
        /** `you` only for a caller with a session, of their own messages. */
        to: z.enum(['you', 'customer', 'visitor']),
      })
      .nullable(),
    /** Every address in the text, at most ten. */
    contacts: z.array(VerifiedContact),
  }),
  failures: ['session-over', 'too-many', 'unreadable', 'incomplete'],
  fieldFailures: { text: 'incomplete' },
});
export type VerifiedMessage = z.infer<(typeof verifyMessage)['result']>;
