// Promise: periods, count-downs, shares and middles read as people write them, and the price on
// screen says how an option would end, to the last half step.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Translate } from '@candor/locales';
import { speak } from '../../testing/speak.ts';
import {
  isBelowBreakEven,
  leftText,
  middleText,
  quickStakes,
  shareText,
  resultNow,
} from './view.ts';
import { periodText } from '../../lib/period.ts';

const t = ((key: string, values?: Record<string, unknown>) =>
  `${key} ${String(values?.['count'] ?? '')}`) as Translate;

beforeEach(() => speak('en'));

describe('figures of options', () => {
  it.each([
    [60, 'options.period-s 60'],
    [90, 'options.period-s 90'],
    [120, 'options.period-min 2'],
    [900, 'options.period-min 15'],
    [3_600, 'options.period-h 1'],
    [86_400, 'options.period-d 1'],
  ])('a period of %i s is %s', (seconds, text) => {
    expect(periodText(seconds, t)).toBe(text);
  });

  it.each([
    [60_000, '1:00'],
    [59_999, '1:00'],
    [59_000, '0:59'],
    [1, '0:01'],
    [3_729_000, '1:02:09'],
    [0, null],
    [-5, null],
  ])('%i ms left read %s', (ms, text) => {
    expect(leftText(ms)).toBe(text);
  });

  it('a share is a percentage of two places; half a step is never rounded away', () => {
    expect(shareText('0.5556')).toBe('55.56%');
    expect(middleText('60000.05', '0.1')).toBe('60,000.05');
    expect(middleText('60000', '0.1')).toBe('60,000.0');
  });

  it('stakes one press away stay within the limits', () => {
    expect(quickStakes({ min: '10', max: '50' })).toEqual(['10', '25', '50']);
  });
});

describe('how it would end now', () => {
  const up = { direction: 'up', openPrice: '60005' } as const;

  it.each([
    ['60005.05', 'won'],
    ['60004.95', 'lost'],
    ['60005', 'tie'],
    [null, null],
  ])('at %s an option up is %s', (mark, ends) => {
    expect(resultNow(up, mark)).toBe(ends);
  });

  it('a record is below the rate that breaks even, or not, or is none', () => {
    expect(isBelowBreakEven('0.5', '0.5556')).toBe(true);
    expect(isBelowBreakEven('0.5556', '0.5556')).toBe(false);
    expect(isBelowBreakEven(null, '0.5556')).toBeNull();
  });
});
