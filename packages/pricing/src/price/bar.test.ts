import { anyMoment, anyPriceOnTick, generateTape } from '@candor/testkit';
import {
  type InstrumentCode,
  type Quantity,
  type UtcDay,
  formatDecimal,
  isoText,
  plusMs,
  price,
  quantity,
  startOfDay,
  unixMs,
} from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bar,
  type BarTick,
  INTERVALS,
  INTERVAL_MS,
  type Interval,
  NO_VOLUME,
  barStart,
  barTicks,
  barsOf,
  extendBar,
  isInterval,
  mergeBars,
  startBar,
} from './bar.ts';
import { mid } from './quote.ts';

const tick = price('0.01');
const anyInterval = fc.constantFrom(...INTERVALS);

/** Ticks at rising moments some minutes apart at most, as a tape has them. */
const anyTicks = fc
  .array(
    fc.record({
      waitMs: fc.integer({ min: 0, max: 1_800_000 }),
      price: anyPriceOnTick(tick),
      volume: fc.bigInt({ min: 0n, max: 10n ** 21n }).map((units) => units as Quantity),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((drawn): BarTick[] => {
    let at = unixMs(1_704_000_000_000);
    return drawn.map(({ waitMs, ...rest }) => {
      at = plusMs(at, waitMs);
      return { time: at, ...rest };
    });
  });

const anyBar = fc
  .record({
    ends: fc.tuple(anyPriceOnTick(tick), anyPriceOnTick(tick)),
    reach: fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 })),
    volume: fc.bigInt({ min: 0n, max: 10n ** 21n }).map((units) => units as Quantity),
    at: anyMoment(),
    interval: anyInterval,
  })
  .map(({ ends: [open, close], reach: [up, down], volume, at, interval }) => {
    const high = ((open > close ? open : close) + BigInt(up) * tick) as typeof open;
    const low = ((open < close ? open : close) - BigInt(down) * tick) as typeof open;
    return { bar: { time: barStart(at, interval), open, high, low, close, volume }, interval };
  });

function shown(bar: Bar): string {
  const prices = [bar.open, bar.high, bar.low, bar.close].map(formatDecimal).join(' ');
  return `${isoText(bar.time).slice(0, 16)} ${prices} × ${formatDecimal(bar.volume)}`;
}

describe('bars', () => {
  it.each<[string, Interval, string]>([
    ['2026-11-21T13:37:59.999Z', '1m', '2026-11-21T13:37'],
    ['2026-11-21T13:37:59.999Z', '5m', '2026-11-21T13:35'],
    ['2026-11-21T13:37:59.999Z', '15m', '2026-11-21T13:30'],
    ['2026-11-21T13:37:59.999Z', '30m', '2026-11-21T13:30'],
    ['2026-11-21T13:37:59.999Z', '1h', '2026-11-21T13:00'],
    ['2026-11-21T13:37:59.999Z', '4h', '2026-11-21T12:00'],
    ['2026-11-21T13:37:59.999Z', '1d', '2026-11-21T00:00'],
    ['2026-11-21T13:37:59.999Z', '1w', '2026-11-16T00:00'],
    ['2026-11-16T00:00:00.000Z', '1w', '2026-11-16T00:00'],
    ['2026-11-22T23:59:59.999Z', '1w', '2026-11-16T00:00'],
    ['1969-12-31T23:59:59.999Z', '1h', '1969-12-31T23:00'],
  ])('%s falls into the %s bar of %s', (text, interval, start) => {
    const at = unixMs(Date.parse(text));
    expect(isoText(barStart(at, interval)).slice(0, 16)).toBe(start);
  });

  it('every moment lies inside its bar, whose start is its own', () => {
    fc.assert(
      fc.property(anyMoment(), anyInterval, (at, interval) => {
        const start = barStart(at, interval);
        expect(at - start).toBeGreaterThanOrEqual(0);
        expect(at - start).toBeLessThan(INTERVAL_MS[interval]);
        expect(barStart(start, interval)).toBe(start);
      }),
    );
  });

  it('of six ticks read as a trader would draw them', () => {
    const ticks = (
      [
        [0, '100'],
        [20, '104'],
        [40, '99'],
        [59, '101'],
        [60, '101'],
        [185, '98'],
      ] as const
    ).map(([second, at]) => ({
      time: plusMs(startOfDay('2026-11-21' as UtcDay), second * 1000),
      price: price(at),
      volume: quantity('2'),
    }));
    expect(barsOf(ticks, '1m').map(shown)).toEqual([
      '2026-11-21T00:00 100 104 99 101 × 8',
      '2026-11-21T00:01 101 101 101 101 × 2',
      '2026-11-21T00:03 98 98 98 98 × 2',
    ]);
    expect(barsOf(ticks, '5m').map(shown)).toEqual(['2026-11-21T00:00 100 104 98 98 × 12']);
  });

  it('grown tick by tick are the bars of all ticks', () => {
    fc.assert(
      fc.property(anyTicks, anyInterval, (ticks, interval) => {
        const grown: Bar[] = [];
        for (const one of ticks) {
          const last = grown.at(-1);
          const isNew = last === undefined || last.time !== barStart(one.time, interval);
          if (isNew) grown.push(startBar(one, interval));
          else grown[grown.length - 1] = extendBar(last, one);
        }
        expect(grown).toEqual(barsOf(ticks, interval));
      }),
    );
  });

  it('merged from finer bars are the bars of all ticks', () => {
    fc.assert(
      fc.property(anyTicks, anyInterval, anyInterval, (ticks, one, other) => {
        const [fine, coarse] = INTERVAL_MS[one] <= INTERVAL_MS[other] ? [one, other] : [other, one];
        expect(mergeBars(barsOf(ticks, fine), coarse)).toEqual(barsOf(ticks, coarse));
      }),
    );
  });

  it('of a generated tape enclose every price of it', () => {
    const instrument = { code: 'BTC/USDT' as InstrumentCode, tickSize: tick };
    const tape = generateTape({ instrument, seed: 7, length: 2000, gapOneIn: 50, spikeOneIn: 50 });
    const bars = barsOf(
      tape.map((quote) => ({ time: quote.sourceTime, price: mid(quote), volume: NO_VOLUME })),
      '1m',
    );
    expect(bars.length).toBe(9);
    for (const quote of tape) {
      const bar = bars.find(({ time }) => time === barStart(quote.sourceTime, '1m'));
      expect(bar && bar.low <= mid(quote) && mid(quote) <= bar.high).toBe(true);
    }
  });

  it('refuse to be merged out of order', () => {
    const bar = (at: number): Bar =>
      startBar({ time: unixMs(at), price: tick, volume: NO_VOLUME }, '1m');
    expect(() => mergeBars([bar(120_000), bar(60_000)], '1h')).toThrow('oldest first');
  });

  it('have eight lengths and no other', () => {
    expect(INTERVALS.filter(isInterval)).toHaveLength(8);
    expect(['2m', '', '1M', 'toString'].filter(isInterval)).toEqual([]);
  });
});

describe('a recorded bar as ticks', () => {
  it.each([
    [
      ['100', '104', '99', '101'],
      ['100', '99', '104', '101'],
    ],
    [
      ['103', '104', '99', '101'],
      ['103', '104', '99', '101'],
    ],
    [
      ['100', '102', '98', '101'],
      ['100', '98', '102', '101'],
    ],
    [
      ['100', '102', '98', '99'],
      ['100', '102', '98', '99'],
    ],
  ])('%j is played as %j', ([open, high, low, close], expected) => {
    const bar = {
      time: unixMs(0),
      open: price(open as string),
      high: price(high as string),
      low: price(low as string),
      close: price(close as string),
      volume: quantity('10'),
    };
    const ticks = barTicks(bar, '1m');
    expect(ticks.map((one) => formatDecimal(one.price))).toEqual(expected);
    expect(ticks.map((one) => one.time)).toEqual([0, 15_000, 30_000, 45_000]);
    expect(ticks.map((one) => formatDecimal(one.volume))).toEqual(['2.5', '2.5', '2.5', '2.5']);
  });

  it('gives the bar back, volume included', () => {
    fc.assert(
      fc.property(anyBar, ({ bar, interval }) => {
        expect(barsOf(barTicks(bar, interval), interval)).toEqual([bar]);
      }),
    );
  });

  it('goes to the nearer extreme first', () => {
    fc.assert(
      fc.property(anyBar, ({ bar, interval }) => {
        const [first, next, other] = barTicks(bar, interval);
        const [open, second, third] = [first.price, next.price, other.price];
        const distance = (to: bigint): bigint => (to > open ? to - open : open - to);
        expect(distance(second)).toBeLessThanOrEqual(distance(third));
      }),
    );
  });

  it('refuses a bar whose extremes do not enclose its ends', () => {
    const bar = {
      time: unixMs(0),
      open: price('5'),
      high: price('4'),
      low: price('1'),
      close: price('2'),
      volume: NO_VOLUME,
    };
    expect(() => barTicks(bar, '1m')).toThrow('encloses');
  });
});
