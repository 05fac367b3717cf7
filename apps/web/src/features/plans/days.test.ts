// Promise: days in a few figures are those one works out by hand, on one scale for all plans, and what
// nobody had never stands before what happened.
import { formatDecimal } from '@candor/kernel';
import { expect, it } from 'vitest';
import { planDays, planProduct } from '../../testing/plans.ts';
import { curvesOf, onShow, sortPlans, summaryOf } from './days.ts';
import { barsTop, rangeAxis, topFor } from './scales.ts';

const days = (...results: string[]) =>
  results.map((result, at) => ({ day: `2026-01-0${at + 1}`, result }));

it('sums days up: 10 % up, 20 % down, 5 % up', () => {
  expect(summaryOf(days('0.1', '-0.2', '0.05'))).toEqual({
    days: 3,
    losingDays: 1,
    median: '0.05',
    worst: '-0.2',
    best: '0.1',
    // 1.1 × 0.8 × 1.05 − 1
    total: '-0.076',
    deepestFall: '0.2',
  });
});

it('takes the middle of two for an even number, and says nothing of no day', () => {
  expect(summaryOf(days('0.01', '0.04', '-0.02', '0.03'))?.median).toBe('0.02');
  expect(summaryOf([])).toBeNull();
  expect(summaryOf(days('0'))).toMatchObject({ losingDays: 0, deepestFall: '0', total: '0' });
});

it('follows worth and what is below the height, day by day', () => {
  const { worth, below } = curvesOf(days('0.1', '-0.2', '0.3'));
  expect(worth.map(formatDecimal)).toEqual(['1.1', '0.88', '1.144']);
  expect(below.map(formatDecimal)).toEqual(['0', '-0.2', '0']);
});

it('counts only the days of the span', () => {
  const plan = planProduct('trend', { id: 1, days: 90 });
  expect(onShow(plan, 30).realised?.summary).toEqual(summaryOf(plan.daily.slice(60)));
  expect(onShow(plan, 365).realised?.days).toHaveLength(90);
  expect(onShow(planProduct('grid', { id: 2 }), 60).realised).toBeNull();
});

it('sorts the worst first by each figure, and backtests after what happened', () => {
  const plans = [
    planProduct('hold', { id: 9 }),
    { ...planProduct('trend', { id: 1, days: 1 }), daily: days('-0.01', '-0.01', '0.2') },
    { ...planProduct('grid', { id: 2, days: 1 }), daily: days('-0.05', '0.01', '0.02') },
    { ...planProduct('dca', { id: 3, days: 1 }), daily: [], backtest: null },
  ].map((plan) => onShow(plan, 60));
  const order = (by: 'fall' | 'losing' | 'total') =>
    sortPlans(plans, by).map(({ plan }) => plan.strategy);
  expect(order('fall')).toEqual(['grid', 'trend', 'hold', 'dca']);
  expect(order('losing')).toEqual(['trend', 'grid', 'hold', 'dca']);
  expect(order('total')).toEqual(['grid', 'trend', 'hold', 'dca']);
});

it('makes one scale that holds every plan, with zero in it', () => {
  const small = onShow(
    { ...planProduct('trend', { id: 1 }), daily: days('0.001'), backtest: null },
    60,
  );
  const large = onShow(
    { ...planProduct('grid', { id: 2 }), daily: days('-0.041'), backtest: null },
    60,
  );
  expect(barsTop([small])).toBe(0.0025);
  expect(barsTop([small, large])).toBe(0.05);
  expect(topFor(0.7)).toBe(1);
  const ranged = onShow(
    {
      ...planProduct('dca', { id: 3, days: 40 }),
      range30: { p10: '0.01', p50: '0.02', p90: '0.03' },
      backtest: null,
    },
    60,
  );
  expect(rangeAxis([ranged])).toEqual({ low: 0, high: 0.03 });
  expect(planDays(2, 1).map(({ day }) => day)).toEqual(['2026-11-25', '2026-11-26']);
});
