// Promise: room that all share is shared fairly: two at once do not pass a bound, who has most plans of their own
// gives way to who has fewer, one network fills no queue, and what has ended costs no turn anything. (decision 0111)
import { DAY_MS, plusMs, startOfDay, utcDayOf } from '@candor/kernel';
import { STRATEGIES, usualParameters } from '@candor/advisor';
import { describe, expect, test } from 'vitest';
import { HOLD, rowsOf, stagePlans } from '../../test/plans.ts';
import { LIVE_FUNDS, listLiveFunds } from './plan/fund-store.ts';
import { countOwn, giveWay } from './plan/order-store.ts';

const stage = stagePlans();

describe('plans of users’ own', () => {
  test('are begun three at most, five presses at once', async () => {
    const begun = await Promise.all([1, 2, 3, 4, 5].map(() => stage.who.paper(HOLD)));
    expect(begun.filter(({ code }) => code === '200')).toHaveLength(3);
  });

  test('are counted by one at a time, whosever they are', async () => {
    const { db, clock } = stage.product;
    const since = plusMs(clock.now(), -DAY_MS);
    const other = await stage.investor();
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const counted = Promise.withResolvers<void>();
    const slow = db.transaction(async (tx) => {
      await countOwn(tx, stage.who.userId, since);
      counted.resolve();
      await first.promise;
      order.push('first');
    });
    await counted.promise;
    const fast = db.transaction(async (tx) => {
      await countOwn(tx, other.userId, since);
      order.push('second');
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    first.resolve();
    await Promise.all([slow, fast]);
    expect(order).toEqual(['first', 'second']);
  });

  test('give way where one has more than another is to have, the oldest of who has most', async () => {
    const { db, clock } = stage.product;
    const greedy = await stage.investor();
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) ids.push((await greedy.paper(HOLD)).result.productId);
    const stillOpen = async () =>
      (
        await rowsOf(
          stage.product,
          `select p.id from plans.plan p where p.owner = $1 and p.status = 'open' order by p.at`,
          greedy.userId,
        )
      ).map(({ id }) => id);
    // Another user has three from the test before; these are of this one.
    await stage.product.owner.query(
      `update plans.plan set status = 'ended' where owner is not null and owner <> $1`,
      [greedy.userId],
    );
    const gives = (have: number) =>
      db.transaction(async (tx) => {
        await countOwn(tx, stage.who.userId, clock.now());
        return giveWay(tx, have);
      });
    // Who would have three as well takes nothing.
    expect(await gives(3)).toBe(false);
    expect(await gives(1)).toBe(true);
    expect(await stillOpen()).toEqual(ids.slice(1));
    expect(await gives(1)).toBe(true);
    // One each: nobody gives way any more.
    expect(await gives(1)).toBe(false);
    const count = await db.transaction((tx) => countOwn(tx, greedy.userId, clock.now()));
    expect(count.own).toBe(1);
  });
});

test('one network fills no more than its part of the backtests that wait', async () => {
  const { product } = stage;
  const to = startOfDay(utcDayOf(product.clock.now()));
  const { backtests } = product.app.plans;
  const ask = async (address: string) => {
    const { userId } = await stage.investor();
    const asked = {
      ...{ strategy: 'grid' as const, codes: ['BTC/USDT'], from: plusMs(to, -2 * DAY_MS), to },
      parameters: usualParameters(STRATEGIES.grid),
    };
    return (await backtests.ask(userId, asked, address)).ok;
  };
  const answers: boolean[] = [];
  for (let count = 0; count < 6; count += 1) answers.push(await ask(`203.0.113.${count}`));
  expect(answers).toEqual([true, true, true, true, true, false]);
  expect(await ask('198.51.100.1')).toBe(true);
  await backtests.wake();
  expect(await ask('203.0.113.9')).toBe(true);
}, 120_000);

test('funds that are worked on are found without a look at those that have ended', async () => {
  const { owner, db } = stage.product;
  await owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(`
      with made as (
        insert into plans.plan (id, name, owner, status, at)
        select gen_random_uuid(), 'gone-' || n, gen_random_uuid(), 'ended', now()
        from generate_series(1, 20000) n returning id
      ), versions as (
        insert into plans.version
        select m.id, 1, v.strategy, v.parameters, v.interval, v.codes, v.amount_min, v.amount_max, v.days,
          v.cycle_days, v.capacity, v.source, v.text, v.hash, v.at
        from made m cross join (select * from plans.version limit 1) v returning plan_id
      )
      insert into plans.fund (id, plan_id, version, mode, feed, positions, memo, day, at)
      select gen_random_uuid(), plan_id, 1, 'demo', 'test', '[]', '{}', '2024-01-01', now() from versions`);
  });
  await owner.query('analyze plans.plan, plans.version, plans.fund, plans.plan_order');
  const rows = await db.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off) ${LIVE_FUNDS}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toMatch(/Seq Scan on (fund|plan|version)\b/);
  expect((await listLiveFunds(db)).length).toBeLessThan(100);
});
