import { randomUUID } from 'node:crypto';
import { DAY_MS, type UserId, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { forgetAnswers } from '../platform/commit/forget-answers.ts';

let product: TestApp;
let trader: { token: string; userId: UserId };
let username: string;

beforeAll(async () => {
  product = await startTestApp();
  const one = await product.register();
  ({ username } = one);
  trader = one;
});
afterAll(() => product.stop());

const order = {
  code: 'BTC/USDT',
  direction: 'buy',
  orderType: 'market',
  lots: '0.1',
  leverage: 2,
} as const;

const ask = () => ({ token: trader.token, mode: 'demo' as const });

/** Signs in anew: a token does not live for a month. */
async function signIn(): Promise<void> {
  const body = { username, password: 'correct horse battery', client: 'api' } as const;
  const answer = await product.call('accounts.login', { body });
  if (!('token' in answer.result)) throw new Error('no second factor was set up');
  trader = { ...trader, token: answer.result.token };
}

/** Lets every night that went by be charged: a closing waits for them, but not for ever. */
async function untilCharged(id: string): Promise<void> {
  let before = '';
  await vi.waitFor(
    async () => {
      await product.settle();
      const { result } = await product.call('contracts.get', { ...ask(), params: { id } });
      const isSettled = !/^0(\.0*)?$/.test(result.financing) && result.financing === before;
      before = result.financing;
      expect(isSettled).toBe(true);
    },
    { timeout: 25_000 },
  );
}

test('an answer is the same bytes for thirty days, then the record as it is now, and no act is done twice', async () => {
  await product.price('BTC/USDT', '60000', '60010');
  const [opening, halving, refused] = [randomUUID(), randomUUID(), randomUUID()];
  const open = () =>
    product.call('contracts.open', { ...ask(), body: { ...order, requestId: opening } });
  const first = await open();
  expect(first.code).toBe('200');
  const { id } = first.result;
  const halve = () =>
    product.call('contracts.close', {
      ...ask(),
      params: { id },
      body: { lots: '0.04', requestId: halving },
    });
  const firstHalf = await halve();
  const tooMuch = () =>
    product.call('contracts.open', {
      ...ask(),
      body: { ...order, lots: '900', requestId: refused },
    });
  const firstRefusal = await tooMuch();
  expect(firstRefusal.code).not.toBe('200');

  product.clock.advance(30 * DAY_MS);
  await signIn();
  expect(await forgetAnswers(product.db, product.clock.now())).toBe(0);
  expect((await open()).text).toBe(first.text);

  product.clock.advance(1);
  expect(await forgetAnswers(product.db, product.clock.now())).toBe(2);
  await untilCharged(id);
  const half = (await halve()).result;
  const { result: present } = await product.call('contracts.get', { ...ask(), params: { id } });
  const { events: _, ...shown } = present;
  expect((await open()).result).toEqual({ ...shown, replayed: true });
  expect(half).toEqual({
    order: shown,
    price: firstHalf.result.price,
    profit: firstHalf.result.profit,
    replayed: true,
  });
  // A refusal stays refused, word for word.
  expect((await tooMuch()).text).toBe(firstRefusal.text);
  const asked = { ...ask(), params: { requestId: opening } };
  const { result: outcome } = await product.call('contracts.outcome', asked);
  expect(outcome.state).toBe('done');
  expect(JSON.parse(outcome.answer ?? '')).toMatchObject({ result: { id, replayed: true } });
  // The same id with another body is still another request.
  const other = { ...order, lots: '0.2', requestId: opening };
  expect((await product.call('contracts.open', { ...ask(), body: other })).status).toBe(422);
  const { result: list } = await product.call('contracts.list', {
    ...ask(),
    query: { status: 'all' },
  });
  expect(list.total).toBe(1);
});

test('the product’s role lets go no answer that is younger, and changes none', async () => {
  const change = product.db.query('update platform.request set answer = null');
  await expect(change).rejects.toMatchObject({ code: '42501' });
  await product.db.query(
    `insert into platform.request (user_id, request_id, call, body_hash, answer, at)
     values ($1, $2, 'contracts.open', sha256('x'), '{"code":"20004","result":{"id":"${randomUUID()}"}}', now())`,
    [trader.userId, randomUUID()],
  );
  const late = plusMs(product.clock.now(), 100 * 365 * DAY_MS);
  expect(await forgetAnswers(product.db, late)).toBe(0);
});
