import { type Asset, type Clock, formatMoney, money } from '@candor/kernel';
import { findHouseWorth, listHouseSums } from '../../ledger/index.ts';
import type { Parameters } from '../../parameters/index.ts';
import type { Database } from '../../platform/postgres/db.ts';

/** What the house's balances are read from. */
export type HouseDeps = {
  /** The product's role: the books are not the desk's to read. */
  readonly db: Database;
  readonly clock: Clock;
  readonly parameters: Pick<Parameters, 'usdt'>;
};

/** What each real account of the house holds, as the books have it now. */
export async function houseBalances({ db, clock, parameters }: HouseDeps) {
  const [sums, worth] = await Promise.all([listHouseSums(db, 'real'), findHouseWorth(db)]);
  return {
    at: clock.now(),
    balances: sums
      .filter(({ account }) => account.startsWith('house:'))
      .map(({ account, asset, amount }) => ({
        account,
        asset,
        amount: formatMoney(money(asset as Asset, BigInt(amount))),
      }))
      .toSorted((a, b) => `${a.asset} ${a.account}`.localeCompare(`${b.asset} ${b.account}`, 'en')),
    worth: formatMoney(money('USDT', worth)),
    floor: formatMoney(parameters.usdt('house.floorNewBusiness')),
  };
}
