import type { UnixMs } from '@candor/kernel';
import { type ByPeriod, byPeriod } from '../../accounts/index.ts';
import { type TradingAccount, idBound } from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';

// An order's id begins with the time it was placed, so its key alone leaves out what was placed
// before; of those, what was opened since has waited, and an index holds the few that did.
const OPENED = `
  select m.n::int as n, coalesce(sum(round(
           c.lots * c.contract_size * abs(c.open_price) * c.open_link * 1000000
         )) filter (where c.opened_at >= platform.from_ms(m.since)), 0)::text as units
  from unnest($3::bigint[]) with ordinality as m (since, n)
  left join (
    select * from contracts.contract
    where user_id = $1 and mode = $2 and id >= $5 and opened_at >= platform.from_ms($4)
    union all
    select * from contracts.contract
    where user_id = $1 and mode = $2 and id < $5 and opened_at > created_at
      and opened_at >= platform.from_ms($4)
  ) c on true
  group by m.n order by m.n`;

/**
 * Size of what was opened in a trading account since the beginning of each running period: lots ×
 * contract size × price, in USDT.
 *
 * @units USDT units, each contract rounded by itself
 */
export async function sumOpened(
  sql: Sql,
  params: TradingAccount & { readonly since: readonly UnixMs[] },
): Promise<ByPeriod> {
  const { userId, mode, since } = params;
  const earliest = Math.min(...since);
  const rows = await sql.query<{ units: string }>(OPENED, [
    userId,
    mode,
    since,
    earliest,
    idBound(earliest as UnixMs, '0'),
  ]);
  return byPeriod(rows.map(({ units }) => BigInt(units)));
}
