import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { NOT_SET, OPERATOR_KEYS, type ParameterKey } from '../parameters/index.ts';

let product: TestApp;
let token: string;

beforeAll(async () => {
  product = await startTestApp();
  const user = await product.register();
  ({ token } = user);
  await product.admit(user.userId);
  await product.deposit(user.userId, 5_000_000_000n);
});
afterAll(() => product.stop());

async function open(mode: 'real' | 'demo' = 'real', change: object = {}) {
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '60000', '60010');
  const body = {
    code: 'BTC/USDT',
    direction: 'buy' as const,
    orderType: 'market' as const,
    lots: '0.001',
    leverage: 2,
    requestId: randomUUID(),
    ...change,
  };
  return product.call('contracts.open', { token, mode, body });
}

async function state(key: ParameterKey, value: string): Promise<void> {
  const from = product.clock.now();
  const set = await product.app.parameters.set({ key, value, from, note: 'a test' });
  expect(set.ok).toBe(true);
}

describe('new real business', () => {
  test('is taken by an operator who is named and has what the floor asks for', async () => {
    expect((await open()).code).toBe('200');
  });

  test.each(OPERATOR_KEYS)(
    'is refused while %s is not set; closing and the demo go on',
    async (key) => {
      const running = (await open()).result.id;
      const before = product.app.parameters.text(key);
      await state(key, NOT_SET);
      const refused = await open();
      expect([refused.code, refused.refused.facts]).toEqual(['10015', { why: 'operatorUnnamed' }]);
      expect((await open('demo')).code).toBe('200');
      const closed = await product.call('contracts.close', {
        token,
        mode: 'real',
        params: { id: running },
        body: { requestId: randomUUID() },
      });
      expect(closed.code).toBe('200');
      await state(key, before);
      expect((await open()).code).toBe('200');
    },
  );

  test.each([
    ['is stated', '0'],
    ['is met', '100000000'],
  ])('is refused until a floor %s', async (_, floor) => {
    await state('house.floorNewBusiness', floor);
    const refused = await open();
    expect([refused.code, refused.refused.facts]).toEqual(['10015', { why: 'houseFloor' }]);
    expect((await open('demo')).code).toBe('200');
    await state('house.floorNewBusiness', '1');
    expect((await open()).code).toBe('200');
  });

  test('an operator can raise the leverage of practice money, not of real money', async () => {
    await state('leverage.crypto', '100');
    const real = await open('real', { leverage: 3 });
    expect([real.code, real.refused.facts]).toEqual(['11024', { max: '2' }]);
    expect((await open('demo', { leverage: 3 })).code).toBe('200');
    await state('leverage.crypto', '2');
  });
});
