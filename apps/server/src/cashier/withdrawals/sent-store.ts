import type { Asset, UnixMs } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';

/** Transactions of a network looked at in one turn. */
const PART = 500;

/** A transaction whose end its chain has not told yet. */
export type SentTransaction = {
  readonly hash: string;
  /** Of its first withdrawal: the order they are looked at in. */
  readonly ordinal: string;
  readonly problem: string | null;
};

const SENT = `
  select tx_hash as hash, min(ordinal)::text as ordinal, min(problem) as problem
  from cashier.withdrawal
  where state = 'broadcast' and network = $1
  group by tx_hash order by min(ordinal) <= $2, min(ordinal) limit ${PART}`;

/** Transactions of a network whose end the chain has not told yet: those behind a place first, then those before. */
export function listSent(
  sql: Sql,
  network: Network,
  behind: string,
): Promise<readonly SentTransaction[]> {
  return sql.query<Row & SentTransaction>(SENT, [network, behind]);
}

const OF_HASH = `
  select user_id, id from cashier.withdrawal where network = $1 and tx_hash = $2 order by ordinal`;

/** The withdrawals a transaction pays. */
export async function listPaidBy(
  sql: Sql,
  { network, hash }: { readonly network: Network; readonly hash: string },
): Promise<{ userId: string; id: string }[]> {
  type Found = Row & { user_id: string; id: string };
  const rows = await sql.query<Found>(OF_HASH, [network, hash]);
  return rows.map(({ user_id: userId, id }) => ({ userId, id }));
}

const PROBLEM = `
  update cashier.withdrawal set problem = $3
  where network = $1 and tx_hash = $2 and state = 'broadcast' and problem is distinct from $3
  returning id`;

/** Writes down what of a transaction does not fit; answers whether it is news. */
export async function putProblem(
  tx: Tx,
  sent: { readonly network: Network; readonly hash: string; readonly problem: string | null },
): Promise<boolean> {
  return (await tx.query(PROBLEM, [sent.network, sent.hash, sent.problem])).length > 0;
}

const SOLVED = `
  update cashier.withdrawal set problem = null
  where network = $1 and tx_hash = $2 and state = 'broadcast' and problem = $3`;

/** Takes back what was said of a transaction; anything else that was said stays. */
export async function endProblem(
  sql: Sql,
  sent: { readonly network: Network; readonly hash: string; readonly problem: string },
): Promise<void> {
  await sql.query(SOLVED, [sent.network, sent.hash, sent.problem]);
}

const PROBLEMS = `
  select count(*)::int as count from cashier.withdrawal
  where state = 'broadcast' and problem is not null`;

/** Withdrawals whose transaction does not fit. */
export async function countProblems(sql: Sql): Promise<number> {
  const [row] = await sql.query<Row & { count: number }>(PROBLEMS);
  return row?.count ?? 0;
}

const GAS = `
  insert into cashier.gas (network, tx_hash, asset, units, at)
  values ($1, $2, $3, $4, platform.from_ms($5))
  on conflict (network, tx_hash) do nothing returning tx_hash`;

/** Notes what a transaction paid its network, once; whether this was the time. */
export async function noteGas(
  tx: Tx,
  gas: {
    readonly network: Network;
    readonly hash: string;
    readonly asset: Asset;
    readonly units: bigint;
    readonly at: UnixMs;
  },
): Promise<boolean> {
  const { network, hash, asset, units, at } = gas;
  return (await tx.query(GAS, [network, hash, asset, units.toString(), at])).length === 1;
}
