// Promise: what was reached of an order is known however far the engine is behind, at the cost of the
// ticks it is behind with, up to a bound; beyond it nothing is said to be known.
import { type InstrumentCode, type TickId, type UnixMs, isLaterTick, price } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { describe, expect, test } from 'vitest';
import type { TapeSpan } from '../../market/index.ts';
import { createBehind } from './behind.ts';

const CODE = 'BTC/USDT' as InstrumentCode;
const tick = (place: number): TickId => `2026-03-04/${place}` as TickId;
const placeOf = (id: TickId): number => Number.parseInt(id.split('/')[1] ?? '', 10);

/** A tape of so many ticks of which the last hundred are remembered. */
function tapeOf(count: number) {
  let ticks = count;
  const asked: TapeSpan[] = [];
  const quote = (place: number): Quote =>
    ({
      code: CODE,
      tickId: tick(place),
      bid: price(String(1_000 + (place % 97))),
      ask: price(String(1_001 + (place % 97))),
      receivedAt: place as UnixMs,
      mayTrigger: true,
    }) as Quote;
  const between = (from: number, to: number, most: number): Quote[] =>
    Array.from({ length: Math.max(0, Math.min(most, to - from + 1)) }, (_, at) => quote(from + at));
  const lost = (): number => Math.max(0, ticks - 100);
  const behind = createBehind({
    mayAct: () => true,
    market: {
      acting: () => quote(ticks),
      actingFrom: (_code, from) => between(Math.max(placeOf(from), lost() + 1), ticks, ticks),
      remembers: (_code, from) => isLaterTick(from, tick(lost())),
      async actingBetween(span) {
        asked.push(span);
        return between(placeOf(span.from), placeOf(span.to), span.most);
      },
    },
  });
  const places = (from: number, isPlain: boolean): number[] =>
    behind.actingFrom(CODE, { from: tick(from), isPlain }).map(({ tickId }) => placeOf(tickId));
  const comes = (more: number): void => {
    ticks += more;
  };
  return { behind, asked, places, comes };
}

describe('ticks the engine is behind with', () => {
  test('are read back once for all who ask, from where it is, and no others', async () => {
    const { behind, asked, places } = tapeOf(9_000);
    expect(behind.remembers(CODE, tick(6_001))).toBe(false);
    await Promise.all([1, 2, 3].map(() => behind.read(CODE, tick(6_000))));
    expect(behind.remembers(CODE, tick(6_001))).toBe(true);
    expect(places(6_000, false)).toEqual(Array.from({ length: 3_001 }, (_, at) => 6_000 + at));
    expect(asked.map(({ from }) => from)).toEqual([tick(6_000), tick(8_000)]);
  });

  test('of an order that follows no price, its extremes are enough', async () => {
    const { behind, places } = tapeOf(9_000);
    await behind.read(CODE, tick(6_000));
    expect(places(6_000, true).length).toBeLessThan(300);
    // An order that began within them is compared with nothing before it.
    expect(places(7_000, true)).toEqual(Array.from({ length: 2_001 }, (_, at) => 7_000 + at));
  });

  test('that came since are read on from there', async () => {
    const { behind, asked, places, comes } = tapeOf(9_000);
    await behind.read(CODE, tick(8_500));
    comes(500);
    expect(behind.remembers(CODE, tick(8_501))).toBe(false);
    await behind.read(CODE, tick(8_500));
    expect(asked.at(-1)).toMatchObject({ from: tick(9_001), to: tick(9_500) });
    expect(places(8_500, false)).toEqual(Array.from({ length: 1_001 }, (_, at) => 8_500 + at));
  });

  test('are let go once they were acted on', async () => {
    const { behind } = tapeOf(9_000);
    await behind.read(CODE, tick(6_000));
    behind.actedThrough(tick(8_999));
    expect(behind.remembers(CODE, tick(6_001))).toBe(true);
    behind.actedThrough(tick(9_000));
    expect(behind.remembers(CODE, tick(6_001))).toBe(false);
  });

  test('beyond their bound are not said to be known', async () => {
    const { behind, asked } = tapeOf(200_000);
    await behind.read(CODE, tick(1));
    expect(behind.remembers(CODE, tick(2))).toBe(false);
    expect(asked.length).toBeLessThan(30);
  });

  test('of all instruments together have a bound: what was read longest ago is let go of', async () => {
    const { behind } = tapeOf(45_000);
    const codes = ['A', 'B', 'C', 'D', 'E'].map((name) => `${name}/USDT` as InstrumentCode);
    for (const code of codes) await behind.read(code, tick(1));
    const known = codes.map((code) => behind.remembers(code, tick(2)));
    expect(known).toEqual([false, true, true, true, true]);
  });
});
