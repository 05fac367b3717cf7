import { type Mode, type Money, type UserId, addMoney, money } from '@candor/kernel';
import { ACCOUNTS, type TradingAccount, accountKey } from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import type { Contract } from '../order/contract.ts';

/** What a running contract has cost that no closing took its share of: its fee and financing. */
export function openCost(contract: Pick<Contract, 'openFeeLeft' | 'financingLeft'>): Money {
  return addMoney(contract.openFeeLeft, contract.financingLeft);
}

const OPEN_COSTS = `
  select c.user_id, c.mode,
         sum(coalesce(c.open_fee_left, c.open_fee) + coalesce(c.financing_left, c.financing))::text
           as cost
  from contracts.contract c
  join (select distinct * from ${ACCOUNTS.rows('t')}) as book
    on book.user_id = c.user_id and book.mode = c.mode
  where c.status = 'running' group by c.user_id, c.mode`;

type CostRow = { user_id: string; mode: string; cost: string };

/**
 * The same of all running contracts of these trading accounts, by `accountKey`; trading accounts
 * without any are left out.
 */
export async function sumOpenCosts(
  sql: Sql,
  accounts: readonly TradingAccount[],
): Promise<ReadonlyMap<string, Money>> {
  const rows = await sql.query<CostRow>(OPEN_COSTS, ACCOUNTS.values(accounts));
  return new Map(
    rows.map(({ user_id: userId, mode, cost }) => [
      accountKey({ userId: userId as UserId, mode: mode as Mode }),
      money('USDT', BigInt(cost)),
    ]),
  );
}
