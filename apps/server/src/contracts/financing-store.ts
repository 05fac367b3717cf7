import {
  type ContractId,
  type Mode,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  type TickId,
  type UnixMs,
  type UserId,
  type UtcDay,
  formatDecimal,
} from '@candor/kernel';
import type { Sql, Statement } from '../platform/db.ts';

/** One day's financing of one contract, with everything its amount follows from. */
export type FinancingCharge = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly contractId: ContractId;
  readonly day: UtcDay;
  /** The published parameter its rate comes from, and its version. */
  readonly parameter: string;
  readonly parameterVersion: number;
  readonly rate: Rate;
  readonly lots: Quantity;
  readonly mark: Price;
  readonly markTick: TickId;
  readonly link: Price;
  readonly linkTick: TickId | null;
  readonly notional: Money;
  readonly amount: Money;
};

const CHARGE = `
  with charged as (
    insert into contracts.financing
      (user_id, contract_id, day, mode, parameter, parameter_version, rate, lots, mark, mark_tick,
       link, link_tick, notional, amount, charged_at)
    select f.*, platform.from_ms($15)
    from unnest($1::uuid[], $2::uuid[], $3::date[], $4::text[], $5::text[], $6::int[],
                $7::numeric[], $8::numeric[], $9::numeric[], $10::text[], $11::numeric[],
                $12::text[], $13::numeric[], $14::numeric[]) as f
    returning user_id, contract_id, amount
  ), sums as (
    select user_id, contract_id, sum(amount) as amount from charged group by 1, 2
  ), moved as (
    update contracts.contract c set
      financing = c.financing + s.amount, financing_left = c.financing_left + s.amount
    from sums s
    where c.user_id = s.user_id and c.id = s.contract_id and c.status = 'running'
    returning c.id
  )
  select platform.require((select count(*) from moved) = (select count(*) from sums),
                          'financing is charged while a contract runs')`;

/** What writes charges down; it fails for one that was written before, and for what is closed. */
export function chargeStatements(charges: readonly FinancingCharge[], at: UnixMs): Statement[] {
  if (charges.length === 0) return [];
  const column = <Value>(read: (one: FinancingCharge) => Value): Value[] => charges.map(read);
  const values = [
    column((one) => one.userId),
    column((one) => one.contractId),
    column((one) => one.day),
    column((one) => one.mode),
    column((one) => one.parameter),
    column((one) => one.parameterVersion),
    column((one) => formatDecimal(one.rate)),
    column((one) => formatDecimal(one.lots)),
    column((one) => formatDecimal(one.mark)),
    column((one) => one.markTick),
    column((one) => formatDecimal(one.link)),
    column((one) => one.linkTick),
    column((one) => one.notional.units.toString()),
    column((one) => one.amount.units.toString()),
    at,
  ];
  return [{ text: CHARGE, values }];
}

const DAYS = `select max(day) as last from contracts.financing_day`;

/** The last midnight that is done, under whatever feed; null before the first. */
export async function findLastFinancedDay(sql: Sql): Promise<UtcDay | null> {
  const [row] = await sql.query<{ last: string | null }>(DAYS);
  return (row?.last ?? null) as UtcDay | null;
}

const CHARGED = `select contract_id from contracts.financing where day = $1`;

/** Contracts that were charged for a midnight. */
export async function findCharged(sql: Sql, day: UtcDay): Promise<ReadonlySet<ContractId>> {
  const rows = await sql.query<{ contract_id: ContractId }>(CHARGED, [day]);
  return new Set(rows.map((row) => row.contract_id));
}

const DONE = `
  insert into contracts.financing_day (day, feed, charged_at)
  values ($1, $2, platform.from_ms($3)) on conflict do nothing`;

/** Notes that every contract of a feed was charged for a midnight. */
export async function insertFinancedDay(
  sql: Sql,
  done: { day: UtcDay; feed: string; at: UnixMs },
): Promise<void> {
  await sql.query(DONE, [done.day, done.feed, done.at]);
}
