import {
  type Clock,
  type Mode,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  newUuid,
  ok,
  unixMs,
} from '@candor/kernel';
import type {
  Failure,
  Notification,
  NotificationCategory,
  NotificationFacts,
  NotificationKind,
  NotificationPreference,
} from '@candor/protocol';
import { findReader, freezeLink } from '../accounts/index.ts';
import type { Database, Tx } from '../platform/postgres/db.ts';
import type { Mailer, OutgoingMessage } from '../messaging/index.ts';
import { appendFacts } from '../platform/commit/outbox.ts';
import { USER_NOTIFIED, type UserNotified } from './events.ts';
import {
  type Channels,
  categoryOf,
  channelsOf,
  isAlarm,
  isLocked,
  maySay,
  preferencesOf,
} from './rules.ts';
import { findSaid, insertNotification, say } from './store.ts';
import { unsubscribePath } from './unsubscribe.ts';
import { momentText, sentenceOf } from './words.ts';

/** What telling a user needs. */
export type NotifyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Pick<Mailer, 'enqueue'>;
  /** Where our pages are, "https://candor.example"; null before the server listens. */
  readonly pagesAt: () => string | null;
  /** Key that links in mails are signed under. */
  readonly unsubscribeKey: Buffer;
  /** Says that a fact was committed. */
  readonly committed: () => void;
};

/** Something a user may be told of. */
export type Told = {
  readonly userId: UserId;
  /** The same text for the same event, however often it is heard of. */
  readonly cause: string;
  readonly kind: NotificationKind;
  readonly mode: Mode | null;
  readonly facts: NotificationFacts;
  readonly at: UnixMs;
};

/** Where the list is; a mail leads there and nowhere else. */
const LIST_PATH = '/profile/notification';

async function writeMail(tx: Tx, deps: NotifyDeps, told: Told): Promise<void> {
  const reader = await findReader(tx, told.userId);
  if (reader === null) return;
  if (told.kind === 'offer') return writeOffer(tx, deps, { told, reader });
  const { email: to, language } = reader;
  const { title, more } = sentenceOf(language, told);
  const text = more === null ? title : `${title}\n${more}`;
  const said = { what: title, text, when: momentText(told.at) };
  const message = { to, language, userId: told.userId };
  const freezes = isAlarm(told.kind) ? await freezeLink(tx, deps, told) : null;
  if (freezes !== null) {
    const values = { ...said, link: freezes };
    return deps.mailer.enqueue(tx, { ...message, template: 'withdrawal-alarm', values });
  }
  const values = { ...said, link: `${deps.pagesAt() ?? ''}${LIST_PATH}` };
  await deps.mailer.enqueue(tx, { ...message, template: 'notification', values });
}

/** What a mail of an offer says, and where it leads. */
export function offerMail(
  deps: Pick<NotifyDeps, 'pagesAt' | 'unsubscribeKey'>,
  language: string,
  { userId, kind, facts, cause }: Pick<Told, 'userId' | 'kind' | 'facts' | 'cause'>,
): OfferMail {
  const { title: what, more } = sentenceOf(language, { kind, facts });
  const pages = deps.pagesAt() ?? '';
  const until = unixMs(facts.until ?? 0);
  return {
    template: 'offer',
    language,
    values: {
      what,
      text: `${what}\n\n${more ?? ''}`,
      when: momentText(until),
      link: `${pages}${facts.page ?? LIST_PATH}`,
      unsubscribe: `${pages}${unsubscribePath(deps.unsubscribeKey, 'marketing', userId)}`,
      cause,
    },
  };
}

type OfferMail = Pick<OutgoingMessage, 'language' | 'values'> & { readonly template: 'offer' };

async function writeOffer(
  tx: Tx,
  deps: NotifyDeps,
  asked: { readonly told: Told; readonly reader: { email: string; language: string } },
): Promise<void> {
  const { told, reader } = asked;
  const { email: to, language } = reader;
  const { userId } = told;
  const mail = offerMail(deps, language, told);
  const until = unixMs(told.facts.until ?? 0);
  await deps.mailer.enqueue(tx, { to, userId, until, ...mail });
}

/** Tells a user of something, once, by the channels they chose. */
export async function notify(deps: NotifyDeps, told: Told): Promise<void> {
  const { hasPushed } = await deps.db.transaction((tx) => notifyIn(tx, deps, told));
  if (hasPushed) deps.committed();
}

/** What telling a user came to: whether it is told for the first time, and said at once. */
export type Telling = { readonly isNew: boolean; readonly hasPushed: boolean };

/** Tells a user in the transaction of what they are told of; it says itself that it committed. */
export async function notifyIn(tx: Tx, deps: NotifyDeps, told: Told): Promise<Telling> {
  const { userId, cause, kind, mode, facts, at } = told;
  const category = categoryOf(kind);
  const { inApp, mail, push } = channelsOf(told, await findSaid(tx, userId));
  const id = newUuid(deps.clock.now());
  const row = { userId, id, cause, category, kind, mode, facts, at, inApp };
  if (!(await insertNotification(tx, row))) return { isNew: false, hasPushed: false };
  if (mail) await writeMail(tx, deps, told);
  if (!push) return { isNew: true, hasPushed: false };
  const notice: Notification = { id, category, kind, mode, facts, at, isRead: false };
  const payload: UserNotified = { userId, notice };
  await appendFacts(tx, [{ topic: USER_NOTIFIED, payload }], deps.clock.now());
  return { isNew: true, hasPushed: true };
}

/**
 * Takes what a user says about a category and answers how they are told of all of them.
 *
 * @failure forbidden — a category that cannot be muted
 */
export async function setPreferences(
  deps: Pick<NotifyDeps, 'db' | 'clock'>,
  said: Channels & { readonly userId: UserId; readonly category: NotificationCategory },
): Promise<Result<NotificationPreference[], Failure<'forbidden'>>> {
  const { userId, category, inApp, mail, push } = said;
  if (!maySay(category, said)) return fail({ name: 'forbidden' });
  if (!isLocked(category)) {
    await say(deps.db, { userId, category, inApp, mail, push, at: deps.clock.now() });
  }
  return ok(preferencesOf(await findSaid(deps.db, userId)));
}
