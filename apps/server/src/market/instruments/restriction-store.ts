import type { InstrumentCode, UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';

/** What an operator decided about an instrument. */
export type RestrictionRow = {
  code: string;
  number: number;
  status: 'open' | 'closeOnly' | 'suspended';
  reason: string;
  set_by: string;
  at: number;
};

/** Decisions about one instrument that are remembered; nobody makes so many in years. */
const REMEMBERED = 1_000;

const DECIDED = `
  select code, number, status, reason, set_by, at from (
    select r.*, row_number() over (partition by r.code order by r.number desc) as back
    from market.restriction r
  ) decisions
  where back <= ${REMEMBERED} order by code, number`;

/** The newest decisions about each instrument there ever was one about, the last of all last. */
export function listRestrictions(sql: Sql): Promise<RestrictionRow[]> {
  return sql.query<Row & RestrictionRow>(DECIDED);
}

const OF_ONE = `
  select code, number, status, reason, set_by, at from market.restriction
  where code = $1 order by number desc limit $2`;

/** What was ever decided about an instrument, oldest first; the newest where there is too much. */
export async function listDecisions(
  sql: Sql,
  code: InstrumentCode,
  limit = REMEMBERED,
): Promise<RestrictionRow[]> {
  return (await sql.query<Row & RestrictionRow>(OF_ONE, [code, limit])).toReversed();
}

// Any number will do as long as every copy of the product uses the same.
const LOCK = 'select pg_advisory_xact_lock(4210105)';
const ADD = `
  insert into market.restriction (code, number, status, reason, set_by, at)
  select $1, coalesce(max(number), 0) + 1, $2, $3, $4, platform.from_ms($5)
  from market.restriction where code = $1
  returning code, number, status, reason, set_by, at`;

/** Holds what is decided about instruments as it is until the transaction ends. */
export async function lockDecisions(tx: Tx): Promise<void> {
  await tx.query(LOCK);
}

/** What was decided about an instrument, and none comes behind it until the transaction ends. */
export async function holdDecisions(tx: Tx, code: InstrumentCode): Promise<RestrictionRow[]> {
  await lockDecisions(tx);
  return listDecisions(tx, code);
}

/** Adds a decision about an instrument. */
export async function addRestriction(
  tx: Tx,
  decision: {
    code: InstrumentCode;
    status: RestrictionRow['status'];
    reason: string;
    by: string;
    at: UnixMs;
  },
): Promise<RestrictionRow[]> {
  const { code, status, reason, by, at } = decision;
  await lockDecisions(tx);
  return tx.query<Row & RestrictionRow>(ADD, [code, status, reason, by, at]);
}
