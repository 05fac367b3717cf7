import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { newTrader } from '../../test/trader.ts';
import { type Database, openDatabase } from '../platform/postgres/db.ts';

/** As many as a pool for callers has at most. */
const CALLERS = 10;

let product: TestApp;
/** The test's own way to look, beside those that are held. */
let looking: Database;

beforeAll(async () => {
  product = await startTestApp({ turns: 'byTimer' });
  looking = openDatabase({ ...product.connection, max: 1 });
});
afterAll(async () => {
  await looking.end();
  await product.stop();
});

/** Takes every connection callers read over until it is told to let go. */
async function takeAll(): Promise<() => Promise<void>> {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const begun: Promise<unknown>[] = [];
  const held = Array.from({ length: CALLERS }, () =>
    product.db.transaction(async (tx) => {
      const first = tx.query('select 1');
      begun.push(first);
      await first;
      await over;
    }),
  );
  await expect.poll(() => begun.length, { timeout: 10_000 }).toBe(CALLERS);
  await Promise.all(begun);
  return async () => {
    end();
    await Promise.all(held);
  };
}

test('a price is stored and a stop fills while callers have taken every connection', async () => {
  const trader = await newTrader(product);
  await trader.says('60000', '60010');
  const order = await trader.opens({ stopLoss: '59000' });
  const letGo = await takeAll();
  // Waits behind them, as thousands of ticket look-ups would.
  const behind = product.db.query('select 2 as two');
  let isAnswered = false;
  void behind.then(() => {
    isAnswered = true;
  });
  await trader.says('58900', '58910');
  const reason = async (): Promise<unknown> =>
    (await looking.query('select reason from contracts.contract where id = $1', [order.id]))[0];
  await expect.poll(reason, { timeout: 10_000 }).toEqual({ reason: 'stopLoss' });
  expect(isAnswered).toBe(false);
  await letGo();
  await behind;
});

test('an option is settled while callers have taken every connection', async () => {
  const trader = await newTrader(product);
  await trader.says('60000', '60010');
  const { token } = trader;
  const asked = { code: 'BTC/USDT', direction: 'up' as const, period: 60, amount: '10' };
  const bought = await product.call('options.buy', {
    token,
    body: { ...asked, requestId: randomUUID() },
  });
  expect(bought.code).toBe('200');
  const letGo = await takeAll();
  product.clock.advance(60_000);
  await trader.says('60001', '60011');
  const state = async (): Promise<unknown> =>
    (
      await looking.query('select outcome from options.option where id = $1', [bought.result.id])
    )[0];
  await expect.poll(state, { timeout: 10_000 }).toEqual({ outcome: 'won' });
  await letGo();
});
