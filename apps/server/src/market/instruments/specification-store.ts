import type { UnixMs } from '@candor/kernel';
import { canonicalJson } from '../../platform/formats/canonical-json.ts';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { SpecificationTerms } from '../catalogue/specification.ts';

/** What two members decided an instrument is, from a moment on. */
export type SpecificationRow = {
  code: string;
  number: number;
  from_at: number;
  terms: string;
  case_number: string;
};

/** More than an operator decides in years; the newest of them are read. */
const READ_MAX = 10_000;

const LIST = `
  select code, number, from_at, terms, case_number from (
    select * from market.specification order by at desc, code, number desc limit ${READ_MAX}
  ) newest order by code, number`;

/** Everything that was decided, of each instrument the oldest first. */
export function listSpecifications(sql: Sql): Promise<SpecificationRow[]> {
  return sql.query<Row & SpecificationRow>(LIST);
}

// Any number will do as long as every copy of the product uses the same.
const LOCK = 'select pg_advisory_xact_lock(4210106)';
const ADD = `
  insert into market.specification (code, number, from_at, terms, case_number, at)
  select $1, coalesce(max(number), 0) + 1, platform.from_ms($2), $3, $4, platform.from_ms($5)
  from market.specification where code = $1`;

const OF_ONE = `
  select code, number, from_at, terms, case_number from market.specification
  where code = $1 order by number`;

/** The versions of an instrument, the oldest first; none is added until the transaction ends. */
export async function holdVersions(tx: Tx, code: string): Promise<SpecificationRow[]> {
  await tx.query(LOCK);
  return tx.query<Row & SpecificationRow>(OF_ONE, [code]);
}

/** Adds a version of an instrument; under `holdVersions`. */
export async function addSpecification(
  tx: Tx,
  terms: SpecificationTerms,
  decided: { readonly from: UnixMs; readonly number: string; readonly at: UnixMs },
): Promise<void> {
  const { from, number, at } = decided;
  await tx.query(ADD, [terms.code, from, canonicalJson(terms), number, at]);
}

const WITH_ID = `
  select from market.specification where regexp_replace(code, '[^A-Z0-9]', '', 'g') = $1 limit 1`;

/** Whether the operator ever decided about an instrument that addresses write by this id. */
export async function isIdSpecified(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query(WITH_ID, [id])).length > 0;
}

/** Whether the operator ever decided about an instrument of this code. */
export async function isSpecified(sql: Sql, code: string): Promise<boolean> {
  const found = await sql.query('select from market.specification where code = $1 limit 1', [code]);
  return found.length > 0;
}
