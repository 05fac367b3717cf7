import { type Mode, type Money, type UnixMs, type UserId, money } from '@candor/kernel';
import type { TradingAccount } from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import type { Outcome } from '../option/option.ts';

const RECORD = `
  select outcome, sum(ended)::int as count, sum(profit)::text as profit
  from options.tally where user_id = $1 and mode = $2 group by outcome`;

/** How the options of a trading account ended, by outcome. @units profit: USDT units */
export async function countOutcomes(
  sql: Sql,
  account: TradingAccount,
): Promise<ReadonlyMap<Outcome, { readonly count: number; readonly profit: bigint }>> {
  const rows = await sql.query<{ outcome: string; count: number; profit: string }>(RECORD, [
    account.userId,
    account.mode,
  ]);
  return new Map(
    rows.map(({ outcome, count, profit }) => [
      outcome as Outcome,
      { count, profit: BigInt(profit) },
    ]),
  );
}

const STAKED = `
  select coalesce(sum(stake), 0)::text as units from options.option
  where mode = $1 and bought_at > platform.from_ms($2)`;

/** Stakes of all options bought after a moment; and the statement. */
export async function sumStaked(
  sql: Sql,
  params: { mode: Mode; since: number },
): Promise<{ staked: Money; statement: string }> {
  const [row] = await sql.query<{ units: string }>(STAKED, [params.mode, params.since]);
  return {
    staked: money('USDT', BigInt(row?.units ?? '0')),
    statement: STAKED.trim().replaceAll(/\s+/g, ' '),
  };
}

const STAKED_BY = `
  select coalesce(sum(o.stake), 0)::text as units
  from unnest($2::bigint[]) with ordinality as s (since, place)
  left join options.option o
    on o.user_id = $1 and o.mode = 'real' and o.bought_at >= platform.from_ms(s.since)
  group by s.place order by s.place`;

/** What a user staked of real money since each of some moments, in their order. @units USDT units */
export async function sumStakedBy(
  sql: Sql,
  params: { readonly userId: UserId; readonly since: readonly UnixMs[] },
): Promise<readonly bigint[]> {
  const rows = await sql.query<{ units: string }>(STAKED_BY, [params.userId, params.since]);
  return rows.map(({ units }) => BigInt(units));
}
