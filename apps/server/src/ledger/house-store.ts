import type { Asset, Mode } from '@candor/kernel';
import type { Sql, Tx } from '../platform/postgres/db.ts';
import type { AccountClass } from './chart.ts';
import type { Entry } from './rules.ts';
import type { SumRow } from './schema.ts';

const HOUSE_SUM = `
  select coalesce(sum(amount), 0)::text as amount from (
    select amount from ledger.house_sum where class = $1 and mode = $2 and asset = $3
    union all
    select amount from ledger.house_move where class = $1 and mode = $2 and asset = $3
  ) held`;

/** Balance of a house account: its sum and what moved since, in units. */
export async function sumHouse(
  sql: Sql,
  account: { accountClass: AccountClass; mode: Mode; asset: Asset },
): Promise<bigint> {
  const [row] = await sql.query<{ amount: string }>(HOUSE_SUM, [
    account.accountClass,
    account.mode,
    account.asset,
  ]);
  return BigInt(row?.amount ?? 0);
}

/**
 * Makes timers and cases that move the house's capital follow one another, until the transaction ends.
 * No order waits for it.
 */
export async function lockHouse(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('house', 0))");
}

/**
 * What of one asset the house can pay out: its real capital, less what its exchange account is behind with, which
 * was paid for coins and is no longer there. In units; asked under `lockHouse`.
 *
 * @source LEDGER 2, rows "draw", "convert" and "operator takes out"
 */
export async function findHousePayable(sql: Sql, asset: Asset): Promise<bigint> {
  const of = { mode: 'real', asset } as const;
  const [capital, exchange] = await Promise.all([
    sumHouse(sql, { ...of, accountClass: 'house:capital' }),
    sumHouse(sql, { ...of, accountClass: 'house:exchange' }),
  ]);
  return exchange < 0n ? capital + exchange : capital;
}

/** capital + trading + bad debt of the real mode, in USDT units. */
export async function findHouseWorth(sql: Sql): Promise<bigint> {
  const book = { mode: 'real', asset: 'USDT' } as const;
  const sums = await Promise.all([
    sumHouse(sql, { ...book, accountClass: 'house:capital' }),
    sumHouse(sql, { ...book, accountClass: 'house:trading' }),
    sumHouse(sql, { ...book, accountClass: 'house:bad-debt' }),
  ]);
  return sums.reduce((total, sum) => total + sum, 0n);
}

const HOUSE_SUMS = `
  select mode, asset, class as account, sum(amount)::text as amount from (
    select mode, asset, class, amount from ledger.house_sum where mode = $1
    union all
    select mode, asset, class, amount from ledger.house_move where mode = $1
  ) held group by mode, asset, class`;

/** Balances of every house account of a mode. */
export function listHouseSums(sql: Sql, mode: Mode): Promise<SumRow[]> {
  return sql.query<SumRow>(HOUSE_SUMS, [mode]);
}

const DEBTS = `
  select coalesce(-sum(amount), 0)::text as amount from ledger.balance
  where class = 'user:debt' and mode = 'real' and asset = 'USDT'`;

/** What all borrowers owe, principal and interest, in USDT units. */
export async function sumDebts(sql: Sql): Promise<bigint> {
  const [row] = await sql.query<{ amount: string }>(DEBTS);
  return BigInt(row?.amount ?? 0);
}

const ACTED = `
  select from ledger.entry
  where user_id = $1 and ledger.act_key(request_id, part) = ledger.act_key($2, $3::smallint)`;

/** Whether an entry of this request was written down already. */
export async function hasActed(
  sql: Sql,
  act: Pick<Entry, 'userId' | 'requestId' | 'part'>,
): Promise<boolean> {
  return (await sql.query(ACTED, [act.userId, act.requestId, act.part])).length > 0;
}

/** Adds what moved in the house's accounts to their sums, so that reading them stays short. */
export async function foldHouse(sql: Sql): Promise<void> {
  await sql.query('select ledger.fold_house()');
}
