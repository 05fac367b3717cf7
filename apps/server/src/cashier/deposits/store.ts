import type { Money, UnixMs, UserId } from '@candor/kernel';
import type { Network, payments } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { BlockRef, ChainTransfer } from '../chain/port.ts';
import type { DepositRow, StepRow, WatcherRow } from './schema.ts';

export type { DepositRow, StepRow } from './schema.ts';

const WATCHER = 'select network, height, hash, at from cashier.watcher';

/** Up to where each network was read. */
export function listWatchers(sql: Sql): Promise<WatcherRow[]> {
  return sql.query<Row & WatcherRow>(WATCHER);
}

/** Up to where a network was read; no other process moves it until the transaction ends. */
export async function lockWatcher(tx: Tx, network: Network): Promise<BlockRef | null> {
  const [row] = await tx.query<Row & WatcherRow>(`${WATCHER} where network = $1 for update`, [
    network,
  ]);
  return row === undefined ? null : { height: Number.parseInt(row.height, 10), hash: row.hash };
}

const MOVE = `
  insert into cashier.watcher (network, height, hash, at)
  values ($1, $2, $3, platform.from_ms($4))
  on conflict (network) do update set height = $2, hash = $3, at = platform.from_ms($4)`;
const SEE = `
  insert into cashier.block_seen (network, height, hash) values ($1, $2, $3)
  on conflict (network, height) do nothing`;
const PRUNE = 'delete from cashier.block_seen where network = $1 and height < $2';

/** Says that a network was read up to a block; of the blocks before, those from `keepFrom` are kept. */
export async function moveWatcher(
  tx: Tx,
  moved: { readonly network: Network; readonly to: BlockRef; readonly keepFrom: number },
  at: UnixMs,
): Promise<void> {
  const { network, to, keepFrom } = moved;
  await Promise.all([
    tx.query(MOVE, [network, to.height, to.hash, at]),
    tx.query(SEE, [network, to.height, to.hash]),
    tx.query(PRUNE, [network, keepFrom]),
  ]);
}

const SEEN = `
  select height, hash from cashier.block_seen
  where network = $1 and height < $2 order by height desc limit 1`;

/** The latest block that was seen below a height; null where none is kept. */
export async function findSeenBelow(
  sql: Sql,
  network: Network,
  height: number,
): Promise<BlockRef | null> {
  const [row] = await sql.query<Row & { height: string; hash: string }>(SEEN, [network, height]);
  return row === undefined ? null : { height: Number.parseInt(row.height, 10), hash: row.hash };
}

const TAKE_BACK = 'delete from cashier.block_seen where network = $1 and height > $2';
const ORPHAN = `
  update cashier.deposit set is_orphan = true
  where network = $1 and height > $2 and state <> 'reversed'`;

/** Goes back to a block the chain still has: what came above it is looked for again. */
export async function goBack(tx: Tx, network: Network, to: BlockRef, at: UnixMs): Promise<void> {
  await tx.query(TAKE_BACK, [network, to.height]);
  await tx.query(MOVE, [network, to.height, to.hash, at]);
  await tx.query(ORPHAN, [network, to.height]);
}

const COLUMNS = `d.user_id, d.id, d.network, d.asset, d.tx_hash, d.ordinal, d.address, d.units,
  d.height, d.block_hash, d.state, d.is_orphan, d.round, d.needed, d.seen_at, d.credited_at,
  d.reversed_at`;

const STEP = `
  insert into cashier.deposit_step (user_id, deposit_id, state, at)
  values ($1, $2, $3, platform.from_ms($4))`;
const SEEN_STEP = `
  insert into cashier.deposit_step (user_id, deposit_id, state, at)
  select $1, $2, 'seen', platform.from_ms($3) where 'seen' is distinct from (
    select state from cashier.deposit_step where user_id = $1 and deposit_id = $2
    order by place desc limit 1)`;

/**
 * A payment is written once; one whose block left the chain is found again in its new block, and
 * waits anew where it was taken back. One of another sum in the same place is another payment: of those
 * the database lets one stand.
 */
const KEEP = `
  insert into cashier.deposit as d (user_id, id, network, asset, tx_hash, ordinal, address, units,
    height, block_hash, seen_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, platform.from_ms($11))
  on conflict (network, tx_hash, ordinal, asset, address, units) do update
    set height = $9, block_hash = $10, is_orphan = false,
        state = case when d.state = 'reversed' then 'seen' else d.state end
    where d.is_orphan or d.state = 'reversed'
  returning ${COLUMNS}`;

/** Writes a payment down; null where it was, and nothing of it changed. */
export async function keepTransfer(
  tx: Tx,
  network: Network,
  kept: { readonly userId: UserId; readonly id: string; readonly transfer: ChainTransfer },
  at: UnixMs,
): Promise<DepositRow | null> {
  const { asset, txHash, index, to, units, block } = kept.transfer;
  const values = [kept.userId, kept.id, network, asset, txHash, index, to, units.toString()];
  const rows = await tx.query<Row & DepositRow>(KEEP, [...values, block.height, block.hash, at]);
  const row = rows[0] ?? null;
  if (row?.state === 'seen') await tx.query(SEEN_STEP, [row.user_id, row.id, at]);
  return row;
}

/** Rows taken in one go; of what is credited or taken back the rest follow at the next turn. */
const PART = 200;

const TO_CREDIT = `
  select ${COLUMNS} from cashier.deposit d
  where d.network = $1 and d.state = 'seen' and not d.is_orphan and d.height <= $2
  order by d.height limit ${PART}`;

/** Payments that waited long enough. */
export function listToCredit(sql: Sql, network: Network, height: number): Promise<DepositRow[]> {
  return sql.query<Row & DepositRow>(TO_CREDIT, [network, height]);
}

const ORPHANS = `
  select ${COLUMNS} from cashier.deposit d
  where d.network = $1 and d.is_orphan and d.state <> 'reversed' and d.height <= $2
  order by d.height limit ${PART}`;

/** Payments that are in no block any more, though the chain was walked past them. */
export function listLost(sql: Sql, network: Network, height: number): Promise<DepositRow[]> {
  return sql.query<Row & DepositRow>(ORPHANS, [network, height]);
}

const WAITING = `
  select d.user_id, d.id from cashier.deposit d
  where d.network = $1 and d.state = 'seen' order by d.height desc limit ${PART}`;

/** Payments whose confirmations moved, the newest: pages that show an older one count when they read it. */
export function listWaiting(
  sql: Sql,
  network: Network,
): Promise<Pick<DepositRow, 'user_id' | 'id'>[]> {
  return sql.query<Row & Pick<DepositRow, 'user_id' | 'id'>>(WAITING, [network]);
}

const STEPS = `
  select deposit_id, state, at from cashier.deposit_step
  where user_id = $1 and deposit_id = any ($2::uuid[]) order by place`;

/** The steps of some payments of a user, by their ids, the first one first. */
export async function listSteps(
  sql: Sql,
  { userId, ids }: { readonly userId: UserId; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, readonly StepRow[]>> {
  const rows = await sql.query<Row & StepRow>(STEPS, [userId, ids]);
  return Map.groupBy(rows, ({ deposit_id: id }) => id);
}

const ONE = `select ${COLUMNS} from cashier.deposit d where d.user_id = $1 and d.id = $2`;

/** A payment of a user; null where there is none. */
export async function findDeposit(
  sql: Sql,
  { userId, id }: { readonly userId: UserId; readonly id: string },
): Promise<DepositRow | null> {
  return (await sql.query<Row & DepositRow>(ONE, [userId, id]))[0] ?? null;
}

/** The same; no other transaction changes it. */
export async function lockDeposit(
  tx: Tx,
  { userId, id }: { readonly userId: UserId; readonly id: string },
): Promise<DepositRow | null> {
  return (await tx.query<Row & DepositRow>(`${ONE} for update`, [userId, id]))[0] ?? null;
}

const CREDIT = `
  update cashier.deposit set state = 'credited', round = round + 1, needed = $3,
    credited_at = platform.from_ms($4), worth = $5
  where user_id = $1 and id = $2`;

/** Marks a payment as credited, in the transaction of its entry; `worth` is null without a price. */
export async function markCredited(
  tx: Tx,
  row: Pick<DepositRow, 'user_id' | 'id'>,
  credited: { readonly needed: number; readonly worth: Money | null },
  at: UnixMs,
): Promise<void> {
  const worth = credited.worth?.units.toString() ?? null;
  await tx.query(CREDIT, [row.user_id, row.id, credited.needed, at, worth]);
  await tx.query(STEP, [row.user_id, row.id, 'credited', at]);
}

const REVERSE = `
  update cashier.deposit set state = 'reversed', is_orphan = false,
    reversed_at = platform.from_ms($3)
  where user_id = $1 and id = $2`;

/** Marks a payment as taken back, in the transaction of the entry that does so. */
export async function markReversed(
  tx: Tx,
  row: Pick<DepositRow, 'user_id' | 'id'>,
  at: UnixMs,
): Promise<void> {
  await tx.query(REVERSE, [row.user_id, row.id, at]);
  await tx.query(STEP, [row.user_id, row.id, 'reversed', at]);
}

/** What the owner reads of their payments; `deposit_of_user` leads to them by user and time. */
const OF_USER = `
  from cashier.deposit d
  where d.user_id = $1 and ($2::text is null or d.state = $2)
    and ($3::text is null or d.asset = $3) and ($4::text is null or d.network = $4)
    and d.seen_at >= coalesce(platform.from_ms($5), '-infinity')
    and d.seen_at < coalesce(platform.from_ms($6), 'infinity')`;
const PAGE = `select ${COLUMNS} ${OF_USER} order by d.seen_at desc, d.id desc limit $7 offset $8`;
const COUNT = `select count(*) as total ${OF_USER}`;

/** A page of a user's payments, the newest first. */
export async function listOfUser(
  sql: Sql,
  asked: payments.DepositsParams & { readonly userId: UserId },
): Promise<{ readonly rows: DepositRow[]; readonly total: number }> {
  const { userId, page, size, state = null, asset = null, network = null } = asked;
  const { from = null, to = null } = asked;
  const own = [userId, state === 'open' ? 'seen' : state, asset, network, from, to];
  const rows = await sql.query<Row & DepositRow>(PAGE, [...own, size, (page - 1) * size]);
  const [counted] = await sql.query<Row & { total: string }>(COUNT, own);
  return { rows, total: Number.parseInt(counted?.total ?? '0', 10) };
}
