import { createHmac, hkdfSync } from 'node:crypto';
import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../platform/postgres/db.ts';
import { LOOK_DISTANCE_MAX } from './rules.ts';

/** Bytes of a look: for each of 16 by 16 places whether the picture gets darker there from left to right. */
const LOOK_BYTES = 32;
const PIECES = 16;
const PIECE_BYTES = LOOK_BYTES / PIECES;
/** Pieces two pictures have in common when they are taken for the same. */
const SAME_MIN = 6;
/** Of each piece so many other users are looked at: no search grows with all there are. */
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
  insert into files.look (file_id, user_id, place, value)
  select $1, $2, p.place, p.value from unnest($3::smallint[], $4::bigint[]) as p (place, value)`;

/** Keeps what a picture looks like. */
export async function insertLook(
  tx: Tx,
  of: { readonly id: string; readonly userId: UserId },
  pieces: ReadonlyMap<number, bigint>,
): Promise<void> {
  if (pieces.size === 0) return;
  const values = [[...pieces.keys()], [...pieces.values()].map(String)];
  await tx.query(INSERT, [of.id, of.userId, ...values]);
}

/**
 * From user to user through the index: one picture each, so that no user crowds others out by many, and
 * the owner's own take nobody's place.
 */
const ALIKE = `
  with found as (
    select own.file_id as own_id, other.user_id, count(*) as same,
      mode() within group (order by other.file_id desc) as other_id
    from files.look own
    cross join lateral (
      with recursive step as (
        (select l.user_id, l.file_id, 1 as place from files.look l
         where l.value = own.value and l.user_id <> $2
         order by l.user_id desc, l.file_id desc limit 1)
        union all
        select next.user_id, next.file_id, step.place + 1 from step
        cross join lateral (
          select l.user_id, l.file_id from files.look l
          where l.value = own.value and l.user_id < step.user_id and l.user_id <> $2
          order by l.user_id desc, l.file_id desc limit 1) next
        where step.place < ${OTHERS_MAX})
      select user_id, file_id from step) other
    where own.file_id = any ($1::uuid[])
    group by own.file_id, other.user_id having count(*) >= ${SAME_MIN}),
  best as (
    select distinct on (user_id) user_id, other_id, same from found
    order by user_id, same desc, other_id desc)
  select f.id as "fileId", f.user_id as "userId", f.created_at as at
  from best join files.file f on f.id = best.other_id
  where f.destroyed_at is null
  order by best.same desc, f.id desc limit ${FOUND_MAX}`;

/** Pictures of other users that look like some, one of each user. */
export function listAlike(
  sql: Sql,
  asked: { readonly ids: readonly string[]; readonly userId: UserId },
): Promise<Alike[]> {
  return sql.query<Row & { fileId: string; userId: string; at: UnixMs }>(ALIKE, [
    asked.ids,
    asked.userId,
  ]);
}

/** The newest are looked at: no search grows with all there are. */
const MEASURED_MAX = 5_000;
const NEAR = `
  with own as (select id, look from files.file where id = $1),
  others as (
    select f.id, f.user_id, f.look from files.file f
    where f.look is not null and f.expires_at is null and f.created_at > platform.from_ms($2)
    order by f.created_at desc limit ${MEASURED_MAX}),
  near as (
    select distinct on (others.user_id) others.id, bit_count(own.look # others.look) as distance
    from own join others on others.id <> own.id
    where bit_count(own.look # others.look) <= ${LOOK_DISTANCE_MAX}
    order by others.user_id, distance, others.id desc)
  select id, distance::int as distance from near order by distance, id desc limit ${FOUND_MAX}`;

/** A picture that looks like one, and in how many places of 256 it differs. */
export type Near = { readonly id: string; readonly distance: number };

/** Used pictures of payments that look like one, the nearest first, one of each user. */
export function listNear(
  sql: Sql,
  asked: { readonly id: string; readonly since: UnixMs },
): Promise<Near[]> {
  return sql.query<Row & Near>(NEAR, [asked.id, asked.since]);
}
