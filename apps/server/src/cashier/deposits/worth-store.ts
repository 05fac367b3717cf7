import type { Asset, Money, UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql } from '../../platform/postgres/db.ts';

const CREDITED = `
  select bool_or(worth is null) as is_unknown,
    coalesce(sum(worth) filter (where credited_at >= s.day), 0) as day,
    coalesce(sum(worth) filter (where credited_at >= s.week), 0) as week,
    coalesce(sum(worth) filter (where credited_at >= s.month), 0) as month
  from cashier.deposit d,
    (select platform.from_ms($2) as day, platform.from_ms($3) as week, platform.from_ms($4) as month) s
  where d.user_id = $1 and d.state = 'credited'
    and d.credited_at >= least(s.day, s.week, s.month)`;

/**
 * What was credited to a user since each of three moments, as it was worth then; null while one of
 * the payments was never valued. What the chain took back does not count.
 *
 * @units USDT units
 */
export async function sumCredited(
  sql: Sql,
  { userId, since }: { readonly userId: UserId; readonly since: readonly UnixMs[] },
): Promise<readonly bigint[] | null> {
  type Sums = Row & { is_unknown: boolean | null; day: string; week: string; month: string };
  const [row] = await sql.query<Sums>(CREDITED, [userId, ...since]);
  if (row === undefined || row.is_unknown === true) return null;
  return [BigInt(row.day), BigInt(row.week), BigInt(row.month)];
}

/** Rows valued in one go; the rest follow at the next turn. */
const PART = 200;
const UNVALUED = `
  select user_id, id, asset, units from cashier.deposit
  where state = 'credited' and worth is null and asset = any ($1::text[]) limit ${PART}`;

/** Credited payments of these assets that had no price when they were credited. */
export function listUnvalued(
  sql: Sql,
  assets: readonly Asset[],
): Promise<{ user_id: string; id: string; asset: string; units: string }[]> {
  return sql.query<Row & { user_id: string; id: string; asset: string; units: string }>(UNVALUED, [
    assets,
  ]);
}

const VALUE = `
  update cashier.deposit d set worth = v.worth
  from unnest($1::uuid[], $2::uuid[], $3::numeric[]) as v (user_id, id, worth)
  where d.user_id = v.user_id and d.id = v.id and d.state = 'credited' and d.worth is null`;

/** Writes down what payments are worth that had no price before. */
export async function putWorth(
  sql: Sql,
  valued: readonly { readonly userId: string; readonly id: string; readonly worth: Money }[],
): Promise<void> {
  await sql.query(VALUE, [
    valued.map(({ userId }) => userId),
    valued.map(({ id }) => id),
    valued.map(({ worth }) => worth.units.toString()),
  ]);
}
