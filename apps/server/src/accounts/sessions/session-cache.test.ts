// Promise: a token nobody was given costs the database nothing; one that was given is never refused
// for what others at the same address try.
import { randomBytes } from 'node:crypto';
import { type UnixMs, plusMs } from '@candor/kernel';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type Session, hashSecret } from '../../platform/secrets/session.ts';
import { createSessionCache } from './session-cache.ts';

let product: TestApp;
beforeAll(async () => {
  product = await startTestApp({ limitScale: 1 });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => product.stop());

/** How often tokens were looked up in the database while `act` ran. */
async function lookUpsOf(act: () => Promise<void>): Promise<number> {
  const query = vi.spyOn(product.db, 'query');
  await act();
  return query.mock.calls.filter(([text]) => text.includes('accounts.token')).length;
}

const statusFor = async (token: string): Promise<number> =>
  (await product.call('portfolio.info', { token })).status;

const madeUp = (): string => randomBytes(32).toString('base64url');

test('made-up tokens ask the database for nothing, and are counted against their network', async () => {
  const { token } = await product.register();
  const statuses: number[] = [];
  const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
  const lookUps = await lookUpsOf(async () => {
    for (const odd of [changed, `${madeUp()}.${madeUp()}`, `${madeUp()}.`, '.', 'x'.repeat(128)]) {
      statuses.push(await statusFor(odd));
    }
    for (let n = 0; n < 125; n += 1) statuses.push(await statusFor(madeUp()));
  });
  expect(lookUps).toBe(0);
  expect(statuses.slice(0, 120).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(120).every((status) => status === 429)).toBe(true);
  // The guesses of a neighbour lock no user out, least of all one who was given a token just now.
  expect(await statusFor(token)).toBe(200);
});

test('a token whose session is over is looked up once, however often it comes', async () => {
  const { token } = await product.register();
  expect((await product.call('accounts.logout', { token })).code).toBe('200');
  const lookUps = await lookUpsOf(async () => {
    for (let n = 0; n < 20; n += 1) expect([401, 429]).toContain(await statusFor(token));
  });
  expect(lookUps).toBe(1);
});

test('a token that was just made opens its session beside any number of dead ones', async () => {
  const { username } = await product.register();
  for (let n = 0; n < 5; n += 1) {
    const body = { username, password: 'correct horse battery', client: 'api' } as const;
    const entered = (await product.call('accounts.login', { body })).result;
    const { token } = entered as { token: string };
    expect(await statusFor(token)).toBe(200);
    expect((await product.call('accounts.logout', { token })).code).toBe('200');
    expect([401, 429]).toContain(await statusFor(token));
  }
});

test('the mark of a token is looked at once while its session is remembered, that of a guess each time', async () => {
  const shownTokens: string[] = [];
  let now = 1_763_700_000_000 as UnixMs;
  const session = {
    id: 's',
    userId: 'u',
    username: 'n',
    tokenHash: 'h',
    expiresAt: plusMs(now, 60_000),
  };
  const asked: string[] = [];
  const cache = createSessionCache({
    clock: { now: () => now },
    read(shown) {
      shownTokens.push(shown);
      return shown.endsWith('.ours') ? shown.slice(0, -'.ours'.length) : null;
    },
    find: async (hash) => {
      asked.push(hash);
      return session as Session;
    },
  });
  for (let n = 0; n < 3; n += 1) expect(await cache.find('token.ours')).toBe(session);
  expect(shownTokens).toEqual(['token.ours']);
  expect(asked).toEqual([hashSecret('token')]);
  for (let n = 0; n < 2; n += 1) expect(await cache.find('token.guess')).toBeNull();
  expect(shownTokens).toEqual(['token.ours', 'token.guess', 'token.guess']);
  now = plusMs(now, 6_000);
  await cache.find('token.ours');
  expect(shownTokens).toHaveLength(4);
  expect(asked).toHaveLength(2);
});
