import { type SessionId, type UserId, fail, newUuid, ok, plusMs, unixMs } from '@candor/kernel';
import { BASE_PATH, accounts, contacts, endpoint } from '@candor/protocol';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { admitByToken } from './admission.ts';
import { registerRoutes, route } from './http.ts';
import { createLog } from '../process/log.ts';
import type { Sessions } from '../secrets/session.ts';
import { createWebServer } from './web-server.ts';

const AT = unixMs(1_704_067_200_000);
const none = z.strictObject({});
const common = {
  summary: 'for tests',
  origin: 'candor',
  method: 'POST',
  access: 'public',
  mode: 'free',
  money: false,
  query: none,
  params: none,
  result: none,
  failures: ['too-many'],
} as const;
const named = z.strictObject({ name: z.string() });
const enter = endpoint({
  ...common,
  name: 'test.enter',
  path: '/enter',
  perMinute: 3,
  about: { perMinute: 2, of: ({ name }) => name },
  body: named,
});
const renew = endpoint({
  ...common,
  name: 'test.renew',
  path: '/renew',
  perMinute: 2,
  countsRefusals: true,
  body: named,
});
const own = endpoint({
  ...common,
  name: 'test.own',
  path: '/own',
  access: 'session',
  perMinute: 3,
  body: none,
});

/** Every token of two parts is a session: of whom, and which. */
const sessions: Sessions = {
  async find(token) {
    const [user, id] = token.split(' ');
    if (user === undefined || id === undefined) return null;
    const expiresAt = plusMs(AT, 1);
    return {
      id: newUuid(AT) as SessionId,
      userId: user as UserId,
      username: user,
      tokenHash: user,
      expiresAt,
    };
  },
};

let http: FastifyInstance;

beforeEach(async () => {
  http = await createWebServer({
    log: createLog({ level: 'silent' }),
    pages: new URL('file:///nowhere/'),
    isHealthy: async () => true,
    figures: { text: async () => '', token: null },
    callsAt: BASE_PATH,
    openApi: () => ({}),
    isSecure: false,
  });
  registerRoutes(http, {
    below: BASE_PATH,
    admit: admitByToken(sessions),
    limitScale: 1,
    apartOf: ({ headers }) => headers.cookie ?? '',
    routes: [
      route(enter, async () => ok({})),
      route(renew, async ({ body }) =>
        body.name === 'right' ? ok({}) : fail({ name: 'session-over' }),
      ),
      route(own, async () => ok({})),
      route(accounts.login, async () => fail({ name: 'credentials-wrong' })),
      route(contacts.sendCode, async () => ok({ retryAfterSeconds: 60 })),
    ],
  });
});
afterEach(() => http.close());

type From = { readonly address?: string; readonly token?: string; readonly cookie?: string };

/** Status of one call, and how long it was told to wait. */
async function ask(path: string, body: object, { address, token, cookie }: From = {}) {
  const answer = await http.inject({
    method: 'POST',
    url: `${BASE_PATH}${path}`,
    remoteAddress: address ?? '192.0.2.1',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: token }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    payload: JSON.stringify(body),
  });
  const wait = answer.headers['retry-after'];
  if (answer.statusCode === 429) {
    expect(answer.json()).toMatchObject({ code: '429', message: 'too-many' });
    expect(Number.parseInt(String(wait), 10)).toBeGreaterThan(0);
    expect(Number.parseInt(String(wait), 10)).toBeLessThanOrEqual(60);
  } else expect(wait).toBeUndefined();
  return answer.statusCode;
}

async function statuses(count: number, one: (n: number) => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n += 1) all.push(await one(n));
  return all;
}

test('one name may be tried twice a minute, from wherever and however it is spelt', async () => {
  const spelt = ['Ann', ' ann ', 'ＡＮＮ', 'ann'];
  const tried = await statuses(4, (n) =>
    ask('/enter', { name: spelt[n] }, { address: `198.51.${n}.9` }),
  );
  expect(tried).toEqual([200, 200, 429, 429]);
  expect(await ask('/enter', { name: 'ben' }, { address: '198.51.0.9' })).toBe(200);
});

test('who is set apart is not kept out by strangers who try the same name', async () => {
  const name = { name: 'ann' };
  const outsiders = await statuses(3, (n) => ask('/enter', name, { address: `198.51.${n}.9` }));
  expect(outsiders).toEqual([200, 200, 429]);
  const own = await statuses(3, () => ask('/enter', name, { cookie: 'own' }));
  expect(own).toEqual([200, 200, 429]);
});

test('one phone is one name, however it is spelt', async () => {
  const logins = await statuses(31, (n) => {
    const zeros = '0'.repeat(n % 7);
    const username = [
      `+49${zeros}1511234567`,
      `+49 ${zeros}151-123/4567`,
      `+49(${zeros})151.1234567`,
    ];
    return ask(
      '/login/login',
      { username: username[n % 3], password: 'x' },
      { address: `198.51.${n}.9` },
    );
  });
  expect([logins.filter((status) => status === 429).length, logins.at(-1)]).toEqual([1, 429]);
  const codes = await statuses(11, (n) => {
    const target = `${'0'.repeat(n % 5)}151${'-'.repeat(n % 4)}1234567`;
    const body = { channel: 'phone', areaCode: '+49', target, purpose: 'reset' };
    return ask('/login/sendCode', body, { address: `198.51.${n}.9` });
  });
  expect([codes.filter((status) => status === 429).length, codes.at(-1)]).toEqual([1, 429]);
});

test('one address may try three names a minute, its neighbours go on until ten times that', async () => {
  const here = await statuses(4, (n) => ask('/enter', { name: `a${n}` }));
  expect(here).toEqual([200, 200, 200, 429]);
  const around = await statuses(30, (n) =>
    ask('/enter', { name: `b${n}` }, { address: `192.0.2.${10 + n}` }),
  );
  // What was turned away at the first address counts for its network, too.
  expect(around.indexOf(429)).toBe(26);
  expect(around.lastIndexOf(200)).toBe(25);
  expect(await ask('/enter', { name: 'c' }, { address: '192.0.3.1' })).toBe(200);
});

test('a household with a whole IPv6 network is one address', async () => {
  const tried = await statuses(4, (n) =>
    ask('/enter', { name: `a${n}` }, { address: `2001:db8:0:1::${n + 1}` }),
  );
  expect(tried).toEqual([200, 200, 200, 429]);
  expect(await ask('/enter', { name: 'z' }, { address: '2001:db8:0:2::1' })).toBe(200);
});

test('an account has its calls whatever the device and the address, and others have theirs', async () => {
  const tried = await statuses(4, (n) =>
    ask('/own', {}, { token: `ann session${n}`, address: `198.51.${n}.1` }),
  );
  expect(tried).toEqual([200, 200, 200, 429]);
  expect(await ask('/own', {}, { token: 'ben one', address: '198.51.0.1' })).toBe(200);
});

test('a limited log-in, and guesses at tokens, lock no live session out', async () => {
  await statuses(9, (n) => ask('/enter', { name: `ann` }, { address: `192.0.2.${n}` }));
  const guesses = await statuses(125, () => ask('/own', {}, { token: 'guess' }));
  expect([guesses.indexOf(429), guesses.filter((status) => status === 401).length]).toEqual([
    120, 120,
  ]);
  expect(await ask('/enter', { name: 'ann' })).toBe(429);
  expect(await ask('/own', {}, { token: 'ann phone' })).toBe(200);
});

test('where only refusals count, what is right is answered beside any number of wrong tries', async () => {
  const wrong = await statuses(4, () => ask('/renew', { name: 'wrong' }));
  expect(wrong).toEqual([401, 401, 429, 429]);
  const right = await statuses(4, () => ask('/renew', { name: 'right' }));
  expect(right).toEqual([200, 200, 200, 200]);
});
