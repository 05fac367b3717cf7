import {
  type InstrumentCode,
  type Price,
  type UnixMs,
  DAY_MS,
  MINUTE_MS,
  formatDecimal,
  unixMs,
} from '@candor/kernel';
import { createRandom, createTestClock } from '@candor/testkit';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';
import { createMarket } from '../create-market.ts';
import type { Market } from '../market.ts';
import { chooseFeed } from './choose-feed.ts';
import { FeedRefused } from './refused.ts';
import { parseReplay } from './replay.ts';

const log = pino({ level: 'silent' });
const BTC = 'BTC/USDT' as InstrumentCode;
const START = Date.parse('2024-08-08T12:00:00Z');
const RECORDINGS = process.env['CANDOR_RECORDINGS'];

let folder: string;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-replay-'));
  database = await cloneDatabase();
  db = openDatabase(database.config);
});

afterAll(async () => {
  await db.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function file(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  const text = `${lines.join('\n')}\n`;
  await writeFile(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

/** A generated minute recording; its seed is here. */
function minuteBars(count: number, seed = 11): string[] {
  const random = createRandom(seed);
  let close = 60_000;
  const rows = Array.from({ length: count }, (_, index) => {
    const open = close;
    close = open + random.between(-40, 40);
    const high = Math.max(open, close) + random.between(0, 20);
    const low = Math.min(open, close) - random.between(0, 20);
    return [START + index * MINUTE_MS, open, high, low, close, random.between(0, 9)].join(',');
  });
  return ['time,open,high,low,close,volume', ...rows];
}

async function play(text: string, clock = createTestClock()) {
  const feed = await chooseFeed({ feed: `replay:${text}`, clock, log, venueUrls: {} });
  const market = createMarket({ db, acting: db, clock, log, feed });
  await market.start();
  return { market, feed, clock };
}

/** Lets the feed and the tape catch up with the clock. */
async function untilPlayed(market: Market, code: InstrumentCode, time: number): Promise<void> {
  await expect.poll(() => market.latest(code)?.sourceTime, { timeout: 10_000 }).toBe(time);
}

const shown = (price: Price | undefined): string => formatDecimal((price ?? 0n) as Price);

test('a recording is played on its own clock, and its chart is the file, bar for bar', async () => {
  const lines = minuteBars(30);
  const path = await file('BTCUSDT_bybit_1m.csv.gz', lines);
  const { market, clock } = await play(`${path}@60`);
  expect(market.describe()).toMatchObject({
    mode: 'replay',
    recordedDay: '2024-08-08',
    recordedSource: 'Bybit',
    speed: 60,
    notice: null,
    label: 'Recorded prices of 8 Aug 2024 (Bybit)',
  });
  expect(market.status('ETH/USDT' as InstrumentCode, clock.now())).toBe('noSource');
  for (let minute = 0; minute < 20; minute += 1) {
    for (let quarter = 0; quarter < 4; quarter += 1) {
      const time = START + minute * MINUTE_MS + quarter * 15_000;
      await untilPlayed(market, BTC, time);
      expect(market.marketTime(clock.now())).toBe(time);
      clock.advance(250);
    }
  }
  expect(market.status(BTC, clock.now())).toBe('open');
  expect(market.latest(BTC)?.source).toBe('Bybit, rebuilt from 1-minute bars');
  const bars = await market.bars({ code: BTC, interval: '1m' });
  const told = bars
    .slice(0, 20)
    .map((bar) =>
      [
        bar.time,
        ...[bar.open, bar.high, bar.low, bar.close].map(shown),
        shown(bar.volume as never),
      ].join(','),
    );
  expect(told).toEqual(lines.slice(1, 21));
  await market.stop();
});

test('stopped and started again it goes on where it was; once ended it begins anew', async () => {
  const path = await file('ETHUSDT_binance-spot_quotes.csv', [
    'time,bid,ask',
    ...[0, 1, 2, 3, 4, 5].map((n) => `${START + n * 1_000},${3_000 + n},${3_001 + n}.5`),
  ]);
  const ETH = 'ETH/USDT' as InstrumentCode;
  const clock = createTestClock();
  const first = await play(path, clock);
  clock.advance(2_000);
  await untilPlayed(first.market, ETH, START + 2_000);
  expect(first.market.latest(ETH)).toMatchObject({
    bid: 3_002n * 10n ** 18n,
    ask: 30_035n * 10n ** 17n,
    source: 'Binance spot, recorded quotes',
  });
  await first.market.stop();
  clock.advance(DAY_MS);

  const second = await play(path, clock);
  expect(second.market.feed().key).toBe(first.market.feed().key);
  expect(second.market.marketTime(clock.now())).toBe(START + 2_000);
  expect(second.market.status(ETH, clock.now())).toBe('stale');
  clock.advance(1_000);
  await untilPlayed(second.market, ETH, START + 3_000);
  clock.advance(60_000);
  await untilPlayed(second.market, ETH, START + 5_000);
  await expect.poll(() => second.market.describe().notice).toBe('recordingEnded');
  expect(second.market.sources()[0]?.status).toBe('ended');
  expect(second.market.marketTime(clock.now())).toBe(START + 5_000);
  clock.advance(6_000);
  expect(second.market.status(ETH, clock.now())).toBe('stale');
  const ended = async () =>
    (await db.query(`select from market.feed where ended_at is not null`)).length;
  await expect.poll(ended, { timeout: 5_000 }).toBe(1);
  await second.market.stop();

  const third = await play(path, clock);
  expect(third.market.feed().key).toBe(`${first.market.feed().key}#2`);
  expect(third.market.latest(ETH)).toBeNull();
  await untilPlayed(third.market, ETH, START);
  await third.market.stop();
});

test('each recording goes on from its own last tick, also where another was further on', async () => {
  const rows = (price: number) => [
    'time,bid,ask',
    ...[0, 1, 2, 3, 4, 5].map((n) => `${START + n * 1_000},${price + n},${price + n}.5`),
  ];
  await file('two/BTCUSDT_binance-spot_quotes.csv', rows(60_000));
  await file('two/ETHUSDT_binance-spot_quotes.csv', rows(3_000));
  const clock = createTestClock();
  const path = join(folder, 'two');
  const feed = await chooseFeed({ feed: `replay:${path}`, clock, log, venueUrls: {} });
  const heard: string[] = [];
  const last = unixMs(START + 4_000);
  await feed.start(
    { offer: ({ code, bid }) => void heard.push(`${code} ${String(bid)}`), lost: () => undefined },
    {
      now: clock.now(),
      begunAt: unixMs(START),
      lastSourceTime: last,
      lastTimeOf: (code) => (code === BTC ? last : unixMs(START + 1_000)),
      lastPrices: new Map(),
    },
  );
  clock.advance(1_000);
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(5);
  expect(heard.toSorted()).toEqual([
    'BTC/USDT 60005',
    ...[2, 3, 4, 5].map((n) => `ETH/USDT ${3_000 + n}`),
  ]);
  await feed.stop();
});

test('a recording is known by what is in it, not by the name of its file', async () => {
  const rows = (price: number) => ['time,bid,ask', `${START},${price},${price}.5`];
  const keyOf = async (name: string, price: number): Promise<string> => {
    const path = await file(name, rows(price));
    const clock = createTestClock();
    const feed = await chooseFeed({ feed: `replay:${path}`, clock, log, venueUrls: {} });
    return feed.describe().feedKey;
  };
  const key = await keyOf('known/BTCUSDT_binance-spot_quotes.csv', 60_000);
  expect(await keyOf('other/BTCUSDT_binance-spot_2024-08-08.csv.gz', 60_000)).toBe(key);
  expect(await keyOf('changed/BTCUSDT_binance-spot_quotes.csv', 60_001)).not.toBe(key);
  // The instrument is named by the file's name alone.
  expect(await keyOf('known/ETHUSDT_binance-spot_quotes.csv', 60_000)).not.toBe(key);
});

test('a speed at which prices would be stale is refused with the least that works', async () => {
  const crypto = await file('slow/BTCUSDT_x_1m.csv', minuteBars(5));
  await expect(play(crypto)).rejects.toThrow(FeedRefused);
  await expect(play(`${crypto}@3`)).rejects.toThrow('The least speed that works is 4: add @4.');
  await play(`${crypto}@4`).then(({ market }) => market.stop());
  const forex = await file('slow-forex/EURUSD_x_1m.csv', [
    'time,open,high,low,close',
    `${START},1,1,1,1`,
    `${START + MINUTE_MS},1,1,1,1`,
  ]);
  await expect(play(forex)).rejects.toThrow('The least speed that works is 2');
  const daily = await file('daily/BTCUSD_x_1d.csv', [
    'time,open,high,low,close',
    `${START},1,1,1,1`,
    `${START + DAY_MS},1,1,1,1`,
  ]);
  await expect(play(`${daily}@60`)).rejects.toThrow('The least speed that works is 4800');
});

test('a folder plays its files on one clock, without those that are too coarse', async () => {
  await file('folder/BTCUSDT_bybit_1m.csv', minuteBars(5));
  await file('folder/BTCUSDT_binance-spot_trades.csv.gz', [
    'time,price,size,side',
    // Enough of them for the finer recording to be believed by its own prices.
    ...[50_000, 52_000, 54_000].map((ms) => `${START + ms},60000,0.25,buy`),
    `${START + 60_000},60000.5,0.25,buy`,
    `${START + 60_001},60001,1,sell`,
  ]);
  await file('folder/XAUUSD_oanda_1d.csv', [
    'time,open,high,low,close',
    `${START},1,1,1,1`,
    `${START + DAY_MS},1,1,1,1`,
  ]);
  await file('folder/NOSUCH_x.csv', ['time,bid,ask', `${START},1,2`]);
  await file('folder/notes.txt', ['nothing']);
  const { market, feed, clock } = await play(`${join(folder, 'folder')}@60`);
  expect([...feed.codes()]).toEqual([BTC]);
  expect(market.sources().map((source) => source.name)).toEqual([
    'Binance spot, recorded trades, spread rebuilt',
    'Bybit, rebuilt from 1-minute bars',
  ]);
  await untilPlayed(market, BTC, START);
  expect(market.latest(BTC)?.source).toContain('Bybit');
  clock.advance(1_050);
  await untilPlayed(market, BTC, START + 60_001);
  // Half of the specification's spread on either side: 60001 × 0.0002 ÷ 2, up to the tick.
  expect(shown(market.latest(BTC)?.bid)).toBe('59994.99');
  expect(shown(market.latest(BTC)?.ask)).toBe('60007.01');
  expect(market.latest(BTC)?.sourceCount).toBe(2);
  await market.stop();
});

test('what cannot be played is refused in a sentence', async () => {
  const refused = async (name: string, lines: string[]): Promise<string> => {
    const path = await file(`odd/${name}`, lines);
    return play(path).then(
      () => 'played',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  };
  expect(await refused('BTCUSDT_a.csv', ['time,color', '1,red'])).toContain('are not bars');
  expect(await refused('BTCUSDT_b.csv', ['time,bid,ask'])).toContain('has no rows');
  expect(await refused('BTCUSDT_c.csv', ['time,bid,ask', 'noon,1,2'])).toContain('is not a time');
  expect(await refused('HELLO.csv', ['time,bid,ask', `${START},1,2`])).toContain('No file at');
  await expect(play(join(folder, 'nothing-here'))).rejects.toThrow('There is no recording at');
  await expect(play(`${folder}@fast`)).rejects.toThrow('"fast" is not a speed');
  await expect(play(`${folder}@0`)).rejects.toThrow('is not a speed');
  await expect(
    chooseFeed({ feed: 'random', clock: createTestClock(), log, venueUrls: {} }),
  ).rejects.toThrow('is no feed');
  expect(parseReplay('/a@b/c.csv')).toEqual({ path: '/a@b/c.csv', speed: 1 });
  expect(parseReplay('/a.csv@0.5')).toEqual({ path: '/a.csv', speed: 0.5 });
});

test('a row that holds no price is a gap, never a guess', async () => {
  const path = await file('gaps/BTCUSDT_x_1m.csv', [
    'time,open,high,low,close,volume',
    `${START},60000,60010,59990,60005,1`,
    `${START + MINUTE_MS},60005,NaN,59990,60001,1`,
    `${START + 2 * MINUTE_MS},60005,60000,59990,60001,1`,
    `${START + 3 * MINUTE_MS},60002,60012,59992,60007,1`,
  ]);
  const { market, clock } = await play(`${path}@60`);
  await untilPlayed(market, BTC, START);
  clock.advance(60_000);
  await untilPlayed(market, BTC, START + 3 * MINUTE_MS + 45_000);
  const bars = await market.bars({ code: BTC, interval: '1m' });
  expect(bars.map((bar) => bar.time)).toEqual([START, START + 3 * MINUTE_MS]);
  await market.stop();
});

test('everything traded is in the bars: trades of one price and moment are added up', async () => {
  const path = await file('trades/ETHUSDT_binance-spot_trades.csv', [
    'time,price,size',
    `${START},3000,0.5`,
    `${START},3000,0.25`,
    `${START + 10},3000,0.25`,
    `${START + 10},3001,2`,
    `${START + 10},3000,1`,
    `${START + 20},3000,1`,
  ]);
  const { market, clock } = await play(path);
  clock.advance(100);
  const ETH = 'ETH/USDT' as InstrumentCode;
  await untilPlayed(market, ETH, START + 20);
  const [bar] = await market.bars({ code: ETH, interval: '1m' });
  expect([bar?.open, bar?.high, bar?.low, bar?.close].map(shown)).toEqual([
    '3000',
    '3001',
    '3000',
    '3000',
  ]);
  expect(shown(bar?.volume as never)).toBe('5');
  await market.stop();
});

test.skipIf(RECORDINGS === undefined || !existsSync(RECORDINGS))(
  'a recorded day of Bitcoin plays as it was recorded',
  async () => {
    const path = join(RECORDINGS ?? '', 'crypto/BTCUSDT_bybit_1m_20221213-20221213.csv.gz');
    const rows = gunzipSync(await readFile(path))
      .toString()
      .trim()
      .split('\n')
      .slice(1, 241);
    const { market, clock } = await play(`${path}@60`);
    const start = +(rows[0]?.split(',')[0] ?? '');
    for (let minute = 0; minute < 240; minute += 20) {
      clock.advance(20_000);
      await untilPlayed(market, BTC, start + (minute + 20) * MINUTE_MS);
    }
    const bars = await market.bars({
      code: BTC,
      interval: '1m',
      from: start as UnixMs,
      to: unixMs(start + 239 * MINUTE_MS),
    });
    const plain = (text: string): string => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
    expect(bars.map((bar) => [bar.open, bar.high, bar.low, bar.close].map(shown))).toEqual(
      rows.map((row) => row.split(',').slice(1, 5).map(plain)),
    );
    await market.stop();
  },
);
