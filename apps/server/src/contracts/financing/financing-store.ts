import {
  type ContractId,
  type InstrumentCode,
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
  quantity,
  startOfDay,
} from '@candor/kernel';
import type { Side } from '@candor/pricing';
import type { TradingAccount } from '../../ledger/index.ts';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Sql, Statement } from '../../platform/postgres/db.ts';

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

const CHARGES = columnsOf<FinancingCharge>([
  ['user_id', 'uuid', (one) => one.userId],
  ['contract_id', 'uuid', (one) => one.contractId],
  ['day', 'date', (one) => one.day],
  ['mode', 'text', (one) => one.mode],
  ['parameter', 'text', (one) => one.parameter],
  ['parameter_version', 'int', (one) => one.parameterVersion],
  ['rate', 'numeric', (one) => formatDecimal(one.rate)],
  ['lots', 'numeric', (one) => formatDecimal(one.lots)],
  ['mark', 'numeric', (one) => formatDecimal(one.mark)],
  ['mark_tick', 'text', (one) => one.markTick],
  ['link', 'numeric', (one) => formatDecimal(one.link)],
  ['link_tick', 'text', (one) => one.linkTick],
  ['notional', 'numeric', (one) => one.notional.units.toString()],
  ['amount', 'numeric', (one) => one.amount.units.toString()],
]);
const CHARGE = `
  with charged as (
    insert into contracts.financing (${CHARGES.names}, charged_at)
    select f.*, platform.from_ms(${CHARGES.behind(1)}) from ${CHARGES.rows('f')}
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
  return CHARGES.statements(CHARGE, charges, at);
}

const DAYS = `select max(day) as last from contracts.financing_day`;

/** The last midnight that is done, under whatever feed; null before the first. */
export async function findLastFinancedDay(sql: Sql): Promise<UtcDay | null> {
  const [row] = await sql.query<{ last: string | null }>(DAYS);
  return (row?.last ?? null) as UtcDay | null;
}

/** A contract that was open at a midnight and was not charged for it. */
export type Owed = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly contractId: ContractId;
  readonly code: InstrumentCode;
  readonly side: Side;
  /** Open at that midnight, whatever was closed since. */
  readonly lots: Quantity;
};

/** What is asked of a midnight: what comes behind a contract, or from the first on. */
export type OwedParams = {
  readonly day: UtcDay;
  readonly feed: string;
  readonly after: Owed | null;
  readonly most: number;
};

const OWED_LOTS = `
  select c.user_id, c.mode, c.id, c.code, c.side,
         (c.lots - coalesce(
           (select sum(k.lots) from contracts.closing k
            where k.user_id = c.user_id and k.contract_id = c.id
              and k.at < platform.from_ms($3)), 0))::text as lots
  from contracts.contract c
  where c.status = 'running' and c.feed = $2 and c.opened_at < platform.from_ms($3)
    and not exists (select from contracts.financing f
                    where f.user_id = c.user_id and f.contract_id = c.id and f.day = $1)`;

// Each page begins where the one before it ended, so that a night looks at each contract once.
const OWED = `${OWED_LOTS}
    and (c.user_id, c.mode, c.id) > ($4, $5, $6)
  order by c.user_id, c.mode, c.id limit $7`;
const OWED_OF = `${OWED_LOTS} and c.user_id = $4 and c.mode = $5 order by c.id`;

type OwedRow = {
  user_id: string;
  mode: string;
  id: string;
  code: string;
  side: string;
  lots: string;
};

function owedFrom(row: OwedRow): Owed {
  return {
    userId: row.user_id as UserId,
    mode: row.mode as Mode,
    contractId: row.id as ContractId,
    code: row.code as InstrumentCode,
    side: row.side as Side,
    lots: quantity(row.lots),
  };
}

const LOWEST = '00000000-0000-0000-0000-000000000000';

/** Running contracts of a feed that owe a midnight, with the lots that were open at it. */
export async function findOwed(sql: Sql, params: OwedParams): Promise<Owed[]> {
  const { day, feed, after, most } = params;
  const place = [after?.userId ?? LOWEST, after?.mode ?? '', after?.contractId ?? LOWEST];
  const rows = await sql.query<OwedRow>(OWED, [day, feed, startOfDay(day), ...place, most]);
  return rows.map(owedFrom);
}

/** The same of one trading account alone, found by its own index. */
export async function findOwedOf(
  sql: Sql,
  params: TradingAccount & { readonly day: UtcDay; readonly feed: string },
): Promise<Owed[]> {
  const { day, feed, userId, mode } = params;
  const values = [day, feed, startOfDay(day), userId, mode];
  return (await sql.query<OwedRow>(OWED_OF, values)).map(owedFrom);
}

// Before the first day of all nothing was owed.
const UNPAID = `
  select distinct d.day::text as day from contracts.financing_day d
  join contracts.contract c
    on c.feed = d.feed and c.status = 'running'
      and c.opened_at < d.day::timestamp at time zone 'UTC'
  where d.feed = $1 and d.day > (select min(first.day) from contracts.financing_day first)
    and d.day > (select max(last.day) - $2::integer from contracts.financing_day last)
    and not exists (select from contracts.financing f
                    where f.user_id = c.user_id and f.contract_id = c.id and f.day = d.day)
  order by 1`;

/** How far back a start looks for nights that were left unpaid. */
const UNPAID_DAYS = 30;

/** Midnights of a feed, of the last thirty days, that are done and that a running contract owes. */
export async function findUnpaidDays(sql: Sql, feed: string): Promise<UtcDay[]> {
  const rows = await sql.query<{ day: string }>(UNPAID, [feed, UNPAID_DAYS]);
  return rows.map(({ day }) => day as UtcDay);
}

const DONE = `
  insert into contracts.financing_day (day, feed, charged_at)
  values ($1, $2, platform.from_ms($3)) on conflict do nothing`;

/** Notes that a midnight is done: what could not be charged for it is owed from now on. */
export async function insertFinancedDay(
  sql: Sql,
  done: { day: UtcDay; feed: string; at: UnixMs },
): Promise<void> {
  await sql.query(DONE, [done.day, done.feed, done.at]);
}
