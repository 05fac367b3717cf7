import { DAY_MS, HOUR_MS, plusMs, unixMs } from '@candor/kernel';
import { expect, test } from 'vitest';
import { historyOf } from './history-rules.ts';

const DAY = unixMs(Date.parse('2026-11-01T00:00:00Z'));
const at = (days: number, hours = 0) => plusMs(DAY, days * DAY_MS + hours * HOUR_MS);
const step = (where: ReturnType<typeof at>, moved: bigint, earned = moved) => ({
  at: where,
  moved,
  earned,
});

test('a month begins with what there was, has every day and ends with what there is now', () => {
  const history = historyOf({
    equity: 9_960_000_000n,
    steps: [step(at(1), 10_000_000_000n, 0n), step(at(3), -50_000_000n)],
    period: 'month',
    from: DAY,
    now: at(4, 6),
  });
  expect(history.curve.map(({ equity }) => equity)).toEqual([
    '10',
    '10',
    '10010',
    '10010',
    '9960',
    '9960',
  ]);
  expect(history.curve.at(-1)?.at).toBe(at(4, 6));
  expect(history.resultStep).toBe('day');
  expect(history.results.map(({ result }) => result)).toEqual(['0', '0', '0', '-50', '0']);
  expect(history.result).toBe('-50');
});

test('an account that is younger begins with what first came into it, not at zero', () => {
  const history = historyOf({
    equity: 9_950_000_000n,
    steps: [step(at(2), 10_000_000_000n, 0n), step(at(3), -50_000_000n)],
    period: 'month',
    from: DAY,
    now: at(4, 6),
  });
  expect(history.curve.map(({ equity }) => equity)).toEqual(['10000', '10000', '9950', '9950']);
  expect(history.curve[0]?.at).toBe(at(2));
  expect(history.results.map(({ result }) => result)).toEqual(['0', '-50', '0']);
});

test('what came and was bid within the first hour is no line from zero', () => {
  const { curve } = historyOf({
    equity: 100_000_000n,
    steps: [step(at(1), 0n), step(at(2), 100_000_000n, 0n)],
    period: 'month',
    from: DAY,
    now: at(3, 6),
  });
  expect(curve.map(({ equity }) => equity)).toEqual(['100', '100', '100']);
  expect(curve[0]?.at).toBe(at(2));
});

test('a clock that was set back behind the first booking draws what there is now', () => {
  const { curve, result } = historyOf({
    equity: 90_000_000n,
    steps: [step(at(2), 100_000_000n, 0n), step(at(3), -10_000_000n)],
    period: 'month',
    from: DAY,
    now: at(1),
  });
  expect(curve.at(-1)).toEqual({ at: at(1), equity: '90' });
  expect(result).toBe('-10');
});

test('a week is drawn by hour and its results told by day', () => {
  const { curve, results } = historyOf({
    equity: 3_000_000n,
    steps: [step(at(0, 5), 1_000_000n), step(at(0, 7), 2_000_000n)],
    period: 'week',
    from: DAY,
    now: at(0, 23),
  });
  expect(curve.map(({ equity }) => equity).slice(0, 4)).toEqual(['1', '1', '1', '3']);
  expect(results).toEqual([{ from: DAY, result: '3' }]);
});

test('years have no more points than a year, and results by month, which add up', () => {
  const steps = Array.from({ length: 1_200 }, (_, day) => step(at(day), 1_000_000n));
  const history = historyOf({
    equity: 1_200_000_000n,
    steps,
    period: 'all',
    from: DAY,
    now: at(1_199, 3),
  });
  expect(history.curve.length).toBeLessThanOrEqual(370);
  expect([history.curve[0]?.equity, history.curve.at(-1)?.equity]).toEqual(['1', '1200']);
  expect(history.resultStep).toBe('month');
  expect(history.results[0]).toEqual({ from: DAY, result: '30' });
  expect(history.results[1]?.result).toBe('31');
  expect(history.result).toBe('1200');
});

test('an account in which nothing was ever booked stands at zero', () => {
  const now = at(0, 9);
  const { curve, results } = historyOf({ equity: 0n, steps: [], period: 'all', from: DAY, now });
  expect(curve.map(({ equity }) => equity)).toEqual(['0', '0']);
  expect(results).toEqual([{ from: DAY, result: '0' }]);
});
