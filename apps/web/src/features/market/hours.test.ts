// Promise: trading hours read as people say them and lose no window.
import { DAY_MS, HOUR_MS } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { hoursGroups } from './hours.ts';

const at = (day: number, hour: number): number => day * DAY_MS + hour * HOUR_MS;

describe('trading hours', () => {
  it('join equal windows of neighbouring days', () => {
    const days = [0, 1, 2, 3, 4].map((day) => ({ fromMs: at(day, 14.5), toMs: at(day, 21) }));
    expect(hoursGroups(days)).toEqual([
      { kind: 'daily', firstDay: 0, lastDay: 4, from: '14:30', to: '21:00' },
    ]);
  });

  it('keep a window that runs over days, and over the end of the week', () => {
    expect(hoursGroups([{ fromMs: at(6, 22), toMs: at(11, 22) }])).toEqual([
      { kind: 'through', firstDay: 6, lastDay: 4, from: '22:00', to: '22:00' },
    ]);
  });

  it('end a whole day at 24:00 of the same day', () => {
    expect(hoursGroups([{ fromMs: at(0, 0), toMs: at(1, 0) }])).toEqual([
      { kind: 'daily', firstDay: 0, lastDay: 0, from: '00:00', to: '24:00' },
    ]);
  });

  it('do not join days with a different window between', () => {
    const windows = [
      { fromMs: at(0, 1), toMs: at(0, 2) },
      { fromMs: at(1, 1), toMs: at(1, 3) },
      { fromMs: at(2, 1), toMs: at(2, 2) },
    ];
    expect(hoursGroups(windows)).toHaveLength(3);
  });
});
