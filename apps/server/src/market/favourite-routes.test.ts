import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { restrictInstrument } from '../../test/restrict.ts';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

test('marks belong to one user, in the order they were made, and can be taken away', async () => {
  const mine = await product.register();
  const other = await product.register();
  const mark = (code: string, on: boolean) =>
    product.call('market.set-favourite', { token: mine.token, body: { code, on } });
  expect((await product.call('market.favourites', { token: mine.token })).result.codes).toEqual([]);
  await mark('ETH/USDT', true);
  product.clock.advance(1);
  await mark('BTC/USDT', true);
  product.clock.advance(1);
  expect((await mark('ETH/USDT', true)).result.codes).toEqual(['ETH/USDT', 'BTC/USDT']);
  const theirs = await product.call('market.favourites', { token: other.token });
  expect(theirs.result.codes).toEqual([]);
  expect((await mark('ETH/USDT', false)).result.codes).toEqual(['BTC/USDT']);
  expect((await mark('ETH/USDT', false)).result.codes).toEqual(['BTC/USDT']);
});

test('an unknown instrument, an odd body and no session are refused', async () => {
  const { token } = await product.register();
  const unknown = await product.call('market.set-favourite', {
    token,
    body: { code: 'NOPE', on: true },
  });
  expect(unknown.status).toBe(404);
  for (const odd of [
    { code: 'BTC/USDT' },
    { code: 'BTC/USDT', on: 'yes' },
    { code: '', on: true },
  ]) {
    expect((await product.call('market.set-favourite', { token, odd })).status).toBe(400);
  }
  expect((await product.call('market.favourites')).status).toBe(401);
});

test('what an operator decides about an instrument is said with its reason, dated, and kept', async () => {
  const deps = { db: product.db, clock: product.clock };
  await product.price('ETH/USDT', '3000', '3001');
  const info = async () =>
    (await product.call('market.info', { params: { id: 'ETHUSDT' } })).result;
  const decide = async (status: 'open' | 'closeOnly' | 'suspended', reason: string) => {
    const made = await restrictInstrument(deps, { code: 'ETH/USDT', status, reason, by: 'test' });
    await product.settle();
    return made;
  };
  expect(await info()).toMatchObject({ status: 'open', restriction: null });
  expect(await decide('suspended', 'A split')).toEqual({ ok: true, value: { number: 1 } });
  const since = product.clock.now();
  expect(await info()).toMatchObject({
    status: 'suspended',
    restriction: { reason: 'A split', since },
  });
  await decide('closeOnly', 'Delisting');
  expect(await info()).toMatchObject({
    status: 'closeOnly',
    restriction: { reason: 'Delisting', since },
  });
  expect(await decide('open', 'Done')).toEqual({ ok: true, value: { number: 3 } });
  expect(await info()).toMatchObject({ status: 'open', restriction: null });

  expect(await decide('open', '  ')).toEqual({ ok: false, failure: { name: 'malformed' } });
  const unknown = { code: 'NOPE', status: 'open', reason: 'x', by: randomUUID() } as const;
  expect(await restrictInstrument(deps, unknown)).toEqual({
    ok: false,
    failure: { name: 'not-found' },
  });
  for (const statement of [
    `update market.restriction set reason = 'x'`,
    'delete from market.restriction',
  ]) {
    await expect(product.db.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});
