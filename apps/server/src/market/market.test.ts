import { type InstrumentCode, type UtcDay, MINUTE_MS, unixMs, utcDayOf } from '@candor/kernel';
import { TEST_START, createTestClock, type TestClock } from '@candor/testkit';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../platform/postgres/db.ts';
import { createMarket } from './create-market.ts';
import type { Feed, FeedSink, FeedStart, RawTick } from './feeds/feed.ts';
import type { Market } from './market.ts';

const BTC = 'BTC/USDT' as InstrumentCode;
const log = pino({ level: 'silent' });

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.config);
});

afterAll(async () => {
  await db.end();
  await database.drop();
});

/** A feed that says what a test tells it to. */
function handFeed(
  key: string,
  mode: 'live' | 'replay' | 'simulated' = 'live',
  sources: readonly string[] = ['hand'],
) {
  let sink: FeedSink | null = null;
  const starts: FeedStart[] = [];
  let notice: 'recordingEnded' | null = null;
  const feed: Feed = {
    describe: () => ({
      mode,
      feedKey: key,
      label: 'By hand',
      recordedDay: null,
      recordedSource: null,
      speed: null,
      notice,
      sources: sources.map((name) => ({ name, state: 'ok' })),
    }),
    serves: () => true,
    codes: () => new Set([BTC, 'EUR/USD', 'USD/JPY', 'AAPL']),
    marketStart: (now) => now,
    async start(to, from) {
      sink = to;
      starts.push(from);
    },
    stop: async () => undefined,
    marketTime: (now) => now,
    history: async () => [],
  };
  const say = (tick: Partial<RawTick>): void =>
    sink?.offer({ code: BTC, bid: '100', ask: '101', source: 'hand', sourceTime: null, ...tick });
  return { feed, say, starts, end: () => (notice = 'recordingEnded') };
}

async function open(key: string, clock: TestClock, hand = handFeed(key)) {
  const market = createMarket({ db, acting: db, clock, log, feed: hand.feed });
  await market.start();
  return { market, ...hand };
}

/** Waits until the newest price in force is the one said last. */
async function until(market: Market, code: string, bid: string): Promise<void> {
  await expect
    .poll(() => market.latest(code as InstrumentCode)?.bid.toString(), { timeout: 5_000 })
    .toBe((BigInt(bid) * 10n ** 18n).toString());
}

async function asOwner(statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client(database.ownerConfig);
  await client.connect();
  try {
    return await client.query(statement, values);
  } finally {
    await client.end();
  }
}

test('a price in force is on the tape, with its id, its frame and its place in the chain', async () => {
  const clock = createTestClock();
  const { market, say } = await open('t-frame', clock);
  const frame = '{"s":"BTCUSDT","b":"60000","a":"60001"}';
  say({ bid: '60000', ask: '60001', frame });
  await until(market, BTC, '60000');
  const quote = market.latest(BTC);
  const stored = await market.tick(quote?.tickId ?? '');
  expect(stored).toMatchObject({ code: BTC, bid: quote?.bid, ask: quote?.ask, source: 'hand' });
  expect(await market.frameOf(quote?.tickId ?? '')).toEqual({ source: 'hand', body: frame });
  expect(await market.tick('2024-01-01/999999')).toBeNull();
  expect(await market.tick("2024-01-01/1' or true")).toBeNull();
  await market.stop();
});

test('the application cannot change or remove what is on the tape', async () => {
  const { market, say } = await open('t-grants', createTestClock());
  say({ bid: '60000', ask: '60001', frame: 'x' });
  await until(market, BTC, '60000');
  await market.stop();
  for (const statement of [
    'update market.tick set bid = bid + 1',
    'delete from market.tick',
    'truncate market.tick',
    'update market.frame set body = body',
    'delete from market.frame',
    'drop table market.tick',
    'update market.feed set key = key',
  ]) {
    await expect(db.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
  }
});

test('changing one stored tick by one unit, or removing one, is found and named', async () => {
  // Days of their own: other tests write to today's.
  const clock = createTestClock(unixMs(Date.parse('2024-03-01T00:00:00Z')));
  const { market, say } = await open('t-chain', clock);
  for (const day of ['2024-03-01', '2024-03-02', '2024-03-03']) {
    clock.set(unixMs(Date.parse(`${day}T12:00:00Z`)));
    for (let index = 1; index <= 20; index += 1) {
      clock.advance(1_500);
      say({ bid: `${60_000 + index}`, ask: `${60_001 + index}` });
    }
    await until(market, BTC, '60020');
    expect(await market.verifyTape(day as UtcDay)).toMatchObject({ count: 20, broken: null });
    say({ bid: '60000', ask: '60001' });
    await until(market, BTC, '60000');
  }
  await market.stop();
  const check = (day: string) => market.verifyTape(day as UtcDay);
  const roots = await Promise.all(['2024-03-01', '2024-03-02'].map(check));
  expect(new Set(roots.map((one) => one.root)).size).toBe(2);

  await asOwner(`update market.tick set bid = bid - 0.000000000000000001
    where day = '2024-03-02' and seq = 7`);
  expect(await check('2024-03-02')).toMatchObject({
    broken: { tickId: '2024-03-02/7', reason: 'changed' },
  });
  await asOwner(`update market.tick set bid = bid + 0.000000000000000001
    where day = '2024-03-02' and seq = 7`);
  expect((await check('2024-03-02')).broken).toBeNull();

  for (const change of [
    "source_time = source_time + interval '1 millisecond'",
    "received_at = received_at - interval '1 millisecond'",
    "standing = 'backup'",
    'source_count = 2',
    "instrument = 'ETH/USDT'",
    'volume = 1',
  ]) {
    await asOwner(`create table kept as select * from market.tick where day = '2024-03-01'`);
    await asOwner(`update market.tick set ${change} where day = '2024-03-01' and seq = 3`);
    expect((await check('2024-03-01')).broken, change).toEqual({
      tickId: '2024-03-01/3',
      reason: 'changed',
    });
    await asOwner(`delete from market.tick where day = '2024-03-01'`);
    await asOwner('insert into market.tick select * from kept');
    await asOwner('drop table kept');
    expect((await check('2024-03-01')).broken).toBeNull();
  }

  await asOwner(`delete from market.tick where day = '2024-03-03' and seq = 5`);
  expect((await check('2024-03-03')).broken).toEqual({
    tickId: '2024-03-03/5',
    reason: 'missing',
  });
  // A day cut short is found by the next one, whose first link covers its root.
  await asOwner(`delete from market.tick where day = '2024-03-01' and seq = 21`);
  expect((await check('2024-03-01')).broken).toBeNull();
  expect((await check('2024-03-02')).broken).toEqual({
    tickId: '2024-03-02/1',
    reason: 'changed',
  });
});

test('a restart goes on where the tape ends: last prices are shown, and are not fresh', async () => {
  const clock = createTestClock();
  const first = await open('t-restart', clock);
  first.say({ bid: '60000', ask: '60001' });
  clock.advance(2_000);
  first.say({ bid: '60002', ask: '60003' });
  await until(first.market, BTC, '60002');
  const before = first.market.latest(BTC);
  await first.market.stop();
  clock.advance(60_000);
  const second = await open('t-restart', clock);
  expect(second.market.latest(BTC)).toEqual(before);
  expect(second.market.status(BTC, clock.now())).toBe('stale');
  expect(second.starts[0]?.lastSourceTime).toBe(before?.sourceTime);
  expect(second.market.feed().key).toBe('t-restart');
  second.say({ bid: '60010', ask: '60011' });
  await until(second.market, BTC, '60010');
  expect(second.market.status(BTC, clock.now())).toBe('open');
  expect((await second.market.verifyTape(utcDayOf(clock.now()))).broken).toBeNull();
  await second.market.stop();
});

test('a recording that has ended begins anew as another feed', async () => {
  const clock = createTestClock();
  const hand = handFeed('t-ended', 'replay');
  const first = await open('t-ended', clock, hand);
  hand.end();
  await expect
    .poll(
      async () => {
        const { rows } = await asOwner(`select ended_at from market.feed where key = 't-ended'`);
        return rows[0]?.ended_at !== null;
      },
      { timeout: 5_000 },
    )
    .toBe(true);
  await first.market.stop();
  const second = await open('t-ended', clock);
  expect(second.market.feed()).toEqual({ key: 't-ended#2', mode: 'live' });
  expect(second.market.latest(BTC)).toBeNull();
  await second.market.stop();
});

test('an instrument says why it cannot be traded', async () => {
  // Wednesday, before New York opens.
  const clock = createTestClock(unixMs(Date.parse('2024-02-07T12:00:00Z')));
  const { market, say } = await open('t-status', clock);
  const status = (code: string) => market.status(code as InstrumentCode, clock.now());
  expect(status('ETH/USDT')).toBe('noSource');
  expect(status('BTC/USDT')).toBe('stale');
  expect(status('AAPL')).toBe('closed');
  say({ bid: '60000', ask: '60001' });
  await until(market, BTC, '60000');
  expect(status('BTC/USDT')).toBe('open');
  expect(market.quotedMarkets()).toEqual({ all: 1, crypto: 1 });
  clock.advance(5_000);
  expect(status('BTC/USDT')).toBe('open');
  clock.advance(1);
  expect(status('BTC/USDT')).toBe('stale');
  expect(market.quotedMarkets()).toEqual({ all: 0, crypto: 0 });
  await market.stop();
});

test('currencies become USDT by a fresh pair, by none when it is stale, dollars one to one', async () => {
  const clock = createTestClock(unixMs(Date.parse('2024-02-07T12:00:00Z')));
  const { market, say } = await open('t-link', clock);
  const one = 10n ** 18n;
  expect(market.freshConversionRate('USDT', clock.now())).toEqual({ rate: one, tickId: null });
  expect(market.freshConversionRate('USD', clock.now())).toEqual({ rate: one, tickId: null });
  expect(market.freshConversionRate('JPY', clock.now())).toBeNull();
  say({ code: 'USD/JPY', bid: '150', ask: '250' });
  await until(market, 'USD/JPY', '150');
  const tickId = market.latest('USD/JPY' as InstrumentCode)?.tickId;
  expect(market.freshConversionRate('JPY', clock.now())).toEqual({ rate: one / 200n, tickId });
  clock.advance(15_001);
  expect(market.freshConversionRate('JPY', clock.now())).toBeNull();
  expect(market.lastConversionRate('JPY')).toEqual({ rate: one / 200n, tickId });
  expect(market.freshConversionRate('XXX', clock.now())).toBeNull();
  await market.stop();
});

test('bars of every length follow from the tape, whether saved, in memory or lost in a crash', async () => {
  const clock = createTestClock();
  const first = await open('t-bars', clock);
  const say = async (market: Market, speak: (tick: Partial<RawTick>) => void, mid: number) => {
    speak({ bid: `${mid - 1}`, ask: `${mid + 1}`, volume: '2' });
    await until(market, BTC, `${mid - 1}`);
  };
  for (const mid of [60_000, 60_020, 59_990, 60_010]) {
    await say(first.market, first.say, mid);
    clock.advance(15_000);
  }
  await say(first.market, first.say, 60_011);
  const bar = (interval: '1m' | '5m' | '1w') => first.market.bars({ code: BTC, interval });
  const whole = (price: bigint | undefined) =>
    Number.parseInt(((price ?? 0n) / 10n ** 18n).toString(), 10);
  const shape = async (market: Market, interval: '1m' | '5m' | '1w') =>
    (await market.bars({ code: BTC, interval })).map((one) => [
      one.time - TEST_START,
      whole(one.open),
      whole(one.high),
      whole(one.low),
      whole(one.close),
      whole(one.volume),
    ]);
  const minutes = [
    [0, 60_000, 60_020, 59_990, 60_010, 8],
    [MINUTE_MS, 60_011, 60_011, 60_011, 60_011, 2],
  ];
  const fives = [[0, 60_000, 60_020, 59_990, 60_011, 10]];
  expect(await shape(first.market, '1m')).toEqual(minutes);
  expect(await shape(first.market, '5m')).toEqual(fives);
  expect(await shape(first.market, '1w')).toEqual(fives);
  expect(await bar('1m')).toHaveLength(2);

  // As after a crash: what was not saved is read from the tape again.
  const crashed = await open('t-bars', clock);
  expect(await shape(crashed.market, '1m')).toEqual(minutes);
  await crashed.market.stop();
  const again = await open('t-bars', clock);
  expect(await shape(again.market, '1m')).toEqual(minutes);
  expect(await shape(again.market, '5m')).toEqual(fives);
  expect(again.market.sparkline(BTC, 100)).toEqual([60_000, 60_010, 60_011]);
  expect(again.market.dayFigures(BTC).high).toBe(60_020n * 10n ** 18n);
  await again.market.stop();
});

test('the change is against 24 hours ago, or the first known price while there is less', async () => {
  const clock = createTestClock();
  const { market, say } = await open('t-change', clock);
  const at = async (hours: number, price: number): Promise<string | undefined> => {
    clock.set(unixMs(TEST_START + hours * 60 * MINUTE_MS));
    // Twice: a jump alone would stay in quarantine.
    for (let index = 0; index < 5; index += 1) {
      say({ bid: `${price}`, ask: `${price}`, sourceTime: clock.now() });
      clock.advance(1_100);
    }
    await until(market, BTC, `${price}`);
    return market.change(BTC)?.toString();
  };
  const percent = (text: number) => (BigInt(text * 100) * 10n ** 16n).toString();
  expect(await at(0, 60_000)).toBe('0');
  expect(await at(1, 66_000)).toBe(percent(10));
  expect(await at(24, 63_000)).toBe(percent(5));
  expect(await at(26, 62_700)).toBe(percent(-5));
  await market.stop();
});

test('ticks can be read by anyone, by the minute they were received in', async () => {
  const clock = createTestClock(unixMs(Date.parse('2024-04-01T10:00:00Z')));
  const { market, say } = await open('t-ticks', clock);
  for (let index = 0; index < 6; index += 1) {
    say({ bid: `${60_000 + index}`, ask: `${60_001 + index}` });
    await until(market, BTC, `${60_000 + index}`);
    clock.advance(MINUTE_MS);
  }
  const from = unixMs(Date.parse('2024-04-01T10:02:00Z'));
  const ticks = await market.ticks({ code: BTC, from, to: unixMs(from + 2 * MINUTE_MS) });
  expect(ticks.map((tick) => tick.bid / 10n ** 18n)).toEqual([60_002n, 60_003n, 60_004n]);
  expect(await market.ticks({ code: 'AAPL' as InstrumentCode, from, to: from })).toEqual([]);
  await market.stop();
});

test('after a restart a source stands by its last word, contradicted as it was', async () => {
  const clock = createTestClock(unixMs(Date.parse('2024-05-01T10:00:00Z')));
  const hand = () => handFeed('t-last-word', 'live', ['hand', 'other']);
  const first = await open('t-last-word', clock, hand());
  const speak = (one: typeof first, source: string, price: number): void => {
    clock.advance(500);
    one.say({ source, bid: `${price}`, ask: `${price + 1}` });
  };
  for (let index = 0; index < 10; index += 1) {
    speak(first, 'other', 60_000 + index);
    speak(first, 'hand', 60_000 + index);
  }
  await until(first.market, BTC, '60009');
  // It moves on by a band and a half; the other one stays where it was.
  speak(first, 'hand', 61_800);
  await first.market.stop();

  const second = await open('t-last-word', clock, hand());
  for (let index = 0; index < 12; index += 1) speak(second, 'other', 60_020 + index);
  await second.market.stop();
  const { rows } = await asOwner(
    `select bid::integer as bid, standing from market.tick
     where day = '2024-05-01' order by seq desc limit 13`,
  );
  expect(rows.toReversed()).toEqual([
    { bid: 61_800, standing: 'outside' },
    ...Array.from({ length: 12 }, (_, index) => ({ bid: 60_020 + index, standing: 'outside' })),
  ]);

  // However many ticks another source left behind in the last minute.
  await asOwner(`insert into market.tick
    select day, seq + number, feed_id, 'ETH/USDT', bid, ask, volume, source_id, source_time,
      received_at, source_count, standing, frame_hash, hash
    from (select * from market.tick where day = '2024-05-01' order by seq desc limit 1) as last
    cross join generate_series(1, 50000) as number`);
  const third = await open('t-last-word', clock, hand());
  speak(third, 'other', 60_040);
  await third.market.stop();
  const newest = await asOwner(
    `select bid::integer as bid, standing from market.tick
     where day = '2024-05-01' order by seq desc limit 1`,
  );
  expect(newest.rows).toEqual([{ bid: 60_040, standing: 'outside' }]);
});
