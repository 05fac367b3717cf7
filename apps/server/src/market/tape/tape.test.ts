import { type InstrumentCode, type TickId, unixMs, utcDayOf } from '@candor/kernel';
import { TEST_START, createRandom, createTestClock } from '@candor/testkit';
import { expect, test } from 'vitest';
import { findByCode } from '../catalogue/catalogue.ts';
import type { RawTick } from '../feeds/feed.ts';
import { GARBAGE_KINDS } from './guards.ts';
import { extremesOf } from './price-extremes.ts';
import { type Outcome, type Tape, type TapeTick, createTape } from './tape.ts';

const BTC = 'BTC/USDT' as InstrumentCode;

function setUp(sources: readonly string[] = ['binance']) {
  const clock = createTestClock();
  const unhealthy: string[] = [];
  const outdated: string[] = [];
  const tape = createTape({
    clock,
    instrument: findByCode,
    rankOf: (source) => (sources.includes(source) ? sources.indexOf(source) : null),
    sourceCount: () => sources.length,
    marketTime: (now) => now,
    isLive: true,
    onUnhealthy: (source) => unhealthy.push(source),
    onOutdated: (source) => outdated.push(source),
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
    return outcome === 'queued' ? (tick?.tickStatus ?? 'lost') : outcome;
  };
  /** Says a price with every source until it has lasted, so that the next tick may act. */
  const agree = (price: number): void => {
    for (let count = 0; count < 4; count += 1) {
      for (const source of sources.toReversed()) say(price + count, { source });
      clock.advance(1_000);
    }
  };
  return { clock, tape, commit, say, agree, unhealthy, outdated };
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

test('a source that floods the tape takes no place from the others', () => {
  const { tape, commit } = setUp(['binance', 'okx']);
  let price = 0;
  const offer = (source: string): Outcome => {
    price += 1;
    const bid = `${60_000 + (price % 100)}`;
    return tape.offer({ code: BTC, bid, ask: bid, source, sourceTime: null });
  };
  const fill = (source: string): number => {
    let queued = 0;
    while (offer(source) === 'queued') queued += 1;
    return queued;
  };
  const share = fill('binance');
  expect(offer('binance')).toBe('full');
  // The other has as many places, and no more.
  expect(fill('okx')).toBe(share);
  // What is taken to be stored waits no longer.
  const taken = tape.take(1_000);
  expect(taken.every(({ source }) => source === 'binance')).toBe(true);
  expect(offer('okx')).toBe('full');
  expect(fill('binance')).toBe(1_000);
  commit();
  expect([fill('binance'), fill('okx')]).toEqual([share, share]);
});

test('the first prices are in force but set nothing off until they have lasted', () => {
  const { tape, say } = setUp();
  const tickStatuses = [0, 10, 5, 8, 3, 1].map((cents) => say(60_000 + cents));
  expect(tickStatuses).toEqual(Array.from({ length: 6 }, () => 'first'));
  expect(tape.latest(BTC)?.mayTrigger).toBe(false);
  // Half a second apart: the seventh comes three seconds after the first.
  expect(say(60_010)).toBe('acting');
  expect(tape.latest(BTC)).toMatchObject({ mayTrigger: true, sourceCount: 1 });
});

test('after a restart nothing acts before prices have lasted, and a jump is still a jump', () => {
  const before = setUp();
  const stored: TapeTick[] = [];
  for (let index = 0; index < 20; index += 1) {
    before.clock.advance(500);
    const bid = `${60_000 + index}`;
    const sourceTime = before.clock.now();
    before.tape.offer({ code: BTC, bid, ask: `${bid}.5`, source: 'binance', sourceTime });
    stored.push(...before.commit());
  }
  const { tape, say, clock } = setUp();
  clock.set(before.clock.now());
  tape.restore([], stored);
  expect(say(50)).toBe('absurdJump');
  expect(say(50_000)).toBe('outside');
  expect(say(50_002)).toBe('outside');
  expect(tape.latest(BTC)).toBeNull();
  const tickStatuses = [0, 1, 2, 3, 4, 5, 6].map((index) => say(60_020 + index));
  expect(tickStatuses).toEqual([...Array.from({ length: 6 }, () => 'first'), 'acting']);
});

test('the first source back after a restart is not alone while the others may come back', () => {
  const sources = ['binance', 'okx'];
  const before = setUp(sources);
  before.agree(60_000);
  const stored: TapeTick[] = [];
  for (const source of sources) {
    before.clock.advance(500);
    before.tape.offer({ code: BTC, bid: '60010', ask: '60011', source, sourceTime: null });
    stored.push(...before.commit());
  }
  const { tape, say, clock } = setUp(sources);
  // Down for longer than a connection may be silent.
  clock.set(unixMs(before.clock.now() + 20_000));
  tape.restore([], stored);
  const during = Array.from({ length: 29 }, (_, index) => say(50_000 + index, { source: 'okx' }));
  expect(new Set(during)).toEqual(new Set(['outside']));
  clock.advance(1_000);
  const after = Array.from({ length: 7 }, (_, index) => say(50_050 + index, { source: 'okx' }));
  expect(after).toEqual([...Array.from({ length: 6 }, () => 'outside'), 'acting']);
});

test('of one source, a jump is in quarantine until three others agree with it for 3 s', () => {
  const { tape, say, agree } = setUp();
  agree(60_000);
  for (let index = 0; index < 10; index += 1) say(60_000 + index);
  for (let index = 0; index < 6; index += 1) expect(say(70_000 + index)).toBe('outside');
  expect(bidOf(tape)).toBe('60009');
  expect(say(70_007)).toBe('acting');
  expect(bidOf(tape)).toBe('70007');
});

test('of one source, no number of ticks that come at once make a jump act', () => {
  const { tape, clock, commit, agree } = setUp();
  agree(60_000);
  const tickStatuses = new Set<string>();
  for (let index = 0; index < 1_000; index += 1) {
    clock.advance(index % 2);
    const bid = `${30_000 + index}`;
    tape.offer({ code: BTC, bid, ask: bid, source: 'binance', sourceTime: clock.now() });
    for (const tick of commit()) tickStatuses.add(tick.tickStatus);
  }
  expect([...tickStatuses]).toEqual(['outside']);
});

test('of one source, small steps that come at once lead no further than one band', () => {
  const { tape, clock, commit, agree } = setUp();
  agree(60_000);
  let lowest = 60_000;
  let bid = 60_000;
  // Each step is within the band of the one before it, a thousand of them in two seconds.
  for (let index = 0; index < 1_000; index += 1) {
    clock.advance(2);
    bid -= 30;
    tape.offer({
      code: BTC,
      bid: `${bid}`,
      ask: `${bid + 1}`,
      source: 'binance',
      sourceTime: null,
    });
    for (const tick of commit()) if (tick.tickStatus === 'acting') lowest = bid;
  }
  expect(bid).toBe(30_000);
  expect(lowest).toBeGreaterThan(60_000 * 0.95);
});

test('a single spike never reaches a trigger', () => {
  const { tape, say, agree } = setUp();
  agree(60_000);
  for (let index = 0; index < 10; index += 1) say(60_000 + index);
  tape.drain();
  expect(say(50_000)).toBe('outside');
  expect(say(60_020)).toBe('acting');
  const { ticks, quotes } = tape.drain();
  expect([...ticks, ...quotes].every((quote) => quote.bid > 59_000n * 10n ** 18n)).toBe(true);
});

test('a quote whose one side is outside the band acts on nothing, its middle notwithstanding', () => {
  const { tape, say, agree } = setUp();
  agree(60_000);
  for (let index = 0; index < 10; index += 1) say(60_000 + index);
  expect(say(60_000, { bid: '55000', ask: '65000' })).toBe('outside');
  expect(bidOf(tape)).toBe('60009');
});

test('with two sources one alone moves nothing, and that they disagree is shown', () => {
  const { tape, say, agree, clock } = setUp(['binance', 'okx']);
  agree(60_000);
  expect(say(60_005, { source: 'okx' })).toBe('backup');
  expect(say(60_010)).toBe('acting');
  expect(tape.latest(BTC)).toMatchObject({ source: 'binance', sourceCount: 2 });
  // Less than 4 % off: within 2 % of their middle, and not of the other.
  expect(say(57_700)).toBe('outside');
  expect(tape.isDisputed(BTC, clock.now())).toBe(true);
  // The other one is contradicted too: nobody knows who is right.
  expect(say(60_006, { source: 'okx' })).toBe('outside');
  expect(bidOf(tape)).toBe('60010');
  // However often one source says it, and for however long.
  for (let index = 0; index < 60; index += 1) {
    say(60_005, { source: 'okx' });
    expect(say(57_700 + index)).toBe('outside');
  }
  expect(say(60_011)).toBe('acting');
  expect(tape.isDisputed(BTC, clock.now())).toBe(false);
});

test('a quote that is merely wide contradicts nobody', () => {
  const { tape, say, agree, clock } = setUp(['binance', 'okx']);
  agree(60_000);
  expect(say(60_000, { source: 'okx', bid: '57000', ask: '63000' })).toBe('outside');
  expect(tape.isDisputed(BTC, clock.now())).toBe(false);
  expect(say(60_001)).toBe('acting');
});

test('whoever shows an instrument hears when its sources disagree, and when they agree again', () => {
  const { tape, say, agree } = setUp(['binance', 'okx']);
  agree(60_000);
  tape.drain();
  say(50_000, { source: 'okx' });
  expect(tape.drain()).toMatchObject({ quotes: [{ code: BTC }], ticks: [] });
  say(50_001, { source: 'okx' });
  expect(tape.drain().quotes).toEqual([]);
});

test('a source that is silent stands by its price; the other one does not act against it', () => {
  const { tape, say, agree, clock, commit } = setUp(['binance', 'okx']);
  agree(60_000);
  // It goes on speaking of other instruments, so its connection lives.
  const alive = (): void => {
    clock.advance(500);
    const ETH = 'ETH/USDT';
    tape.offer({
      code: ETH,
      bid: `${3_000 + (clock.now() % 7)}`,
      ask: '3010',
      source: 'okx',
      sourceTime: null,
    });
    commit();
  };
  for (let index = 0; index < 50; index += 1) {
    alive();
    expect(say(30_000 + index)).toBe('outside');
  }
});

test('a source that is disconnected counts no more, and the other has to last alone', () => {
  const { tape, say, agree } = setUp(['binance', 'okx']);
  agree(60_000);
  for (let index = 0; index < 20; index += 1) expect(say(50_000 + index)).toBe('outside');
  tape.lose('okx');
  // What it said while it was contradicted does not speak for it now.
  for (let index = 0; index < 6; index += 1) expect(say(50_020 + index)).toBe('outside');
  expect(say(50_030)).toBe('acting');
  expect(tape.latest(BTC)).toMatchObject({ sourceCount: 1 });
});

test('a source over whose connection nothing comes for 15 s is taken for disconnected', () => {
  const { say, agree, clock } = setUp(['binance', 'okx']);
  agree(60_000);
  clock.advance(15_001);
  const tickStatuses = [0, 1, 2, 3, 4, 5, 6].map((index) => say(50_000 + index));
  expect(tickStatuses).toEqual([...Array.from({ length: 6 }, () => 'outside'), 'acting']);
});

test('an unhealthy source neither acts nor counts against another', () => {
  const { tape, say, agree, clock } = setUp(['binance', 'okx']);
  agree(60_000);
  const garbage = { code: BTC, bid: 'NaN', ask: '1', source: 'binance', sourceTime: null };
  for (let index = 0; index < 10; index += 1) tape.offer(garbage);
  expect(tape.health('binance').isUnhealthy).toBe(true);
  expect(say(60_002)).toBe('outside');
  expect(say(60_003, { source: 'okx' })).toBe('acting');
  expect(tape.latest(BTC)).toMatchObject({ source: 'okx', sourceCount: 1 });
  clock.advance(60_001);
  say(60_004, { source: 'okx' });
  expect(say(60_005)).toBe('acting');
});

test('the second source takes over while the first is silent, and steps back after', () => {
  const { tape, say, agree, clock } = setUp(['binance', 'okx']);
  agree(60_000);
  expect(say(60_002, { source: 'okx' })).toBe('backup');
  clock.advance(5_001);
  expect(say(60_003, { source: 'okx' })).toBe('acting');
  expect(tape.latest(BTC)?.source).toBe('okx');
  expect(say(60_004)).toBe('acting');
  expect(tape.latest(BTC)?.source).toBe('binance');
});

test('the second source takes over at once when the first is disconnected', () => {
  const { tape, say, agree } = setUp(['binance', 'okx']);
  agree(60_000);
  expect(say(60_002, { source: 'okx' })).toBe('backup');
  tape.lose('binance');
  expect(say(60_003, { source: 'okx' })).toBe('acting');
});

test('a source in the lead whose own prices never last keeps no other from acting', () => {
  const { say } = setUp(['binance', 'okx']);
  const tickStatuses: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    // Within the band of the other, and not of itself.
    say(index % 2 === 0 ? 59_000 : 61_000);
    tickStatuses.push(say(60_000 + index, { source: 'okx' }));
  }
  expect(tickStatuses.at(-1)).toBe('acting');
});

test('a source in the lead whose last price was contradicted leads no more', () => {
  const { tape, say, agree } = setUp(['binance', 'okx']);
  agree(60_000);
  expect(say(57_000)).toBe('outside');
  // The other one comes after it, and nobody says anything more.
  expect(say(57_010, { source: 'okx' })).toBe('acting');
  expect(bidOf(tape)).toBe('57010');
});

test('a source in the lead that stays where it was loses no lead to one that contradicts it', () => {
  const { tape, say, agree } = setUp(['binance', 'okx']);
  agree(60_000);
  expect(say(63_000, { source: 'okx' })).toBe('outside');
  expect(say(60_001)).toBe('outside');
  // Within the band again, at once: it may say so, and acts on nothing.
  expect(say(60_900, { source: 'okx' })).toBe('backup');
  expect(say(60_002)).toBe('acting');
  expect(bidOf(tape)).toBe('60002');
});

test('a source in the lead that stays where the others were keeps them from nothing', () => {
  const { tape, say, agree } = setUp(['binance', 'okx', 'kraken']);
  agree(60_000);
  expect(say(60_010)).toBe('acting');
  expect(say(57_000, { source: 'okx' })).toBe('outside');
  expect(say(57_010, { source: 'kraken' })).toBe('acting');
  expect(bidOf(tape)).toBe('57010');
});

test('a late tick is kept and changes nothing', () => {
  const { tape, say, clock } = setUp();
  say(60_000);
  say(60_001);
  expect(say(59_999, { sourceTime: clock.now() - 100 })).toBe('late');
  expect(bidOf(tape)).toBe('60001');
});

test('a price whose source says that it is older than prices may be is dropped, and said', () => {
  const { tape, say, clock, outdated, unhealthy } = setUp();
  say(60_000);
  for (let index = 0; index < 20; index += 1) {
    expect(say(50_000 + index, { sourceTime: clock.now() - 4_501 })).toBe('outdated');
  }
  expect(bidOf(tape)).toBe('60000');
  expect(outdated).toEqual(['binance']);
  // A snapshot of quiet pairs is no garbage.
  expect(unhealthy).toEqual([]);
  expect(say(60_001, { sourceTime: clock.now() + 5_600 })).toBe('badTime');
});

test('a source whose clock is set back is heard again after three ticks in order', () => {
  const { say, agree, clock } = setUp();
  agree(60_000);
  expect(say(60_001, { sourceTime: clock.now() + 4_500 })).toBe('acting');
  expect(say(60_002)).toBe('late');
  expect(say(60_003)).toBe('late');
  expect(say(60_004)).toBe('acting');
  expect(say(60_005)).toBe('acting');
});

test('the same tick sent again, or the same price within a second, is nothing new', () => {
  const { say, agree, clock } = setUp();
  agree(60_000);
  const sent = { sourceTime: clock.now() + 500 };
  expect(say(60_001, sent)).toBe('acting');
  expect(say(60_002)).toBe('acting');
  expect(say(60_001, sent)).toBe('repeat');
  expect(say(60_002)).toBe('acting');
  expect(say(60_002)).toBe('repeat');
  expect(say(60_002)).toBe('acting');
});

test('a drain holds every first crossing of any price, in order', () => {
  const { tape, say, agree } = setUp();
  const random = createRandom(7);
  agree(60_000);
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
