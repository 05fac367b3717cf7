import { type Asset, type Money, type UserId, type UtcDay, money, rate } from '@candor/kernel';
import type { Row, Sql } from '../../platform/postgres/db.ts';
import type { RunningRow } from './rules.ts';

type RunningLoanRow = Row & {
  user_id: string;
  id: string;
  number: string;
  ordinal: string;
  state: string;
  principal_owed: string;
  interest_owed: string;
  ltv_max: string;
  due_on: string;
  pledged: readonly { readonly asset: string; readonly units: string }[];
};

const SELECT = `
  select l.user_id, l.id, l.number, l.ordinal::text, l.state, l.principal_owed::text,
    l.interest_owed::text, l.ltv_max::text, l.due_on::text,
    coalesce((
      select jsonb_agg(jsonb_build_object('asset', c.asset, 'units', c.units::text)
        order by c.asset desc)
      from loans.collateral c
      where c.user_id = l.user_id and c.loan_id = l.id and c.units > 0), '[]') as pledged
  from loans.loan l`;

const usdt = (units: string): Money => money('USDT', BigInt(units));

function runningOf(row: RunningLoanRow): RunningRow {
  return {
    userId: row.user_id as UserId,
    id: row.id,
    number: row.number,
    ordinal: row.ordinal,
    state: row.state as RunningRow['state'],
    principal: usdt(row.principal_owed),
    interest: usdt(row.interest_owed),
    ltvMax: rate(row.ltv_max),
    dueOn: row.due_on as UtcDay,
    collateral: row.pledged.map(({ asset, units }) => money(asset as Asset, BigInt(units))),
  };
}

const RUNNING = `${SELECT}
  where l.state in ('repaymentInProgress', 'overdue') and l.ordinal > $1
  order by l.ordinal limit $2`;

/** Loans that run, by their number, after one of them. */
export async function listRunning(
  sql: Sql,
  asked: { readonly after: string; readonly limit: number },
): Promise<RunningRow[]> {
  const rows = await sql.query<RunningLoanRow>(RUNNING, [asked.after, asked.limit]);
  return rows.map(runningOf);
}

const OVERDUE = `${SELECT}
  where l.state in ('repaymentInProgress', 'overdue') and l.state = 'overdue'
    and (l.due_on, l.ordinal) > (coalesce($1::date, '-infinity'), coalesce($2::bigint, 0))
  order by l.due_on, l.ordinal limit $3`;

/** Loans past their due date, the longest first, after one of them. */
export async function listOverdue(
  sql: Sql,
  asked: {
    readonly after: { readonly dueOn: string; readonly ordinal: string } | null;
    readonly limit: number;
  },
): Promise<RunningRow[]> {
  const { after, limit } = asked;
  const rows = await sql.query<RunningLoanRow>(OVERDUE, [
    after?.dueOn ?? null,
    after?.ordinal ?? null,
    limit,
  ]);
  return rows.map(runningOf);
}

const BY_NUMBER = 'select id from loans.loan where user_id = $1 and number = $2';

/** The loan of a user under its number; null for none of theirs. */
export async function findByNumber(
  sql: Sql,
  { userId, number }: { readonly userId: UserId; readonly number: string },
): Promise<string | null> {
  const [row] = await sql.query<Row & { id: string }>(BY_NUMBER, [userId, number]);
  return row?.id ?? null;
}
