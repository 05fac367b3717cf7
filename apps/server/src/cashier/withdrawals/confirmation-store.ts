import type { EntryId, UnixMs, UserId } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { BlockRef } from '../chain/port.ts';

/** What confirmed a withdrawal, until it is known to stay. */
export type Confirmation = {
  readonly userId: UserId;
  readonly withdrawalId: string;
  readonly entryId: EntryId;
  readonly network: Network;
  readonly hash: string;
  readonly block: BlockRef;
  readonly at: UnixMs;
};

const COLUMNS = `
  select user_id, withdrawal_id, entry_id, network, tx_hash, height::text as height, block_hash, at
  from cashier.confirmation`;

type Found = Row & {
  readonly user_id: string;
  readonly withdrawal_id: string;
  readonly entry_id: string;
  readonly network: string;
  readonly tx_hash: string;
  readonly height: string;
  readonly block_hash: string;
  readonly at: number;
};

const confirmationOf = (row: Found): Confirmation => ({
  userId: row.user_id as UserId,
  withdrawalId: row.withdrawal_id,
  entryId: row.entry_id as EntryId,
  network: row.network as Network,
  hash: row.tx_hash,
  block: { height: Number.parseInt(row.height, 10), hash: row.block_hash },
  at: row.at as UnixMs,
});

const INSERT = `
  insert into cashier.confirmation
    (user_id, withdrawal_id, entry_id, network, tx_hash, height, block_hash, at)
  values ($1, $2, $3, $4, $5, $6, $7, platform.from_ms($8))`;

/** Writes down which block confirmed a withdrawal. */
export async function insertConfirmation(tx: Tx, one: Confirmation): Promise<void> {
  const { userId, withdrawalId, entryId, network, hash, block, at } = one;
  const where = [network, hash, block.height, block.hash, at];
  await tx.query(INSERT, [userId, withdrawalId, entryId, ...where]);
}

const WATCHED = `${COLUMNS} where state = 'counted' and network = $1 order by at limit 500`;

/** What confirmed withdrawals of a network and may still leave its chain, the oldest first. */
export async function listWatched(sql: Sql, network: Network): Promise<Confirmation[]> {
  return (await sql.query<Found>(WATCHED, [network])).map(confirmationOf);
}

const COUNTED = `${COLUMNS} where user_id = $1 and withdrawal_id = $2 and state = 'counted'`;

/** What confirmed a withdrawal and is not known to stay; null for none. */
export async function findCounted(
  sql: Sql,
  { userId, id }: { readonly userId: UserId; readonly id: string },
): Promise<Confirmation | null> {
  const [row] = await sql.query<Found>(COUNTED, [userId, id]);
  return row === undefined ? null : confirmationOf(row);
}

const GONE = `
  select count(*)::int as count from cashier.confirmation
  where user_id = $1 and withdrawal_id = $2 and state = 'gone'`;

/** How often what confirmed a withdrawal left its chain. */
export async function countGone(
  sql: Sql,
  { userId, id }: { readonly userId: UserId; readonly id: string },
): Promise<number> {
  const [row] = await sql.query<Row & { count: number }>(GONE, [userId, id]);
  return row?.count ?? 0;
}

const END = `
  update cashier.confirmation set state = $4
  where user_id = $1 and withdrawal_id = $2 and entry_id = $3 and state = 'counted'`;

/** What confirmed a withdrawal stays from now on, or left its chain. */
export async function endConfirmation(
  tx: Tx,
  { userId, withdrawalId, entryId }: Pick<Confirmation, 'userId' | 'withdrawalId' | 'entryId'>,
  to: 'final' | 'gone',
): Promise<void> {
  await tx.query(END, [userId, withdrawalId, entryId, to]);
}
