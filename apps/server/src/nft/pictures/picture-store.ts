import type { UnixMs } from '@candor/kernel';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import type { Image } from '../token/token.ts';

const FIND = 'select bytes from nft.picture where name = $1';

/** A picture by its name; null for none. */
export async function findPicture(sql: Sql, name: string): Promise<Buffer | null> {
  const [row] = await sql.query<{ bytes: Buffer }>(FIND, [name]);
  return row?.bytes ?? null;
}

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

const INSERT_PICTURE =
  'insert into nft.picture (name, bytes) values ($1, $2) on conflict do nothing';
const INSERT_ART = `
  insert into nft.art (id, seed, images, author, at) values ($1, $2, $3, $4, platform.from_ms($5))`;

/** Keeps a picture at each of its widths; the same one twice is kept once. */
export async function insertArt(tx: Tx, { id, seed, images, author, at }: Art): Promise<void> {
  for (const { name, bytes } of images) await tx.query(INSERT_PICTURE, [name, bytes]);
  const kept = images.map(({ width, height, name }) => ({ width, height, name }));
  await tx.query(INSERT_ART, [id, seed, JSON.stringify(kept), author, at]);
}

const FIND_ART = 'select images from nft.art where id = $1';

/** The widths of a picture; null for none. */
export async function findImages(sql: Sql, id: string): Promise<readonly Image[] | null> {
  const [row] = await sql.query<{ images: readonly Image[] }>(FIND_ART, [id]);
  return row?.images ?? null;
}

const UNUSED = `
  select count(*)::int as unused from nft.art a
  where not exists (select from nft.token t where t.art_id = a.id)`;

/** Pictures no token shows. */
export async function countUnused(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ unused: number }>(UNUSED);
  return row?.unused ?? 0;
}
