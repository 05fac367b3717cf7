// Promise: a strategy that needs many bars decides at once on a fresh tape, and after a start as before it: all bars it
// needs are read, however few are told at a time. (decision 0110)
import { STRATEGIES } from '@candor/advisor';
import { type InstrumentCode, type UnixMs, plusMs, price, unixMs } from '@candor/kernel';
import { INTERVAL_MS } from '@candor/pricing';
import { generateBars } from '@candor/testkit';
import { expect, test } from 'vitest';
import type { StoredFund } from '../plan/plan.ts';
import { openSight } from './sight.ts';

const HOUR = INTERVAL_MS['1h'];
const FROM: UnixMs = unixMs(1_700_006_400_000 - (1_700_006_400_000 % HOUR));
/** Bars a venue tells at once: the last of those it is asked for. */
const TOLD = 300;

test('a strategy of more bars than are told at once decides on the first one it is shown', async () => {
  const parameters = { fast: 10, slow: 400, margin: 0 };
  const warmup = STRATEGIES.trend.warmup(parameters);
  expect(warmup).toBeGreaterThan(TOLD);
  const bars = generateBars({
    ...{ seed: 3, from: plusMs(FROM, -(warmup + 100) * HOUR), count: warmup + 101, interval: '1h' },
    ...{ startPrice: price('60000'), tickSize: price('0.01'), millionths: 5_000 },
  });
  const market = {
    bars: async ({ from, to }: { from?: UnixMs | undefined; to?: UnixMs | undefined }) =>
      bars.filter(({ time }) => time >= (from ?? 0) && time <= (to ?? Infinity)).slice(-TOLD),
  };
  const plan = {
    strategy: 'trend',
    parameters,
    interval: '1h',
    codes: ['BTC/USDT' as InstrumentCode],
  };
  const sight = await openSight(market, { plan } as unknown as StoredFund, FROM);
  const seen = [];
  for await (const one of sight.look(plusMs(FROM, HOUR))) seen.push(one);
  expect(seen).toHaveLength(1);
  expect(seen[0]?.decide).not.toBeNull();
});
