import type { Mode, UnixMs, UserId } from '@candor/kernel';
import type {
  Notification,
  NotificationCategory,
  NotificationFacts,
  NotificationKind,
} from '@candor/protocol';
import type { Row, Sql, Tx } from '../platform/postgres/db.ts';
import { behindId } from '../platform/postgres/keyset.ts';
import type { Channels, Said } from './rules.ts';
import type { NotificationRow, PreferenceRow } from './schema.ts';

const INSERT = `
  insert into notifications.notification
    (user_id, id, cause, category, kind, mode, facts, at, in_app)
  values ($1, $2, $3, $4, $5, $6, $7, platform.from_ms($8), $9)
  on conflict (user_id, cause) do nothing returning id`;

/** A notification before it is stored. */
export type NewNotification = {
  readonly userId: UserId;
  readonly id: string;
  readonly cause: string;
  readonly category: NotificationCategory;
  readonly kind: NotificationKind;
  readonly mode: Mode | null;
  readonly facts: NotificationFacts;
  readonly at: UnixMs;
  readonly inApp: boolean;
};

/** Stores a notification; false when one of the same cause is there already. */
export async function insertNotification(tx: Tx, made: NewNotification): Promise<boolean> {
  const { userId, id, cause, category, kind, mode, facts, at, inApp } = made;
  const text = JSON.stringify(facts);
  const values = [userId, id, cause, category, kind, mode, text, at, inApp];
  return (await tx.query(INSERT, values)).length === 1;
}

const CAUSES = `
  select cause from notifications.notification where user_id = $1 and cause = any ($2::text[])`;

/** Which of some causes a user was told of. */
export async function listCauses(
  sql: Sql,
  userId: UserId,
  causes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ cause: string }>(CAUSES, [userId, causes]);
  return new Set(rows.map(({ cause }) => cause));
}

const WANTED = `
  from notifications.notification
  where user_id = $1 and in_app and ($2::text is null or category = $2)
    and (not $3::boolean or read_at is null)`;
const LIST = `
  select id, category, kind, mode, facts, at, read_at is not null as is_read,
    (select e.at from notifications.ended e where e.cause = notification.cause) as ended_at
  ${WANTED} order by at desc, id desc limit $4 offset $5`;
const COUNT = `select count(*)::int as total ${WANTED}`;

/** What is asked of the list. */
export type NotificationParams = {
  readonly userId: UserId;
  readonly category: NotificationCategory | null;
  readonly isUnread: boolean;
  readonly page: number;
  readonly size: number;
};

/** A page of what a user was told, newest first. */
export async function listNotifications(
  sql: Sql,
  params: NotificationParams,
): Promise<{ records: Notification[]; total: number }> {
  const { userId, category, isUnread, page, size } = params;
  const wanted = [userId, category, isUnread];
  const rows = await sql.query<Row & NotificationRow>(LIST, [...wanted, size, (page - 1) * size]);
  const [count] = await sql.query<{ total: number }>(COUNT, wanted);
  return { records: rows.map(notificationOf), total: count?.total ?? 0 };
}

function notificationOf(row: NotificationRow): Notification {
  const { id, mode, at, is_read: isRead, ended_at: until } = row;
  const facts = until === null ? row.facts : { ...row.facts, until };
  const category = row.category as NotificationCategory;
  return { id, category, kind: row.kind as NotificationKind, mode, facts, at, isRead };
}

const ALL = `
  select id, category, kind, mode, facts, in_app, at, read_at
  from notifications.notification where user_id = $1 order by at, id`;
const ALL_SAID = `
  select category, in_app, mail, push, at from notifications.preference where user_id = $1`;

/** Everything kept here about a user, as the data of a JSON file. */
export async function readKept(sql: Sql, userId: UserId): Promise<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  for (const [name, statement] of Object.entries({ notifications: ALL, preferences: ALL_SAID })) {
    const all = `select coalesce(json_agg(to_json(part)), '[]')::text as text from (${statement}) part`;
    const [row] = await sql.query<{ text: string }>(all, [userId]);
    kept[name] = JSON.parse(row?.text ?? '[]');
  }
  return kept;
}

const UNREAD = `
  select count(*)::int as count from notifications.notification
  where user_id = $1 and in_app and read_at is null`;

/** How many notifications a user has not read. */
export async function countUnread(sql: Sql, userId: UserId): Promise<number> {
  return (await sql.query<{ count: number }>(UNREAD, [userId]))[0]?.count ?? 0;
}

const READ = `
  update notifications.notification set read_at = platform.from_ms($2)
  where user_id = $1 and read_at is null and ($3::uuid[] is null or id = any ($3::uuid[]))`;

/** Marks notifications of a user as read; all of them without ids. */
export async function markRead(
  sql: Sql,
  params: { userId: UserId; ids: readonly string[] | null; at: UnixMs },
): Promise<void> {
  await sql.query(READ, [params.userId, params.at, params.ids]);
}

const SAID = `
  select category, in_app, mail, push from notifications.preference where user_id = $1`;

/** What a user said about how to be told. */
export async function findSaid(sql: Sql, userId: UserId): Promise<Said> {
  const rows = await sql.query<Row & PreferenceRow>(SAID, [userId]);
  return Object.fromEntries(
    rows.map(({ category, in_app: inApp, mail, push }) => [category, { inApp, mail, push }]),
  );
}

const SAY = `
  insert into notifications.preference (user_id, category, in_app, mail, push, at)
  values ($1, $2, $3, $4, $5, platform.from_ms($6))
  on conflict (user_id, category) do update
  set in_app = excluded.in_app, mail = excluded.mail, push = excluded.push, at = excluded.at`;

/** Keeps what a user says about a category. */
export async function say(
  sql: Sql,
  said: Channels & { userId: UserId; category: NotificationCategory; at: UnixMs },
): Promise<void> {
  const { userId, category, inApp, mail, push, at } = said;
  await sql.query(SAY, [userId, category, inApp, mail, push, at]);
}

const ASKERS = `
  select user_id from notifications.preference
  where category = 'marketing' and (in_app or mail or push) and user_id > ${behindId('$1')}
  order by user_id limit $2 for share`;

/** The next users who asked for offers; what they said about it stands until the transaction ends. */
export async function listAskers(
  tx: Tx,
  page: { readonly after: UserId | null; readonly limit: number },
): Promise<UserId[]> {
  const rows = await tx.query<{ user_id: string }>(ASKERS, [page.after, page.limit]);
  return rows.map(({ user_id: userId }) => userId as UserId);
}

/** How many users asked for offers, in all and by channel. */
export type AskerCount = { readonly users: number; readonly inApp: number; readonly mail: number };

const COUNT_ASKERS = `
  select count(*)::int as users, (count(*) filter (where in_app))::int as "inApp",
         (count(*) filter (where mail))::int as mail
  from notifications.preference where category = 'marketing' and (in_app or mail or push)`;

/** Counts the users who ask for offers now. */
export async function countAskers(sql: Sql): Promise<AskerCount> {
  const [row] = await sql.query<AskerCount>(COUNT_ASKERS, []);
  return row ?? { users: 0, inApp: 0, mail: 0 };
}

const END = `
  insert into notifications.ended (cause, at) values ($1, platform.from_ms($2))
  on conflict do nothing`;

/** What was told under a cause is over from a moment on, whatever end was told with it. */
export async function endTold(tx: Tx, cause: string, at: UnixMs): Promise<void> {
  await tx.query(END, [cause, at]);
}

const IS_ENDED = 'select 1 as one from notifications.ended where cause = $1';

/** Whether what was told under a cause ended before its time. */
export async function isEnded(sql: Sql, cause: string): Promise<boolean> {
  return (await sql.query(IS_ENDED, [cause])).length > 0;
}

/** Rows that go with one statement. */
const AT_ONCE = 10_000;
const SWEEP = `
  delete from notifications.notification where (user_id, id) in (
    select user_id, id from notifications.notification
    where category = any ($1) and at < platform.from_ms($2)
    limit ${AT_ONCE} for update skip locked)
  returning id`;

/** Forgets notifications of these categories of before a moment. */
export async function sweepNotifications(
  sql: Sql,
  gone: { readonly categories: readonly NotificationCategory[]; readonly before: UnixMs },
): Promise<void> {
  const values = [gone.categories, gone.before];
  while ((await sql.query(SWEEP, values)).length === AT_ONCE);
}
