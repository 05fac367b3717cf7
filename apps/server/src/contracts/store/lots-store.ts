import { type InstrumentCode, type Quantity, quantity } from '@candor/kernel';
import type { TradingAccount } from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';

/** Lots of an instrument that are open or wait: of one trading account, and of all of its mode. */
export type LotsTaken = { readonly account: Quantity; readonly total: Quantity };

// One statement for each status, so that each reads the index of its own.
const TAKEN = `
  select coalesce(sum(lots) filter (where user_id = $1), 0)::text as account,
    coalesce(sum(lots), 0)::text as total
  from (
    select user_id, coalesce(lots_left, lots) as lots from contracts.contract
    where status = 'running' and mode = $2 and code = $3
    union all
    select user_id, lots from contracts.contract
    where status = 'pending' and mode = $2 and code = $3
  ) taken`;

/** Adds up what is open and waits of an instrument; asked for one with a cap alone. */
export async function sumLots(
  sql: Sql,
  params: TradingAccount & { readonly code: InstrumentCode },
): Promise<LotsTaken> {
  const { userId, mode, code } = params;
  const [row] = await sql.query<{ account: string; total: string }>(TAKEN, [userId, mode, code]);
  return { account: quantity(row?.account ?? '0'), total: quantity(row?.total ?? '0') };
}
