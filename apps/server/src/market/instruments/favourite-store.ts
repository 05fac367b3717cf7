import type { InstrumentCode, UnixMs, UserId } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';

const LIST = 'select code from market.favourite where user_id = $1 order by at, code';
const ADD = `
  insert into market.favourite (user_id, code, at) values ($1, $2, platform.from_ms($3))
  on conflict do nothing`;
const REMOVE = 'delete from market.favourite where user_id = $1 and code = $2';

/** Codes a user marked, the first marked first. */
export async function listFavourites(sql: Sql, userId: UserId): Promise<string[]> {
  return (await sql.query<{ code: string }>(LIST, [userId])).map(({ code }) => code);
}

/** Marks an instrument; one that is marked stays where it is. */
export async function addFavourite(
  sql: Sql,
  mark: { userId: UserId; code: InstrumentCode; at: UnixMs },
): Promise<void> {
  await sql.query(ADD, [mark.userId, mark.code, mark.at]);
}

/** Takes a mark away. */
export async function removeFavourite(
  sql: Sql,
  mark: { userId: UserId; code: string },
): Promise<void> {
  await sql.query(REMOVE, [mark.userId, mark.code]);
}
