import type { StrategyCode } from '@candor/advisor';
import { type InstrumentCode, type Money, type UnixMs, type UserId, money } from '@candor/kernel';
import type { Interval } from '@candor/pricing';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import type { PlanVersion } from './plan.ts';
import type { VersionRow } from './schema.ts';

/** An amount of USDT as the database gives it. */
export const usdt = (units: string): Money => money('USDT', BigInt(units));

/** What a version is read from: plan `p` joined with version `v`. */
export const VERSION_COLUMNS = `
  p.id as plan_id, p.name, p.owner, p.status as plan_status, v.version, v.strategy, v.parameters,
  v.interval, v.codes, v.amount_min::text, v.amount_max::text, v.days, v.cycle_days,
  plans.capacity_of(v.plan_id, v.version, v.capacity)::text as capacity, v.source, v.text, encode(v.hash, 'hex') as hash`;

/** A stored row as the version it is. */
export function versionFrom(row: VersionRow): PlanVersion {
  return {
    planId: row.plan_id,
    name: row.name,
    owner: row.owner as UserId | null,
    planStatus: row.plan_status as PlanVersion['planStatus'],
    version: row.version,
    strategy: row.strategy as StrategyCode,
    parameters: row.parameters,
    interval: row.interval as Interval,
    codes: row.codes as InstrumentCode[],
    amountMin: usdt(row.amount_min),
    amountMax: usdt(row.amount_max),
    days: row.days,
    cycleDays: row.cycle_days,
    capacity: usdt(row.capacity),
    source: row.source,
    text: row.text,
    hash: row.hash,
  };
}

const NEWEST = `
  select ${VERSION_COLUMNS} from plans.plan p
  join lateral (
    select * from plans.version v where v.plan_id = p.id order by v.version desc limit 1
  ) v on true`;
const OFFERED = `${NEWEST} where p.owner is null order by p.at, p.name`;
const OFFERED_ONE = `${NEWEST} where p.owner is null and p.id = $1`;
const HOLD = 'select from plans.plan where id = $1 for share';
const HOLD_ALONE = 'select from plans.plan where id = $1 for update';

/** Newest versions of the plans that are offered, or were. */
export async function listOffered(sql: Sql): Promise<PlanVersion[]> {
  return (await sql.query<VersionRow>(OFFERED)).map(versionFrom);
}

/** The newest version of a plan that is offered, or was; null for none. */
export async function findOffered(sql: Sql, planId: string): Promise<PlanVersion | null> {
  const [row] = await sql.query<VersionRow>(OFFERED_ONE, [planId]);
  return row === undefined ? null : versionFrom(row);
}

const VERSIONS = `
  select ${VERSION_COLUMNS}, v.at from plans.plan p join plans.version v on v.plan_id = p.id
  where p.owner is null and v.version > (
    select max(n.version) - $1 from plans.version n where n.plan_id = p.id)
  order by p.at, p.name, v.version desc`;

/** The newest versions of each plan that is or was offered, and since when each is there; newest first. */
export async function listVersions(
  sql: Sql,
  most: number,
): Promise<{ readonly version: PlanVersion; readonly at: UnixMs }[]> {
  const rows = await sql.query<VersionRow & { at: number }>(VERSIONS, [most]);
  return rows.map((row) => ({ version: versionFrom(row), at: row.at as UnixMs }));
}

const NAMED = `
  select ${VERSION_COLUMNS} from plans.plan p join plans.version v on v.plan_id = p.id
  where p.owner is null and p.name = $1 and v.version = $2`;

/** A version of an offered plan by the plan's name; null for none. */
export async function findNamedVersion(
  sql: Sql,
  name: string,
  version: number,
): Promise<PlanVersion | null> {
  const [row] = await sql.query<VersionRow>(NAMED, [name, version]);
  return row === undefined ? null : versionFrom(row);
}

/**
 * The newest version, and what is decided about it waits until the transaction ends: what is bought is bought on what is
 * offered then. Behind the locks of accounts.
 */
export async function holdOffered(tx: Tx, planId: string): Promise<PlanVersion | null> {
  await tx.query(HOLD, [planId]);
  return findOffered(tx, planId);
}

/** The same for who changes it: every purchase of it is through, and the next one waits. */
export async function lockOffered(tx: Tx, planId: string): Promise<PlanVersion | null> {
  await tx.query(HOLD_ALONE, [planId]);
  return findOffered(tx, planId);
}

const INSERT_PLAN = `
  insert into plans.plan (id, name, owner, at) values ($1, $2, $3, platform.from_ms($4))
  on conflict (id) do nothing`;
const INSERT_VERSION = `
  insert into plans.version (plan_id, version, strategy, parameters, interval, codes, amount_min,
    amount_max, days, cycle_days, capacity, source, text, hash, at)
  values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10, $11, $12, $13, decode($14, 'hex'),
    platform.from_ms($15))`;

/** Writes a version down, and its plan with the first. */
export async function insertVersion(tx: Tx, plan: PlanVersion, at: UnixMs): Promise<void> {
  await tx.query(INSERT_PLAN, [plan.planId, plan.name, plan.owner, at]);
  await tx.query(INSERT_VERSION, [
    plan.planId,
    plan.version,
    plan.strategy,
    JSON.stringify(plan.parameters),
    plan.interval,
    plan.codes,
    plan.amountMin.units.toString(),
    plan.amountMax.units.toString(),
    plan.days,
    plan.cycleDays,
    plan.capacity.units.toString(),
    plan.source,
    plan.text,
    plan.hash,
    at,
  ]);
}
