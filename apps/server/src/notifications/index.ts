/**
 * notifications — what users are told of, kept in a list, said at once, and copied by mail.
 * Owns: notifications and what users said about how to be told.
 * Announces: UserNotified.
 * Needs: the facts of accounts, contracts, options, exchange, loans, plans, tokens, cashier and identity; the mailer; accounts, for who pauses.
 * Refuses: to mute what is about security or money, and to tell of one event twice.
 */
import { type Result, type UnixMs, type UserId, fail, ok, plusMs } from '@candor/kernel';
import type {
  Failure,
  Notification,
  NotificationCategory,
  NotificationPreference,
} from '@candor/protocol';
import type { Bus } from '../platform/commit/bus.ts';
import type { Log } from '../platform/process/log.ts';
import { createRelay } from '../platform/commit/outbox.ts';
import { decidePaused, findBrakes, pausesIn } from '../accounts/index.ts';
import type { Tx } from '../platform/postgres/db.ts';
import {
  type NotifyDeps,
  type Telling,
  type Told,
  notify,
  notifyIn,
  offerMail,
  setPreferences,
} from './commands.ts';
import { type Channels, KEEP_MS, PASSING, preferencesOf } from './rules.ts';
import {
  type AskerCount,
  type NotificationParams,
  countAskers,
  countUnread,
  endTold,
  findSaid,
  isEnded,
  listAskers,
  listCauses,
  listNotifications,
  markRead,
  readKept,
  sweepNotifications,
} from './store.ts';
import { readUnsubscribe } from './unsubscribe.ts';

export { USER_NOTIFIED, type UserNotified } from './events.ts';

/** Everything notifications offer. */
export type Notifications = {
  /** Tells a user of something, once however often it is asked for. */
  tell(told: Told): Promise<void>;
  /** Of what a user may be told, that of which no notification was made yet. */
  untold(userId: UserId, all: readonly Told[]): Promise<Told[]>;
  /** Tells a user in a transaction; whether it is new. `committed` is called after it. */
  tellIn(tx: Tx, told: Told): Promise<Telling>;
  /** The next users who asked for offers; what they said stands until the transaction ends. */
  listAskers(
    tx: Tx,
    page: { readonly after: UserId | null; readonly limit: number },
  ): Promise<UserId[]>;
  /** How many users ask for offers now. */
  countAskers(): Promise<AskerCount>;
  /** What was told under a cause is over from a moment on. */
  end(tx: Tx, cause: string, at: UnixMs): Promise<void>;
  /** What the mail of an offer would say. */
  offerMail(
    language: string,
    told: Pick<Told, 'userId' | 'kind' | 'facts' | 'cause'>,
  ): ReturnType<typeof offerMail>;
  /** Whether a message that is about to leave is still wanted; only offers are asked about. */
  isWanted(message: {
    readonly template: string;
    readonly userId: UserId | null;
    readonly values: Readonly<Record<string, string>>;
  }): Promise<boolean>;
  /** Switches offers off by the link of a mail. @failure not-found — not a link of ours */
  unsubscribe(token: string): Promise<Result<Record<never, never>, Failure<'not-found'>>>;
  /** A page of what a user was told, newest first. */
  list(params: NotificationParams): Promise<{ records: Notification[]; total: number }>;
  /** How many a user has not read. */
  unread(userId: UserId): Promise<number>;
  /** Marks those of a user as read, all without ids; answers how many are left. */
  read(userId: UserId, ids: readonly string[] | null): Promise<number>;
  /** How a user is told of each category. */
  preferences(userId: UserId): Promise<NotificationPreference[]>;
  /** Takes what a user says. @failure forbidden — a category that cannot be muted */
  setPreferences(
    said: Channels & { readonly userId: UserId; readonly category: NotificationCategory },
  ): Promise<Result<NotificationPreference[], Failure<'forbidden'>>>;
  /** Everything kept here about a user, for the copy of one's data. */
  wholeFile(userId: UserId): Promise<{ readonly name: string; readonly content: string }>;
  /** Forgets what was told long ago and is no record. */
  sweep(): Promise<void>;
  /** Resolves when everything committed before the call was told. */
  settled(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** A person reads no faster. */
const BATCH_MS = 100;

/** Opens the capability. It reads the facts from a place that is kept: no event goes untold. */
export function createNotifications(
  deps: NotifyDeps & { readonly log: Log; /** Of its own. */ readonly bus: Bus },
): Notifications {
  const { db, clock, log, bus } = deps;
  const relay = createRelay({
    db,
    bus,
    name: 'notifications',
    batchMs: BATCH_MS,
    onError: (error) => log.error({ err: error }, 'facts for notifications could not be read'),
  });
  return {
    tell: (told) => notify(deps, told),
    async untold(userId, all) {
      const known = await listCauses(
        db,
        userId,
        all.map(({ cause }) => cause),
      );
      return all.filter(({ cause }) => !known.has(cause));
    },
    tellIn: (tx, told) => notifyIn(tx, deps, told),
    listAskers,
    countAskers: () => countAskers(db),
    end: endTold,
    offerMail: (language, told) => offerMail(deps, language, told),
    async isWanted({ template, userId, values }) {
      if (template !== 'offer' || userId === null) return true;
      if (await isEnded(db, values['cause'] ?? '')) return false;
      const { marketing } = await findSaid(db, userId);
      if (marketing?.mail !== true) return false;
      const pauses = (await findBrakes(db, [userId])).get(userId)?.pauses ?? [];
      return decidePaused(pausesIn('real', pauses), clock.now()).ok;
    },
    async unsubscribe(token) {
      const userId = readUnsubscribe(deps.unsubscribeKey, 'marketing', token);
      if (userId === null) return fail({ name: 'not-found' });
      const none = { inApp: false, mail: false, push: false };
      await setPreferences(deps, { userId, category: 'marketing', ...none });
      return ok({});
    },
    list: (params) => listNotifications(db, params),
    unread: (userId) => countUnread(db, userId),
    async read(userId, ids) {
      await markRead(db, { userId, ids, at: clock.now() });
      return countUnread(db, userId);
    },
    preferences: async (userId) => preferencesOf(await findSaid(db, userId)),
    setPreferences: (said) => setPreferences(deps, said),
    wholeFile: async (userId) => ({
      name: 'notifications.json',
      content: JSON.stringify(await readKept(db, userId), null, 2),
    }),
    sweep: () =>
      sweepNotifications(db, { categories: PASSING, before: plusMs(clock.now(), -KEEP_MS) }),
    settled: () => relay.settled(),
    start: () => relay.start(),
    stop: () => relay.stop(),
  };
}
