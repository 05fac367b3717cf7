// Promise: the chart shows the bars of the server, and its last bar follows the quotes.
import { formatDecimal } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { barOf, joinBars, liveBar, pointOf, withGaps } from './chart-points.ts';

const MINUTE = 60_000;
const wire = (time: number, close: string) => ({
  time,
  open: '100.5',
  high: '102',
  low: '100',
  close,
  volume: '3.25',
});

describe('bars of a chart', () => {
  it('become points in seconds', () => {
    expect(pointOf(barOf(wire(2 * MINUTE, '101.25')))).toEqual({
      time: 120,
      open: 100.5,
      high: 102,
      low: 100,
      close: 101.25,
      volume: 3.25,
    });
  });

  it('join by time, the later answer standing', () => {
    const old = [barOf(wire(0, '1')), barOf(wire(MINUTE, '2'))];
    const fresh = [barOf(wire(MINUTE, '3')), barOf(wire(2 * MINUTE, '4'))];
    const joined = joinBars([fresh.slice(1), old, fresh]);
    expect(joined.map((bar) => [bar.time, formatDecimal(bar.close)])).toEqual([
      [0, '1'],
      [MINUTE, '3'],
      [2 * MINUTE, '4'],
    ]);
  });

  it('extend with a quote of their time, begin anew with a later one, ignore an older', () => {
    const last = barOf(wire(MINUTE, '101'));
    const inside = liveBar(last, { price: '103', sourceTime: MINUTE + 5 }, '1m');
    expect(inside).toMatchObject({ time: MINUTE, high: 103n * 10n ** 18n });
    expect(formatDecimal(inside?.volume ?? last.volume)).toBe('3.25');
    const next = liveBar(last, { price: '99', sourceTime: 2 * MINUTE + 1 }, '1m');
    expect(next).toMatchObject({ time: 2 * MINUTE, open: 99n * 10n ** 18n });
    expect(liveBar(last, { price: '99', sourceTime: MINUTE - 1 }, '1m')).toBeNull();
    expect(liveBar(undefined, { price: '99', sourceTime: 61_000 }, '1m')?.time).toBe(MINUTE);
  });
});

describe('missing bars', () => {
  const point = (time: number) => pointOf(barOf(wire(time * 1000, '101')));
  const slots = (times: readonly number[], isOpen: (seconds: number) => boolean = () => true) =>
    withGaps(times.map(point), { stepS: 60, isOpen }).map((slot) =>
      slot.point === null ? `${slot.time}?` : `${slot.time}`,
    );

  it('leave their places empty', () => {
    expect(slots([0, 60, 240])).toEqual(['0', '60', '120?', '180?', '240']);
    expect(slots([])).toEqual([]);
  });

  it('leave none while the market was closed', () => {
    expect(slots([0, 240], (seconds) => seconds < 120)).toEqual(['0', '60?', '240']);
  });

  it('never leave so many that the bars are pushed out of view', () => {
    expect(slots([0, 60_000])).toHaveLength(26);
  });
});
