// Promise: no text a call takes, however long and whatever is in it, keeps the process busy: every
// place of every call is tried with 20,000 hostile characters, and the calls come from the route list.
import { ENDPOINTS, type Endpoint } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Parts, longTexts, partsOf, partsWith, placesOf, requestOf } from './hostile-calls.ts';
import { type TestApp, startTestApp } from './start-app.ts';

/** Characters tried in a body, and in an address, which takes 4 kB in all. */
const BODY_LENGTH = 20_000;
const ADDRESS_LENGTH = 600;
/** What one call may keep the main thread busy. @units milliseconds */
const BUSY_MS_MAX = 20;
/** Tries of a call that seemed too busy: the cheapest one counts, so the machine's load does not. */
const TRIES = 8;

let product: TestApp;
beforeAll(async () => {
  product = await startTestApp({ publicUrl: 'https://candor.example' });
});
afterAll(() => product.stop());

type Request = ReturnType<typeof requestOf>;

/** How long a call kept this thread busy; what waits for the database or for others is not in it. */
async function busyMsOf(request: Request): Promise<number> {
  const before = process.threadCpuUsage();
  const { statusCode } = await product.app.http.inject(request);
  const { user, system } = process.threadCpuUsage(before);
  expect(statusCode).toBeLessThan(500);
  return (user + system) / 1_000;
}

/** The least a call costs of several tries; one that is cheap at once is not tried again. */
async function leastBusyMs(request: Request): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least >= BUSY_MS_MAX; tries += 1) {
    least = Math.min(least, await busyMsOf(request));
  }
  return least;
}

/** What is said of a text that is too dear: its beginning and what it cost. */
const shown = (what: string, text: string, ms: number): string =>
  `${what} ${JSON.stringify(text.slice(0, 24))}… ${text.length}: ${Math.round(ms)} ms`;

/** Whether the shapes of a call take these parts. */
const takesText = (endpoint: Endpoint, { params, query, body }: Parts): boolean =>
  endpoint.params.safeParse(params).success &&
  endpoint.query.safeParse(query).success &&
  endpoint.body.safeParse(body).success;

/** What the shapes alone cost for a text they refuse. */
function shapeMsOf(endpoint: Endpoint, parts: Parts): number {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least >= BUSY_MS_MAX; tries += 1) {
    const before = process.threadCpuUsage();
    takesText(endpoint, parts);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

async function dearOf(endpoint: Endpoint): Promise<string[]> {
  const dear: string[] = [];
  const good = partsOf(endpoint);
  const by = endpoint.access === 'public' ? {} : { token: (await product.register()).token };
  for (const place of placesOf(endpoint).filter(({ isText }) => isText)) {
    const length = place.part === 'body' ? BODY_LENGTH : ADDRESS_LENGTH;
    // Where no long text is taken, what looks at it is the shape: a few calls, and the shape by itself.
    for (const text of longTexts(length)) {
      const ms = shapeMsOf(endpoint, partsWith(good, place, text));
      if (ms >= BUSY_MS_MAX) dear.push(shown(`the shape of ${place.path.join('.')}`, text, ms));
    }
    const isTaken = takesText(endpoint, partsWith(good, place, 'a'.repeat(length)));
    const tried =
      isTaken || endpoint.about !== undefined
        ? longTexts(length)
        : longTexts(length).filter((_, n) => n % 20 === 0);
    for (const text of tried) {
      const ms = await leastBusyMs(requestOf(endpoint, partsWith(good, place, text), by));
      if (ms >= BUSY_MS_MAX) dear.push(shown(place.path.join('.'), text, ms));
    }
  }
  return dear;
}

describe('no text costs more than 20 ms', () => {
  test.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      expect(await dearOf(endpoint)).toEqual([]);
    },
    300_000,
  );
});

/** What is read of every request besides its call. */
const HEADERS = [
  'accept-encoding',
  'accept-language',
  'authorization',
  'cookie',
  'idempotency-key',
  'origin',
  'user-agent',
  'visitor-token',
  'x-forwarded-for',
];

test.each(HEADERS)('nor does the header %s', async (name) => {
  const dear: string[] = [];
  const register = ENDPOINTS.filter((one) =>
    ['accounts.login', 'accounts.list-sessions', 'market.list', 'support.list'].includes(one.name),
  );
  expect(register).toHaveLength(4);
  for (const endpoint of register) {
    const { headers, ...rest } = requestOf(endpoint, partsOf(endpoint));
    // Whatever HTTP takes there, as much as all headers together may have.
    const texts = longTexts(15_000).map((text) => text.replaceAll(/[^\t\u0020-\u007e]/g, 'a'));
    for (const text of new Set(texts)) {
      const ms = await leastBusyMs({ ...rest, headers: { ...headers, [name]: text } } as Request);
      if (ms >= BUSY_MS_MAX) dear.push(shown(endpoint.name, text, ms));
    }
  }
  expect(dear).toEqual([]);
});
