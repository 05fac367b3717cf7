import { randomUUID } from 'node:crypto';
import { newUuid } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUIET_CHAINS, TEST_KEYS, decideAll } from '../../../test/pay-in-keys.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';

let app: TestApp;
let closed: TestApp;

beforeAll(async () => {
  app = await startTestApp({ cashier: { chains: QUIET_CHAINS, payInKeys: TEST_KEYS } });
  await app.app.cashier.deposits.turn();
  closed = await startTestApp();
});
afterAll(async () => {
  await Promise.all([app.stop(), closed.stop()]);
});

type Query = { asset: 'USDT' | 'BTC' | 'ETH'; network: 'ethereum' | 'tron' | 'bitcoin' };
const ask = (token: string, query: Query, mode: 'demo' | 'real' = 'real', on = app) =>
  on.call('cashier.deposit-address', { token, mode, query });

describe('a deposit address', () => {
  test('is not shown before two people confirmed the key', async () => {
    const { token } = await app.register();
    expect((await ask(token, { asset: 'BTC', network: 'bitcoin' })).code).toBe('11005');
    const asked = await app.owner.query<{ facts: string; people: number }>(
      `select facts, people from cases.case where kind = 'payInKey'`,
    );
    expect(asked.map(({ people }) => people)).toEqual([2, 2, 2]);
    const facts = asked.map((one) => JSON.parse(one.facts) as Record<string, string>);
    const bitcoin = facts.find(({ network }) => network === 'bitcoin');
    expect(bitcoin?.['address0']).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    // A second start asks nobody again.
    await app.restart();
    expect(await decideAll(app, 'payInKey')).toBe(3);
  });

  test('is the one of the published vectors, and stays', async () => {
    const { token } = await app.register();
    const first = await ask(token, { asset: 'BTC', network: 'bitcoin' });
    expect(first.result).toMatchObject({
      address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      uri: 'bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      history: [],
    });
    expect((await ask(token, { asset: 'BTC', network: 'bitcoin' })).result).toEqual(first.result);
    const usdt = await ask(token, { asset: 'USDT', network: 'ethereum' });
    const eth = await ask(token, { asset: 'ETH', network: 'ethereum' });
    expect(usdt.result.address).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    expect(eth.result.address).toBe(usdt.result.address);
    expect(eth.result.uri).toBe(`ethereum:${eth.result.address}@1`);
  });

  test('is given once, whoever asks at the same moment', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => app.register()));
    const twice = [...users, ...users];
    const answers = await Promise.all(
      twice.map(({ token }) => ask(token, { asset: 'USDT', network: 'tron' })),
    );
    const given = answers.map(({ result }) => result.address);
    expect(new Set(given).size).toBe(users.length);
    expect(given.slice(0, users.length)).toEqual(given.slice(users.length));
  });

  test('is for real accounts, and of assets the network carries', async () => {
    const { token } = await app.register();
    const demo = await ask(token, { asset: 'USDT', network: 'tron' }, 'demo');
    expect(demo.code).toBe('11001');
    expect((await ask(token, { asset: 'ETH', network: 'bitcoin' })).code).toBe('10025');
    const odd = await app.call('cashier.deposit-address', {
      token,
      mode: 'real',
      oddQuery: 'asset=DOGE&network=tron',
    });
    expect(odd.code).toBe('10025');
  });

  test('that was changed in the database is refused', async () => {
    const { token, userId } = await app.register();
    const { result } = await ask(token, { asset: 'USDT', network: 'tron' });
    await app.owner.query(
      'alter table cashier.deposit_address disable trigger deposit_address_only_grows',
    );
    const put = 'update cashier.deposit_address set address = $2 where user_id = $1';
    await app.owner.query(put, [userId, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t']);
    expect((await ask(token, { asset: 'USDT', network: 'tron' })).code).toBe('10021');
    await app.owner.query(put, [userId, result.address]);
    await app.owner.query(
      'alter table cashier.deposit_address enable trigger deposit_address_only_grows',
    );
    expect((await ask(token, { asset: 'USDT', network: 'tron' })).result).toEqual(result);
  });

  test('nobody writes a key without a case of two people', async () => {
    const key = [randomUUID(), 'f'.repeat(64)];
    const insert = `insert into cashier.pay_in_key (network, fingerprint, at, case_id, case_number)
      values ('tron', $2, now(), $1, 'K-1')`;
    await expect(app.db.query(insert, key)).rejects.toMatchObject({
      constraint: 'pay_in_key_case',
    });
    await expect(
      app.db.query(`update cashier.deposit_address set number = 7 where user_id = $1`, [
        newUuid(0 as never),
      ]),
    ).rejects.toThrow();
  });

  test('where no key is set, the function is not open', async () => {
    const { token } = await closed.register();
    const answer = await ask(token, { asset: 'USDT', network: 'tron' }, 'real', closed);
    expect(answer.code).toBe('11005');
  });
});

test('a key that was rejected gives no address, and is asked about at the next start', async () => {
  const product = await startTestApp({ cashier: { chains: QUIET_CHAINS, payInKeys: TEST_KEYS } });
  await product.app.cashier.deposits.turn();
  expect(await decideAll(product, 'payInKey', 'rejected')).toBe(3);
  const { token } = await product.register();
  const answer = await ask(token, { asset: 'USDT', network: 'tron' }, 'real', product);
  expect(answer.code).toBe('11005');
  await product.restart();
  expect(await decideAll(product, 'payInKey')).toBe(3);
  const given = await ask(token, { asset: 'USDT', network: 'tron' }, 'real', product);
  expect(given.result.address).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
  await product.stop();
});
