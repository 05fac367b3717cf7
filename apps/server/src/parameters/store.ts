import type { UnixMs } from '@candor/kernel';
import type { Sql, Tx } from '../platform/postgres/db.ts';
import type { ParameterRow } from './schema.ts';

export type { ParameterRow } from './schema.ts';

const LIST = `
  select key, version, value, from_at, note from parameters.parameter
  order by key, from_at, version`;
// Any number will do as long as every copy of the product uses the same.
const LOCK = 'select pg_advisory_xact_lock(4210031)';

const ADD = `
  insert into parameters.parameter (key, version, value, from_at, note)
  select $1, coalesce(max(version), 0) + 1, $2, platform.from_ms($3), $4
  from parameters.parameter where key = $1
  returning key, version, value, from_at, note`;

/** Every version of every parameter, oldest first. */
export function listVersions(sql: Sql): Promise<ParameterRow[]> {
  return sql.query<ParameterRow>(LIST);
}

/** Makes transactions that set parameters wait for one another. */
export async function lockVersions(tx: Tx): Promise<void> {
  await tx.query(LOCK);
}

/** Adds a version that is in force from a moment on. */
export function addVersion(
  tx: Tx,
  version: { key: string; value: string; from: UnixMs; note: string },
): Promise<ParameterRow[]> {
  return tx.query<ParameterRow>(ADD, [version.key, version.value, version.from, version.note]);
}
