import type { UnixMs, UserId } from '@candor/kernel';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { AddressRow, DelayRow } from './schema.ts';

export type { AddressRow, DelayRow } from './schema.ts';

const LOCK = `select pg_advisory_xact_lock(hashtextextended('cashier.book ' || $1, 0))`;

/** Keeps a user's address book as it is until the end of the transaction. */
export async function lockBook(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(LOCK, [userId]);
}

/** Columns of an address; `at` and `usedBy` say what of its owner's signatures counts. */
const entryColumns = ({ at, usedBy }: { readonly at: string; readonly usedBy: string }): string => `
  a.id, a.user_id, a.asset, a.network, a.address, a.label, a.holder, a.created_at,
    a.usable_at, exists (
      select from cashier.authorization z
      where z.user_id = a.user_id and z.chain = a.network and z.address = a.address
        and z.revoked_at is null
        and case when z.used_by is null then z.expires_at > platform.from_ms(${at})
          else z.used_by = ${usedBy} end
    ) as is_signed`;

const LIST = `
  select ${entryColumns({ at: '$2', usedBy: 'null::uuid' })}
  from cashier.book_address a
  where a.user_id = $1 and a.removed_at is null order by a.created_at desc, a.id`;

/** A user's addresses, the newest first. */
export function listEntries(sql: Sql, userId: UserId, at: UnixMs): Promise<AddressRow[]> {
  return sql.query<Row & AddressRow>(LIST, [userId, at]);
}

/** An address of a user's that is asked for. */
export type EntryParams = {
  readonly userId: UserId;
  readonly id: string;
  /** A withdrawal that was asked for: what its owner signed for it counts. */
  readonly withdrawalId?: string | undefined;
};

const ASKED = columnsOf<EntryParams>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['id', 'uuid', ({ id }) => id],
  ['withdrawal_id', 'uuid', ({ withdrawalId }) => withdrawalId ?? null],
]);
const FIND = `
  select ${entryColumns({ at: ASKED.behind(1), usedBy: 'asked.withdrawal_id' })},
    asked.place::int as place
  from ${ASKED.numbered('asked')}
  join cashier.book_address a
    on a.user_id = asked.user_id and a.id = asked.id and a.removed_at is null`;

/**
 * Addresses of users' address books, as they count now or for a withdrawal that was asked for, in the
 * order they are asked for; null for none of theirs, or one taken out.
 */
export async function findEntryRows(
  sql: Sql,
  asked: readonly EntryParams[],
  at: UnixMs,
): Promise<readonly (AddressRow | null)[]> {
  const values = [...ASKED.values(asked), at];
  const rows = await sql.query<Row & AddressRow & { place: number }>(FIND, values);
  const found = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_, index) => found.get(index + 1) ?? null);
}

const INSERT = `
  insert into cashier.book_address
    (user_id, id, asset, network, address, label, holder, created_at, usable_at)
  values ($1, $2, $3, $4, $5, $6, $7, platform.from_ms($8), platform.from_ms($9))`;

/** An address as it comes into the address book. */
export type NewEntry = Pick<
  AddressRow,
  'id' | 'asset' | 'network' | 'address' | 'label' | 'holder'
> & { readonly userId: UserId; readonly at: UnixMs; readonly usableAt: UnixMs };

/** Adds an address that is not in the address book. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  const { userId, id, asset, network, address, label, holder, at, usableAt } = entry;
  const values = [userId, id, asset, network, address, label, holder, at, usableAt];
  await tx.query(INSERT, values);
}

const DECLARE = `
  update cashier.book_address
  set holder = $3, usable_at = greatest(usable_at, platform.from_ms($4)),
    is_told = is_told and usable_at >= platform.from_ms($4)
  where user_id = $1 and id = $2 and removed_at is null`;

/** Writes down who keeps an address; it never gets usable earlier by that. */
export async function declareHolder(
  tx: Tx,
  entry: { userId: UserId; id: string; holder: string; usableAt: UnixMs },
): Promise<void> {
  await tx.query(DECLARE, [entry.userId, entry.id, entry.holder, entry.usableAt]);
}

const REMOVE = `
  update cashier.book_address set removed_at = platform.from_ms($3)
  where user_id = $1 and id = $2 and removed_at is null returning asset, network, address`;

/** Takes an address out of the address book; null when it is not in this user's. */
export async function removeEntryRow(
  tx: Tx,
  which: { readonly userId: UserId; readonly id: string; readonly at: UnixMs },
): Promise<Pick<AddressRow, 'asset' | 'network' | 'address'> | null> {
  const values = [which.userId, which.id, which.at];
  return (await tx.query<Row & AddressRow>(REMOVE, values))[0] ?? null;
}

const USABLE = `
  update cashier.book_address set is_told = true where (user_id, id) in (
    select user_id, id from cashier.book_address
    where not is_told and removed_at is null and usable_at <= platform.from_ms($1)
    order by usable_at limit 200 for update skip locked)
  returning user_id, id, asset, network, address, usable_at`;

/** An address money may leave to from now on. */
export type UsableRow = Pick<
  AddressRow,
  'user_id' | 'id' | 'asset' | 'network' | 'address' | 'usable_at'
>;

/** Takes the next addresses whose wait is over and whose owners were not told yet; each once. */
export function takeUsable(tx: Tx, at: UnixMs): Promise<UsableRow[]> {
  return tx.query<Row & UsableRow>(USABLE, [at]);
}

const DELAY = 'select hours, next_hours, next_at from cashier.address_delay where user_id = $1';

/** What a user chose of how long addresses wait; null for nothing. */
export async function findDelay(sql: Sql, userId: UserId): Promise<DelayRow | null> {
  return (await sql.query<Row & DelayRow>(DELAY, [userId]))[0] ?? null;
}

const SET_DELAY = `
  insert into cashier.address_delay (user_id, hours, next_hours, next_at)
  values ($1, $2, $3, platform.from_ms($4))
  on conflict (user_id) do update
  set hours = excluded.hours, next_hours = excluded.next_hours, next_at = excluded.next_at`;

/** Writes down how long addresses wait. */
export async function setDelayRow(tx: Tx, userId: UserId, delay: DelayRow): Promise<void> {
  await tx.query(SET_DELAY, [userId, delay.hours, delay.next_hours, delay.next_at]);
}
