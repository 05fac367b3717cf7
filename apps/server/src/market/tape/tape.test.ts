import { unixMs } from '@candor/kernel';
import { createRandom } from '@candor/testkit';
import { expect, test } from 'vitest';
import { BTC, bidOf, tapeOf } from '../../../test/tape.ts';
import { extremesOf } from './price-extremes.ts';
import { type Outcome, type TapeTick } from './tape.ts';

test('a price counts only once it is stored', () => {
  const { tape, clock, commit } = tapeOf();
  tape.offer({ code: BTC, bid: '1', ask: '2', source: 'binance', sourceTime: clock.now() });
  expect(tape.latest(BTC)).toBeNull();
  expect(tape.drain()).toEqual({ quotes: [], ticks: [], missed: null });
  commit();
  expect(bidOf(tape)).toBe('1');
  expect(tape.drain().quotes).toHaveLength(1);
});

test('a source that floods the tape takes no place from the others', () => {
  const { tape, commit } = tapeOf(['binance', 'okx']);
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
  const { tape, say } = tapeOf();
  const tickStatuses = [0, 10, 5, 8, 3, 1].map((cents) => say(60_000 + cents));
  expect(tickStatuses).toEqual(Array.from({ length: 6 }, () => 'first'));
  expect(tape.latest(BTC)?.mayTrigger).toBe(false);
  // Half a second apart: the seventh comes three seconds after the first.
  expect(say(60_010)).toBe('acting');
  expect(tape.latest(BTC)).toMatchObject({ mayTrigger: true, sourceCount: 1 });
});

test('after a restart nothing acts before prices have lasted, and a jump is still a jump', () => {
  const before = tapeOf();
  const stored: TapeTick[] = [];
  for (let index = 0; index < 20; index += 1) {
    before.clock.advance(500);
    const bid = `${60_000 + index}`;
    const sourceTime = before.clock.now();
    before.tape.offer({ code: BTC, bid, ask: `${bid}.5`, source: 'binance', sourceTime });
    stored.push(...before.commit());
  }
  const { tape, say, clock } = tapeOf();
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
  const before = tapeOf(sources);
  before.agree(60_000);
  const stored: TapeTick[] = [];
  for (const source of sources) {
    before.clock.advance(500);
    before.tape.offer({ code: BTC, bid: '60010', ask: '60011', source, sourceTime: null });
    stored.push(...before.commit());
  }
  const { tape, say, clock } = tapeOf(sources);
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
  const { tape, say, agree } = tapeOf();
  agree(60_000);
  for (let index = 0; index < 10; index += 1) say(60_000 + index);
  for (let index = 0; index < 6; index += 1) expect(say(70_000 + index)).toBe('outside');
  expect(bidOf(tape)).toBe('60009');
  expect(say(70_007)).toBe('acting');
  expect(bidOf(tape)).toBe('70007');
});

test('of one source, no number of ticks that come at once make a jump act', () => {
  const { tape, clock, commit, agree } = tapeOf();
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
  const { tape, clock, commit, agree } = tapeOf();
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
  const { tape, say, agree } = tapeOf();
  agree(60_000);
  for (let index = 0; index < 10; index += 1) say(60_000 + index);
  tape.drain();
  expect(say(50_000)).toBe('outside');
  expect(say(60_020)).toBe('acting');
  const { ticks, quotes } = tape.drain();
  expect([...ticks, ...quotes].every((quote) => quote.bid > 59_000n * 10n ** 18n)).toBe(true);
});

test('a quote whose one side is outside the band acts on nothing, its middle notwithstanding', () => {
  const { tape, say, agree } = tapeOf();
  agree(60_000);
  for (let index = 0; index < 10; index += 1) say(60_000 + index);
  expect(say(60_000, { bid: '55000', ask: '65000' })).toBe('outside');
  expect(bidOf(tape)).toBe('60009');
});

test('a late tick is kept and changes nothing', () => {
  const { tape, say, clock } = tapeOf();
  say(60_000);
  say(60_001);
  expect(say(59_999, { sourceTime: clock.now() - 100 })).toBe('late');
  expect(bidOf(tape)).toBe('60001');
});

test('a price whose source says that it is older than prices may be is dropped, and said', () => {
  const { tape, say, clock, outdated, unhealthy } = tapeOf();
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
  const { say, agree, clock } = tapeOf();
  agree(60_000);
  expect(say(60_001, { sourceTime: clock.now() + 4_500 })).toBe('acting');
  expect(say(60_002)).toBe('late');
  expect(say(60_003)).toBe('late');
  expect(say(60_004)).toBe('acting');
  expect(say(60_005)).toBe('acting');
});

test('the same tick sent again, or the same price within a second, is nothing new', () => {
  const { say, agree, clock } = tapeOf();
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
  const { tape, say, agree } = tapeOf();
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
