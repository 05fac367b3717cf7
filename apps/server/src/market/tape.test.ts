import { type InstrumentCode, type TickId, utcDayOf } from '@candor/kernel';
import { TEST_START, createRandom, createTestClock } from '@candor/testkit';
import { expect, test } from 'vitest';
import { findByCode } from './catalogue/catalogue.ts';
import type { RawTick } from './feeds/feed.ts';
import { GARBAGE_KINDS } from './guards.ts';
import { extremesOf } from './records.ts';
import { type Outcome, type Tape, type TapeTick, createTape } from './tape.ts';

const BTC = 'BTC/USDT' as InstrumentCode;

function setUp(sources: readonly string[] = ['binance']) {
  const clock = createTestClock();
  const unhealthy: string[] = [];
  const tape = createTape({
    clock,
    instrument: findByCode,
    rankOf: (source) => (sources.includes(source) ? sources.indexOf(source) : null),
    marketTime: (now) => now,
    onUnhealthy: (source) => unhealthy.push(source),
  });
  let seq = 0;
  /** What the writer does once a batch is committed. */
  const commit = (): TapeTick[] => {
    const day = utcDayOf(clock.now());
    const stored = tape.take(1_000_000).map((tick): TapeTick => {
      seq += 1;
      return { ...tick, tickId: `${day}/${seq}` as TickId };
    });
    tape.settle(stored);
    return stored;
  };
  /** Offers a price half a second later, stores it, and says how it stands. */
  const say = (price: number, change: Partial<RawTick> = {}): string => {
    clock.advance(500);
    const outcome = tape.offer({
      code: BTC,
      bid: `${price}`,
      ask: `${price + 1}`,
      source: sources[0] ?? '',
      sourceTime: clock.now(),
      ...change,
    });
    const [tick] = commit();
    return outcome === 'queued' ? (tick?.standing ?? 'lost') : outcome;
  };
  return { clock, tape, commit, say, unhealthy };
}

const bidOf = (tape: Tape): string => ((tape.latest(BTC)?.bid ?? 0n) / 10n ** 18n).toString();

test('a price counts only once it is stored', () => {
  const { tape, clock, commit } = setUp();
  tape.offer({ code: BTC, bid: '1', ask: '2', source: 'binance', sourceTime: clock.now() });
  expect(tape.latest(BTC)).toBeNull();
  expect(tape.drain()).toEqual({ quotes: [], ticks: [], missed: null });
  commit();
  expect(bidOf(tape)).toBe('1');
  expect(tape.drain().quotes).toHaveLength(1);
});

test('the first price is in force but sets nothing off; the next one may', () => {
  const { tape, say } = setUp();
  expect(say(60_000)).toBe('first');
  expect(tape.latest(BTC)?.mayTrigger).toBe(false);
  expect(say(60_010)).toBe('acting');
  expect(tape.latest(BTC)).toMatchObject({ mayTrigger: true, sourceCount: 1 });
});

test('of one source, a jump is in quarantine until three others agree with it', () => {
  const { tape, say } = setUp();
  for (let index = 0; index < 10; index += 1) say(60_000 + index);
  expect(say(70_000)).toBe('outside');
  expect(bidOf(tape)).toBe('60009');
  expect(say(70_001)).toBe('outside');
  expect(say(70_002)).toBe('outside');
  expect(say(70_003)).toBe('acting');
  expect(bidOf(tape)).toBe('70003');
});

test('a single spike never reaches a trigger', () => {
  const { tape, say } = setUp();
  for (let index = 0; index < 10; index += 1) say(60_000 + index);
  tape.drain();
  expect(say(50_000)).toBe('outside');
  expect(say(60_020)).toBe('acting');
  const { ticks, quotes } = tape.drain();
  expect([...ticks, ...quotes].every((quote) => quote.bid > 59_000n * 10n ** 18n)).toBe(true);
});

test('a quote whose one side is outside the band acts on nothing, its middle notwithstanding', () => {
  const { tape, say } = setUp();
  for (let index = 0; index < 10; index += 1) say(60_000 + index);
  expect(say(60_000, { bid: '55000', ask: '65000' })).toBe('outside');
  expect(bidOf(tape)).toBe('60009');
});

test('with two sources a price outside the band of their median acts on nothing', () => {
  const { tape, say } = setUp(['binance', 'okx']);
  expect(say(60_000)).toBe('first');
  expect(say(60_005, { source: 'okx' })).toBe('backup');
  expect(say(60_010)).toBe('acting');
  expect(tape.latest(BTC)).toMatchObject({ source: 'binance', sourceCount: 2 });
  // However often one source says it, the other one does not.
  for (let index = 0; index < 6; index += 1) {
    say(60_005, { source: 'okx' });
    expect(say(66_000 + index)).toBe('outside');
  }
});

test('the second source takes over while the first is silent, and steps back after', () => {
  const { tape, say, clock } = setUp(['binance', 'okx']);
  say(60_000);
  say(60_001);
  expect(say(60_002, { source: 'okx' })).toBe('backup');
  clock.advance(5_001);
  expect(say(60_003, { source: 'okx' })).toBe('acting');
  expect(tape.latest(BTC)?.source).toBe('okx');
  expect(say(60_004)).toBe('acting');
  expect(tape.latest(BTC)?.source).toBe('binance');
});

test('a late tick is kept and changes nothing', () => {
  const { tape, say, clock } = setUp();
  say(60_000);
  say(60_001);
  expect(say(59_999, { sourceTime: clock.now() - 100 })).toBe('late');
  expect(bidOf(tape)).toBe('60001');
});

test('a source whose clock is set back is heard again after three ticks in order', () => {
  const { say, clock } = setUp();
  say(60_000);
  expect(say(60_001, { sourceTime: clock.now() + 3_600_000 })).toBe('acting');
  expect(say(60_002)).toBe('late');
  expect(say(60_003)).toBe('late');
  expect(say(60_004)).toBe('acting');
  expect(say(60_005)).toBe('acting');
});

test('the same tick sent again, or the same price within a second, is nothing new', () => {
  const { say, clock } = setUp();
  say(60_000);
  const sent = { sourceTime: clock.now() + 500 };
  expect(say(60_001, sent)).toBe('acting');
  expect(say(60_002)).toBe('acting');
  expect(say(60_001, sent)).toBe('repeat');
  expect(say(60_002)).toBe('acting');
  expect(say(60_002)).toBe('repeat');
  expect(say(60_002)).toBe('acting');
});

test('a drain holds every first crossing of any price, in order', () => {
  const { tape, say } = setUp();
  const random = createRandom(7);
  say(60_000);
  for (let round = 0; round < 50; round += 1) {
    tape.drain();
    const ticks: bigint[] = [];
    let price = 60_000;
    for (let index = 0; index < 40; index += 1) {
      price += random.between(-30, 30);
      if (say(price) === 'acting') ticks.push(BigInt(price) * 10n ** 18n);
    }
    const extremes = extremesOf(tape.drain().ticks);
    for (let level = 59_500; level <= 60_500; level += 50) {
      const limit = BigInt(level) * 10n ** 18n;
      const first = ticks.find((bid) => bid <= limit);
      expect(extremes.find((quote) => quote.bid <= limit)?.bid).toBe(first);
      const above = ticks.find((bid) => bid >= limit);
      expect(extremes.find((quote) => quote.bid >= limit)?.bid).toBe(above);
    }
  }
});

test('a source is unhealthy after ten pieces of garbage in a minute, and well again later', () => {
  const { tape, clock, unhealthy } = setUp();
  const garbage = { code: BTC, bid: 'NaN', ask: '1', source: 'binance', sourceTime: null };
  for (let index = 0; index < 9; index += 1) tape.offer(garbage);
  expect(tape.health('binance').isUnhealthy).toBe(false);
  tape.offer(garbage);
  tape.offer(garbage);
  expect(tape.health('binance').isUnhealthy).toBe(true);
  expect(unhealthy).toEqual(['binance']);
  clock.advance(60_001);
  expect(tape.health('binance').isUnhealthy).toBe(false);
});

/** Ever earlier: late ticks in order among themselves would be a clock set back. */
let lateTime = TEST_START - 60_000;

/** The ways a hostile source spoils a good tick; each has to be seen at least a hundred times. */
const SPOILS: Readonly<Record<string, (good: RawTick, past: RawTick) => Partial<RawTick>>> = {
  none: () => ({}),
  nan: () => ({ bid: Number.NaN }),
  nanText: () => ({ ask: 'NaN' }),
  zero: () => ({ bid: '0', ask: '0' }),
  negative: (good) => ({ bid: `-${String(good.bid)}` }),
  huge: () => ({ ask: '1e309' }),
  fortyDigits: () => ({ bid: '9'.repeat(40) }),
  notText: (good) => ({ bid: { price: good.bid } }),
  missing: () => ({ ask: null }),
  crossed: (good) => ({ bid: good.ask, ask: good.bid }),
  wrongSymbol: () => ({ code: 'BTC-USDT' }),
  wrongSource: () => ({ source: 'elsewhere' }),
  jump: (good) => ({ bid: `9${String(good.bid)}`, ask: `9${String(good.ask)}` }),
  badTime: () => ({ sourceTime: Number.POSITIVE_INFINITY }),
  late: () => ({ sourceTime: (lateTime -= 1) }),
  again: (_, past) => past,
};

test('of 100,000 hostile ticks none that is bad reaches the tape or the price in force', () => {
  const { tape, clock, commit } = setUp();
  const random = createRandom(20_261_121);
  const kinds = Object.keys(SPOILS);
  const seen = new Map<string, number>();
  const outcomes = new Map<Outcome, number>();
  let price = 60_000;
  let past: RawTick = { code: BTC, bid: '60000', ask: '60001', source: 'binance', sourceTime: 0 };
  let isPastQueued = false;
  for (let index = 0; index < 100_000; index += 1) {
    clock.advance(random.between(1, 40));
    price = Math.min(61_000, Math.max(59_000, price + random.between(-9, 9)));
    const good: RawTick = {
      code: BTC,
      bid: `${price}.5`,
      ask: `${price + 1}.5`,
      source: 'binance',
      sourceTime: clock.now(),
    };
    const kind = kinds[random.between(0, kinds.length - 1)] ?? 'none';
    if (kind === 'again' && !isPastQueued) continue;
    const outcome = tape.offer({ ...good, ...SPOILS[kind]?.(good, past) });
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (kind === 'none') {
      past = good;
      isPastQueued = outcome === 'queued';
    }
    if (kind !== 'none' && kind !== 'late') expect(outcome, kind).not.toBe('queued');
    for (const tick of commit()) {
      expect(tick.bid >= 59_000n * 10n ** 18n && tick.ask <= 61_002n * 10n ** 18n).toBe(true);
      if (kind === 'late') expect(tick.standing).toBe('late');
    }
    const bid = tape.latest(BTC)?.bid ?? 60_000n * 10n ** 18n;
    expect(bid > 58_999n * 10n ** 18n && bid < 61_001n * 10n ** 18n).toBe(true);
  }
  for (const kind of kinds) expect(seen.get(kind) ?? 0, kind).toBeGreaterThanOrEqual(100);
  const named = GARBAGE_KINDS.filter((kind) => (outcomes.get(kind) ?? 0) > 0);
  expect(named).toEqual([
    'unknownInstrument',
    'unknownSource',
    'notANumber',
    'notPositive',
    'crossed',
    'badTime',
    'absurdJump',
  ]);
  expect(outcomes.get('queued') ?? 0).toBeGreaterThan(5_000);
});
