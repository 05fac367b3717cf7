import { DAY_MS, type UnixMs, plusMs } from '@candor/kernel';
import type { plans as protocol } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { Chosen, PlanVersion } from '../plan/plan.ts';

/** How long a proposal's backtest is kept: longer than a case waits and is tried. */
const KEPT_MS = 21 * DAY_MS;

const SWEEP = 'delete from plans.candidate where at < platform.from_ms($1)';
const INSERT = `
  insert into plans.candidate (hash, chosen, at) values ($1, $2::jsonb, platform.from_ms($3))
  on conflict (hash) do nothing`;

/** Asks for the backtest of what is proposed, by its version hash; those of long ago go. */
export async function addCandidate(
  tx: Tx,
  { hash, chosen, at }: { readonly hash: string; readonly chosen: Chosen; readonly at: UnixMs },
): Promise<void> {
  const { strategy, parameters, interval, codes } = chosen;
  await tx.query(SWEEP, [plusMs(at, -KEPT_MS)]);
  await tx.query(INSERT, [hash, JSON.stringify({ strategy, parameters, interval, codes }), at]);
}

const NEXT = `
  select hash, chosen from plans.candidate where report is null and not (hash = any($1::text[]))
  order by at limit 1`;

/** The oldest proposal without a backtest, of those that were not tried; null for none. */
export async function nextCandidate(
  sql: Sql,
  tried: readonly string[],
): Promise<{ readonly hash: string; readonly chosen: Chosen } | null> {
  const [row] = await sql.query<Row & { hash: string; chosen: Chosen }>(NEXT, [tried]);
  return row ?? null;
}

const END = 'update plans.candidate set report = $2, part = $3 where hash = $1 and report is null';

/** Writes down what a proposal would have done. */
export async function endCandidate(
  sql: Sql,
  hash: string,
  said: { readonly report: protocol.PlanBacktest; readonly part: unknown },
): Promise<void> {
  await sql.query(END, [hash, JSON.stringify(said.report), JSON.stringify(said.part)]);
}

const FIND = 'select report from plans.candidate where hash = $1 and report is not null';

/** What a proposal would have done; null while it is not known. */
export async function findCandidate(sql: Sql, hash: string): Promise<protocol.PlanBacktest | null> {
  const [row] = await sql.query<Row & { report: string }>(FIND, [hash]);
  return row === undefined ? null : (JSON.parse(row.report) as protocol.PlanBacktest);
}

const PUBLISH = `
  insert into plans.published (plan_id, version, report, part, at)
  select $1, $2, c.report, c.part, platform.from_ms($4) from plans.candidate c
  where c.hash = $3 and c.report is not null
  on conflict do nothing`;

/** Publishes with a version the backtest its people saw; one that was not made yet is made later. */
export async function publishCandidate(tx: Tx, version: PlanVersion, at: UnixMs): Promise<void> {
  await tx.query(PUBLISH, [version.planId, version.version, version.hash, at]);
}
