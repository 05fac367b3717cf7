import { BASE_PATH, ENDPOINTS, MODE_HEADER, modeHeaderOf } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from './start-app.ts';

let product: TestApp;
let live: string;
let ended: string;

beforeAll(async () => {
  product = await startTestApp();
  live = (await product.register()).token;
  ended = (await product.register()).token;
  await product.call('accounts.logout', { token: ended, body: {} });
});
afterAll(() => product.stop());

const DEMO = { [MODE_HEADER]: modeHeaderOf('demo') };
const NOBODY = '00000000-0000-7000-8000-000000000000';

/** Asks with what is in it for nobody: who may ask is decided before what is asked. */
async function ask({ method, path }: (typeof ENDPOINTS)[number], headers: Record<string, string>) {
  const answer = await product.app.http.inject({
    method,
    url: `${BASE_PATH}${path.replaceAll(/:\w+/g, NOBODY)}`,
    headers: { ...headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { payload: '{}' } : {}),
  });
  return { status: answer.statusCode, text: answer.body };
}

const SESSION = ENDPOINTS.filter(({ access }) => access === 'session');
const PUBLIC = ENDPOINTS.filter(({ access }) => access === 'public');
const BOUND = ENDPOINTS.filter(({ mode }) => mode === 'bound');

/** What anybody may ask; a call is opened by writing it here. */
const OPEN_TO_ALL = [
  'accounts.check-user-name',
  'accounts.login',
  'accounts.refresh',
  'accounts.register',
  'accounts.send-code',
  'market.bars',
  'market.feeds',
  'market.info',
  'market.list',
  'market.tapeDay',
  'market.tapeRoots',
  'market.ticks',
  'options.periods',
  'receipts.get',
  'transparency.fees',
  'transparency.risk',
  'transparency.statistics',
];
/** What one's own session asks without a book. */
const WITHOUT_BOOK = [
  'accounts.answer-appropriateness',
  'accounts.appropriateness',
  'accounts.list-sessions',
  'accounts.logout',
  'accounts.revoke-session',
  'market.favourites',
  'market.set-favourite',
  'portfolio.demo-reset',
];

const namesOf = (calls: typeof ENDPOINTS): string[] => calls.map(({ name }) => name).toSorted();

test('what is open to all, and what is about no book, is written down', () => {
  expect(namesOf(PUBLIC)).toEqual(OPEN_TO_ALL);
  expect(namesOf(SESSION.filter(({ mode }) => mode !== 'bound'))).toEqual(WITHOUT_BOOK);
});

describe('every call asks who it is and for which book, before anything else', () => {
  test.each(SESSION)('$name: nobody, an invented and an ended session are 401', async (call) => {
    for (const authorization of [undefined, 'x'.repeat(43), ended]) {
      const own = authorization === undefined ? {} : { authorization };
      const { status, text } = await ask(call, { ...DEMO, ...own });
      expect([status, JSON.parse(text).code]).toEqual([401, '401']);
    }
  });

  test.each(PUBLIC)('$name: answers without a session', async (call) => {
    expect((await ask(call, {})).status).not.toBe(401);
  });

  test.each(BOUND)('$name: no mode and an odd one are 400, and never a book', async (call) => {
    const odd: Record<string, string>[] = [{}, { [MODE_HEADER]: 'MAYBE' }, { [MODE_HEADER]: '' }];
    for (const mode of odd) {
      const { status, text } = await ask(call, { authorization: live, ...mode });
      expect([status, text]).toEqual([400, expect.stringContaining(MODE_HEADER)]);
    }
  });
});
