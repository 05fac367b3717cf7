// Promise: what a page offers of a strategy is what the advisor runs it with, number by number.
import { STRATEGIES } from '@candor/advisor';
import { plans } from '@candor/protocol';
import { PLAN_CHOICES } from '@candor/protocol/light';
import { expect, it } from 'vitest';

it('offers every strategy with its numbers, its bars and its markets', () => {
  const run = Object.fromEntries(
    Object.values(STRATEGIES).map(({ code, parameters, intervals, instruments }) => [
      code,
      { numbers: parameters, intervals, instruments },
    ]),
  );
  expect(PLAN_CHOICES).toEqual(run);
  expect(Object.keys(PLAN_CHOICES)).toEqual([...plans.PLAN_STRATEGIES]);
});
