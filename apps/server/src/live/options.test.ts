import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listener, framesOf, listen, openDoor } from '../../test/listening.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

const WAIT = { timeout: 10_000, interval: 5 };

let product: TestApp;
let port = 0;

beforeAll(async () => {
  product = await startTestApp();
  port = await openDoor(product);
});
afterAll(() => product.stop());

/** A user with an account who hears their own demo account. */
async function newListener(): Promise<Listener & { readonly token: string }> {
  const { token, userId } = await product.register();
  return { ...(await listen(product, port, { token, userId })), token };
}

const states = (listener: Listener): string[] =>
  framesOf(listener, 'OPTION_UPDATE').map(({ data }) => data.state);

test('its owner hears of an option’s purchase and its end, and then of the balance; nobody else', async () => {
  const owner = await newListener();
  const outsider = await newListener();
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '60000', '60010');
  const bought = await product.call('options.buy', {
    token: owner.token,
    body: {
      code: 'BTC/USDT',
      direction: 'down',
      period: 60,
      amount: '10',
      requestId: randomUUID(),
    },
  });
  expect(bought.code).toBe('200');
  await product.settle();
  await expect.poll(() => states(owner), WAIT).toEqual(['running']);
  product.clock.advance(60_000);
  await product.price('BTC/USDT', '59000', '59010');
  await product.settle();
  await product.settle();
  await expect.poll(() => states(owner), WAIT).toEqual(['running', 'won']);
  await expect
    .poll(
      () =>
        owner.heard.some(
          (frame) =>
            frame.type === 'USER_BALANCE_UPDATE' &&
            frame.data.baseBalance === '10008' &&
            frame.data.profit === '8' &&
            frame.data.totalAssets === '10008',
        ),
      WAIT,
    )
    .toBe(true);
  expect(states(outsider)).toEqual([]);
  const numbers = owner.heard.flatMap((frame) => ('seq' in frame ? [frame.seq] : []));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  owner.close();
  outsider.close();
});
