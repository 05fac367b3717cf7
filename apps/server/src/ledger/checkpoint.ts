import type { Sql } from '../platform/db.ts';
import { sumHouse } from './store.ts';

/** What the house had when last looked at; orders read it from memory. */
export type HouseCheckpoint = {
  /** capital + trading + bad debt of the real mode, in USDT units. */
  worth(): bigint;
  refresh(): Promise<void>;
};

/** Makes the checkpoint; `refresh` is called every second by whoever composes the process. */
export function createHouseCheckpoint(sql: Sql): HouseCheckpoint {
  let worth = 0n;
  return {
    worth: () => worth,
    async refresh() {
      const book = { mode: 'real', asset: 'USDT' } as const;
      const sums = await Promise.all([
        sumHouse(sql, { ...book, accountClass: 'house:capital' }),
        sumHouse(sql, { ...book, accountClass: 'house:trading' }),
        sumHouse(sql, { ...book, accountClass: 'house:bad-debt' }),
      ]);
      worth = sums.reduce((total, sum) => total + sum, 0n);
    },
  };
}
