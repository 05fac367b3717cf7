// Promise: who cannot see the chart is told what it shows.
import { decimal, price, quantity, unixMs } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { chartSummary } from './summary.ts';

const bar = (time: number, open: string, high: string, low: string, close: string) => ({
  time: unixMs(time),
  open: price(open),
  high: price(high),
  low: price(low),
  close: price(close),
  volume: quantity('0'),
});

describe('the summary of a chart', () => {
  it('names the span, both ends, both extremes and the change', () => {
    const bars = [bar(1, '100', '104', '99', '103'), bar(2, '103', '110', '90', '95')];
    expect(chartSummary(bars)).toEqual({
      from: 1,
      to: 2,
      open: price('100'),
      high: price('110'),
      low: price('90'),
      close: price('95'),
      change: decimal('-5'),
    });
  });

  it('is absent without bars', () => {
    expect(chartSummary([])).toBeNull();
  });
});
