import type { UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';

/** What two people can decide about a plan. */
export type PlanDecisionKind = 'version' | 'offer' | 'withdraw' | 'end' | 'capacity';

/** What was decided about a plan. */
export type PlanDecision = {
  readonly caseId: string;
  readonly number: string;
  readonly planId: string;
  readonly version: number;
  readonly act: PlanDecisionKind;
  /** USDT units, of `capacity` alone. */
  readonly capacity: bigint | null;
  readonly at: UnixMs;
};

const INSERT = `
  insert into plans.decided (case_id, number, plan_id, version, act, capacity, at)
  values ($1, $2, $3, $4, $5, $6, platform.from_ms($7))`;

/** Writes down what was decided; the database refuses it without the decided case. */
export async function insertDecision(tx: Tx, decided: PlanDecision): Promise<void> {
  const { caseId, number, planId, version, act, capacity, at } = decided;
  await tx.query(INSERT, [
    ...[caseId, number, planId, version, act],
    ...[capacity?.toString() ?? null, at],
  ]);
}

const SET_STATUS = 'update plans.plan set status = $2 where id = $1';

/** Offers a plan, withdraws its offer or ends it, behind its lock and what was decided. */
export async function setStatus(
  tx: Tx,
  planId: string,
  status: 'open' | 'paused' | 'ended',
): Promise<void> {
  await tx.query(SET_STATUS, [planId, status]);
}

type DecisionRow = Row & {
  case_id: string;
  number: string;
  plan_id: string;
  version: number;
  act: string;
  capacity: string | null;
  at: number;
};

const LIST = `
  select d.* from plans.plan p
  cross join lateral (
    select case_id, number, plan_id, version, act, capacity::text, at from plans.decided d
    where d.plan_id = p.id order by d.seq desc limit $1
  ) d where p.owner is null`;

/** The newest decisions about each plan that is offered, newest first. */
export async function listDecisions(sql: Sql, most: number): Promise<PlanDecision[]> {
  return (await sql.query<DecisionRow>(LIST, [most])).map((row) => ({
    caseId: row.case_id,
    number: row.number,
    planId: row.plan_id,
    version: row.version,
    act: row.act as PlanDecisionKind,
    capacity: row.capacity === null ? null : BigInt(row.capacity),
    at: row.at as UnixMs,
  }));
}

const FUNDS = `
  select f.id, coalesce(n.running, 0)::int as running, coalesce(n.pending, 0)::int as pending,
    coalesce(n.waiting, 0)::text as waiting
  from unnest($1::uuid[]) as f (id)
  left join lateral (
    select count(*) filter (where o.state = 'running') as running,
      count(*) filter (where o.state = 'pending') as pending,
      sum(o.amount) filter (where o.state = 'pending') as waiting
    from plans.plan_order o where o.fund_id = f.id and o.state in ('pending', 'running')
  ) n on true`;

/** How many orders each fund has, and what waits to join it; those that ended are not looked at. */
export async function countOrders(
  sql: Sql,
  fundIds: readonly string[],
): Promise<ReadonlyMap<string, { running: number; pending: number; waiting: bigint }>> {
  type Counted = Row & { id: string; running: number; pending: number; waiting: string };
  const rows = await sql.query<Counted>(FUNDS, [fundIds]);
  return new Map(
    rows.map(({ id, running, pending, waiting }) => [
      id,
      { running, pending, waiting: BigInt(waiting) },
    ]),
  );
}
