import { createHash } from 'node:crypto';
import { type Result, type UnixMs, fail, newUuid, ok } from '@candor/kernel';
import { type Failure, nft as protocol } from '@candor/protocol';
import type { Files, Picture } from '../../files/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import { type Art, countUnused, insertArt } from './picture-store.ts';

/** A picture at each of its widths, named by what it holds: an address that never changes its content. */
export function artOf(
  sized: readonly Picture[],
  said: { readonly seed: string | null; readonly author: string; readonly at: UnixMs },
): Art {
  const images = sized.map(({ bytes, width, height }) => ({
    width,
    height,
    bytes,
    name: createHash('sha256').update(bytes).digest('hex'),
  }));
  // A picture smaller than a width is kept once, as large as it is.
  const apart = images.filter(
    ({ name }, at) => images.findIndex((one) => one.name === name) === at,
  );
  return { id: newUuid(said.at), images: apart, ...said };
}

/** Pictures no token shows: more are not taken. */
const UNUSED_MAX = 500;

/**
 * Keeps a picture an operator brings, at each width it is shown in.
 *
 * @failure image-format, image-size, upload-failed — as files refuses them
 * @failure too-many — hundreds wait already that no token shows
 */
export async function keepPicture(
  deps: { readonly db: Database; readonly files: Pick<Files, 'resized'> },
  said: { readonly bytes: Buffer; readonly author: string; readonly at: UnixMs },
): Promise<Result<Art, Failure>> {
  const { bytes, author, at } = said;
  if ((await countUnused(deps.db)) >= UNUSED_MAX) return fail({ name: 'too-many' });
  const edges = protocol.NFT_PICTURE_WIDTHS;
  const sized = await deps.files.resized({ bytes, owner: author, edges });
  if (!sized.ok) return sized;
  const art = artOf(sized.value, { seed: null, author, at });
  await deps.db.transaction((tx) => insertArt(tx, art));
  return ok(art);
}
