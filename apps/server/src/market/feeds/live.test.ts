import { type InstrumentCode, ensure, unixMs } from '@candor/kernel';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type VenueStandIn, startVenueStandIn } from '../../../test/venue-stand-in.ts';
import { systemClock } from '../../platform/process/clock.ts';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';
import { createMarket } from '../create-market.ts';
import type { Market } from '../market.ts';
import { CATALOGUE, findByCode } from '../catalogue/catalogue.ts';
import { chooseFeed } from './choose-feed.ts';
import type { RawTick } from './feed.ts';
import { createLiveFeed } from './live.ts';

const log = pino({ level: 'silent' });
const BTC = 'BTC/USDT' as InstrumentCode;
const BINANCE_BTC = 'btcusdt@bookTicker';
const RECORDINGS = process.env['CANDOR_RECORDINGS'];

let database: TestDatabase;
let db: Database;
let open: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.config);
});

afterEach(async () => {
  for (const close of open.toReversed()) await close();
  open = [];
});

afterAll(async () => {
  await db.end();
  await database.drop();
});

async function standIn(
  venue: 'binance' | 'okx',
  bases: readonly string[],
  refused: readonly string[] = [],
): Promise<VenueStandIn> {
  const pairs = bases.map((base) => ({ base, quote: 'USDT', open: '50000' }));
  const started = await startVenueStandIn(venue, pairs, refused);
  open.push(() => started.close());
  return started;
}

/** Says something again and again until the test ends, as a venue does. */
function keepSaying(say: () => void): void {
  const timer = setInterval(say, 50);
  open.push(async () => clearInterval(timer));
}

async function liveMarket(venueUrls: Record<string, string>): Promise<Market> {
  const feed = createLiveFeed({ clock: systemClock, log, venueUrls });
  expect(await feed.connect(10_000)).toBe(true);
  const market = createMarket({ db, acting: db, clock: systemClock, log, feed });
  await market.start();
  open.push(() => market.stop());
  return market;
}

let updates = 1_000;
function binanceFrame(bid: string, ask: string): string {
  updates += 1;
  const data = { u: updates, s: 'BTCUSDT', b: bid, B: '1.50000000', a: ask, A: '2.25000000' };
  return JSON.stringify({ stream: BINANCE_BTC, data });
}

function okxFrame(bid: string, ask: string): string {
  return JSON.stringify({
    arg: { channel: 'tickers', instId: 'BTC-USDT' },
    data: [
      {
        instType: 'SPOT',
        instId: 'BTC-USDT',
        last: bid,
        lastSz: '0.1',
        askPx: ask,
        askSz: '1',
        bidPx: bid,
        bidSz: '2',
        open24h: '50000',
        high24h: '70000',
        low24h: '40000',
        volCcy24h: '1',
        vol24h: '1',
        ts: String(Date.now()),
      },
    ],
  });
}

test('the frame a live price came in can be read back, to the byte, from its tick', async () => {
  const binance = await standIn('binance', ['BTC', 'ETH', 'NOSUCHCOIN']);
  const frames: string[] = [];
  let cents = 0;
  keepSaying(() => {
    cents = (cents + 1) % 100;
    const frame = binanceFrame(`60000.${String(cents).padStart(2, '0')}000000`, '60001.00000000');
    if (binance.send(BINANCE_BTC, frame) > 0) frames.push(frame);
  });
  const market = await liveMarket({ binance: binance.url });
  await expect.poll(() => market.latest(BTC)?.mayTrigger, { timeout: 10_000 }).toBe(true);
  const quote = market.latest(BTC);
  expect(quote?.source).toBe('Binance (stand-in)');
  expect(market.feed()).toEqual({ key: 'live:stand-in', mode: 'live' });
  expect(market.status(BTC, systemClock.now())).toBe('open');
  const frame = await market.frameOf(quote?.tickId ?? '');
  expect(frame?.source).toBe('Binance (stand-in)');
  expect(frames).toContain(frame?.body);
  const bid = (JSON.parse(frame?.body ?? '') as { data: { b: string } }).data.b;
  expect(quote?.bid).toBe(BigInt(bid.replace('.', '')) * 10n ** 10n);
  // Only what the venue lists is asked for; only what it quotes can be traded.
  expect([...binance.channels].toSorted()).toEqual([BINANCE_BTC, 'ethusdt@bookTicker']);
  expect(market.status('ADA/USDT' as InstrumentCode, systemClock.now())).toBe('noSource');
  expect(market.status('ETH/USDT' as InstrumentCode, systemClock.now())).toBe('stale');
});

test('two instruments under one symbol of a venue are both priced by it', async () => {
  const binance = await standIn('binance', ['BTC']);
  keepSaying(() => binance.send(BINANCE_BTC, binanceFrame('60000', '60001')));
  const feed = createLiveFeed({ clock: systemClock, log, venueUrls: { binance: binance.url } });
  open.push(() => feed.stop());
  expect(await feed.connect(10_000)).toBe(true);
  const symbols = { binance: BTC };
  const bitcoin = ensure(findByCode(BTC), 'the lists name it');
  const wrapped = { ...bitcoin, code: 'WBTC/USDT' as InstrumentCode, symbols };
  feed.take?.([...CATALOGUE, wrapped]);
  const offered = new Set<unknown>();
  const sink = { offer: ({ code }: RawTick) => void offered.add(code), lost: () => undefined };
  await feed.start(sink, {
    now: systemClock.now(),
    begunAt: systemClock.now(),
    lastSourceTime: null,
    lastTimeOf: () => null,
    lastPrices: new Map(),
  });
  await expect
    .poll(() => [...offered].toSorted(), { timeout: 10_000 })
    .toEqual([BTC, wrapped.code]);
});

test('two venues stand behind a price; the leading one is in force', async () => {
  const binance = await standIn('binance', ['BTC']);
  const okx = await standIn('okx', ['BTC']);
  let cents = 0;
  keepSaying(() => {
    cents = (cents + 1) % 90;
    binance.send(BINANCE_BTC, binanceFrame(`60000.${10 + cents}`, '60001'));
    okx.send('BTC-USDT', okxFrame(`60005.${10 + cents}`, '60006'));
  });
  const market = await liveMarket({ binance: binance.url, okx: okx.url });
  const isActing = () => {
    const { sourceCount, mayTrigger } = market.latest(BTC) ?? {};
    return [sourceCount, mayTrigger];
  };
  await expect.poll(isActing, { timeout: 15_000 }).toEqual([2, true]);
  expect(market.latest(BTC)?.source).toBe('Binance (stand-in)');
  expect(market.sources().map(({ name, status }) => [name, status])).toEqual([
    ['Binance (stand-in)', 'ok'],
    ['OKX (stand-in)', 'ok'],
  ]);
  const now = systemClock.now();
  const ticks = await market.ticks({ code: BTC, from: unixMs(now - 5_000), to: now });
  expect(new Set(ticks.map((tick) => tick.source)).size).toBe(2);
  // The venue's own clock is kept where it says one.
  const fromOkx = ticks.find((tick) => tick.source === 'OKX (stand-in)');
  const frame = await market.frameOf(fromOkx?.id ?? '');
  const said = JSON.parse(frame?.body ?? '') as { data: { ts: string }[] };
  expect(String(fromOkx?.sourceTime)).toBe(said.data[0]?.ts);
});

test('a venue that hangs up is dialled again, and its prices come back', async () => {
  const binance = await standIn('binance', ['BTC']);
  let cents = 0;
  keepSaying(() => {
    cents = (cents + 1) % 90;
    binance.send(BINANCE_BTC, binanceFrame(`60000.${10 + cents}`, '60001'));
  });
  const market = await liveMarket({ binance: binance.url });
  await expect.poll(() => market.latest(BTC)?.mayTrigger, { timeout: 10_000 }).toBe(true);
  binance.hangUp();
  const before = systemClock.now();
  await expect
    .poll(() => (market.latest(BTC)?.receivedAt ?? 0) > before + 1_000, { timeout: 15_000 })
    .toBe(true);
});

test('what waited behind a stall of the process is dropped, and the venue is dialled anew', async () => {
  const binance = await standIn('binance', ['BTC']);
  let offsetMs = 0;
  let cents = 0;
  keepSaying(() => {
    cents = (cents + 1) % 90;
    binance.send(BINANCE_BTC, binanceFrame(`60000.${10 + cents}`, '60001'));
  });
  // A machine that slept: the clock jumps, and what the socket held looks new.
  const clock = { now: () => unixMs(systemClock.now() + offsetMs) };
  const feed = createLiveFeed({ clock, log, venueUrls: { binance: binance.url } });
  open.push(() => feed.stop());
  expect(await feed.connect(10_000)).toBe(true);
  const heard: string[] = [];
  const none = { lastSourceTime: null, lastTimeOf: () => null, lastPrices: new Map() };
  await feed.start(
    { offer: () => void heard.push('price'), lost: (source) => void heard.push(source) },
    { now: clock.now(), begunAt: clock.now(), ...none },
  );
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(3);
  const before = heard.length;
  offsetMs = 5_500;
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(before);
  // The first thing after the stall is that the connection is given up; no price of before it.
  expect(heard[before]).toBe('Binance (stand-in)');
  await expect.poll(() => heard.at(-1), { timeout: 15_000 }).toBe('price');
});

test('a pair a venue will not subscribe keeps no other of its pairs out', async () => {
  const okx = await standIn('okx', ['BTC', 'ETH'], ['ETH-USDT']);
  keepSaying(() => void okx.send('BTC-USDT', okxFrame('60000', '60001')));
  const feed = createLiveFeed({ clock: systemClock, log, venueUrls: { okx: okx.url } });
  open.push(() => feed.stop());
  const codes = new Set<string>();
  const none = { lastSourceTime: null, lastTimeOf: () => null, lastPrices: new Map() };
  const now = systemClock.now();
  const connected = feed.connect(15_000);
  await feed.start(
    { offer: ({ code }) => void codes.add(code), lost: () => undefined },
    { now, begunAt: now, ...none },
  );
  expect(await connected).toBe(true);
  await expect.poll(() => [...codes], { timeout: 10_000 }).toEqual([BTC]);
});

test('what was before the start comes from the venue: yesterday and the bars of a chart', async () => {
  const binance = await standIn('binance', ['BTC']);
  keepSaying(() => void binance.send(BINANCE_BTC, binanceFrame('60000', '60000')));
  const market = await liveMarket({ binance: binance.url });
  await expect.poll(() => market.latest(BTC)?.bid, { timeout: 10_000 }).toBe(60_000n * 10n ** 18n);
  // From 50,000, as the venue says, to 60,000.
  expect(market.change(BTC)).toBe(20n * 10n ** 18n);
  const bars = await market.bars({ code: BTC, interval: '1m' });
  expect(bars.length).toBeGreaterThanOrEqual(3);
  expect(bars[0]).toMatchObject({ high: 113n * 10n ** 18n, low: 90n * 10n ** 18n });
});

test('when no venue answers, prices are simulated and say so; live alone waits', async () => {
  const binance = await standIn('binance', ['BTC']);
  await binance.close();
  open = [];
  const choice = { clock: systemClock, log, venueUrls: { binance: binance.url } };
  const automatic = await chooseFeed({ ...choice, feed: 'auto' });
  expect(automatic.describe()).toMatchObject({ mode: 'simulated', notice: 'noVenueAnswered' });
  const live = await chooseFeed({ ...choice, feed: 'live' });
  expect(live.describe()).toMatchObject({
    mode: 'live',
    sources: [{ name: 'Binance (stand-in)', state: 'connecting' }],
  });
  await live.stop();
});

/** Messages of a recorded socket that hold `mark`, without the moment they came at. */
async function recorded(file: string, mark: string): Promise<string[]> {
  const path = join(RECORDINGS ?? '', 'recorded-messages', file);
  const lines = gunzipSync(await readFile(path))
    .toString()
    .split('\n');
  return lines.filter((line) => line.includes(mark)).map((line) => line.slice(line.indexOf('{')));
}

test.skipIf(RECORDINGS === undefined || !existsSync(RECORDINGS))(
  'recorded messages of two venues become prices whose ticks lead to the recorded frames',
  async () => {
    const spoken = await recorded('binance/hftbacktest-btcusdt_20240808.txt.gz', '@bookTicker"');
    expect(spoken.length).toBeGreaterThan(100);
    const tickers = (await recorded('okx/cryptofeed-ws-OKX.ws.1.0.txt.gz', '"askPx"')).filter(
      (text) => text.includes('"instId":"BTC-USDT"'),
    );
    expect(tickers.length).toBeGreaterThan(5);
    // Binance first: its message names no time. OKX's does, and is shifted to now.
    const binance = await standIn('binance', ['BTC']);
    let next = 0;
    keepSaying(() => {
      binance.send(BINANCE_BTC, spoken[next % spoken.length] ?? '');
      next += 1;
    });
    const market = await liveMarket({ binance: binance.url });
    await expect.poll(() => market.latest(BTC)?.mayTrigger, { timeout: 10_000 }).toBe(true);
    const quote = market.latest(BTC);
    const frame = await market.frameOf(quote?.tickId ?? '');
    expect(spoken).toContain(frame?.body);
    expect(frame?.body).toContain(`"b":"${String(quote?.bid).slice(0, 5)}`);
    await market.stop();

    const okx = await standIn('okx', ['BTC']);
    const sent: string[] = [];
    keepSaying(() => {
      const text = tickers[sent.length % tickers.length] ?? '';
      const shifted = text.replace(/"ts":"\d+"/, `"ts":"${Date.now()}"`);
      if (okx.send('BTC-USDT', shifted) > 0) sent.push(shifted);
    });
    const other = await liveMarket({ okx: okx.url });
    await expect
      .poll(() => other.latest(BTC)?.source === 'OKX (stand-in)', { timeout: 10_000 })
      .toBe(true);
    expect(sent).toContain((await other.frameOf(other.latest(BTC)?.tickId ?? ''))?.body);
  },
);
