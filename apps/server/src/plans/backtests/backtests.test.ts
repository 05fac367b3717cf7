// Promise: a backtest that is asked for runs in a thread of its own over bars of the market, says how far it is,
// and is kept with what came of it: the same as the runner says of the same bars, none of them left out, however few
// a venue tells at once. (PRODUCT 6; decision 0110)
import { STRATEGIES, merged, runBacktest, usualParameters } from '@candor/advisor';
import {
  DAY_MS,
  type InstrumentCode,
  MINUTE_MS,
  ensure,
  formatMoney,
  money,
  plusMs,
  unixMs,
} from '@candor/kernel';
import { INTERVAL_MS } from '@candor/pricing';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { chooseFeed } from '../../market/index.ts';
import { createLog } from '../../platform/process/log.ts';

const BTC = 'BTC/USDT' as InstrumentCode;
const SEED = 11;
const DAYS = 20;
/** Bars a venue tells at once: the last of those it is asked for. */
const VENUE_BARS = 300;

let product: TestApp;
let token: string;
/** How often the venue was asked for the past, and from when on it does not tell. */
let asked = 0;
let refuses: (from: number) => boolean = () => false;

beforeAll(async () => {
  product = await startTestApp({
    async feedOn(clock) {
      const log = createLog({ level: 'silent' });
      const feed = await chooseFeed({ feed: `simulated:${SEED}`, clock, log, venueUrls: {} });
      const history: typeof feed.history = async (range) => {
        asked += 1;
        if (refuses(range.from)) return [];
        return (await feed.history(range)).slice(-VENUE_BARS);
      };
      return { ...feed, history };
    },
  });
});
afterAll(() => product.stop());
beforeEach(async () => {
  refuses = () => false;
  ({ token } = await product.register());
});

const ask = (change: object = {}) => {
  const to = product.clock.now() - (product.clock.now() % DAY_MS);
  const parameters = usualParameters(STRATEGIES.grid);
  const odd = {
    strategy: 'grid',
    codes: [BTC],
    parameters,
    from: to - DAYS * DAY_MS,
    to,
    ...change,
  };
  return product.call('plans.backtest', { token, odd });
};
const get = (id: string) => product.call('plans.backtestResult', { token, params: { id } });

async function ended(id: string) {
  return vi.waitUntil(
    async () => {
      const { result } = await get(id);
      return result.state === 'done' || result.state === 'failed' ? result : null;
    },
    { timeout: 60_000, interval: 200 },
  );
}

describe('a backtest', () => {
  test('says what the runner says of the same bars, and is kept', async () => {
    const asked = await ask();
    expect(asked).toMatchObject({ code: '200', result: { state: 'waiting', report: null } });
    // One at a time for a user.
    expect((await ask()).code).toBe('429');
    const done = await ended(asked.result.id);
    expect(done).toMatchObject({ state: 'done', progress: '1' });
    const report = ensure(done?.report ?? null, 'it has a report');
    expect(report).toMatchObject({
      isGenerated: true,
      lookAheadPassed: true,
      strategy: 'grid',
      interval: '5m',
    });
    expect(report.daily).toHaveLength(DAYS);
    expect(report.doubts).toContain('fewDays');
    // The same over again, here.
    const instrument = ensure(product.app.market.instrument(BTC), 'bitcoin is traded');
    const bars = [];
    for (let at = report.from; at <= report.to; at += VENUE_BARS * MINUTE_MS) {
      const to = Math.min(at + VENUE_BARS * MINUTE_MS - 1, report.to);
      bars.push(
        ...(await product.app.market.bars({
          code: BTC,
          interval: '1m',
          from: unixMs(at),
          to: unixMs(to),
        })),
      );
    }
    const run = runBacktest(
      {
        strategy: STRATEGIES.grid,
        parameters: usualParameters(STRATEGIES.grid),
        ...{ interval: '5m', base: '1m', instruments: [instrument] },
        amount: money('USDT', 10_000_000_000n),
      },
      merged([bars]),
    );
    expect(bars).toHaveLength((DAYS * DAY_MS) / INTERVAL_MS['1m']);
    expect([report.bars, report.fills, report.value]).toEqual([
      run.bars,
      run.fills.length,
      formatMoney(run.value),
    ]);
    expect((await get(asked.result.id)).result.report).toEqual(report);
    expect((await ask({ strategy: 'hold', parameters: {} })).code).toBe('200');
  }, 90_000);

  test('says which bars are missing, and asks again for those that did not come', async () => {
    const to = product.clock.now() - (product.clock.now() % DAY_MS);
    const span = { from: to - 4 * DAY_MS, to };
    // The venue does not answer a page in the middle; another one it answers late.
    const page = VENUE_BARS * MINUTE_MS;
    const [silent, late] = [span.from + 4 * page, span.from + 8 * page];
    let isLate = true;
    refuses = (from) => {
      if (from === silent) return true;
      if (from !== late || !isLate) return false;
      isLate = false;
      return true;
    };
    const before = asked;
    const done = await ended((await ask(span)).result.id);
    expect(done?.report?.missing).toEqual([{ code: BTC, from: silent, to: silent + page }]);
    expect(asked).toBeGreaterThan(before);
    expect(done?.report?.bars).toBe((4 * DAY_MS - page) / MINUTE_MS);
  }, 90_000);

  test('that a process broke off is run by the next', async () => {
    const asked = await ask();
    expect(asked.code).toBe('200');
    await product.restart();
    void product.app.plans.backtests.wake();
    expect(await ended(asked.result.id)).toMatchObject({ state: 'done' });
  }, 90_000);

  test.each([
    [{ strategy: 'grid', parameters: { gap: 1, levels: 8, patience: 96 } }, '10016', 'parameters'],
    [{ codes: ['NOPE/USDT'] }, '10010', 'codes'],
    [{ interval: '1w' }, '10016', 'interval'],
  ])('of %j is refused as %s', async (change, code, field) => {
    const refused = await ask(change);
    expect([refused.code, refused.refused.field]).toEqual([code, field]);
  });

  test('of no time, of less than a day and of more than a year is refused', async () => {
    const now = product.clock.now();
    for (const span of [
      { from: now, to: now - DAY_MS },
      { from: now - DAY_MS / 2, to: now },
      { from: plusMs(now, -367 * DAY_MS), to: now },
      { from: now + DAY_MS, to: now + 3 * DAY_MS },
    ]) {
      const refused = await ask(span);
      expect([refused.code, refused.refused.field]).toEqual(['10016', 'from']);
    }
  });

  test('is its owner’s alone', async () => {
    const asked = await ask({ strategy: 'hold', parameters: {} });
    const mine = token;
    ({ token } = await product.register());
    expect((await get(asked.result.id)).code).toBe('404');
    token = mine;
    expect((await get(asked.result.id)).code).toBe('200');
  });
});

test('a published one that could not be made is tried again, later each time', async () => {
  const { backtests } = product.app.plans;
  await product.owner.query(`update plans.plan set status = 'ended' where name <> 'trend-btc'`);
  refuses = () => true;
  await backtests.publishAll();
  const published = async () =>
    (await product.call('plans.list')).result.find(({ name }) => name === 'trend-btc')?.backtest;
  expect(await published()).toBeNull();
  refuses = () => false;
  const before = asked;
  await backtests.publishAll();
  expect(asked).toBe(before);
  product.clock.advance(2 * MINUTE_MS);
  await backtests.publishAll();
  expect(await published()).not.toBeNull();
  await product.owner.query(`update plans.plan set status = 'open'`);
}, 120_000);

test('each plan that is offered gets one, which says that its prices were generated', async () => {
  await product.app.plans.backtests.publishAll();
  const { result } = await product.call('plans.list');
  for (const plan of result) {
    expect(plan.backtest).toMatchObject({ isGenerated: true });
    expect(plan.backtest?.daily.length).toBeGreaterThan(55);
    expect(plan.realised).toBeNull();
    const detail = await product.call('plans.get', { params: { id: plan.id } });
    expect(detail.result.report?.daily).toEqual(plan.backtest?.daily);
    expect(detail.result.report?.versionHash).toBe(plan.versionHash);
  }
}, 120_000);
