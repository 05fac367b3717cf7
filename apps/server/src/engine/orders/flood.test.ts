import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { newTrader } from '../../../test/trader.ts';

const PATIENCE = { timeout: 20_000 };
/** As many accounts and orders of each as ever were on their way at once. */
const ACCOUNTS = 64;
const EACH = 8;

let product: TestApp;
let letGo: () => void;
let held = 0;

beforeAll(async () => {
  product = await startTestApp({ turns: 'byTimer' });
  const { commands } = product.app.contracts;
  const { fill } = commands;
  const { promise, resolve } = Promise.withResolvers<void>();
  letGo = resolve;
  // Filling takes for ever: as slow as any database may be.
  commands.fill = async (command) => {
    held += 1;
    await promise;
    return fill(command);
  };
});
afterAll(async () => {
  letGo();
  await product.stop();
});

test('a flood of orders that fill holds back no stop and no close-out', async () => {
  const [stopped, poor] = [await newTrader(product), await newTrader(product)];
  await stopped.says('60000', '60010');
  const stop = await stopped.opens({ stopLoss: '59400' });
  await poor.says('1.2', '1.2', 'EUR/USD');
  // Margin 9,600 of 10,000, fee 288: a fall of a fortieth takes it below half of its margin.
  const closed = await poor.opens({ code: 'EUR/USD', lots: '2.4', leverage: 30 });
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const trader = await newTrader(product);
    for (let n = 0; n < EACH; n += 1) {
      const asked = { orderType: 'limit', price: '59500', lots: '0.001' };
      await trader.opens(asked);
    }
  }
  // First the flood alone, so that it has every place it can get.
  await stopped.says('59490', '59500');
  await expect.poll(() => held, PATIENCE).toBeGreaterThanOrEqual(128);
  await stopped.says('59300', '59310');
  await poor.says('1.17', '1.17', 'EUR/USD');
  await expect.poll(async () => (await stopped.sees(stop.id)).reason, PATIENCE).toBe('stopLoss');
  await expect.poll(async () => (await poor.sees(closed.id)).reason, PATIENCE).toBe('closeOut');
  letGo();
  const filled = async (): Promise<unknown> =>
    (
      await product.db.query(`select count(*)::int as n from contracts.contract
                             where order_type = 'limit' and status = 'running'`)
    )[0];
  await expect.poll(filled, PATIENCE).toEqual({ n: ACCOUNTS * EACH });
}, 240_000);
