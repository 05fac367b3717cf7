import { MINUTE_MS } from '@candor/kernel';
import { BASE_PATH, ENDPOINTS, MODE_HEADER, modeHeaderOf } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CELLS, OPEN_TO_ALL, WITHOUT_BOOK } from './access-cells.ts';
import { type People, SESSION_CALLS, newPeople, rowOf, rowOfOther } from './access-matrix.ts';
import { OPEN_BODIES } from './access-open.ts';
import { HERE, newPerson } from './access-people.ts';
import { newOwner } from './factors.ts';
import { type TestApp, startTestApp } from './start-app.ts';
import type { Database, Sql } from '../src/platform/postgres/db.ts';

let product: TestApp;
let people: People;
/** What is sent in the place of a token by who has no live session. */
let outsiders: Record<string, string | undefined>;
let live: string;

beforeAll(async () => {
  product = await startTestApp({ publicUrl: HERE });
  const late = await product.register();
  product.clock.advance(10 * MINUTE_MS);
  people = await newPeople(product);
  live = people.own.token;
  const ended = (await product.register()).token;
  await product.call('accounts.logout', { token: ended, body: {} });
  const gone = async (status: 'disabled' | 'closed') => {
    const { token, userId } = await product.register();
    const set = 'update accounts.account set status = $2 where user_id = $1';
    await product.db.query(set, [userId, status]);
    return token;
  };
  const halfway = await newOwner(product);
  await halfway.addCodeApp();
  const { challenge } = await halfway.begin();
  outsiders = {
    visitor: undefined,
    invented: 'x'.repeat(43),
    ended,
    expired: late.token,
    'second factor pending': challenge,
    disabled: await gone('disabled'),
    closed: await gone('closed'),
  };
});
afterAll(() => product.stop());

const DEMO = { [MODE_HEADER]: modeHeaderOf('demo') };
const NOBODY = '00000000-0000-7000-8000-000000000000';

/** A form with one file. */
const formOf = (field: string): string =>
  [
    '--b',
    `content-disposition: form-data; name="${field}"; filename="a.png"`,
    'content-type: image/png',
    '',
    'a',
    '--b--',
    '',
  ].join('\r\n');

/** Asks with what is in it for nobody: who may ask is decided before what is asked. */
async function ask(
  { method, path, upload }: (typeof ENDPOINTS)[number],
  headers: Record<string, string>,
  body: object = {},
) {
  const sent =
    upload === undefined
      ? { type: 'application/json', payload: JSON.stringify(body) }
      : { type: 'multipart/form-data; boundary=b', payload: formOf(upload.field) };
  const answer = await product.app.http.inject({
    method,
    url: `${BASE_PATH}${path.replaceAll(/:\w+/g, NOBODY)}`,
    headers: { ...headers, ...(method === 'POST' ? { 'content-type': sent.type } : {}) },
    ...(method === 'POST' ? { payload: sent.payload } : {}),
  });
  return { status: answer.statusCode, text: answer.body };
}

const SESSION = ENDPOINTS.filter(({ access }) => access === 'session');
/** Calls that know who has a session, and take visitors too. */
const EITHER = ENDPOINTS.filter(({ access }) => access === 'either');
const PUBLIC = ENDPOINTS.filter(({ access }) => access === 'public');
const BOUND = ENDPOINTS.filter(({ mode }) => mode === 'bound');

const namesOf = (calls: typeof ENDPOINTS): string[] => calls.map(({ name }) => name).toSorted();

/** What the server answers besides calls and pages. */
const OPERATIONS = ['/healthz', '/metrics', '/openapi.json', '/policy-report'];

/** The routes of Fastify's picture of them, where each line hangs below the one it continues. */
function routesIn(picture: string): string[] {
  const above: { readonly at: number; readonly path: string }[] = [];
  return picture.split('\n').flatMap((line) => {
    const at = line.indexOf('── ');
    if (at === -1) return [];
    const [, part = '', methods = ''] = /── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    while ((above.at(-1)?.at ?? -1) >= at) above.pop();
    const path = `${above.at(-1)?.path ?? ''}${part}`;
    above.push({ at, path });
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`);
  });
}

test('every route is a call of the matrix, open to all, or an operation that is written down', () => {
  expect(namesOf(PUBLIC)).toEqual(OPEN_TO_ALL);
  expect(namesOf([...SESSION, ...EITHER])).toEqual(SESSION_CALLS.toSorted());
  const withoutBook = SESSION.filter(({ mode }) => mode !== 'bound');
  expect(withoutBook.filter(({ name }) => !WITHOUT_BOOK.test(name))).toEqual([]);

  const routes = routesIn(product.app.http.printRoutes({ commonPrefix: false }));
  const known = [
    ...ENDPOINTS.map(({ method, path }) => `${method} ${BASE_PATH}${path}`),
    ...ENDPOINTS.flatMap(({ oneClick: page }) => (page === undefined ? [] : [`POST ${page}`])),
    ...OPERATIONS.map((path) => `${path === '/policy-report' ? 'POST' : 'GET'} ${path}`),
  ];
  // A GET is also asked for its head alone.
  const asked = routes.filter((one) => !one.startsWith('HEAD '));
  expect(asked.length).toBeGreaterThan(80);
  expect(asked.toSorted()).toEqual(known.toSorted());
});

describe('every call asks who it is and for which book, before anything else', () => {
  test.each(SESSION)('$name: whoever has no live session gets 401', async (call) => {
    for (const [who, authorization] of Object.entries(outsiders)) {
      const own = authorization === undefined ? {} : { authorization };
      const { status, text } = await ask(call, { ...DEMO, ...own });
      expect([status, JSON.parse(text).code], who).toEqual([401, '401']);
    }
  });

  test.each(EITHER)(
    '$name: a token that is not live is 401, none at all is a visitor',
    async (call) => {
      const { visitor: _, ...dead } = outsiders;
      for (const [who, authorization] of Object.entries(dead)) {
        const { status } = await ask(call, { authorization: authorization ?? '' });
        expect(status, who).toBe(401);
      }
      expect((await ask(call, {})).status).not.toBe(401);
    },
  );

  test.each(PUBLIC)('$name: answers the same to whoever asks', async (call) => {
    // Whose token it carries means nothing: neither a live one opens more nor a dead one less.
    const bodyOf = OPEN_BODIES[call.name as (typeof OPEN_TO_ALL)[number]];
    // Without a good body it would be refused as unreadable before anything of it has run.
    expect(bodyOf !== undefined).toBe(call.method === 'POST');
    const seen = new Set<string>();
    for (const authorization of [...Object.values(outsiders), live, people.frozen.token]) {
      const { status, text } = await ask(
        call,
        authorization === undefined ? {} : { authorization },
        bodyOf?.(people.other.username),
      );
      if (call.name !== 'accounts.refresh') expect(status).not.toBe(401);
      // A file is its own answer; refusals are envelopes even there.
      const isFile = call.file !== undefined && !text.startsWith('{');
      const { code, message } = (isFile ? { code: 'file', message: text } : JSON.parse(text)) as {
        code: string;
        message: string;
      };
      if (bodyOf !== undefined) expect(code).not.toBe('400');
      seen.add(`${status} ${code} ${message}`);
    }
    expect([...seen]).toHaveLength(1);
  });

  test.each(BOUND)('$name: no mode and an odd one are 400, and never a book', async (call) => {
    const odd: Record<string, string>[] = [{}, { [MODE_HEADER]: 'MAYBE' }, { [MODE_HEADER]: '' }];
    for (const mode of odd) {
      const { status, text } = await ask(call, { authorization: live, ...mode });
      expect([status, text]).toEqual([400, expect.stringContaining(MODE_HEADER)]);
    }
  });
});

describe('what is one’s own is nobody else’s, and stays one’s own while new risk is stopped', () => {
  test.each(SESSION_CALLS)('%s: its owner, another, a frozen and an excluded one', async (name) => {
    expect(await rowOf(product, name, people)).toEqual([]);
  });
});

/** Statements that ask whose something is, and how they read when that was forgotten. */
const FORGOTTEN = [
  ['on asked.user_id = o.user_id and asked.id = o.id', 'on asked.id = o.id'],
  [
    'from accounts.export\n  where user_id = $1 and id = $2',
    'from accounts.export\n  where $1::uuid is not null and id = $2',
  ],
  [
    'where user_id = $1 and ended_at is null and id = $2',
    'where $1::uuid is not null and ended_at is null and id = $2',
  ],
] as const;

/** A product that forgets to ask whose something is. */
const forgetful = (db: Database): Database => {
  const forgets = <Some extends Sql>(sql: Some): Some => ({
    ...sql,
    query: (text: string, values?: readonly unknown[]) =>
      sql.query(
        FORGOTTEN.reduce((left, [asks, forgotten]) => left.replace(asks, () => forgotten), text),
        values,
      ),
  });
  return {
    ...forgets(db),
    transaction: (work) => db.transaction((tx) => work(forgets(tx))),
  };
};

test('a call that forgets to ask whose something is would be found', async () => {
  const faulty = await startTestApp({ publicUrl: HERE, between: forgetful });
  try {
    const [own, other] = [await newPerson(faulty), await newPerson(faulty)];
    const asked = { own, other, frozen: own, excluded: own };
    for (const name of [
      'accounts.exported-data',
      'accounts.revoke-session',
      'options.get',
    ] as const) {
      expect(CELLS[name].owned).toBe(true);
      const wrong = await rowOfOther(faulty, name, asked);
      expect(wrong).toEqual([expect.stringContaining(`${name}: another user is let in`)]);
    }
  } finally {
    await faulty.stop();
  }
});
