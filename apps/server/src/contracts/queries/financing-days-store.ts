import {
  type Money,
  type Price,
  type Quantity,
  type Rate,
  type TickId,
  type UnixMs,
  type UtcDay,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';
import { CONTRACTS, type ContractKey } from '../store/contract-key.ts';

/** One day's financing, with everything its amount follows from. */
export type FinancingDay = {
  readonly day: UtcDay;
  readonly parameter: string;
  readonly version: number;
  readonly rate: Rate;
  readonly lots: Quantity;
  readonly mark: Price;
  readonly tickId: TickId;
  readonly link: Price;
  readonly linkTickId: TickId | null;
  readonly notional: Money;
  readonly amount: Money;
  readonly chargedAt: UnixMs;
};

type FinancingRow = {
  user_id: string;
  contract_id: string;
  day: UtcDay;
  parameter: string;
  parameter_version: number;
  rate: string;
  lots: string;
  mark: string;
  mark_tick: string;
  link: string;
  link_tick: string | null;
  notional: string;
  amount: string;
  charged_at: number;
};

const FINANCING = `
  select f.user_id, f.contract_id, f.day, f.parameter, f.parameter_version, f.rate::text,
         f.lots::text, f.mark::text, f.mark_tick, f.link::text, f.link_tick, f.notional::text,
         f.amount::text, f.charged_at
  from ${CONTRACTS.rows('wanted')}
  join contracts.financing f
    on f.user_id = wanted.user_id and f.contract_id = wanted.contract_id
  order by f.user_id, f.contract_id, f.day`;

const usdt = (units: string): Money => money('USDT', BigInt(units));

function dayOf(row: FinancingRow): FinancingDay {
  return {
    day: row.day,
    parameter: row.parameter,
    version: row.parameter_version,
    rate: rate(row.rate),
    lots: quantity(row.lots),
    mark: price(row.mark),
    tickId: row.mark_tick as TickId,
    link: price(row.link),
    linkTickId: row.link_tick as TickId | null,
    notional: usdt(row.notional),
    amount: usdt(row.amount),
    chargedAt: row.charged_at as UnixMs,
  };
}

/** What contracts were charged for each midnight, oldest first, by "user/contract". */
export async function findFinancingDays(
  sql: Sql,
  wanted: readonly ContractKey[],
): Promise<ReadonlyMap<string, readonly FinancingDay[]>> {
  const rows = await sql.query<FinancingRow>(FINANCING, CONTRACTS.values(wanted));
  const byContract = Map.groupBy(rows, (row) => `${row.user_id}/${row.contract_id}`);
  return new Map([...byContract].map(([key, days]) => [key, days.map(dayOf)]));
}
