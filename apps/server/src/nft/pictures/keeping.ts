import { createHash } from 'node:crypto';
import { DAY_MS, type Result, type UnixMs, fail, newUuid, ok, unixMs } from '@candor/kernel';
import { type Failure, nft as protocol } from '@candor/protocol';
import type { Files, Picture } from '../../files/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import { type Art, countUnused, insertArt, lockArt, removeUnused } from './picture-store.ts';

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

/** Pictures of one member that no token shows: more are not taken. */
const UNUSED_MAX = 100;
/** How long one waits for a token. A case that proposes it is decided and carried out within half of that. */
const UNUSED_MS = 30 * DAY_MS;
/** Removed in one turn; what is left waits for the next. */
const REMOVED_A_TURN = 50;

/**
 * Keeps a picture a member of staff brings, at each width it is shown in.
 *
 * @failure image-format, image-size, upload-failed — as files refuses them
 * @failure too-many — a hundred of that member wait already that no token shows
 */
export async function keepPicture(
  deps: { readonly db: Database; readonly files: Pick<Files, 'resized'> },
  said: { readonly bytes: Buffer; readonly author: string; readonly at: UnixMs },
): Promise<Result<Art, Failure>> {
  const { bytes, author, at } = said;
  const tooMany = fail({ name: 'too-many' } as const);
  // Before it is resized, and once more where no other is kept beside it.
  if ((await countUnused(deps.db, author)) >= UNUSED_MAX) return tooMany;
  const edges = protocol.NFT_PICTURE_WIDTHS;
  const sized = await deps.files.resized({ bytes, owner: author, edges });
  if (!sized.ok) return sized;
  const art = artOf(sized.value, { seed: null, author, at });
  const isKept = await deps.db.transaction(async (tx) => {
    await lockArt(tx);
    if ((await countUnused(tx, author)) >= UNUSED_MAX) return false;
    await insertArt(tx, art);
    return true;
  });
  return isKept ? ok(art) : tooMany;
}

/** Removes pictures that waited for a token too long, at most so many a turn; answers how many. */
export async function tidyPictures(db: Database, now: UnixMs): Promise<number> {
  const before = unixMs(now - UNUSED_MS);
  return db.transaction((tx) => removeUnused(tx, { before, most: REMOVED_A_TURN }));
}
