import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../../platform/postgres/db.ts';
import type { Contact } from '../../account/index.ts';

/** Access an operator gives back. */
export type Restoration = {
  readonly userId: UserId;
  readonly dueAt: UnixMs;
  readonly reason: string;
  /** Put back in the place of the present one of its kind; null: only second factors go. */
  readonly contact: Contact | null;
  /** Who of the staff began it. */
  readonly by: string;
};

const BEGIN = `
  insert into accounts.restoration (user_id, asked_at, due_at, reason, by, channel, target)
  values ($1, platform.from_ms($2), platform.from_ms($3), $4, $5, $6, $7)
  on conflict do nothing returning user_id`;

/** Writes a restoration down; false when one runs already. */
export async function insertRestoration(
  tx: Tx,
  { userId, dueAt, reason, contact, by, at }: Restoration & { at: UnixMs },
): Promise<boolean> {
  const place = [contact?.channel ?? null, contact?.target ?? null];
  return (await tx.query(BEGIN, [userId, at, dueAt, reason, by, ...place])).length === 1;
}

const STOP = 'delete from accounts.restoration where user_id = $1 returning user_id';

/** Takes a restoration away; false when none runs. */
export async function dropRestoration(tx: Tx, userId: UserId): Promise<boolean> {
  return (await tx.query(STOP, [userId])).length === 1;
}

const DUE = 'select user_id from accounts.restoration where due_at <= platform.from_ms($1)';

/** Whose restoration is due. */
export async function listDue(sql: Sql, at: UnixMs): Promise<UserId[]> {
  const rows = await sql.query<{ user_id: string }>(DUE, [at]);
  return rows.map((row) => row.user_id as UserId);
}

// Taken and read in one statement: of two processes one does it.
const TAKE = `
  delete from accounts.restoration where user_id = $1 and due_at <= platform.from_ms($2)
  returning due_at, reason, channel, target, by`;
type TakenRow = Row & {
  due_at: UnixMs;
  reason: string;
  channel: Contact['channel'] | null;
  target: string | null;
  by: string;
};

/** Takes a restoration that is due on; null when it was stopped or done. */
export async function takeDue(tx: Tx, userId: UserId, at: UnixMs): Promise<Restoration | null> {
  const [row] = await tx.query<TakenRow>(TAKE, [userId, at]);
  if (row === undefined) return null;
  const { due_at: dueAt, reason, channel, target, by } = row;
  const contact = channel === null || target === null ? null : { channel, target };
  return { userId, dueAt, reason, contact, by };
}

const DROP_FACTORS = [
  'delete from accounts.totp where user_id = $1',
  'delete from accounts.passkey where user_id = $1',
  'delete from accounts.recovery_code where user_id = $1',
  'delete from accounts.wrong_codes where user_id = $1',
];

/** Takes every second factor off an account. */
export async function dropFactors(tx: Tx, userId: UserId): Promise<void> {
  for (const statement of DROP_FACTORS) await tx.query(statement, [userId]);
}

const PLACES = `
  select channel, target, bool_or(may_stop) as may_stop from (
    select channel, target, resets_from <= platform.from_ms($2) as may_stop
    from accounts.contact where user_id = $1
    union all
    select channel, target, resets_until is not null
    from accounts.former_contact where user_id = $1) as places
  group by channel, target order by channel, target`;

/** A mailbox or phone an account has or had; whether it was there long enough to be heard. */
export type RestoredContact = Contact & { readonly may_stop: boolean };

/** Every mailbox and phone an account has or had. */
export function listPlaces(sql: Sql, userId: UserId, at: UnixMs): Promise<RestoredContact[]> {
  return sql.query<Row & RestoredContact>(PLACES, [userId, at]);
}
