import { HOUR_MS, MINUTE_MS } from '@candor/kernel';
import { expect } from 'vitest';
import { expectSoon } from './eventually.ts';
import { rehearse } from './operator.ts';
import type { Product } from './product.ts';

/** The clock of a rehearsal, which goes ahead of this machine's. */
export type TestClock = {
  /** How far it is ahead. @units milliseconds */
  aheadMs(): number;
  /** What it says. @units Unix milliseconds */
  now(): number;
  /** Moves it. */
  forward(word: `+${number}${'h' | 'm'}`): Promise<void>;
};

const UNIT_MS = { h: HOUR_MS, m: MINUTE_MS } as const;

/** The clock of a rehearsal that was not moved yet. */
export function openTestClock(product: Product): TestClock {
  let aheadMs = 0;
  return {
    aheadMs: () => aheadMs,
    now: () => Date.now() + aheadMs,
    async forward(word) {
      const [, count = '', unit = ''] = /^\+(\d+)([hm])$/.exec(word) ?? [];
      const byMs = Number.parseInt(count, 10) * UNIT_MS[unit as keyof typeof UNIT_MS];
      const timeThere = async () => (await product.call('market.feeds')).result.marketTime;
      const before = await timeThere();
      expect(await rehearse(product.dataDir, 'clock', word)).toMatchObject({ exitCode: 0 });
      // The product hears of it a moment later, and takes no code ahead of its time.
      await expectSoon(timeThere).toBeGreaterThanOrEqual(before + byMs);
      aheadMs += byMs;
    },
  };
}
