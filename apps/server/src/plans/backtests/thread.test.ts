// Promise: a backtest that is given up reads no more bars: the next one has the venues for itself; one after
// another runs in the same thread, and behind one that failed in a new one. (decision 0111)
import { setTimeout } from 'node:timers/promises';
import { type InstrumentCode, money, price, rate } from '@candor/kernel';
import { expect, test } from 'vitest';
import type { Trial } from './backtest-worker.ts';
import { createThread } from './thread.ts';

const BTC = 'BTC/USDT' as InstrumentCode;
const TRIAL: Trial = {
  chosen: { strategy: 'hold', codes: [BTC], parameters: {}, interval: '1h', hash: '' },
  instruments: [
    {
      code: BTC,
      feeRate: rate('0.0005'),
      spreadRate: rate('0.0002'),
      tickSize: price('0.1'),
      quoteCurrency: 'USDT',
    },
  ],
  base: '1h',
  amount: money('USDT', 10_000_000_000n),
  source: 'none',
  isGenerated: true,
};

test('one that takes too long is given up, and what feeds it has ended by then', async () => {
  const thread = createThread(200);
  let hasEnded = false;
  const run = thread.run(
    async (_, given) => {
      while (!given.aborted) await setTimeout(10);
      hasEnded = true;
    },
    () => undefined,
  );
  await expect(run).rejects.toThrow('a backtest took too long');
  expect(hasEnded).toBe(true);
});

test('the thread is kept behind one that ended, and is another behind one that did not', async () => {
  const thread = createThread();
  /** One without a bar: nothing comes of it. */
  const empty = () =>
    thread.run(
      async (say) => {
        await Promise.resolve();
        say({ kind: 'begin', trial: TRIAL });
        say({ kind: 'run', missing: [] });
      },
      () => undefined,
    );
  let begun = 0;
  const count = (): void => void (begun += 1);
  process.on('worker', count);
  for (let more = 0; more < 5; more += 1) expect(await empty()).toBeNull();
  expect(begun).toBe(1);
  const broken = thread.run(
    async (say) => {
      await Promise.resolve();
      // What it was never told to begin.
      say({ kind: 'run', missing: [] });
    },
    () => undefined,
  );
  await expect(broken).rejects.toThrow('it was said what to run');
  for (let more = 0; more < 2; more += 1) expect(await empty()).toBeNull();
  expect(begun).toBe(2);
  process.off('worker', count);
  await thread.stop();
});
