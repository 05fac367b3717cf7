import { existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { BASE_PATH, CALLS } from '@candor/protocol/light';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, cleanUp, startProduct } from '../support/product.ts';

const INDEX = new URL('../../../web/dist/index.html', import.meta.url);
/** What the build leaves where the server writes the number of each answer. */
const PLACE_OF_NONCE = 'NUMBER-OF-THIS-ANSWER';
const METRICS_TOKEN = 'a-token-for-the-metrics';

/** Paths of the specification's second part, and of PRODUCT 15. */
const PATHS = [
  '/',
  '/market',
  '/trading',
  '/loan',
  '/loan/apply',
  '/loan/records',
  '/nfts',
  '/profile',
  '/profile/balance',
  '/profile/invite',
  '/profile/notification',
  '/cruuency?code=BTC%2FUSDT&type=2&id=BTCUSDT',
  '/help',
  '/help/faq',
  '/help/notice',
  '/pass/register',
  '/pass/login',
  '/pass/reset',
  '/detail?id=1&title=About',
  '/introduction',
  '/api/loginCallback/google?code=1&state=2',
  '/service.html?lang=en',
  '/trust',
  '/settings',
  '/about',
  '/receipt/CR-1234',
  '/trading/7',
  '/nfts/7',
  '/profile/security',
  '/profile/limits',
  '/profile/orders',
  '/profile/records',
  '/support/verify',
  '/no/such/page',
];

let product: Product;
/** An address of this machine that is not loopback, where it has one. */
const outside = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find((one) => !one.internal && one.family === 'IPv4')?.address;

beforeAll(async () => {
  const host = outside === undefined ? {} : { HOST: '0.0.0.0' };
  product = await startProduct({ feed: 'simulated', env: { METRICS_TOKEN, ...host } });
});
afterAll(cleanUp);

test.skipIf(!existsSync(INDEX)).each(PATHS)('%s answers with the web page', async (path) => {
  const response = await fetch(`${product.url}${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/html');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
  expect(nonce).not.toBe('');
  const built = readFileSync(INDEX, 'utf8');
  expect(built).toContain(PLACE_OF_NONCE);
  expect(await response.text()).toBe(built.replaceAll(PLACE_OF_NONCE, nonce));
});

test.skipIf(!existsSync(INDEX))('what the page loads is served, and kept for good', async () => {
  const html = readFileSync(INDEX, 'utf8');
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const response = await fetch(`${product.url}${file}`);
    expect(response.status, file).toBe(200);
    expect(response.headers.get('cache-control')).toContain('immutable');
  }
});

test.each(['/assets/none.js', '/favicon.png', '/../package.json', `${BASE_PATH}/index/none`])(
  '%s is not there, and the answer says so in the envelope',
  async (path) => {
    const response = await fetch(`${product.url}${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: '404', message: 'not-found' });
  },
);

test('openapi.json lists every call there is, and no other', async () => {
  const response = await fetch(`${product.url}/openapi.json`);
  expect(response.status).toBe(200);
  const document = (await response.json()) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  expect(document.openapi).toMatch(/^3\.1\./);
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const known = Object.values(CALLS).map(
    ({ method, path }) => `${method} ${BASE_PATH}${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(listed.toSorted()).toEqual(known.toSorted());
});

test('the health of the service is told to anybody', async () => {
  const response = await fetch(`${product.url}/healthz`);
  expect([response.status, await response.json()]).toEqual([200, { healthy: true }]);
});

test('the metrics are for this machine alone', async () => {
  const response = await fetch(`${product.url}/metrics`);
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(/^candor_contracts_open 0$/m);
});

test.skipIf(outside === undefined)('and from elsewhere for who has the token', async () => {
  const url = new URL('/metrics', product.url);
  url.hostname = outside ?? '';
  const refused = await fetch(url);
  expect(refused.status).toBe(403);
  expect(await refused.text()).not.toContain('candor_');
  const wrong = await fetch(url, { headers: { authorization: `Bearer ${METRICS_TOKEN}x` } });
  expect(wrong.status).toBe(403);
  const told = await fetch(url, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(told.status).toBe(200);
  expect(await told.text()).toContain('candor_contracts_open');
});
