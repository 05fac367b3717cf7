import type { UnixMs } from '@candor/kernel';
import { columnsOf } from '../platform/postgres/columns.ts';
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

/** A new version of a text. */
type Added = {
  readonly pageId: string;
  readonly language: string;
  readonly version: number;
  readonly title: string;
  readonly html: string;
  /** In hex. */
  readonly hash: string;
};
const ADDED = columnsOf<Added>([
  ['page_id', 'text', ({ pageId }) => pageId],
  ['language', 'text', ({ language }) => language],
  ['version', 'integer', ({ version }) => version],
  ['title', 'text', ({ title }) => title],
  ['html', 'text', ({ html }) => html],
  ['hash', 'bytea', ({ hash }) => Buffer.from(hash, 'hex')],
]);
const ADD = `
  insert into content.version (${ADDED.names}, author, at)
  select ${ADDED.selected}, ${ADDED.behind(1)}, platform.from_ms(${ADDED.behind(2)})
  from ${ADDED.rows('added')}`;
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
  texts: readonly Added[],
  by: { author: string; at: UnixMs },
): Promise<void> {
  await tx.query(ADD, [...ADDED.values(texts), by.author, by.at]);
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

/** The newest version of a text in a language, as its editor sees it. */
export type EditionRow = VersionRow & { author: string };

const EDITIONS = `
  select id, type, language, version, title, html, author, at from (
    select p.id, p.type, p.place, v.language, v.version, v.title, v.html, v.author, v.at,
      row_number() over (partition by v.page_id, v.language order by v.version desc) as back
    from content.page p join content.version v on v.page_id = p.id
    where $1::text is null or p.id = $1
  ) editions
  where back <= $2 order by type, place, id, language, version desc`;

/** The newest versions of one text, or of all, so many of each language, the newest first. */
export function listEditions(
  sql: Sql,
  params: { readonly id: string | null; readonly perLanguage: number },
): Promise<EditionRow[]> {
  return sql.query<EditionRow>(EDITIONS, [params.id, params.perLanguage]);
}

/** A text that waits for a case. */
export type DraftRow = {
  id: string;
  page_id: string;
  language: string;
  over_version: number;
  title: string;
  html: string;
  hash: string;
  author: string;
};

/** Keeps a text that waits for a case. */
export async function insertDraft(tx: Tx, draft: DraftRow, at: UnixMs): Promise<void> {
  const { id, page_id, language, over_version, title, html, hash, author } = draft;
  await tx.query(
    `insert into content.draft (id, page_id, language, over_version, title, html, hash, author, at)
     values ($1, $2, $3, $4, $5, $6, decode($7, 'hex'), $8, platform.from_ms($9))`,
    [id, page_id, language, over_version, title, html, hash, author, at],
  );
}

/** A text that waited for a case. */
export async function findDraft(sql: Sql, id: string): Promise<DraftRow | null> {
  const [row] = await sql.query<DraftRow>(
    `select id, page_id, language, over_version, title, html, encode(hash, 'hex') as hash, author
     from content.draft where id = $1`,
    [id],
  );
  return row ?? null;
}
