// Promise: a fund that lost more than it had takes no more of its owners than all they put in: the house bears the
// rest, and the books say so. (PRODUCT 6; LEDGER 2; decision 0111)
import { MINUTE_MS, ensure } from '@candor/kernel';
import { expect, test } from 'vitest';
import { expectAddsUp, rowsOf, stagePlans } from '../../test/plans.ts';

const stage = stagePlans();
const BAR = 5 * MINUTE_MS;
/** Sells everything short once a close is one deviation above the average of ten. */
const SHORT = {
  strategy: 'reversion',
  codes: ['BTC/USDT'],
  parameters: { length: 10, width: 100, share: 10_000 },
  interval: '5m',
} as const;

/** An order as its owner sees it, however long they were away. */
async function orderOf(id: string) {
  const { userId } = stage.who;
  return ensure(await stage.product.app.plans.order({ userId, mode: 'demo', id }), 'it is theirs');
}

/** A fund that is short with everything it has, at 60,300. */
async function short(): Promise<string> {
  const bought = await stage.who.paper({ ...SHORT, maxLoss: '1000' });
  expect(bought.code).toBe('200');
  await stage.midnight(60_000);
  for (let bar = 0; bar < 14; bar += 1) await stage.says(60_000 + (bar % 2) * 10, BAR);
  await stage.says(60_300, BAR);
  await stage.says(60_300, BAR);
  await stage.turn();
  const order = await orderOf(bought.result.id);
  expect(order.trades.at(0)).toMatchObject({ rule: 'reversionHigh' });
  expect(+(order.trades.at(0)?.quantity ?? 0)).toBeLessThan(0);
  return bought.result.id;
}

const floors = (id: string) =>
  rowsOf(
    stage.product,
    `select m.result::text from plans.mark m join plans.plan_order o on o.fund_id = m.fund_id
     where o.id = $1 and m.kind = 'floor'`,
    id,
  );

test('a gap beyond everything ends the order with nothing, and never with less', async () => {
  const id = await short();
  await stage.says(150_000, MINUTE_MS);
  await stage.turn();
  const order = await orderOf(id);
  expect(order).toMatchObject({ state: 'lossReached', received: '0', result: '-1000' });
  expect(await floors(id)).toHaveLength(1);
  expect((await stage.who.holds())['user:plan']).toBe(0n);
  await expectAddsUp(stage.product);
});

test('the same at a midnight', async () => {
  const id = await short();
  // No turn sees the gap before the day is marked.
  const { clock } = stage.product;
  await stage.says(150_000, MINUTE_MS);
  clock.advance(24 * 60 * MINUTE_MS);
  await stage.turn();
  const [found] = await stage.product.app.plans.byIds([{ userId: stage.who.userId, id }]);
  expect(found?.order).toMatchObject({ received: '0', result: '-1000', settledDays: 1 });
  // The gap, and the fee of buying back what no money is left for.
  expect(await floors(id)).toHaveLength(2);
  await expectAddsUp(stage.product);
});
