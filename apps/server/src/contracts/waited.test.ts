import { randomUUID } from 'node:crypto';
import { CALLS } from '@candor/protocol/light';
import { callAddress, callHeaders } from '@candor/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import type { Database } from '../platform/postgres/db.ts';

const PATIENCE = { timeout: 10_000 };

let product: TestApp;
let token: string;
/** While it is there, whether a user may trade real is read by nobody. */
let held: { readonly over: Promise<void>; readonly end: () => void; reads: number } | null = null;

const between = (db: Database): Database => ({
  ...db,
  async query(text, values) {
    if (held !== null && text.includes('accounts.appropriateness')) {
      held.reads += 1;
      await held.over;
    }
    return db.query(text, values);
  },
});

beforeAll(async () => {
  product = await startTestApp({ between });
});
afterAll(() => product.stop());
beforeEach(async () => {
  const user = await product.register();
  ({ token } = user);
  await product.admit(user.userId);
  await product.deposit(user.userId, 50_000_000_000n);
  await says('60000', '60010');
});
afterEach(() => {
  held?.end();
  held = null;
  vi.restoreAllMocks();
});

async function says(bid: string, ask: string): Promise<void> {
  product.clock.advance(1_000);
  await product.price('BTC/USDT', bid, ask);
}

const order = {
  code: 'BTC/USDT',
  direction: 'buy',
  orderType: 'market',
  lots: '0.1',
  leverage: 2,
};

type Answer = { readonly statusCode: number; json<Value>(): Value };

/** Sends a real order that waits for its admission until `meanwhile` has happened. */
async function askedAnd(meanwhile: () => Promise<unknown>, change: object = {}): Promise<Answer> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  held = { over, end, reads: 0 };
  const body = { ...order, requestId: randomUUID(), ...change };
  const answer = product.app.http
    .inject({
      method: CALLS['contracts.open'].method,
      url: callAddress('contracts.open', {}),
      headers: callHeaders('contracts.open', { token, mode: 'real' }),
      payload: JSON.stringify(body),
    })
    .then((given): Answer => given);
  await expect.poll(() => held?.reads, PATIENCE).toBeGreaterThan(0);
  await meanwhile();
  held.end();
  held = null;
  return answer;
}

test('an order that waited for its admission is filled at the price of its turn', async () => {
  const answer = await askedAnd(() => says('61000', '61010'));
  expect(answer.json()).toMatchObject({ code: '200', result: { openPrice: '61010' } });
});

test('its frozen quote counts until it ran out, not until it was asked', async () => {
  const quoted = await product.call('contracts.quote', { token, mode: 'real', odd: order });
  const { quoteId } = quoted.result;
  const meanwhile = async (): Promise<void> => {
    product.clock.advance(5_000);
    await says('60000', '60010');
  };
  const late = await askedAnd(meanwhile, { quoteId });
  expect(late.json()).toMatchObject({ code: '11016' });
});

test('it is refused when it waited too long, as if it had waited in the queue', async () => {
  const { now } = performance;
  const answer = await askedAnd(async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 10_001);
  });
  expect(answer.statusCode).toBe(503);
});
