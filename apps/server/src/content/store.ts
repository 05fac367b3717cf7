import type { UnixMs } from '@candor/kernel';
import type { Sql, Tx } from '../platform/postgres/db.ts';
import type { DefaultPage } from './rules.ts';
import type { NewestRow, VersionRow } from './schema.ts';

export type { VersionRow } from './schema.ts';

// Any number will do as long as every copy of the product uses the same.
const LOCK = 'select pg_advisory_xact_lock(4210029)';
const PAGES = `
  insert into content.page (id, type, place)
  select * from unnest($1::text[], $2::smallint[], $3::integer[])
  on conflict do nothing`;
const NEWEST = `
  select distinct on (page_id, language) page_id, language, version, encode(hash, 'hex') as hash,
    author
  from content.version order by page_id, language, version desc`;
const ADD = `
  insert into content.version (page_id, language, version, title, html, hash, author, at)
  select page_id, language, version, title, html, decode(hash, 'hex'), $7, platform.from_ms($8)
  from unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::text[])
    as added (page_id, language, version, title, html, hash)`;
const OF = `
  select distinct on (p.type, p.place, p.id, v.language) p.id, p.type, v.language, v.version,
    v.title, v.html, v.at
  from content.page p join content.version v on v.page_id = p.id
  where v.language = any($1)`;
const ORDER = 'order by p.type, p.place, p.id, v.language, v.version desc';

/** Makes transactions that add texts wait for one another. */
export async function lockTexts(tx: Tx): Promise<void> {
  await tx.query(LOCK);
}

/** Makes sure that pages exist, in their order. */
export async function addPages(tx: Tx, pages: readonly DefaultPage[]): Promise<void> {
  const places = pages.map((_, place) => place);
  await tx.query(PAGES, [pages.map(({ id }) => id), pages.map(({ type }) => type), places]);
}

/** Whether there is a page of this id. */
export async function hasPage(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query('select from content.page where id = $1', [id])).length > 0;
}

/** The newest version of every text in every language. */
export function listNewest(sql: Sql): Promise<NewestRow[]> {
  return sql.query<NewestRow>(NEWEST);
}

/** Adds versions, each with its number. */
export async function addVersions(
  tx: Tx,
  texts: readonly {
    pageId: string;
    language: string;
    version: number;
    title: string;
    html: string;
    hash: string;
  }[],
  by: { author: string; at: UnixMs },
): Promise<void> {
  await tx.query(ADD, [
    texts.map(({ pageId }) => pageId),
    texts.map(({ language }) => language),
    texts.map(({ version }) => version),
    texts.map(({ title }) => title),
    texts.map(({ html }) => html),
    texts.map(({ hash }) => hash),
    by.author,
    by.at,
  ]);
}

/** The newest versions of a type's texts in some languages, in the order of their places. */
export function listOfType(
  sql: Sql,
  type: number,
  languages: readonly string[],
): Promise<VersionRow[]> {
  return sql.query<VersionRow>(`${OF} and p.type = $2 ${ORDER}`, [languages, type]);
}

/** The newest versions of one text in some languages. */
export function listOfPage(
  sql: Sql,
  id: string,
  languages: readonly string[],
): Promise<VersionRow[]> {
  return sql.query<VersionRow>(`${OF} and p.id = $2 ${ORDER}`, [languages, id]);
}
