import { TEST_START, createRandom } from '@candor/testkit';
import { expect, test } from 'vitest';
import { BTC, tapeOf } from '../../../test/tape.ts';
import type { RawTick } from '../feeds/feed.ts';
import { GARBAGE_KINDS } from './guards.ts';
import { type Outcome } from './tape.ts';

test('a source is unhealthy after ten pieces of garbage in a minute, and well again later', () => {
  const { tape, clock, unhealthy } = tapeOf();
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
  const { tape, clock, commit } = tapeOf();
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
      if (kind === 'late') expect(tick.tickStatus).toBe('late');
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
