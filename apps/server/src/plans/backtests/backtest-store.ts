import type { UnixMs, UserId } from '@candor/kernel';
import type { plans as protocol } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { Chosen, PlanVersion } from '../plan/plan.ts';

/** A backtest a user asked for. */
export type StoredBacktest = {
  readonly userId: UserId;
  readonly id: string;
  readonly chosen: Chosen;
  readonly from: UnixMs;
  readonly to: UnixMs;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly report: protocol.PlanBacktest | null;
};

type BacktestRow = Row & {
  user_id: string;
  id: string;
  chosen: Chosen;
  from_at: number;
  to_at: number;
  state: string;
  report: string | null;
};

/** A report as it was kept; older ones were not asked what is missing of their bars. */
const reportFrom = (text: string): protocol.PlanBacktest => ({
  missing: [],
  ...(JSON.parse(text) as Omit<protocol.PlanBacktest, 'missing'>),
});

function backtestFrom(row: BacktestRow): StoredBacktest {
  return {
    userId: row.user_id as UserId,
    id: row.id,
    chosen: row.chosen,
    from: row.from_at as UnixMs,
    to: row.to_at as UnixMs,
    state: row.state as StoredBacktest['state'],
    report: row.report === null ? null : reportFrom(row.report),
  };
}

const COLUMNS = 'user_id, id, chosen, from_at, to_at, state, report';
const COUNT = `
  select count(*)::int as "all", (count(*) filter (where user_id = $1))::int as own
  from plans.backtest where state in ('waiting', 'running')`;
const INSERT = `
  insert into plans.backtest (user_id, id, chosen, from_at, to_at, asked_at)
  values ($1, $2, $3::jsonb, platform.from_ms($4), platform.from_ms($5), platform.from_ms($6))
  on conflict do nothing returning id`;
const SWEEP = `
  delete from plans.backtest b where b.user_id = $1 and b.state in ('done', 'failed') and b.ordinal <= (
    select ordinal from plans.backtest o where o.user_id = $1 order by ordinal desc offset $2 limit 1)`;

/**
 * Writes down that a backtest is wanted, unless its user or all users together wait for as many as may; drops the
 * oldest results of the user.
 */
export async function askBacktest(
  tx: Tx,
  asked: Omit<StoredBacktest, 'state' | 'report'>,
  limits: { readonly waiting: number; readonly kept: number; readonly at: UnixMs },
): Promise<boolean> {
  const { userId, id, chosen, from, to } = asked;
  // One after another: what waits is counted by all.
  await tx.query("select pg_advisory_xact_lock(hashtextextended('plans.backtest', 0))");
  const [waits] = await tx.query<{ all: number; own: number }>(COUNT, [userId]);
  if ((waits?.own ?? 0) > 0 || (waits?.all ?? 0) >= limits.waiting) return false;
  const values = [userId, id, JSON.stringify(chosen), from, to, limits.at];
  await tx.query(INSERT, values);
  await tx.query(SWEEP, [userId, limits.kept]);
  return true;
}

const FIND = `select ${COLUMNS} from plans.backtest where user_id = $1 and id = $2`;

/** A backtest of a user; null for none of theirs. */
export async function findBacktest(
  sql: Sql,
  named: { readonly userId: UserId; readonly id: string },
): Promise<StoredBacktest | null> {
  const [row] = await sql.query<BacktestRow>(FIND, [named.userId, named.id]);
  return row === undefined ? null : backtestFrom(row);
}

const NEXT = `
  update plans.backtest set state = 'running'
  where ordinal = (
    select ordinal from plans.backtest where state in ('waiting', 'running') order by ordinal limit 1)
  returning ${COLUMNS}`;

/** The backtest that is next: one that a process broke off comes first. */
export async function takeNext(sql: Sql): Promise<StoredBacktest | null> {
  const [row] = await sql.query<BacktestRow>(NEXT);
  return row === undefined ? null : backtestFrom(row);
}

const END = `
  update plans.backtest set state = $3, report = $4, ended_at = platform.from_ms($5)
  where user_id = $1 and id = $2 and state = 'running'`;

/** Writes down what came of a backtest; null where nothing did. */
export async function endBacktest(
  sql: Sql,
  { userId, id }: Pick<StoredBacktest, 'userId' | 'id'>,
  ended: { readonly report: protocol.PlanBacktest | null; readonly at: UnixMs },
): Promise<void> {
  const { report, at } = ended;
  const text = report === null ? null : JSON.stringify(report);
  await sql.query(END, [userId, id, report === null ? 'failed' : 'done', text, at]);
}

type Version = Pick<PlanVersion, 'planId' | 'version'>;
const READ = 'from plans.published where plan_id = $1 and version = $2';

/** What a list shows of the backtest that is published with a version. */
export async function findPart(sql: Sql, of: Version): Promise<protocol.PlanProduct['backtest']> {
  const [row] = await sql.query<{ part: string }>(`select part ${READ}`, [of.planId, of.version]);
  return row === undefined ? null : (JSON.parse(row.part) as protocol.PlanProduct['backtest']);
}

/** The backtest that is published with a version. */
export async function findPublished(sql: Sql, of: Version): Promise<protocol.PlanBacktest | null> {
  const [row] = await sql.query<{ report: string }>(`select report ${READ}`, [
    of.planId,
    of.version,
  ]);
  return row === undefined ? null : reportFrom(row.report);
}

const PUBLISH = `
  insert into plans.published (plan_id, version, report, part, at)
  values ($1, $2, $3, $4, platform.from_ms($5)) on conflict do nothing`;

/** Publishes a backtest with a version, unless there is one. */
export async function publish(
  sql: Sql,
  of: Version,
  said: {
    readonly report: protocol.PlanBacktest;
    readonly part: protocol.PlanProduct['backtest'];
    readonly at: UnixMs;
  },
): Promise<void> {
  const { report, part, at } = said;
  const values = [of.planId, of.version, JSON.stringify(report), JSON.stringify(part), at];
  await sql.query(PUBLISH, values);
}
