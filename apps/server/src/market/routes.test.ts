import { type InstrumentCode, MINUTE_MS, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import type { Route } from '../platform/http/http.ts';
import { marketRoutes } from './routes.ts';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});

afterAll(async () => {
  await product.stop();
});

test('the list holds the whole catalogue, one type of it, or the codes asked for', async () => {
  const all = await product.call('market.list', { query: { points: '0' } });
  expect(all.result.length).toBe(product.app.market.list().length);
  expect(all.result[0]).toMatchObject({ code: 'BTC/USDT', id: 'BTCUSDT', appName: 'Bitcoin' });
  const forex = await product.call('market.list', { query: { type: '1' } });
  expect(forex.result.length).toBe(28);
  expect(forex.result.every((item) => item.type === 1)).toBe(true);
  const two = await product.call('market.list', { query: { codes: ['AAPL', 'XAU/USD'] } });
  expect(two.result.map((item) => item.code).toSorted()).toEqual(['AAPL', 'XAU/USD']);
  const one = await product.call('market.list', { query: { codes: 'AAPL', type: '1' } });
  expect(one.result).toEqual([]);
});

test('a line names its price, source, time and why it can or cannot be traded', async () => {
  const before = await product.call('market.info', { params: { id: 'ADAUSDT' } });
  expect(before.result).toMatchObject({ status: 'noSource', price: null, tickId: null, zdf: null });
  await product.price('BTC/USDT', '60000', '60002');
  product.clock.advance(1_500);
  await product.price('BTC/USDT', '66000', '66002');
  product.clock.advance(1_500);
  await product.price('BTC/USDT', '60000', '60002');
  const { result } = await product.call('market.info', { params: { id: 'BTCUSDT' } });
  expect(result).toMatchObject({
    code: 'BTC/USDT',
    price: '60001',
    bid: '60000',
    ask: '60002',
    source: 'Test venue',
    zdf: '0',
    sourceTime: product.clock.now(),
    receivedAt: product.clock.now(),
    status: 'open',
    high24h: '66001',
    low24h: '60001',
    volume24h: null,
    tickSize: '0.01',
    logo: '',
  });
  expect(result.hundred).toEqual([60_001, 60_001]);
  expect(result.tickId).toMatch(/^2024-01-01\/\d+$/);
  expect(result.specification).toMatchObject({
    class: 'crypto',
    base: 'BTC',
    quoteCurrency: 'USDT',
    contractSize: '1',
    leverageMax: 2,
    feeRate: '0.001',
    financingRate: '0.0005',
    freshForMs: 5_000,
    bandRate: '0.02',
    hours: [],
    sources: ['Binance', 'OKX'],
    link: '1',
  });
  product.clock.advance(5_001);
  const later = await product.call('market.list', { query: { codes: 'BTC/USDT' } });
  expect(later.result[0]).toMatchObject({ status: 'stale', price: '60001' });
});

test('a currency that becomes USDT by a pair shows the rate only while the pair is fresh', async () => {
  const read = async () =>
    (await product.call('market.info', { params: { id: 'EURJPY' } })).result.specification.link;
  expect(await read()).toBeNull();
  await product.price('USD/JPY', '125', '125');
  expect(await read()).toBe('0.008');
  product.clock.advance(15_001);
  expect(await read()).toBeNull();
});

test('unknown instruments and odd questions are refused, none with a fault', async () => {
  expect((await product.call('market.info', { params: { id: 'NOSUCH' } })).status).toBe(404);
  const bars = (query: string) => product.call('market.bars', { oddQuery: query });
  expect((await bars('code=NOSUCH&interval=1m')).status).toBe(404);
  const odd = [
    'code=BTC/USDT',
    'code=BTC/USDT&interval=2m',
    'interval=1m',
    'code=&interval=1m',
    'code=BTC/USDT&interval=1m&from=yesterday',
    'code=BTC/USDT&interval=1m&from=-1',
    'code=BTC/USDT&interval=1m&from=1e400',
    'code=BTC/USDT&interval=1m&to=1.5',
    'code=BTC/USDT&interval=1m&extra=1',
    `code=${'A'.repeat(40)}&interval=1m`,
  ];
  for (const query of odd) expect((await bars(query)).status, query).toBe(400);
  for (const query of ['from=8640000000000000', 'to=8640000000000000', 'from=0&to=0']) {
    const answer = await bars(`code=BTC/USDT&interval=1w&${query}`);
    expect(answer.status, query).toBe(200);
  }
  const list = (query: string) => product.call('market.list', { oddQuery: query });
  for (const query of ['type=6', 'type=', 'points=101', 'points=-1', 'codes=btc', 'page=1']) {
    expect((await list(query)).status, query).toBe(400);
  }
  expect((await list('codes=NOSUCH')).result).toEqual([]);
});

test('the tape can be read tick by tick, ten minutes at a time', async () => {
  await product.price('ETH/USDT', '3000', '3001');
  const from = product.clock.now();
  product.clock.advance(2_000);
  await product.price('ETH/USDT', '3002', '3003');
  const to = product.clock.now();
  const ticks = (query: { from: number; to: number }, code = 'ETH/USDT') =>
    product.call('market.ticks', {
      params: { code },
      query: { from: String(query.from), to: String(query.to) },
    });
  const { result } = await ticks({ from, to });
  // Both sources of the test said both prices.
  expect(result.map((tick) => tick.bid)).toEqual(['3000', '3000', '3002', '3002']);
  expect(new Set(result.map((tick) => tick.source)).size).toBe(2);
  expect(result.map((tick) => tick.receivedAt)).toEqual([from, from, to, to]);
  expect((await ticks({ from, to }, 'ETHUSDT')).result).toEqual(result);
  expect((await ticks({ from, to }, 'NOSUCH')).status).toBe(404);
  expect((await ticks({ from: to, to: from })).status).toBe(400);
  expect((await ticks({ from, to: from + 10 * MINUTE_MS + 1 })).status).toBe(400);
  const far = 8_640_000_000_000_000;
  expect((await ticks({ from: far, to: far })).result).toEqual([]);
});

test('a span with more ticks than one answer carries is refused, never cut', async () => {
  const now = product.clock.now();
  await product.price('ETH/USDT', '3000', '3001');
  const [tick] = await product.app.market.ticks({
    code: 'ETH/USDT' as InstrumentCode,
    from: now,
    to: now,
  });
  if (tick === undefined) throw new Error('the price is on the tape');
  const answerTo = (count: number) => {
    const market = {
      ...product.app.market,
      ticks: async () => Array.from({ length: count }, () => tick),
    };
    const one = marketRoutes(market, { isRehearsal: false }).find(
      ({ endpoint }) => endpoint.name === 'market.ticks',
    );
    const call = { params: { code: 'ETH/USDT' }, query: { from: now, to: now } };
    return one?.run(call as unknown as Parameters<Route['run']>[0]);
  };
  expect(await answerTo(10_000)).toMatchObject({ ok: true, value: { length: 10_000 } });
  expect(await answerTo(10_001)).toMatchObject({
    ok: false,
    failure: { name: 'unreadable', field: 'to' },
  });
});

test('bars are answered oldest first, in the range asked for', async () => {
  const start = plusMs(product.clock.now(), 10 * MINUTE_MS);
  for (const [minute, bid] of ['100', '101', '102'].entries()) {
    product.clock.set(plusMs(start, minute * MINUTE_MS));
    await product.price('AAPL', bid, bid);
  }
  const read = (query: { from?: string; to?: string }) =>
    product.call('market.bars', { query: { code: 'AAPL', interval: '1m', ...query } });
  const all = (await read({})).result;
  expect(all.map((bar) => bar.close)).toEqual(['100', '101', '102']);
  expect(all.every((bar, index) => bar.time > (all[index - 1]?.time ?? 0))).toBe(true);
  const later = String(plusMs(start, MINUTE_MS));
  expect((await read({ from: later })).result.map((bar) => bar.close)).toEqual(['101', '102']);
  expect((await read({ from: later, to: later })).result.map((bar) => bar.close)).toEqual(['101']);
});

test('the running feed says what it is and how its sources are', async () => {
  await product.price('BTC/USDT', '60000', '60002');
  const { result } = await product.call('market.feeds');
  expect(result).toMatchObject({
    mode: 'live',
    label: 'Prices a test says',
    notice: null,
    marketTime: product.clock.now(),
  });
  expect(result.sources).toEqual([
    { name: 'Test venue', status: 'ok', lastTickAt: product.clock.now() },
    { name: 'Second test venue', status: 'ok', lastTickAt: product.clock.now() },
  ]);
  product.clock.advance(15_001);
  const later = await product.call('market.feeds');
  expect(later.result.sources.map((source) => source.status)).toEqual(['stale', 'stale']);
});

test('specifications carry the operator’s numbers from the moment they are in force', async () => {
  const { app, clock } = product;
  const added = await app.parameters.set({
    key: 'contract.feeRate',
    value: '0.0025',
    from: plusMs(clock.now(), MINUTE_MS),
    note: 'test',
  });
  expect(added.ok).toBe(true);
  const fee = async () =>
    (await product.call('market.info', { params: { id: 'BTCUSDT' } })).result.specification.feeRate;
  expect(await fee()).toBe('0.001');
  clock.advance(MINUTE_MS);
  expect(await fee()).toBe('0.0025');
  expect(app.market.instrument('BTC/USDT')?.feeRate).toBe(25n * 10n ** 14n);
  expect(app.market.list().every((one) => one.feeRate === 25n * 10n ** 14n)).toBe(true);
});
