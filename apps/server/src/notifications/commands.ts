import {
  type Clock,
  type Mode,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  isoText,
  newUuid,
  ok,
} from '@candor/kernel';
import type {
  Failure,
  Notification,
  NotificationCategory,
  NotificationFacts,
  NotificationKind,
  NotificationPreference,
} from '@candor/protocol';
import { findReader } from '../accounts/index.ts';
import type { Database, Tx } from '../platform/postgres/db.ts';
import type { Mailer } from '../messaging/index.ts';
import { appendFacts } from '../platform/commit/outbox.ts';
import { USER_NOTIFIED, type UserNotified } from './events.ts';
import { type Channels, categoryOf, channelsOf, isLocked, maySay, preferencesOf } from './rules.ts';
import { findSaid, insertNotification, say } from './store.ts';
import { sentenceOf } from './words.ts';

/** What telling a user needs. */
export type NotifyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Pick<Mailer, 'enqueue'>;
  /** Where our pages are, "https://candor.example"; null before the server listens. */
  readonly pagesAt: () => string | null;
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

/** "2026-11-21 23:05 UTC": a mail is read anywhere, at any time. */
const momentText = (at: UnixMs): string => `${isoText(at).slice(0, 16).replace('T', ' ')} UTC`;

/** Where the list is; a mail leads there and nowhere else. */
const LIST_PATH = '/profile/notification';

async function writeMail(tx: Tx, deps: NotifyDeps, told: Told): Promise<void> {
  const reader = await findReader(tx, told.userId);
  if (reader === null) return;
  const { email: to, language } = reader;
  const { title, more } = sentenceOf(language, told);
  await deps.mailer.enqueue(tx, {
    to,
    language,
    userId: told.userId,
    template: 'notification',
    values: {
      what: title,
      text: more === null ? title : `${title}\n${more}`,
      when: momentText(told.at),
      link: `${deps.pagesAt() ?? ''}${LIST_PATH}`,
    },
  });
}

/** Tells a user of something, once, by the channels they chose. */
export async function notify(deps: NotifyDeps, told: Told): Promise<void> {
  const { userId, cause, kind, mode, facts, at } = told;
  const hasPushed = await deps.db.transaction(async (tx) => {
    const category = categoryOf(kind);
    const { inApp, mail, push } = channelsOf(told, await findSaid(tx, userId));
    const id = newUuid(deps.clock.now());
    const row = { userId, id, cause, category, kind, mode, facts, at, inApp };
    if (!(await insertNotification(tx, row))) return false;
    if (mail) await writeMail(tx, deps, told);
    if (!push) return false;
    const notice: Notification = { id, category, kind, mode, facts, at, isRead: false };
    const payload: UserNotified = { userId, notice };
    await appendFacts(tx, [{ topic: USER_NOTIFIED, payload }], deps.clock.now());
    return true;
  });
  if (hasPushed) deps.committed();
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
