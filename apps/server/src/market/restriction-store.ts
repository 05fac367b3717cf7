import type { InstrumentCode, UnixMs } from '@candor/kernel';
import type { Row, Sql, Tx } from '../platform/db.ts';
import type { RestrictionRow } from './schema.ts';

export type { RestrictionRow } from './schema.ts';

const IN_FORCE = `
  select distinct on (code) code, number, status, reason, set_by, at from market.restriction
  order by code, number desc`;

/** The newest decision about each instrument there ever was one about. */
export function listRestrictions(sql: Sql): Promise<RestrictionRow[]> {
  return sql.query<Row & RestrictionRow>(IN_FORCE);
}

// Any number will do as long as every copy of the product uses the same.
const LOCK = 'select pg_advisory_xact_lock(4210105)';
const ADD = `
  insert into market.restriction (code, number, status, reason, set_by, at)
  select $1, coalesce(max(number), 0) + 1, $2, $3, $4, platform.from_ms($5)
  from market.restriction where code = $1
  returning code, number, status, reason, set_by, at`;

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
  await tx.query(LOCK);
  return tx.query<Row & RestrictionRow>(ADD, [code, status, reason, by, at]);
}
