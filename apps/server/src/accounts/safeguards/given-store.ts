import type { UnixMs, UserId } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';

const GIVEN = 'select units::text from platform.given_for_tokens($1, $2::bigint[])';

/**
 * What a user bid or bought tokens for since each of some moments and did not get back, in their order.
 *
 * @units USDT units
 */
export async function sumGiven(
  sql: Sql,
  params: { readonly userId: UserId; readonly since: readonly UnixMs[] },
): Promise<readonly bigint[]> {
  const rows = await sql.query<{ units: string }>(GIVEN, [params.userId, params.since]);
  return rows.map(({ units }) => BigInt(units));
}
