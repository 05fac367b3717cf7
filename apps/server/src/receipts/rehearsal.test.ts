// Promise: in a rehearsal the real account may be priced by any feed, and each receipt of it says that
// nothing there is money; elsewhere neither a feed nor a request makes one of the other.
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { checkReceipt } from '../../../../scripts/verify/check.mjs';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;

afterEach(() => product.stop());

const BODY = {
  code: 'BTC/USDT',
  direction: 'buy',
  orderType: 'market',
  lots: '0.02',
  leverage: 2,
} as const;

async function openReal() {
  const user = await product.register();
  await product.deposit(user.userId, 5_000_000_000n);
  await product.admit(user.userId);
  await product.price('BTC/USDT', '60000', '60002');
  const { token } = user;
  const body = { ...BODY, requestId: randomUUID() };
  const opened = await product.call('contracts.open', { token, mode: 'real', body });
  return { token, opened };
}

test('a real order is filled by simulated prices, and its receipt says what it is', async () => {
  product = await startTestApp({ feedMode: 'simulated', installation: 'rehearsal' });
  const { token, opened } = await openReal();
  expect(opened.code).toBe('200');
  const closed = await product.call('contracts.close', {
    token,
    mode: 'real',
    params: { id: opened.result.id },
    body: { requestId: randomUUID() },
  });
  const number = closed.result.order.receiptNo ?? '';
  const { result: receipt } = await product.call('receipts.get', { params: { number } });
  expect(receipt).toMatchObject({ mode: 'real', rehearsal: true, feed: { mode: 'simulated' } });
  const lines = checkReceipt(receipt, { tapes: [] }).text();
  expect(lines.find((line: string) => line.includes('REHEARSAL'))).toContain('nothing is money');
});

test.each(['simulated', 'replay'] as const)(
  'elsewhere %s prices fill no real order',
  async (mode) => {
    product = await startTestApp({ feedMode: mode });
    const { opened } = await openReal();
    expect(opened).toMatchObject({ code: '10015' });
  },
);
