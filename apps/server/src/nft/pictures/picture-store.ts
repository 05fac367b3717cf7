import type { UnixMs } from '@candor/kernel';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import type { Image } from '../token/token.ts';

const FIND = 'select bytes from nft.picture where name = $1';
const FIND_SHOWN = `
  ${FIND} and exists (
    select from nft.art a
    where a.images @> jsonb_build_array(jsonb_build_object('name', $1::text)) and a.unused_since is null)`;

async function find(sql: Sql, text: string, name: string): Promise<Buffer | null> {
  const [row] = await sql.query<{ bytes: Buffer }>(text, [name]);
  return row?.bytes ?? null;
}

/** A picture by its name, also one that no token shows; null for none. */
export const findPicture = (sql: Sql, name: string): Promise<Buffer | null> =>
  find(sql, FIND, name);

/** A picture that a token shows; null for none. */
export const findShown = (sql: Sql, name: string): Promise<Buffer | null> =>
  find(sql, FIND_SHOWN, name);

/** A picture with its widths, as it is kept. */
export type Art = {
  readonly id: string;
  /** What it was drawn from by a program; null where an artist made it. */
  readonly seed: string | null;
  /** The smallest first. */
  readonly images: readonly (Image & { readonly bytes: Buffer })[];
  readonly author: string;
  readonly at: UnixMs;
};

// One at a time: what is removed is nothing that another keeps meanwhile, and nobody keeps more than they may.
const LOCK = `select pg_advisory_xact_lock(hashtextextended('nft.art', 0))`;

/** Nobody else keeps or removes a picture until the transaction ends. */
export async function lockArt(tx: Tx): Promise<void> {
  await tx.query(LOCK);
}

const INSERT_PICTURE =
  'insert into nft.picture (name, bytes) values ($1, $2) on conflict do nothing';
const INSERT_ART = `
  insert into nft.art (id, seed, images, author, at, unused_since)
  values ($1, $2, $3, $4, platform.from_ms($5), platform.from_ms($5))`;

/** Keeps a picture at each of its widths; the same one twice is kept once. */
export async function insertArt(tx: Tx, { id, seed, images, author, at }: Art): Promise<void> {
  await lockArt(tx);
  for (const { name, bytes } of images) await tx.query(INSERT_PICTURE, [name, bytes]);
  const kept = images.map(({ width, height, name }) => ({ width, height, name }));
  await tx.query(INSERT_ART, [id, seed, JSON.stringify(kept), author, at]);
}

const WANT = `
  update nft.art set unused_since = greatest(unused_since, platform.from_ms($2)) where id = $1
  returning images`;

/** The widths of a picture that is proposed, which waits anew from now on where no token shows it; null for none. */
export async function wantArt(sql: Sql, id: string, at: UnixMs): Promise<readonly Image[] | null> {
  const [row] = await sql.query<{ images: readonly Image[] }>(WANT, [id, at]);
  return row?.images ?? null;
}

const SHOW = 'update nft.art set unused_since = null where id = $1 and unused_since is not null';

/** Marks a picture as one that a token shows. */
export async function showArt(tx: Tx, id: string): Promise<void> {
  await tx.query(SHOW, [id]);
}

const LEAVE = `
  update nft.art a set unused_since = platform.from_ms($2)
  where a.id = $1 and not exists (select from nft.token t where t.art_id = a.id)`;

/** Marks a picture as one its token shows no more; where another shows it, it stays. */
export async function leaveArt(tx: Tx, id: string, at: UnixMs): Promise<void> {
  await tx.query(LEAVE, [id, at]);
}

const UNUSED =
  'select count(*)::int as unused from nft.art where author = $1 and unused_since is not null';

/** Pictures a member brought that no token shows. */
export async function countUnused(sql: Sql, author: string): Promise<number> {
  const [row] = await sql.query<{ unused: number }>(UNUSED, [author]);
  return row?.unused ?? 0;
}

const REMOVE_ART = `
  delete from nft.art a
  where a.id in (select id from nft.art where unused_since < platform.from_ms($1) order by unused_since limit $2)
    and a.unused_since < platform.from_ms($1)
    and not exists (select from nft.token t where t.art_id = a.id)
  returning a.images`;
const REMOVE_PICTURES = `
  delete from nft.picture p where p.name = any($1::text[]) and not exists (
    select from nft.art a where a.images @> jsonb_build_array(jsonb_build_object('name', p.name)))`;

/** Removes pictures that no token showed since a moment, the longest waiting first; answers how many. */
export async function removeUnused(
  tx: Tx,
  { before, most }: { readonly before: UnixMs; readonly most: number },
): Promise<number> {
  await lockArt(tx);
  const rows = await tx.query<{ images: readonly Image[] }>(REMOVE_ART, [before, most]);
  const names = rows.flatMap(({ images }) => images.map(({ name }) => name));
  if (names.length > 0) await tx.query(REMOVE_PICTURES, [names]);
  return rows.length;
}
