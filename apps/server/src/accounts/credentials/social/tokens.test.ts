import { createSecretKey } from 'node:crypto';
import { type JWTPayload, generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Forgery, startForger } from '../../../../test/oidc-service.ts';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';

let app: TestApp;
let forger: Awaited<ReturnType<typeof startForger>>;
let origin: string;

beforeAll(async () => {
  // It even says that it would sign with nothing, or with the secret both sides know.
  forger = await startForger('forger', ['RS256', 'none', 'HS256', 'ES256']);
  app = await startTestApp({ socialServices: [forger.setup] });
  await app.app.http.listen({ port: 0, host: '127.0.0.1' });
  const [address] = app.app.http.addresses();
  origin = typeof address === 'object' ? `http://localhost:${address.port}` : '';
});

afterAll(async () => {
  await app.stop();
  await forger.stop();
});

async function comeBack(forgery: Forgery, fresh = false) {
  const body = fresh ? ({ issuer: 'forger', fresh: true } as const) : { issuer: 'forger' };
  const begun = await app.call('accounts.social-start', { body, headers: { origin } });
  const url = new URL(begun.result.url);
  forger.nonce = url.searchParams.get('nonce') ?? '';
  forger.forgery = forgery;
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  const state = url.searchParams.get('state') ?? '';
  return app.call('accounts.login-by-social', {
    body: { code: 'any', state },
    headers: { origin, cookie },
  });
}

/** A token that does not say something it has to say. */
const without =
  (name: keyof JWTPayload) =>
  (good: JWTPayload): JWTPayload =>
    Object.fromEntries(Object.entries(good).filter(([claim]) => claim !== name));

const hour = 3_600;
const now = (): number => Math.floor(Date.now() / 1000);
const others = generateKeyPair('RS256');
const otherKind = generateKeyPair('ES256');

/** Every way a token can be another one than the one that was asked for. */
const BAD: readonly (readonly [string, () => Promise<Forgery> | Forgery])[] = [
  [
    'of another issuer',
    () => ({ claims: (good) => ({ ...good, iss: 'https://accounts.google.com' }) }),
  ],
  ['of no issuer', () => ({ claims: without('iss') })],
  ['for another client', () => ({ claims: (good) => ({ ...good, aud: 'somebody-else' }) })],
  ['for nobody', () => ({ claims: without('aud') })],
  [
    'for us and another, whose it is',
    () => ({ claims: (good) => ({ ...good, aud: ['forger-client', 'x'], azp: 'x' }) }),
  ],
  [
    'for us and another, and it is not said whose',
    () => ({ claims: (good) => ({ ...good, aud: ['forger-client', 'x'] }) }),
  ],
  ['with the nonce of another flow', () => ({ claims: (good) => ({ ...good, nonce: 'x' }) })],
  ['without a nonce', () => ({ claims: without('nonce') })],
  ['that is over', () => ({ claims: (good) => ({ ...good, exp: now() - 60 }) })],
  ['that never ends', () => ({ claims: without('exp') })],
  ['that does not hold yet', () => ({ claims: (good) => ({ ...good, nbf: now() + hour }) })],
  ['made at no time', () => ({ claims: without('iat') })],
  ['made an hour from now', () => ({ claims: (good) => ({ ...good, iat: now() + hour }) })],
  ['for us alone that is another’s', () => ({ claims: (good) => ({ ...good, azp: 'x' }) })],
  ['about nobody', () => ({ claims: without('sub') })],
  ['about an empty name', () => ({ claims: (good) => ({ ...good, sub: '' }) })],
  ['about a name too long', () => ({ claims: (good) => ({ ...good, sub: 'x'.repeat(256) }) })],
  ['about a name of other letters', () => ({ claims: (good) => ({ ...good, sub: 'мара' }) })],
  ['signed by somebody else', async () => ({ key: (await others).privateKey })],
  [
    'signed by a key nobody published',
    async () => ({ key: (await others).privateKey, kid: 'two' }),
  ],
  [
    'signed by another kind of key',
    async () => ({ key: (await otherKind).privateKey, alg: 'ES256' }),
  ],
  ['signed by nobody', () => ({ alg: 'none' })],
  [
    'signed with the secret both sides know',
    () => ({
      alg: 'HS256',
      key: createSecretKey(Buffer.from(forger.setup.clientSecret)) as unknown as Uint8Array,
    }),
  ],
  [
    'changed after it was signed',
    () => ({
      token: (token) => {
        const [head = '', body = '', signature = ''] = token.split('.');
        const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
        const other = Buffer.from(JSON.stringify({ ...claims, sub: 'mara' })).toString('base64url');
        return [head, other, signature].join('.');
      },
    }),
  ],
  ['that is no token', () => ({ token: () => 'x.y' })],
  [
    'missing from the answer',
    () => ({ answer: () => ({ body: '{"access_token":"x","token_type":"Bearer"}' }) }),
  ],
  ['in an answer that cannot be read', () => ({ answer: () => ({ body: 'x' }) })],
  ['in a page', () => ({ answer: () => ({ type: 'text/html', body: '<p>x</p>' }) })],
  [
    'refused by the service',
    () => ({ answer: () => ({ status: 400, body: '{"error":"invalid_grant"}' }) }),
  ],
];

test('the token that was asked for is taken: the faults below are the only difference', async () => {
  expect((await comeBack({})).code).toBe('200');
});

test.each(BAD)('a token %s opens nothing', async (_, forgery) => {
  const before = await app.app.accounts.countAccounts();
  const answer = await comeBack(await forgery());
  expect(answer.code).toBe('11025');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await app.app.accounts.countAccounts()).count).toBe(before.count);
});

test('a service that breaks while it answers is away, not wrong', async () => {
  const answer = await comeBack({ answer: () => ({ status: 502, body: '' }) });
  expect(answer.code).toBe('11026');
});

test('a log-in that had to be made anew is refused when the service remembers an older one', async () => {
  const old = await comeBack({ claims: (good) => ({ ...good, auth_time: now() - hour }) }, true);
  expect(old.code).toBe('11025');
  const untold = await comeBack({ claims: without('auth_time') }, true);
  expect(untold.code).toBe('11025');
  expect((await comeBack({}, true)).code).toBe('200');
});
