import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Trader, newTrader } from '../../../test/trader.ts';

let product: TestApp;
let trader: Trader;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  trader = await newTrader(product);
  await trader.says('60000', '60010');
});

/** Another process, after this one ended without storing anything more. */
async function dies(): Promise<void> {
  const { trailing } = product.app.contracts;
  Object.assign(trailing, { keep: () => Promise.reject(new Error('the database is away')) });
  await product.restart();
}

type Ends = [string, () => Promise<void>];
const ends: Ends[] = [
  ['a stop in order', () => product.restart()],
  ['a crash', dies],
];

describe.each(ends)('after %s a trailing stop goes on from where it had come to', (_what, end) => {
  test('when its owner changed something else since it was stored', async () => {
    const order = await trader.opens({ trailingDistance: '300', stopLoss: '59000' });
    await product.settle();
    await trader.says('60500', '60510');
    await trader.says('60400', '60410');
    expect((await trader.amends(order.id, { stopLoss: '59100' })).code).toBe('200');
    await end();
    await product.settle();
    // Prices agree for three seconds after a start before one acts.
    await trader.says('60400', '60410');
    const quote = await trader.says('60190', '60200');
    await product.settle();
    const closed = { reason: 'trailing', closePrice: '60190', closeTickId: quote.tickId };
    expect(await trader.sees(order.id)).toMatchObject(closed);
  });

  test('when it was never stored: from the opening on', async () => {
    const order = await trader.opens({ trailingDistance: '300', stopLoss: '59000' });
    await trader.says('60500', '60510');
    await trader.says('60400', '60410');
    expect((await trader.amends(order.id, { stopLoss: '59100' })).code).toBe('200');
    await end();
    await product.settle();
    await trader.says('60190', '60200');
    await product.settle();
    expect(await trader.sees(order.id)).toMatchObject({ reason: 'trailing', closePrice: '60190' });
  });

  test('when it was never stored: from the amendment on that set it, and no tick before', async () => {
    const order = await trader.opens({ stopLoss: '59000' });
    await trader.says('61000', '61010');
    await trader.says('60100', '60110');
    expect((await trader.amends(order.id, { trailingDistance: '300' })).code).toBe('200');
    await trader.says('60500', '60510');
    await trader.says('60400', '60410');
    expect((await trader.amends(order.id, { stopLoss: '59100' })).code).toBe('200');
    await end();
    await product.settle();
    await trader.says('60201', '60211');
    await product.settle();
    expect((await trader.sees(order.id)).status).toBe('running');
    await trader.says('60200', '60210');
    await product.settle();
    expect(await trader.sees(order.id)).toMatchObject({ reason: 'trailing', closePrice: '60200' });
  });

  test('taken away and set again it begins anew, at the same distance too', async () => {
    const order = await trader.opens({ trailingDistance: '300' });
    await product.settle();
    await trader.says('61000', '61010');
    await product.settle();
    expect((await trader.amends(order.id, { trailingDistance: null })).code).toBe('200');
    await product.settle();
    await trader.says('60500', '60510');
    await product.settle();
    expect((await trader.amends(order.id, { trailingDistance: '300' })).code).toBe('200');
    await end();
    await product.settle();
    await trader.says('60450', '60460');
    await product.settle();
    expect((await trader.sees(order.id)).status).toBe('running');
    await trader.says('60200', '60210');
    await product.settle();
    expect(await trader.sees(order.id)).toMatchObject({ reason: 'trailing', closePrice: '60200' });
  });

  test('a tick from before an amendment sets nothing off, and hides none behind it', async () => {
    const order = await trader.opens({ trailingDistance: '2000', stopLoss: '58500' });
    await product.settle();
    await trader.says('59000', '59010');
    await trader.says('60000', '60010');
    expect((await trader.amends(order.id, { stopLoss: '59500' })).code).toBe('200');
    const quote = await trader.says('59400', '59410');
    await trader.says('60000', '60010');
    await end();
    await product.settle();
    await product.settle();
    const closed = { reason: 'stopLoss', closePrice: '59400', closeTickId: quote.tickId };
    expect(await trader.sees(order.id)).toMatchObject(closed);
  });
});

test('a stop in order stores where trailing stops have come to', async () => {
  const order = await trader.opens({ trailingDistance: '300', stopLoss: '59000' });
  await product.settle();
  await trader.says('60500', '60510');
  expect((await trader.amends(order.id, { stopLoss: '59100' })).code).toBe('200');
  await product.restart();
  const levels = await product.db.query<{ level: string }>(
    'select trim_scale(level)::text as level from contracts.trailing where contract_id = $1',
    [order.id],
  );
  expect(levels).toEqual([{ level: '60200' }]);
});
