import type { ContractId } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { type Trader, fillAt, newTrader } from '../../test/trader.ts';
import type { Committed } from './index.ts';

let product: TestApp;
let trader: Trader;
let told: Committed[] = [];

beforeAll(async () => {
  product = await startTestApp();
  product.app.contracts.onCommitted((committed) => told.push(...committed));
});
afterAll(() => product.stop());
beforeEach(async () => {
  trader = await newTrader(product);
  await trader.says('60000', '60010');
  told = [];
});

/** What was told since the last look is each order as it would be read now. */
async function expectToldAsRead(ids: readonly string[]): Promise<void> {
  expect(told.map(({ order }) => order.id).toSorted()).toEqual([...ids].toSorted());
  const { userId } = trader;
  const read = await product.app.contracts.ordersByIds(
    ids.map((id) => ({ userId, id: id as ContractId })),
  );
  for (const { order, facts } of told) {
    expect(order).toEqual(read.find(({ id }) => id === order.id));
    expect(facts).toBe(1);
  }
  told = [];
}

test('every order a commit changed is told as it would be read', async () => {
  const { id } = await trader.opens({ stopLoss: '50000', takeProfit: '70000.5' });
  await expectToldAsRead([id]);
  const waiting = await trader.opens({ orderType: 'limit', price: '59500', lots: '0.01' });
  await expectToldAsRead([waiting.id]);
  expect((await trader.amends(id, { trailingDistance: '750.25' })).code).toBe('200');
  await expectToldAsRead([id]);
  expect((await trader.closes(id, { lots: '0.04' })).code).toBe('200');
  await expectToldAsRead([id]);
  const quote = await trader.says('59400', '59410');
  expect((await fillAt(product, trader, { id: waiting.id, quote })).ok).toBe(true);
  await expectToldAsRead([waiting.id]);
  const reversed = await trader.reverses(waiting.id);
  expect(reversed.code).toBe('200');
  await expectToldAsRead([waiting.id, reversed.result.opened.id]);
  expect((await trader.closesAll()).code).toBe('200');
  await expectToldAsRead([id, reversed.result.opened.id]);
});

test('what was refused is told to nobody, and what was cancelled is', async () => {
  const waiting = await trader.opens({ orderType: 'limit', price: '59500', lots: '0.01' });
  await expectToldAsRead([waiting.id]);
  expect((await trader.asks({ lots: '1000' })).code).not.toBe('200');
  expect(told).toEqual([]);
  expect((await trader.cancels(waiting.id)).code).toBe('200');
  await expectToldAsRead([waiting.id]);
});
