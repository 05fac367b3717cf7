import { createHmac, hkdfSync } from 'node:crypto';
import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../platform/postgres/db.ts';

/** Bytes of a look: for each of 16 by 16 places whether the picture gets darker there from left to right. */
const LOOK_BYTES = 32;
const PIECES = 16;
const PIECE_BYTES = LOOK_BYTES / PIECES;
/** Pieces two pictures have in common when they are taken for the same. */
const SAME_MIN = 6;
/** Of each piece so many other pictures are looked at: no search grows with all there are. */
const OTHERS_MAX = 200;
const FOUND_MAX = 5;
const KEY_BYTES = 32;

/** A picture of another user that looks like one of some. */
export type Alike = { readonly fileId: string; readonly userId: string; readonly at: UnixMs };

/** Makes what is kept of looks: pieces hashed under a secret of the installation. */
export function createLooks(secret: string): (look: Uint8Array) => Map<number, bigint> {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'candor files looks v1', KEY_BYTES));
  return (look) => {
    const pieces = new Map<number, bigint>();
    for (let place = 0; place < PIECES; place += 1) {
      const piece = look.subarray(place * PIECE_BYTES, (place + 1) * PIECE_BYTES);
      // An even ground is in many pictures: it says nothing.
      if (piece.every((byte) => byte === 0) || piece.every((byte) => byte === 0xff)) continue;
      const made = createHmac('sha256', key).update(Uint8Array.of(place)).update(piece).digest();
      pieces.set(place, made.readBigInt64BE());
    }
    return pieces;
  };
}

const INSERT = `
  insert into files.look (file_id, place, value)
  select $1, p.place, p.value from unnest($2::smallint[], $3::bigint[]) as p (place, value)`;

/** Keeps what a picture looks like. */
export async function insertLook(
  tx: Tx,
  fileId: string,
  pieces: ReadonlyMap<number, bigint>,
): Promise<void> {
  if (pieces.size === 0) return;
  await tx.query(INSERT, [fileId, [...pieces.keys()], [...pieces.values()].map(String)]);
}

const FORGET = 'delete from files.look where file_id = $1';

/** Forgets what a picture looked like. */
export async function forgetLook(sql: Sql, fileId: string): Promise<void> {
  await sql.query(FORGET, [fileId]);
}

const ALIKE = `
  with found as (
    select own.file_id as own_id, other.file_id as other_id, count(*) as same
    from files.look own
    cross join lateral (
      select l.file_id from files.look l
      where l.value = own.value and l.file_id <> own.file_id
      order by l.file_id desc limit ${OTHERS_MAX}) other
    where own.file_id = any ($1::uuid[])
    group by own.file_id, other.file_id having count(*) >= ${SAME_MIN})
  select f.id as "fileId", f.user_id as "userId", f.created_at as at
  from (select other_id, max(same) as same from found group by other_id) best
  join files.file f on f.id = best.other_id
  where f.user_id <> $2
  order by best.same desc, f.id desc limit ${FOUND_MAX}`;

/** Pictures of other users that look like some. */
export function listAlike(
  sql: Sql,
  asked: { readonly ids: readonly string[]; readonly userId: UserId },
): Promise<Alike[]> {
  return sql.query<Row & { fileId: string; userId: string; at: UnixMs }>(ALIKE, [
    asked.ids,
    asked.userId,
  ]);
}
