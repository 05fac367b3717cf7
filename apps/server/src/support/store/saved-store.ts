import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { SavedRow } from './schema.ts';

export type { SavedRow } from './schema.ts';

const COLUMNS = 'id, language, version, title, text, is_retired, member_id, at';
const LATEST = `
  select * from (
    select distinct on (id, language) ${COLUMNS} from support.saved_reply
    order by id, language, version desc) latest
  where not is_retired order by title, id, language`;
const VERSIONS = `
  select ${COLUMNS} from support.saved_reply where id = $1
  order by at desc, language, version desc`;
const LAST = `
  select coalesce(max(version), 0)::int as version from support.saved_reply
  where id = $1 and language = $2`;
const COUNT = 'select count(distinct id)::int as count from support.saved_reply';
const LOCK = `select pg_advisory_xact_lock(hashtextextended('support/saved', 0))`;
const INSERT = `
  insert into support.saved_reply (${COLUMNS})
  values ($1, $2, $3, $4, $5, $6, $7, platform.from_ms($8))`;

/** Saved replies as their last versions have them; not those retired. */
export function listSaved(sql: Sql): Promise<SavedRow[]> {
  return sql.query<Row & SavedRow>(LATEST);
}

/** Each version of a saved reply, the newest first. */
export function listVersions(sql: Sql, id: string): Promise<SavedRow[]> {
  return sql.query<Row & SavedRow>(VERSIONS, [id]);
}

/** Makes writers of saved replies wait for one another. */
export async function lockSaved(tx: Tx): Promise<void> {
  await tx.query(LOCK);
}

/** The last version of a saved reply in a language; 0 for none. */
export async function lastVersion(tx: Tx, id: string, language: string): Promise<number> {
  return (await tx.query<{ version: number }>(LAST, [id, language]))[0]?.version ?? 0;
}

/** How many saved replies there are, retired ones too. */
export async function countSaved(tx: Tx): Promise<number> {
  return (await tx.query<{ count: number }>(COUNT))[0]?.count ?? 0;
}

/** Keeps a version. */
export async function insertSaved(tx: Tx, row: SavedRow): Promise<void> {
  const { id, language, version, title, text, is_retired: isRetired, member_id: by, at } = row;
  await tx.query(INSERT, [id, language, version, title, text, isRetired, by, at]);
}
