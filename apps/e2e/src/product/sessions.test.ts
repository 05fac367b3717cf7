import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmCommand } from '../support/confirm.ts';
import { ownerDatabase } from '../support/database.ts';
import { listenAs } from '../support/listener.ts';
import { type Product, type Trader, cleanUp, startProduct } from '../support/product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ feed: 'simulated' });
});
afterAll(cleanUp);

/** Status and code of a call that only a session may make. */
async function statusWith(token?: string): Promise<[number, string]> {
  const asked = token === undefined ? {} : { token };
  const { status, code } = await product.call('portfolio.info', asked);
  return [status, code];
}

/** Lets time pass for the tokens of one user. */
async function age(trader: Trader, statement: string): Promise<void> {
  const owner = await ownerDatabase(product);
  await owner.rows(statement, [trader.userId]);
  await owner.end();
}

test('a device that is signed out elsewhere loses its socket within a second, and every call', async () => {
  const here = await product.register();
  const again = await product.call('accounts.login', {
    body: { username: here.username, password: 'a stone in the river', client: 'api' },
  });
  const there = { ...here, token: signedIn(again.result).token };
  const [hearsHere, hearsThere] = [await listenAs(product, here), await listenAs(product, there)];
  expect(await statusWith(there.token)).toEqual([200, '200']);

  const sessions = (await product.call('accounts.list-sessions', { token: here.token })).result;
  const other = sessions.find(({ current }) => !current);
  const id = other?.id ?? '';
  const password = 'a stone in the river';
  const act = { token: here.token, password, action: 'sessions', subject: id } as const;
  const stepUp = await confirmCommand(product, act);
  const askedAt = performance.now();
  const revoked = await product.call('accounts.revoke-session', {
    token: here.token,
    body: { id, stepUp },
  });
  expect(revoked.code).toBe('200');
  const { code, atMs } = await hearsThere.closed;
  expect(code).toBe(4403);
  expect(atMs - askedAt).toBeLessThan(1_000);
  expect(await statusWith(there.token)).toEqual([401, '401']);

  // The device that asked goes on.
  expect(await statusWith(here.token)).toEqual([200, '200']);
  hearsHere.say({ type: 'PING' });
  await expect.poll(() => hearsHere.frames('PONG').length).toBe(1);
});

test('no token, an unknown one and one that ran out all say that the session is over', async () => {
  const trader = await product.register();
  expect(await statusWith()).toEqual([401, '401']);
  expect(await statusWith('')).toEqual([401, '401']);
  expect(await statusWith(`${trader.token}x`)).toEqual([401, '401']);
  expect(await statusWith(trader.refreshToken)).toEqual([401, '401']);
  // Ten minutes pass for this token, which has not been used yet.
  await age(
    trader,
    `update accounts.token set expires_at = now() - interval '1 second'
     where user_id = $1 and kind = 'access'`,
  );
  expect(await statusWith(trader.token)).toEqual([401, '401']);
  // The session itself lives on: the refresh token brings a new access token.
  const body = { refreshToken: trader.refreshToken };
  const fresh = await product.call('accounts.refresh', { body });
  expect(await statusWith(fresh.result.token)).toEqual([200, '200']);
});

test('a refresh token used twice ends its whole family, sockets included', async () => {
  const trader = await product.register();
  const first = { refreshToken: trader.refreshToken };
  const renewed = await product.call('accounts.refresh', { body: first });
  expect(renewed.code).toBe('200');
  expect(renewed.result.refreshToken).not.toBe(trader.refreshToken);
  expect(renewed.headers.get('set-cookie')).toBeNull();
  const hears = await listenAs(product, { ...trader, token: renewed.result.token });

  // Two pages of one browser may ask at the same moment; after ten seconds it is no coincidence.
  await age(
    trader,
    `update accounts.token set used_at = used_at - interval '11 seconds'
     where user_id = $1 and used_at is not null`,
  );
  const stolen = await product.call('accounts.refresh', { body: first });
  expect([stolen.status, stolen.code]).toEqual([401, '401']);
  expect((await hears.closed).code).toBe(4403);
  const second = { refreshToken: renewed.result.refreshToken ?? '' };
  expect((await product.call('accounts.refresh', { body: second })).status).toBe(401);
  expect(await statusWith(renewed.result.token)).toEqual([401, '401']);
  expect(await statusWith(trader.token)).toEqual([401, '401']);
});
