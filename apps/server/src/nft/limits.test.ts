// Promise: what is given for tokens counts as lost, whatever asks for its owner's limits: a bid, a contract, an order
// that waits, the page of limits. What is given back counts no more. (decisions 0024, 0100)
import { randomUUID } from 'node:crypto';
import { DAY_MS, ensure } from '@candor/kernel';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bidder, type NftProduct, expectNftAddsUp, startNftProduct } from '../../test/nft.ts';

let stage: NftProduct;
beforeAll(async () => {
  stage = await startNftProduct();
});
afterAll(async () => {
  await expectNftAddsUp(stage.product);
  await stage.product.stop();
});

/** Buys 60.01 USDT of bitcoin: it costs a fee of 0.06001 and a spread of 0.01. */
async function opens({ token }: Pick<Bidder, 'token'>, change: object = {}) {
  stage.product.clock.advance(1_000);
  await stage.product.price('BTC/USDT', '60000', '60010');
  return stage.product.call('contracts.open', {
    ...{ token, mode: 'real' },
    body: {
      ...{ code: 'BTC/USDT', direction: 'buy', orderType: 'market', lots: '0.001', leverage: 2 },
      ...{ requestId: randomUUID(), ...change },
    },
  });
}

async function limit({ token }: Bidder, amount: string, period: 'day' | 'week' = 'day') {
  const body = { kind: 'loss', period, amount } as const;
  expect((await stage.product.call('accounts.set-limit', { token, body })).code).toBe('200');
}

async function used(token: string, period: 'day' | 'week' = 'day') {
  const { result } = await stage.product.call('accounts.limits', { token });
  const found = result.find((one) => one.kind === 'loss' && one.period === period);
  return ensure(found, 'every limit is listed').used;
}

test('a contract is measured by what its owner leads with, and by nothing once that is given back', async () => {
  const id = await stage.offer();
  const ann = await stage.bidder();
  await ann.bid(id, '100');
  expect(await used(ann.token)).toBe('100');
  await limit(ann, '100.070009');
  const refused = await opens(ann);
  expect([refused.code, refused.refused.facts?.['what']]).toEqual(['11018', 'loss']);
  await (await stage.bidder()).bid(id, '110');
  expect(await used(ann.token)).toBe('0');
  expect((await opens(ann)).code).toBe('200');
  expect(await used(ann.token)).toBe('0.07001');
});

test('exactly the limit is within it: a bid beside a contract, and a contract beside a bid', async () => {
  const [ann, ben] = [await stage.bidder(), await stage.bidder()];
  for (const who of [ann, ben]) await limit(who, '100.07001');
  expect((await opens(ann)).code).toBe('200');
  expect((await ann.buy(await stage.offer({ auction: null }), '100')).code).toBe('200');
  expect((await ben.buy(await stage.offer({ auction: null }), '100')).code).toBe('200');
  expect((await opens(ben)).code).toBe('200');
  for (const who of [ann, ben]) {
    expect(await used(who.token)).toBe('100.07001');
    expect((await opens(who, { lots: '0.0001' })).code).toBe('11018');
  }
});

test('a raise counts whole, once; an order that waits is measured when its price comes', async () => {
  const { product } = stage;
  const ann = await stage.bidder();
  const waiting = await opens(ann, { orderType: 'limit', price: '59000' });
  expect(waiting.code).toBe('200');
  await limit(ann, '150');
  const id = await stage.offer();
  await ann.bid(id, '100');
  expect((await ann.bid(id, '150')).code).toBe('200');
  expect(await used(ann.token)).toBe('150');
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '58990', '58999');
  await product.settle();
  const asked = {
    ...{ token: ann.token, mode: 'real' as const },
    params: { id: waiting.result.id },
  };
  expect((await product.call('contracts.get', asked)).result).toMatchObject({
    ...{ status: 'closed', reason: 'rejected', rejectedCode: '11018' },
  });
});

test('what was bought counts in the period of its bid: the next day begins anew, the week does not', async () => {
  const { product } = stage;
  // A Tuesday.
  product.clock.advance(DAY_MS * ((9 - new Date(product.clock.now()).getUTCDay()) % 7));
  await product.price('BTC/USDT', '60000', '60010');
  const { username, userId, token } = await product.register();
  await product.admit(userId);
  await product.deposit(userId, 1_000_000_000n);
  const id = await stage.offer();
  const odd = { id, kind: 'bid', amount: '100', requestId: randomUUID() };
  expect((await product.call('nft.buy', { token, mode: 'real', odd })).code).toBe('200');
  await stage.later(DAY_MS);
  const body = { username, password: 'correct horse battery', client: 'api' as const };
  const again = signedIn((await product.call('accounts.login', { body })).result).token;
  expect((await product.call('nft.get', { params: { id } })).result.state).toBe('sold');
  expect([await used(again, 'day'), await used(again, 'week')]).toEqual(['0', '100']);
});
