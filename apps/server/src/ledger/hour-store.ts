import type { UnixMs } from '@candor/kernel';
import type { Row, Sql } from '../platform/postgres/db.ts';
import type { TradingAccount } from './store.ts';

/** What a span of time brought a trading account. @units USDT units */
export type EquityStep = {
  /** Where it begins, on a whole hour or day of UTC. */
  readonly at: UnixMs;
  /** What trading equity without its unrealised result went up by. */
  readonly moved: bigint;
  /** What of it trading brought, after fees and financing. */
  readonly earned: bigint;
};

/** Trading equity without its unrealised result, and what it moved by. @units USDT units */
export type EquityHours = { readonly equity: bigint; readonly steps: readonly EquityStep[] };

type StepRow = Row & { equity: string; at: UnixMs | null; moved: string; earned: string };

// Balance and hours in one statement: of two moments they would not meet.
const HOURS = `
  with held as (
    select coalesce(sum(b.amount), 0) as equity from ledger.balance b
    where b.user_id = $1 and b.mode = $2 and b.asset = 'USDT' and ledger.is_equity(b.class)
  ), steps as (
    select date_trunc($3, h.at, 'UTC') as at, sum(h.moved) as moved, sum(h.earned) as earned
    from ledger.hour h
    where h.user_id = $1 and h.mode = $2 and h.at >= platform.from_ms($4)
    group by 1
  )
  select held.equity::text as equity, steps.at, steps.moved::text as moved,
         steps.earned::text as earned
  from held left join steps on true order by steps.at`;

/** What moved a trading account's equity from a moment on, by hour or day; steps without any are left out. */
export async function listEquityHours(
  sql: Sql,
  params: TradingAccount & { readonly from: UnixMs; readonly step: 'hour' | 'day' },
): Promise<EquityHours> {
  const { userId, mode, from, step } = params;
  const rows = await sql.query<StepRow>(HOURS, [userId, mode, step, from]);
  const steps = rows.flatMap(({ at, moved, earned }) =>
    at === null ? [] : [{ at, moved: BigInt(moved), earned: BigInt(earned) }],
  );
  return { equity: BigInt(rows[0]?.equity ?? '0'), steps };
}
