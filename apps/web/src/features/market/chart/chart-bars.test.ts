// Promise: however far one scrolls back, the newest bars stay, and nothing is drawn over bars that
// were not read.
import { describe, expect, it } from 'vitest';
import { type ChartBars, newFrom, withNewer, withOlder } from './chart-bars.ts';
import { barOf } from './chart-points.ts';

const MINUTE = 60_000;
const bar = (minute: number, close = '1') =>
  barOf({ time: minute * MINUTE, open: '1', high: '9', low: '1', close, volume: '0' });
const run = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => bar(from + index));
const minutes = ({ bars }: ChartBars): number[] => bars.map(({ time }) => time / MINUTE);
const whole = (known: ChartBars): boolean =>
  minutes(known).every((minute, index, all) => index === 0 || minute === (all[index - 1] ?? 0) + 1);

describe('the bars of a chart', () => {
  it('keep the newest, however far one scrolls back', () => {
    let known = withNewer(undefined, run(99_000, 100_000));
    let asked = 0;
    while (known.hasOlder) {
      const first = minutes(known)[0] ?? 0;
      known = withOlder(known, run(first - 1_000, first));
      asked += 1;
      expect(minutes(known).at(-1)).toBe(99_999);
    }
    expect(asked).toBe(19);
    expect(known.bars).toHaveLength(20_000);
    expect(whole(known)).toBe(true);
    // New ones come at the end; as many leave at the beginning.
    known = withNewer(known, run(99_998, 100_010));
    expect(known.bars).toHaveLength(20_000);
    expect(minutes(known).at(-1)).toBe(100_009);
  });

  it('are read from the last two on, the later answer standing', () => {
    const known = withNewer(undefined, run(0, 10));
    expect(newFrom(undefined)).toBeUndefined();
    expect(newFrom(known)).toBe(8 * MINUTE);
    const next = withNewer(known, [bar(8), bar(9, '5'), bar(10)]);
    expect(minutes(next)).toEqual(minutes({ ...known, bars: run(0, 11) }));
    expect(next.bars[9]?.close).toBe(bar(9, '5').close);
    // What did not change is the same bar, drawn already.
    expect(next.bars[3]).toBe(known.bars[3]);
  });

  it('begin anew after a break longer than an answer', () => {
    const known = withNewer(undefined, run(0, 1_000));
    const next = withNewer(known, run(5_000, 6_000));
    expect(minutes(next)[0]).toBe(5_000);
    expect(next.hasOlder).toBe(true);
    // A market that was closed in between has a gap and no more.
    const closed = [...run(998, 1_000), ...run(5_000, 5_400)];
    expect(minutes(withNewer(known, closed))[0]).toBe(0);
    expect(withNewer(known, [])).toEqual(known);
  });

  it('end where the server has none', () => {
    const known = withNewer(undefined, run(0, 400));
    expect(known.hasOlder).toBe(true);
    expect(withOlder(known, [])).toEqual({ ...known, hasOlder: false });
    expect(withNewer(undefined, []).hasOlder).toBe(false);
  });
});
