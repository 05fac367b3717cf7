// Promise: whatever a caller writes into whatever place of whatever call, the answer is an envelope
// with a code of ours, and never that something broke. The calls are made from the route list.
import { BASE_PATH, ENDPOINTS, ERRORS, type Endpoint } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ODD_SPELLINGS,
  ODD_TEXTS,
  ODD_VALUES,
  type Parts,
  partsOf,
  partsWith,
  placesOf,
  requestOf,
} from './hostile-calls.ts';
import { type TestApp, startTestApp } from './start-app.ts';

const CODES = new Set<string>(['200', ...Object.values(ERRORS).map(({ code }) => code)]);
let product: TestApp;
let calls = 0;
beforeAll(async () => {
  product = await startTestApp({ publicUrl: 'https://candor.example' });
});
afterAll(() => product.stop());

type Request = ReturnType<typeof requestOf>;

/** What is wrong with the answer to a request; null when nothing is. */
async function wrongIn(request: Request): Promise<string | null> {
  calls += 1;
  const answer = await product.app.http.inject(request);
  const shown = `${request.method} ${request.url.slice(0, 120)} ${String(
    request.payload ?? '',
  ).slice(0, 200)} → ${answer.statusCode} ${answer.body.slice(0, 120)}`;
  if (answer.statusCode >= 500) return shown;
  const type = String(answer.headers['content-type']);
  if (!type.startsWith('application/json')) {
    // A file, which only a call that went well answers.
    return answer.statusCode === 200 ? null : shown;
  }
  const { code, message, result } = answer.json<Record<string, unknown>>();
  const isEnvelope = typeof message === 'string' && result !== undefined;
  return isEnvelope && CODES.has(String(code)) ? null : shown;
}

/** Every odd value in every place of a call. */
function* oddParts(endpoint: Endpoint): Generator<Parts> {
  const good = partsOf(endpoint);
  yield good;
  for (const place of placesOf(endpoint)) {
    const values = place.part === 'body' ? [...ODD_TEXTS, ...ODD_VALUES] : ODD_TEXTS;
    for (const value of values) yield partsWith(good, place, value);
  }
}

async function wrongOf(endpoint: Endpoint): Promise<string[]> {
  const wrong: string[] = [];
  let { token } = await product.register();
  for (const parts of oddParts(endpoint)) {
    const found = await wrongIn(requestOf(endpoint, parts, { token }));
    if (found !== null) wrong.push(found);
  }
  // Some calls end the session they are made with; visitors see the refusals before it, too.
  ({ token } = await product.register());
  const visitors = endpoint.access === 'session' ? [] : [...oddParts(endpoint)];
  for (const parts of visitors) {
    const found = await wrongIn(requestOf(endpoint, parts));
    if (found !== null) wrong.push(found);
  }
  for (const spelling of ODD_SPELLINGS) {
    const { url, ...rest } = requestOf(endpoint, partsOf(endpoint), { token });
    const [path = ''] = url.split('?');
    const addresses = [
      `${BASE_PATH}${endpoint.path.replaceAll(/:\w+/g, spelling)}`,
      `${path}?${spelling}`,
      `${path}?page=${spelling}`,
    ];
    for (const address of addresses) {
      const found = await wrongIn({ ...rest, url: address });
      if (found !== null) wrong.push(found);
    }
  }
  return wrong;
}

describe('every odd value in every place is answered with an envelope', () => {
  test.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      expect(await wrongOf(endpoint)).toEqual([]);
    },
    120_000,
  );

  test('and those were thousands of calls, to every route there is', () => {
    expect(calls).toBeGreaterThan(10_000);
  });
});

test('the good call of the list is one its shapes take, or a field says why not', () => {
  const unread = ENDPOINTS.filter((endpoint) => {
    const { params, query, body } = partsOf(endpoint);
    // An address is text, whatever it says.
    const inAddress = (part: unknown): object =>
      Object.fromEntries(
        Object.entries(part as object).map(([key, value]) => [key, String(value)]),
      );
    return !(
      endpoint.params.safeParse(inAddress(params)).success &&
      endpoint.query.safeParse(inAddress(query)).success &&
      endpoint.body.safeParse(body).success
    );
  });
  expect(unread.map(({ name }) => name)).toEqual([]);
});

const get = (url: string) => product.app.http.inject({ method: 'GET', url });

test('a NUL in a path reaches no table, and needs no session to be refused', async () => {
  const answer = await get(`${BASE_PATH}/index/getContentsById/%00`);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, '400']);
  expect(answer.json()).toMatchObject({ result: { fields: [{ field: 'id' }] } });
});

test.each(['%ff', '%', 'x'.repeat(3_000)])('%.10s in a path is a refusal of ours', async (id) => {
  const answer = await get(`${BASE_PATH}/index/getContentsById/${id}`);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, '400']);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

test.each(['1e2', '0x10', '1.0', '', '%201', '+1', '-1', '01', '1_0', '１'])(
  'a whole number of a query is digits alone: %s is refused',
  async (text) => {
    const { token } = await product.register();
    const oddQuery = (name: string) => `${name}=${encodeURIComponent(decodeURIComponent(text))}`;
    const lists = ['page', 'size'].map((name) =>
      product.call('support.list', { token, oddQuery: oddQuery(name) }),
    );
    for (const { code } of await Promise.all(lists)) expect(code).toBe('400');
    const bars = `code=BTC/USDT&interval=1m&${oddQuery('from')}`;
    expect((await product.call('market.bars', { oddQuery: bars })).code).toBe('400');
    const good = await product.call('support.list', { token, oddQuery: 'page=1&size=20' });
    expect(good.code).toBe('200');
  },
);
