import type { UnixMs } from '@candor/kernel';
import { type ByPeriod, byPeriod } from '../accounts/index.ts';
import type { Book } from '../ledger/index.ts';
import type { Sql } from '../platform/db.ts';

// What was opened since is still open or was closed since: two small indexes find it.
const OPENED = `
  select m.n::int as n, coalesce(sum(round(
           c.lots * c.contract_size * abs(c.open_price) * c.open_link * 1000000
         )) filter (where c.opened_at >= platform.from_ms(m.since)), 0)::text as units
  from unnest($3::bigint[]) with ordinality as m (since, n)
  left join contracts.contract c
    on c.user_id = $1 and c.mode = $2
   and (c.status = 'running' or (c.status = 'closed' and c.closed_at >= platform.from_ms($4)))
   and c.opened_at >= platform.from_ms($4)
  group by m.n order by m.n`;

/**
 * Size of what was opened in a book since the beginning of each running period: lots × contract
 * size × price, in USDT.
 *
 * @units USDT units, each contract rounded by itself
 */
export async function sumOpened(
  sql: Sql,
  asked: Book & { readonly since: readonly UnixMs[] },
): Promise<ByPeriod> {
  const { userId, mode, since } = asked;
  const earliest = Math.min(...since);
  const rows = await sql.query<{ units: string }>(OPENED, [userId, mode, since, earliest]);
  return byPeriod(rows.map(({ units }) => BigInt(units)));
}
