// Promise: a user who looks at plans is told what they are worth when that moved, and only then; a midnight is never
// mixed with the day before it. (WIRE 8: PLAN_UPDATE)
import { expect, test } from 'vitest';
import { HOLD, stagePlans } from '../../../test/plans.ts';
import type { ShownOrder } from './showing.ts';

const stage = stagePlans();

function asked(): { moved(isHere?: boolean): Promise<ShownOrder[]>; change(): void } {
  const { showing } = stage.product.app.plans;
  const account = { userId: stage.who.userId, mode: 'demo' } as const;
  return {
    moved: (isHere = true) => showing.moved(isHere ? [account] : []),
    change: () => showing.forget(account),
  };
}

const valuesOf = (shown: readonly ShownOrder[]) =>
  shown.map(({ order: { id, value, todayEarnings } }) => ({ id, value, todayEarnings }));

test('a price that moved is told once, with the figures the page reads', async () => {
  const { result } = await stage.who.paper(HOLD);
  await stage.midnight(60_000);
  const { moved } = asked();
  const first = await moved();
  const { value, todayEarnings } = await stage.who.order(result.id);
  expect(valuesOf(first)).toEqual([{ id: result.id, value, todayEarnings }]);
  expect(first[0]?.account).toEqual({ userId: stage.who.userId, mode: 'demo' });
  expect(await moved()).toEqual([]);
  await stage.says(66_000);
  const later = await moved();
  const now = await stage.who.order(result.id);
  expect(now.value).not.toBe(value);
  expect(valuesOf(later)).toEqual([
    { id: result.id, value: now.value, todayEarnings: now.todayEarnings },
  ]);
  expect(await moved()).toEqual([]);
});

test('two looks at once are one, and who left and comes back is told anew', async () => {
  await stage.who.paper(HOLD);
  await stage.midnight(60_000);
  const { moved } = asked();
  const both = await Promise.all([moved(), moved()]);
  expect(both.map(({ length }) => length)).toEqual([1, 0]);
  expect(await moved(false)).toEqual([]);
  expect(await moved()).toHaveLength(1);
});

test('behind a midnight nothing is told of the day before, also where nobody said that it changed', async () => {
  const { result } = await stage.who.paper(HOLD);
  await stage.midnight(60_000);
  const { moved } = asked();
  await moved();
  await stage.midnight(66_000);
  // Read before the midnight: its figures do not fit the fund, so it is read anew.
  expect(await moved()).toEqual([]);
  const shown = await moved();
  const { value, todayEarnings, settledDays } = await stage.who.order(result.id);
  expect(settledDays).toBe(1);
  expect(valuesOf(shown)).toEqual([{ id: result.id, value, todayEarnings }]);
});

test('a plan that was left is told no more', async () => {
  const { result } = await stage.who.paper(HOLD);
  await stage.midnight(60_000);
  const { moved, change } = asked();
  expect(await moved()).toHaveLength(1);
  const quote = await stage.who.quote(result.id);
  expect((await stage.who.exit(result.id, quote.result.quoteId)).code).toBe('200');
  change();
  await stage.says(70_000);
  expect(await moved()).toEqual([]);
});
