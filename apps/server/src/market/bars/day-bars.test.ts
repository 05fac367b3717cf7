// Promise: the small line of a market begins at the price its change is measured against and ends at
// the newest one, so it never rises beside a change that fell.
import {
  type Decimal,
  type InstrumentCode,
  MINUTE_MS,
  type Price,
  type Quantity,
  compare,
  parseDecimal,
  unixMs,
} from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDayBars } from './day-bars.ts';

const BTC = 'BTC/USDT' as InstrumentCode;
const BEGUN = Date.parse('2026-11-20T00:00:00Z');
const NO_VOLUME = 0n as Quantity;

type Step = { readonly minute: number; readonly price: number };

/** What lists say after these prices, one a step. */
function after(steps: readonly Step[], points = 100) {
  const days = createDayBars();
  const priceOf = (price: number): Price => parseDecimal(`${price}`) as Price;
  for (const { minute, price } of steps) {
    const time = unixMs(BEGUN + minute * MINUTE_MS);
    days.add(BTC, { time, price: priceOf(price), volume: NO_VOLUME });
  }
  const last = steps.at(-1) ?? { minute: 0, price: 0 };
  const at = unixMs(BEGUN + last.minute * MINUTE_MS);
  return {
    line: days.sparkline(BTC, points),
    change: days.change(BTC, { now: priceOf(last.price), at }),
  };
}

/** A price that goes up by one each minute. */
const rising = (minutes: number): Step[] =>
  Array.from({ length: minutes }, (_, minute) => ({ minute, price: 1000 + minute }));

describe('the small line', () => {
  it('has no point before the first price', () => {
    expect(after([]).line).toEqual([]);
  });

  it('has minutes while they reach as far back as the quarter hours', () => {
    expect(after(rising(4)).line).toEqual([1000, 1000, 1001, 1002, 1003]);
  });

  it('has quarter hours once the minutes begin later', () => {
    const { line } = after(rising(3 * 60));
    expect(line).toEqual([1000, ...Array.from({ length: 12 }, (_, at) => 1014 + at * 15)]);
  });

  it('begins 24 hours ago, however far back it is known', () => {
    const { line } = after(rising(25 * 60));
    // The quarter hour that ended at 00:45, at 00:59 a day later.
    expect(line[0]).toBe(1000 + 44);
    expect(line.at(-1)).toBe(1000 + 25 * 60 - 1);
  });

  it('is not of the last minutes alone when the market stood still for hours', () => {
    const falls = [
      { minute: 0, price: 2000 },
      { minute: 600, price: 1000 },
      { minute: 601, price: 1001 },
    ];
    expect(after(falls).line).toEqual([2000, 2000, 1000, 1001]);
  });

  it('has no more points than were asked for', () => {
    expect(after(rising(90), 10).line).toHaveLength(10);
    expect(after(rising(90), 1).line).toEqual([1089]);
    expect(after(rising(90), 0).line).toEqual([]);
  });
});

it('goes where the change says, from its price to the newest one', () => {
  const step = fc.record({
    gap: fc.integer({ min: 0, max: 400 }),
    price: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (gaps) => {
      let minute = 0;
      const steps = gaps.map(({ gap, price }) => ({ minute: (minute += gap), price }));
      const { line, change } = after(steps);
      const way = Math.sign((line.at(-1) ?? Number.NaN) - (line[0] ?? Number.NaN));
      expect(way).toBe(change === null ? Number.NaN : compare(change, 0n as Decimal));
    }),
  );
});
