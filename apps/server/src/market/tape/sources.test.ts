import { expect, test } from 'vitest';
import { BTC, bidOf, tapeOf } from '../../../test/tape.ts';

test('with two sources one alone moves nothing, and that they disagree is shown', () => {
  const { tape, say, agree, clock } = tapeOf(['binance', 'okx']);
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
  const { tape, say, agree, clock } = tapeOf(['binance', 'okx']);
  agree(60_000);
  expect(say(60_000, { source: 'okx', bid: '57000', ask: '63000' })).toBe('outside');
  expect(tape.isDisputed(BTC, clock.now())).toBe(false);
  expect(say(60_001)).toBe('acting');
});

test('whoever shows an instrument hears when its sources disagree, and when they agree again', () => {
  const { tape, say, agree } = tapeOf(['binance', 'okx']);
  agree(60_000);
  tape.drain();
  say(50_000, { source: 'okx' });
  expect(tape.drain()).toMatchObject({ quotes: [{ code: BTC }], ticks: [] });
  say(50_001, { source: 'okx' });
  expect(tape.drain().quotes).toEqual([]);
});

test('a source that is silent stands by its price; the other one does not act against it', () => {
  const { tape, say, agree, clock, commit } = tapeOf(['binance', 'okx']);
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
  const { tape, say, agree } = tapeOf(['binance', 'okx']);
  agree(60_000);
  for (let index = 0; index < 20; index += 1) expect(say(50_000 + index)).toBe('outside');
  tape.lose('okx');
  // What it said while it was contradicted does not speak for it now.
  for (let index = 0; index < 6; index += 1) expect(say(50_020 + index)).toBe('outside');
  expect(say(50_030)).toBe('acting');
  expect(tape.latest(BTC)).toMatchObject({ sourceCount: 1 });
});

test('a source over whose connection nothing comes for 15 s is taken for disconnected', () => {
  const { say, agree, clock } = tapeOf(['binance', 'okx']);
  agree(60_000);
  clock.advance(15_001);
  const tickStatuses = [0, 1, 2, 3, 4, 5, 6].map((index) => say(50_000 + index));
  expect(tickStatuses).toEqual([...Array.from({ length: 6 }, () => 'outside'), 'acting']);
});

test('an unhealthy source neither acts nor counts against another', () => {
  const { tape, say, agree, clock } = tapeOf(['binance', 'okx']);
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
  const { tape, say, agree, clock } = tapeOf(['binance', 'okx']);
  agree(60_000);
  expect(say(60_002, { source: 'okx' })).toBe('backup');
  clock.advance(5_001);
  expect(say(60_003, { source: 'okx' })).toBe('acting');
  expect(tape.latest(BTC)?.source).toBe('okx');
  expect(say(60_004)).toBe('acting');
  expect(tape.latest(BTC)?.source).toBe('binance');
});

test('the second source takes over at once when the first is disconnected', () => {
  const { tape, say, agree } = tapeOf(['binance', 'okx']);
  agree(60_000);
  expect(say(60_002, { source: 'okx' })).toBe('backup');
  tape.lose('binance');
  expect(say(60_003, { source: 'okx' })).toBe('acting');
});

test('a source in the lead whose own prices never last keeps no other from acting', () => {
  const { say } = tapeOf(['binance', 'okx']);
  const tickStatuses: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    // Within the band of the other, and not of itself.
    say(index % 2 === 0 ? 59_000 : 61_000);
    tickStatuses.push(say(60_000 + index, { source: 'okx' }));
  }
  expect(tickStatuses.at(-1)).toBe('acting');
});

test('a source in the lead whose last price was contradicted leads no more', () => {
  const { tape, say, agree } = tapeOf(['binance', 'okx']);
  agree(60_000);
  expect(say(57_000)).toBe('outside');
  // The other one comes after it, and nobody says anything more.
  expect(say(57_010, { source: 'okx' })).toBe('acting');
  expect(bidOf(tape)).toBe('57010');
});

test('a source in the lead that stays where it was loses no lead to one that contradicts it', () => {
  const { tape, say, agree } = tapeOf(['binance', 'okx']);
  agree(60_000);
  expect(say(63_000, { source: 'okx' })).toBe('outside');
  expect(say(60_001)).toBe('outside');
  // Within the band again, at once: it may say so, and acts on nothing.
  expect(say(60_900, { source: 'okx' })).toBe('backup');
  expect(say(60_002)).toBe('acting');
  expect(bidOf(tape)).toBe('60002');
});

test('a source in the lead that stays where the others were keeps them from nothing', () => {
  const { tape, say, agree } = tapeOf(['binance', 'okx', 'kraken']);
  agree(60_000);
  expect(say(60_010)).toBe('acting');
  expect(say(57_000, { source: 'okx' })).toBe('outside');
  expect(say(57_010, { source: 'kraken' })).toBe('acting');
  expect(bidOf(tape)).toBe('57010');
});
