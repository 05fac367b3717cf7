import { type Asset, type UnixMs, type UserId, ensure } from '@candor/kernel';
import type { Network, WithdrawalState } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { BatchRow } from './schema.ts';

/** A batch of withdrawals of one network. */
export type Batch = {
  readonly id: string;
  readonly number: string;
  readonly network: Network;
  readonly state: 'made' | 'exported' | 'sent' | 'ended' | 'voided';
  readonly madeBy: string;
  readonly madeAt: UnixMs;
  readonly document: string | null;
  readonly rowsHash: Buffer | null;
  readonly exportedBy: string | null;
  readonly sentBy: string | null;
  readonly sentAt: UnixMs | null;
};

const COLUMNS = `
  select id, number, network, state, made_by, made_at, exported_at, document, rows_hash, exported_by,
    sent_by, sent_at
  from cashier.batch`;

type Found = Row & BatchRow;

type ListedRow = Omit<BatchRow, 'document' | 'rows_hash' | 'exported_by' | 'exported_at'>;

const listedOf = (row: ListedRow): ListedBatch => ({
  id: row.id,
  number: row.number,
  network: row.network as Network,
  state: row.state as Batch['state'],
  madeBy: row.made_by,
  madeAt: row.made_at as UnixMs,
  sentBy: row.sent_by,
  sentAt: row.sent_at as UnixMs | null,
});

const batchOf = (row: BatchRow): Batch => ({
  ...listedOf(row),
  document: row.document,
  rowsHash: row.rows_hash,
  exportedBy: row.exported_by,
});

/** A batch as a list shows it, without the document, which is large. */
export type ListedBatch = Omit<Batch, 'document' | 'rowsHash' | 'exportedBy'>;

const LIST = `
  select id, number, network, state, made_by, made_at, sent_by, sent_at
  from cashier.batch order by ordinal desc limit 50`;

/** The newest batches. */
export async function listBatches(sql: Sql): Promise<ListedBatch[]> {
  return (await sql.query<Row & ListedRow>(LIST)).map(listedOf);
}

const OPEN = `${COLUMNS} where network = $1 and state in ('made', 'exported')`;

/** The batch of a network that is not all sent; null for none. */
export async function findOpenBatch(sql: Sql, network: Network): Promise<Batch | null> {
  const [row] = await sql.query<Found>(OPEN, [network]);
  return row === undefined ? null : batchOf(row);
}

const LOCKED = `${COLUMNS} where id = $1 for update`;

/** A batch that nobody else acts on until the transaction ends. */
export async function lockBatch(tx: Tx, id: string): Promise<Batch | null> {
  const [row] = await tx.query<Found>(LOCKED, [id]);
  return row === undefined ? null : batchOf(row);
}

const DOCUMENT = 'select document from cashier.batch where id = $1';

/** What a batch was exported as; null before that. */
export async function findDocument(sql: Sql, id: string): Promise<string | null> {
  const [row] = await sql.query<Row & { document: string | null }>(DOCUMENT, [id]);
  return row?.document ?? null;
}

const INSERT = `
  insert into cashier.batch (id, network, made_by, made_at)
  values ($1, $2, $3, platform.from_ms($4)) returning number`;

/** Writes a new batch down and answers its number; the database refuses a second one of its network. */
export async function insertBatch(
  tx: Tx,
  made: {
    readonly id: string;
    readonly network: Network;
    readonly by: string;
    readonly at: UnixMs;
  },
): Promise<string> {
  const said = [made.id, made.network, made.by, made.at];
  const [row] = await tx.query<Row & { number: string }>(INSERT, said);
  return ensure(row, 'a batch has its number').number;
}

const READY = `
  select user_id, id from cashier.withdrawal
  where state = 'approved' and network = $1 and batch_id is null order by ordinal limit $2`;

/** Approved withdrawals of a network that no batch holds, the oldest first. */
export async function listReady(
  sql: Sql,
  { network, max }: { readonly network: Network; readonly max: number },
): Promise<{ userId: UserId; id: string }[]> {
  const rows = await sql.query<Row & { user_id: string; id: string }>(READY, [network, max]);
  return rows.map(({ user_id: userId, id }) => ({ userId: userId as UserId, id }));
}

const INTO = `
  with batch as (select id from cashier.batch where id = $3 and state = 'made' for share)
  update cashier.withdrawal w set batch_id = batch.id, batch_place = $4 from batch
  where w.user_id = $1 and w.id = $2 returning w.id`;

/** Puts a withdrawal into a batch, at its place; false where that batch was exported meanwhile. */
export async function putIntoBatch(
  tx: Tx,
  { userId, id }: { readonly userId: UserId; readonly id: string },
  at: { readonly batchId: string; readonly place: number },
): Promise<boolean> {
  return (await tx.query(INTO, [userId, id, at.batchId, at.place])).length === 1;
}

const MEMBERS = `
  select batch_id, user_id, id, number, asset, network, address, amount, fee, network_fee, receive, state,
    tx_hash, batch_place, problem
  from cashier.withdrawal where batch_id = any ($1::uuid[]) order by batch_place`;

/** A withdrawal as a batch holds it. */
export type Member = {
  readonly userId: UserId;
  readonly id: string;
  readonly asset: Asset;
  readonly network: Network;
  readonly address: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly networkFee: bigint;
  readonly receive: bigint;
  readonly state: WithdrawalState;
  readonly number: string;
  readonly txHash: string | null;
  readonly place: number;
  readonly problem: string | null;
};

type MemberRow = Row &
  Record<
    'batch_id' | 'user_id' | 'id' | 'number' | 'asset' | 'network' | 'address' | 'state',
    string
  > & {
    tx_hash: string | null;
    batch_place: number;
    problem: string | null;
  };
type Figures = Record<'amount' | 'fee' | 'network_fee' | 'receive', string>;

async function listOf(
  sql: Sql,
  text: string,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Member[]>> {
  const rows = await sql.query<MemberRow & Figures>(text, [batchIds]);
  const grouped = Map.groupBy(rows, (row) => row.batch_id);
  return new Map([...grouped].map(([id, found]) => [id, found.map(memberOf)]));
}

/** What batches hold, by their ids, in their order. */
export function listMembersOf(sql: Sql, batchIds: readonly string[]) {
  return listOf(sql, MEMBERS, batchIds);
}

/** What a batch holds, in its order. */
export async function listMembers(sql: Sql, batchId: string): Promise<readonly Member[]> {
  return (await listOf(sql, MEMBERS, [batchId])).get(batchId) ?? [];
}

const VOIDED = `
  select v.batch_id, w.user_id, w.id, w.number, w.asset, w.network, w.address, w.amount, w.fee, w.network_fee,
    w.receive, w.state, v.tx_hash, v.batch_place, v.problem
  from cashier.voided v
  join cashier.withdrawal w on w.user_id = v.user_id and w.id = v.withdrawal_id
  where v.batch_id = any ($1::uuid[]) order by v.batch_place`;

/** What left batches by a decided case, by their ids, in their order; the hash is the one it had there. */
export function listVoidedOf(sql: Sql, batchIds: readonly string[]) {
  return listOf(sql, VOIDED, batchIds);
}

/** The same of one batch. */
export async function listVoided(sql: Sql, batchId: string): Promise<readonly Member[]> {
  return (await listOf(sql, VOIDED, [batchId])).get(batchId) ?? [];
}

function memberOf(row: MemberRow & Figures): Member {
  return {
    userId: row.user_id as UserId,
    id: row.id,
    asset: row.asset as Asset,
    network: row.network as Network,
    address: row.address,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    networkFee: BigInt(row.network_fee),
    receive: BigInt(row.receive),
    state: row.state as WithdrawalState,
    number: row.number,
    txHash: row.tx_hash,
    place: row.batch_place,
    problem: row.problem,
  };
}

const EXPORT = `
  update cashier.batch set state = 'exported', document = $2, rows_hash = $3,
    exported_at = platform.from_ms($4), exported_by = $5 where id = $1`;

/** Keeps the document of a batch as it leaves the server. */
export async function putExport(
  tx: Tx,
  out: {
    readonly id: string;
    readonly document: string;
    readonly rowsHash: Buffer;
    readonly by: string;
    readonly at: UnixMs;
  },
): Promise<void> {
  await tx.query(EXPORT, [out.id, out.document, out.rowsHash, out.at, out.by]);
}

const SENT = `
  update cashier.batch set state = case when $4 then 'sent' else state end,
    sent_by = coalesce(sent_by, $2), sent_at = coalesce(sent_at, platform.from_ms($3))
  where id = $1`;

/** Writes down who handed hashes in, and whether all of them are there. */
export async function putSent(
  tx: Tx,
  sent: {
    readonly id: string;
    readonly by: string;
    readonly at: UnixMs;
    readonly isAll: boolean;
  },
): Promise<void> {
  await tx.query(SENT, [sent.id, sent.by, sent.at, sent.isAll]);
}

const END = `update cashier.batch set state = 'ended' where id = $1`;

/** Ends a batch that holds nothing any more. */
export async function endBatch(tx: Tx, id: string): Promise<void> {
  await tx.query(END, [id]);
}

const CLOSE = 'update cashier.batch set state = $2 where id = $1';

/** Closes a batch that was exported: all that is left of it is sent, or nothing is left. */
export async function closeBatch(tx: Tx, id: string, to: 'sent' | 'voided'): Promise<void> {
  await tx.query(CLOSE, [id, to]);
}
