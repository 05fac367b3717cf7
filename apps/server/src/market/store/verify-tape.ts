import type { UtcDay } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';
import { type Break, GENESIS, createChainCheck } from './chain.ts';
import { findRootBefore, listDay } from './store.ts';

const PAGE = 5_000;

/** What a walk over one day of the tape found. */
export type TapeReport = {
  readonly day: UtcDay;
  /** Ticks up to the first break. */
  readonly count: number;
  /** The last good link, in hex. */
  readonly root: string;
  readonly broken: Break | null;
};

/** Recomputes every link of one UTC day and names the first tick that does not hold. */
export async function verifyTape(db: Sql, day: UtcDay): Promise<TapeReport> {
  const check = createChainCheck(day, (await findRootBefore(db, day)) ?? GENESIS);
  let after = 0;
  for (;;) {
    const page = await listDay(db, { day, after, limit: PAGE });
    for (const { hash, ...tick } of page) {
      check.add(tick, hash);
      after = tick.seq;
    }
    if (page.length < PAGE || check.result().broken !== null) return check.result();
  }
}
