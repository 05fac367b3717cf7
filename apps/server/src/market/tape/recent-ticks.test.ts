import { type InstrumentCode, type TickId, type UnixMs, price, unixMs } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { describe, expect, test } from 'vitest';
import { createRecentTicks } from './recent-ticks.ts';

const code = 'BTC/USDT' as InstrumentCode;
const MIDNIGHT = unixMs(Date.UTC(2026, 10, 21));

/** Quote number `seq` of a tape, received some milliseconds from midnight. */
function quote(seq: number, fromMidnightMs: number, mayTrigger = true): Quote {
  const at = (MIDNIGHT + fromMidnightMs) as UnixMs;
  return {
    code,
    tickId: `2026-11-21/${seq}` as TickId,
    bid: price('100'),
    ask: price('101'),
    source: 'test',
    sourceTime: at,
    receivedAt: at,
    sourceCount: 1,
    mayTrigger,
  };
}

const numbers = (quotes: readonly Quote[]): string[] =>
  quotes.map(({ tickId }) => tickId.split('/')[1] ?? '');

describe('the last moments of quotes', () => {
  test('from a tick on, in the order of the tape, those that pass the source rule alone', () => {
    const memory = createRecentTicks();
    for (const [seq, acts] of [true, true, false, true].entries()) {
      memory.note(quote(seq + 8, seq, acts));
    }
    expect(numbers(memory.actingFrom(code, '2026-11-21/9' as TickId))).toEqual(['9', '11']);
    expect(numbers(memory.actingFrom(code, '2026-11-21/10' as TickId))).toEqual(['11']);
    expect(memory.acting(code)?.tickId).toBe('2026-11-21/11');
  });

  test('ten seconds are remembered, however busy the market', () => {
    const memory = createRecentTicks();
    for (let seq = 1; seq <= 1_000; seq += 1) memory.note(quote(seq, seq * 50));
    const kept = memory.actingFrom(code, '2026-11-21/0' as TickId);
    expect(kept.length).toBeGreaterThanOrEqual(200);
    expect(kept.length).toBeLessThanOrEqual(330);
    expect(kept.at(-1)?.tickId).toBe('2026-11-21/1000');
  });

  test('the newest stays whatever its age', () => {
    const memory = createRecentTicks();
    memory.note(quote(1, 0));
    expect(numbers(memory.actingFrom(code, '2026-11-20/5' as TickId))).toEqual(['1']);
  });

  test('a flood is cut to its newest part', () => {
    const memory = createRecentTicks();
    for (let seq = 1; seq <= 5_000; seq += 1) memory.note(quote(seq, 1));
    expect(memory.actingFrom(code, '2026-11-21/0' as TickId)).toHaveLength(2_000);
  });
});

describe('the first sound price from a moment on', () => {
  const at = (fromMidnightMs: number) => (MIDNIGHT + fromMidnightMs) as UnixMs;

  test('is the first received then or later that passes the source rule', () => {
    const memory = createRecentTicks();
    for (const [seq, acts] of [true, false, true, true].entries()) {
      memory.note(quote(seq + 1, seq * 10, acts));
    }
    expect(memory.firstActing(code, at(10))?.tickId).toBe('2026-11-21/3');
    expect(memory.firstActing(code, at(20))?.tickId).toBe('2026-11-21/3');
    expect(memory.firstActing(code, at(21))?.tickId).toBe('2026-11-21/4');
  });

  test('is none while none came, and left to the tape where memory began later', () => {
    const memory = createRecentTicks();
    expect(memory.firstActing(code, at(5))).toBeUndefined();
    memory.note(quote(1, 10));
    expect(memory.firstActing(code, at(10))).toBeUndefined();
    expect(memory.firstActing(code, at(11))).toBeNull();
  });
});

describe('the last price before a moment', () => {
  test('is the newest while nothing came since', () => {
    const memory = createRecentTicks();
    memory.note(quote(1, -5_000));
    memory.note(quote(2, -10, false));
    expect(memory.lastBefore(code, MIDNIGHT)?.tickId).toBe('2026-11-21/2');
  });

  test('is the last of the day before once a price of the new day came', () => {
    const memory = createRecentTicks();
    memory.note(quote(1, -10));
    memory.note(quote(2, 0));
    memory.note(quote(3, 60_000));
    expect(memory.lastBefore(code, MIDNIGHT)?.tickId).toBe('2026-11-21/1');
  });

  test('answers for every midnight of a silence', () => {
    const memory = createRecentTicks();
    const day = 86_400_000;
    memory.note(quote(1, -3 * day + 5));
    memory.note(quote(2, 10));
    for (const days of [-2, -1, 0]) {
      const at = unixMs(MIDNIGHT + days * day);
      expect(memory.lastBefore(code, at)?.tickId).toBe('2026-11-21/1');
    }
    expect(memory.lastBefore(code, unixMs(MIDNIGHT - 3 * day))).toBeUndefined();
  });

  test('is left to the tape when memory began later', () => {
    const memory = createRecentTicks();
    memory.note(quote(1, 10));
    expect(memory.lastBefore(code, MIDNIGHT)).toBeUndefined();
  });
});
