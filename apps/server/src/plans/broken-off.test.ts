// Promise: what a fund does happens once or not at all, wherever in it the process is killed: joining, a trade, a
// day that is marked, shared and paid, an order that ends. (RELIABILITY B5, S1, S2; decision 0111)
import { DAY_MS, MINUTE_MS, startOfDay, utcDayOf } from '@candor/kernel';
import { expect, test } from 'vitest';
import { createBreaking, killedEverywhere } from '../../test/breaking.ts';
import { HOLD, expectAddsUp, rowsOf, stagePlans } from '../../test/plans.ts';

const breaking = createBreaking(['plans', 'ledger']);
const stage = stagePlans({ between: breaking.between });

/** Works the funds forward, starting another process when one was killed in it. */
async function through(price: number): Promise<void> {
  await stage.turn().catch(() => undefined);
  if (breaking.brokenAt === null) return;
  breaking.mend();
  await stage.product.restart();
  await stage.says(price, 4_000);
  await stage.turn();
}

async function toMidnight(price: number): Promise<void> {
  const { clock } = stage.product;
  const end = startOfDay(utcDayOf(clock.now())) + DAY_MS;
  await stage.says(price, Math.max(1_000, end - clock.now() - MINUTE_MS));
  await through(price);
  await stage.says(price, Math.max(1_000, end - clock.now() + 3_000));
  await through(price);
}

test('a life of an order ends the same, killed at each of its writes', async () => {
  await stage.product.owner.query(`update plans.plan set status = 'ended'`);
  const received = new Set<string>();
  const places = await killedEverywhere(breaking, async (nth) => {
    const who = await stage.investor();
    const bought = await who.paper({ ...HOLD, days: 1 });
    expect(bought.code).toBe('200');
    const { id } = bought.result;
    breaking.breakAt(nth);
    await toMidnight(60_000);
    await stage.says(60_000, MINUTE_MS);
    await through(60_000);
    await toMidnight(63_000);
    breaking.mend();
    const [found] = await stage.product.app.plans.byIds([{ userId: who.userId, id }]);
    expect(found?.order).toMatchObject({ state: 'matured', settledDays: 1 });
    received.add(found?.order.received ?? '');
    expect((await who.holds())['user:plan']).toBe(0n);
    const entries = await rowsOf(
      stage.product,
      'select kind from ledger.entry where subject = $1 order by seq',
      id,
    );
    expect(entries.map(({ kind }) => kind)).toEqual([
      'plan-invest',
      'plan-settle',
      'plan-settle',
      'plan-exit',
    ]);
    await expectAddsUp(stage.product);
  });
  // Every life came to the same, to the unit.
  expect([...received]).toHaveLength(1);
  for (const table of [
    'plans.fill',
    'plans.mark',
    'plans.day',
    'plans.order_day',
    'ledger.entry',
  ]) {
    expect([...places].some((place) => place.includes(table))).toBe(true);
  }
  expect(places.has('before a commit') && places.has('after a commit')).toBe(true);
}, 300_000);
