import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

test('a signed-in user gets a ticket of its own each time, for thirty seconds', async () => {
  const { token } = await product.register();
  const first = await product.call('live.ticket', { token });
  const second = await product.call('live.ticket', { token, mode: 'real' });
  expect([first.code, second.code]).toEqual(['200', '200']);
  expect(first.result.expiresAt).toBe(product.clock.now() + 30_000);
  expect(first.result.ticket).not.toBe(second.result.ticket);
  expect(first.result.ticket.length).toBeGreaterThanOrEqual(43);
});

test('without a token it is 401; without a mode, or with a field nobody knows, 400', async () => {
  const { token } = await product.register();
  expect((await product.call('live.ticket', {})).status).toBe(401);
  const noMode = await product.call('live.ticket', { token, headers: { virtually: '' } });
  expect(noMode.status).toBe(400);
  expect((await product.call('live.ticket', { token, odd: { userId: 'x' } })).status).toBe(400);
});
