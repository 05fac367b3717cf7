// Promise: a plan trades what it may trade: a fund neither buys nor sells an instrument that was suspended or could
// only be closed, and nobody leaves at a price said while that was so. (PRODUCT 6; decisions 0110, 0111)
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/kernel';
import { afterEach, describe, expect, test } from 'vitest';
import { HOLD, rowsOf, stagePlans } from '../../test/plans.ts';
import { restrictInstrument } from '../../test/restrict.ts';

const stage = stagePlans();

async function restrict(status: 'open' | 'closeOnly' | 'suspended'): Promise<void> {
  const { db, clock, app } = stage.product;
  clock.advance(1_000);
  const asked = { code: 'BTC/USDT', status, reason: 'A test', by: 'test' };
  expect((await restrictInstrument({ db, clock }, asked)).ok).toBe(true);
  await app.relay.settled();
}

afterEach(() => restrict('open'));

async function holder(change: object = {}): Promise<string> {
  const bought = await stage.who.paper({ ...HOLD, ...change });
  expect(bought.code).toBe('200');
  await stage.midnight(60_000);
  return bought.result.id;
}

async function stateOf(id: string): Promise<string | undefined> {
  const [found] = await stage.product.app.plans.byIds([{ userId: stage.who.userId, id }]);
  return found?.order.state;
}

const tradesOf = (id: string) =>
  rowsOf(
    stage.product,
    `select f.rule, f.price::numeric(12,0)::text as price from plans.fill f
     join plans.plan_order o on o.fund_id = f.fund_id where o.id = $1 order by f.seq`,
    id,
  );

describe('what a strategy wants', () => {
  test.each(['suspended', 'closeOnly'] as const)(
    'waits while its instrument is %s, and is traded at the first price behind it',
    async (status) => {
      const { id } = (await stage.who.paper(HOLD)).result;
      const { clock } = stage.product;
      const now = clock.now();
      const end = now - (now % DAY_MS) + DAY_MS;
      await stage.says(60_000, end - now - MINUTE_MS);
      await stage.turn();
      await restrict(status);
      // The first price behind the midnight, and some more.
      await stage.says(61_000, end - clock.now() + 5_000);
      await stage.turn();
      await stage.says(61_000, HOUR_MS);
      await stage.turn();
      expect(await stateOf(id)).toBe('running');
      expect(await tradesOf(id)).toEqual([]);
      await restrict('open');
      await stage.says(62_000, 2_000);
      await stage.says(63_000, MINUTE_MS);
      await stage.turn();
      expect(await tradesOf(id)).toEqual([{ rule: 'holdStart', price: '62010' }]);
    },
  );
});

describe('the most one can lose', () => {
  test('is not looked after at a price of a suspension, and at once behind it', async () => {
    const id = await holder({ maxLoss: '100' });
    await restrict('suspended');
    await stage.says(45_000, MINUTE_MS);
    await stage.turn();
    expect(await stateOf(id)).toBe('running');
    await restrict('open');
    // The price is of the suspension still.
    await stage.turn();
    expect(await stateOf(id)).toBe('running');
    await stage.says(46_000, 2_000);
    await stage.turn();
    expect(await stateOf(id)).toBe('lossReached');
    expect((await tradesOf(id)).at(-1)).toEqual({ rule: 'lossReached', price: '46000' });
  });

  test('is looked after where contracts may be closed, and not at an old price', async () => {
    const id = await holder({ maxLoss: '100' });
    await restrict('closeOnly');
    await stage.says(45_000, MINUTE_MS);
    stage.product.clock.advance(MINUTE_MS);
    await stage.turn();
    expect(await stateOf(id)).toBe('running');
    await stage.says(45_000, 2_000);
    await stage.turn();
    expect(await stateOf(id)).toBe('lossReached');
  });

  test('does not end an order at a midnight in a suspension', async () => {
    const id = await holder({ maxLoss: '100' });
    await restrict('suspended');
    await stage.midnight(45_000);
    expect(await stateOf(id)).toBe('running');
    await restrict('open');
    await stage.says(45_000, 2_000);
    await stage.turn();
    expect(await stateOf(id)).toBe('lossReached');
  });
});

test('nobody joins what may not be bought at the midnight', async () => {
  const productId = await stage.plan('grid-btc');
  expect((await stage.who.paper({ productId })).code).toBe('200');
  await stage.midnight(60_000);
  await stage.says(60_000, HOUR_MS);
  await stage.turn();
  const late = await stage.investor();
  const { id } = (await late.paper({ productId })).result;
  await restrict('closeOnly');
  await stage.midnight(60_000);
  const state = async () =>
    (await stage.product.app.plans.byIds([{ userId: late.userId, id }]))[0]?.order.state;
  expect(await state()).toBe('pending');
  await restrict('open');
  await stage.midnight(60_000);
  expect(await state()).toBe('running');
});

test('a quote is not left at once its market was suspended', async () => {
  const id = await holder();
  await stage.says(60_000, MINUTE_MS);
  const quoted = await stage.who.quote(id);
  expect(quoted.code).toBe('200');
  await restrict('suspended');
  const refused = await stage.who.exit(id, quoted.result.quoteId);
  expect([refused.code, refused.refused.facts?.['why']]).toEqual(['10015', 'suspended']);
});
