/**
 * support — conversations with users and visitors who ask for help, and telling our messages from a
 * forger's.
 * Owns: conversations, their messages, what staff did with them, complaints, hashes of what left the house.
 * Announces: SupportAnswered.
 * Needs: files for pictures, audit for what staff do, cases for what puts a complaint right; the sender of
 * messages says that one left.
 * Refuses: to tell whether a conversation is there, and to call a text ours that is only like one.
 */
import { DAY_MS, type Result, type UnixMs, type UserId, plusMs } from '@candor/kernel';
import type {
  Failure,
  SupportConversation,
  SupportItem,
  SupportMessage,
  SupportNews,
  TranscriptFormat,
  VerifiedMessage,
} from '@candor/protocol';
import type { CodeAnswer } from '../accounts/index.ts';
import { type Addition, claimFor, replyTo } from './conversations/commands.ts';
import { type Keyed, createKeyed } from './text/keyed.ts';
import { type MailDeps, proveMail, requestMail } from './conversations/mail.ts';
import { bringPicture, linkPicture } from './conversations/pictures.ts';
import { type Opening, openConversation } from './conversations/opening.ts';
import { readConversation, readNews, readTranscript } from './conversations/queries.ts';
import {
  type OwnContacts,
  allContacts,
  ownContactsOf,
  referencesIn,
  settingContacts,
} from './text/rules.ts';
import { insertSent, sweepSent } from './store/sent-store.ts';
import { forgetPlaces, listOwn, readKept } from './store/store.ts';
import type { TranscriptDeps } from './conversations/transcript.ts';
import { verifyText } from './text/verify.ts';
import { type Caller, itemOf } from './conversations/view.ts';
import type { SupportDeps, WriteFailure } from './conversations/writing.ts';

export { SUPPORT_ANSWERED, type SupportAnswered } from './staff/events.ts';
export { type Keyed, createKeyed } from './text/keyed.ts';
export { type Inbox, createInbox } from './staff/inbox.ts';
export {
  type Register,
  type RegisterQuery,
  type ReportedComplaint,
  createRegister,
} from './staff/complaints.ts';

type ConversationParams = { readonly id: string; readonly caller: Caller };

/** A message that left the house. */
export type SentMessage = {
  readonly id: string;
  readonly channel: 'email' | 'phone';
  readonly userId: UserId | null;
  /** Every wording a reader may hold it in: as text, and as it is shown. */
  readonly texts: readonly string[];
  readonly at: UnixMs;
};

/** What support offers. */
export type Support = {
  /** Begins a conversation. @failure as the protocol says */
  open(
    caller: Caller,
    params: Opening,
  ): Promise<Result<{ id: string; number: string; visitorToken?: string }, WriteFailure>>;
  /** Writes into one of the caller's. @failure as the protocol says */
  reply(
    caller: Caller,
    params: Addition & { readonly id: string },
  ): Promise<Result<SupportMessage, WriteFailure>>;
  /** One of the caller's, with its messages behind a place. @failure not-found — none of theirs */
  get(
    params: ConversationParams & { readonly after: number },
  ): Promise<Result<SupportConversation, Failure<'not-found'>>>;
  /** A page of an account's conversations, the one written to last first. */
  list(params: {
    userId: UserId;
    page: number;
    size: number;
  }): Promise<{ records: SupportItem[]; total: number }>;
  /** One of the caller's as a file. @failure not-found — none of theirs · unreadable · too-many */
  transcript(
    params: ConversationParams & { readonly format: TranscriptFormat },
  ): ReturnType<typeof readTranscript>;
  /** Sends a visitor a code to the address answers are to reach. @failure as `requestMail` says */
  requestMail(params: ConversationParams & { readonly email: string }): Promise<CodeAnswer>;
  /** Keeps the address the code proves. @failure not-found · code-wrong */
  proveMail(
    params: ConversationParams & { readonly email: string; readonly code: string },
  ): Promise<Result<{ mail: string }, Failure<'not-found' | 'code-wrong'>>>;
  /** Takes a picture of a visitor. @failure not-found · and those of `Files.keep` */
  bringPicture(
    params: ConversationParams & { readonly bytes: Buffer },
  ): ReturnType<typeof bringPicture>;
  /** An address that opens a picture of a conversation for a while. @failure not-found — none of theirs */
  linkPicture(
    params: ConversationParams & { readonly fileId: string },
  ): ReturnType<typeof linkPicture>;
  /** Makes a visitor's an account's. @failure not-found — without its token */
  claim(params: {
    userId: UserId;
    id: string;
    visitorToken: string;
  }): Promise<Result<SupportItem, Failure<'not-found'>>>;
  /** Whether a text is ours. */
  verify(params: { text: string; userId: UserId | null }): Promise<VerifiedMessage>;
  /** Takes down that a message left, so that it can be verified. */
  remember(message: SentMessage): Promise<void>;
  /** What an owner is told of a message of ours; null when it is nobody's any more. */
  newsOf(params: {
    conversationId: string;
    messageId: string;
  }): Promise<(SupportNews & { readonly number: string }) | null>;
  /** Everything kept here about a user, for the copy of one's data. */
  wholeFile(userId: UserId): Promise<{ readonly name: string; readonly content: string }>;
  /** Forgets where visitors came from, and messages too old to be asked about. */
  tidy(): Promise<void>;
};

/** How long a message can be verified. @units milliseconds */
const LETTERS_MS = 730 * DAY_MS;

/** Opens the capability. */
export function createSupport(
  deps: Omit<SupportDeps, 'keyed'> &
    MailDeps &
    TranscriptDeps & {
      /** Secret of the installation. */
      readonly secret: string;
      /** Addresses of ours that the installation's settings say. */
      readonly settings: () => Pick<OwnContacts, 'origins' | 'mails' | 'phones'>;
      /** Those the operator says besides, as one text. */
      readonly said: () => string;
    },
): Support {
  const { db, clock } = deps;
  const keyed: Keyed = createKeyed(deps.secret);
  const parts = { ...deps, keyed };
  const own = (): OwnContacts =>
    allContacts([settingContacts(deps.settings()), ownContactsOf(deps.said())]);
  return {
    open: (caller, params) => openConversation(parts, caller, params),
    reply: (caller, params) => replyTo(parts, caller, params),
    get: (params) => readConversation(deps, params),
    async list(params) {
      const { rows, total } = await listOwn(db, params);
      return { records: rows.map(itemOf), total };
    },
    transcript: (params) => readTranscript(deps, params),
    requestMail: (params) => requestMail(deps, params),
    proveMail: (params) => proveMail(deps, params),
    bringPicture: (params) => bringPicture(deps, params),
    linkPicture: (params) => linkPicture(deps, params),
    claim: (params) => claimFor(deps, params),
    verify: (params) => verifyText({ db, keyed, own }, params),
    async remember({ id, channel, userId, texts, at }) {
      const hashes = texts.map(keyed.textHash);
      const [reference = null] = referencesIn(texts[0] ?? '');
      const by = channel === 'email' ? 'mail' : 'sms';
      await insertSent(db, { hashes, id, channel: by, userId, reference, at });
    },
    newsOf: (params) => readNews(deps, params),
    wholeFile: async (userId) => ({ name: 'support.json', content: await readKept(db, userId) }),
    async tidy() {
      const at = clock.now();
      await forgetPlaces(db, plusMs(at, -DAY_MS));
      await sweepSent(db, plusMs(at, -LETTERS_MS));
    },
  };
}
