import type { UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';

/** What one decided case says of a country. */
export type DecisionRow = {
  country: string;
  is_enabled: boolean;
  since: number;
  case_id: string;
  case_number: string;
};

const NEWEST = `
  select d.country, d.is_enabled, d.since, d.case_id, d.case_number
  from options.country_decision d`;
/** Decisions that are read: two of each country there is would be 500. */
const READ = 1_000;
const LIST = `
  select * from (${NEWEST} order by d.ordinal desc limit ${READ}) newest`;

/** What was decided of all countries, the newest first. */
export function listDecisions(sql: Sql): Promise<DecisionRow[]> {
  return sql.query<Row & DecisionRow>(LIST);
}

const IN_FORCE = `
  select distinct on (d.country) d.country, d.is_enabled, d.since, d.case_id, d.case_number
  from options.country_decision d
  where d.country = any($1) and d.since <= platform.from_ms($2)
  order by d.country, d.ordinal desc`;

/** What counts of some countries at a moment: of what is in force, the one decided last. */
export function findInForce(
  sql: Sql,
  countries: readonly string[],
  at: UnixMs,
): Promise<DecisionRow[]> {
  return sql.query<Row & DecisionRow>(IN_FORCE, [countries, at]);
}

// Any number will do as long as every copy of the product uses the same.
const LOCK = 'select pg_advisory_xact_lock(4210107)';
const NEWEST_OF_ONE = `${NEWEST} where d.country = $1 order by d.ordinal desc limit 1`;

/** What was decided last of a country; nothing is added until the transaction ends. */
export async function holdNewest(tx: Tx, country: string): Promise<DecisionRow | null> {
  await tx.query(LOCK);
  return (await tx.query<Row & DecisionRow>(NEWEST_OF_ONE, [country]))[0] ?? null;
}

const INSERT = `
  insert into options.country_decision (country, is_enabled, since, at, case_id, case_number)
  values ($1, $2, platform.from_ms($3), platform.from_ms($4), $5, $6)`;

/** Writes down what a case decided; the database asks for that case. */
export async function insertDecision(
  tx: Tx,
  decision: {
    readonly country: string;
    readonly isEnabled: boolean;
    readonly since: UnixMs;
    readonly at: UnixMs;
    readonly caseId: string;
    readonly number: string;
  },
): Promise<void> {
  const { country, isEnabled, since, at, caseId, number } = decision;
  await tx.query(INSERT, [country, isEnabled, since, at, caseId, number]);
}
