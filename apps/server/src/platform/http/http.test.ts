import {
  type Mode,
  type SessionId,
  type UserId,
  fail,
  newUuid,
  ok,
  plusMs,
  unixMs,
} from '@candor/kernel';
import {
  BASE_PATH,
  type Endpoint,
  type Envelope,
  type FailureResult,
  endpoint,
} from '@candor/protocol';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { admitByToken } from './admission.ts';
import { envelopeText, registerRoutes, route } from './http.ts';
import type { IdempotencyKey } from '../commit/idempotency.ts';
import { createLog } from '../process/log.ts';
import type { Session, Sessions } from '../secrets/session.ts';
import { Busy } from '../postgres/unavailable.ts';
import { createWebServer } from './web-server.ts';

const AT = unixMs(1_704_067_200_000);
const SESSION: Session = {
  id: newUuid(AT) as SessionId,
  userId: newUuid(AT) as UserId,
  username: 'somebody',
  tokenHash: 'hash',
  expiresAt: plusMs(AT, 1),
};
const sessions: Sessions = {
  find: async (token) => (token === 'good' ? SESSION : null),
};

const none = z.strictObject({});
const common = {
  summary: 'for tests',
  origin: 'candor',
  method: 'POST',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: none,
  failures: ['free-margin-short'],
} as const;

const pay = endpoint({
  ...common,
  name: 'test.pay',
  path: '/test/pay/:id',
  money: true,
  body: z.strictObject({
    requestId: z.string(),
    amount: z.string().min(1),
    note: z.string().optional(),
  }),
  params: z.strictObject({ id: z.string() }),
  result: z.strictObject({ amount: z.string(), mode: z.string() }),
  success: 'purchase-done',
  fieldFailures: { amount: 'quantity-refused' },
});
const refuse = endpoint({ ...common, name: 'test.refuse', path: '/test/refuse', result: none });
const repeat = endpoint({ ...common, name: 'test.repeat', path: '/test/repeat', result: none });
const breaks = endpoint({ ...common, name: 'test.break', path: '/test/break', result: none });
const busy = endpoint({
  ...common,
  name: 'test.busy',
  path: '/test/busy',
  body: z.strictObject({ requestId: z.string().optional() }),
  result: none,
});
const open = endpoint({
  ...common,
  name: 'test.open',
  method: 'GET',
  path: '/test/open',
  access: 'public',
  mode: 'free',
  perMinute: 3,
  query: z.strictObject({ n: z.coerce.number().int() }),
  result: z.strictObject({ n: z.number() }),
});
const large = endpoint({
  ...common,
  name: 'test.large',
  method: 'GET',
  path: '/test/large',
  access: 'public',
  mode: 'free',
  perMinute: 3,
  large: { perMinute: 1, isLarge: ({ n }) => n === 'all' },
  query: z.strictObject({ n: z.string() }),
  result: none,
});
const unsafe = endpoint({
  ...common,
  name: 'test.unsafe',
  path: '/test/unsafe',
  access: 'public',
  mode: 'free',
  result: none,
});

const KEPT = '{"code":"10011",  "message":"free-margin-short","result":{"kept":"byte for byte"}}';

let http: FastifyInstance;
let acts: IdempotencyKey[] = [];
let seen: { session: Session; mode: Mode; address: string; device: string }[] = [];

beforeAll(async () => {
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
    routes: [
      route(pay, async ({ body, mode, idempotencyKey: act, session, origin }) => {
        acts.push(act());
        seen.push({ session: session(), mode: mode(), ...origin });
        return ok({ amount: body.amount, mode: mode() });
      }),
      route(refuse, async () =>
        fail({ name: 'free-margin-short', field: 'lots', facts: { free: '1.5' } }),
      ),
      route(repeat, async () => ({ kept: KEPT })),
      route(breaks, async () => {
        throw new Error('select * from secrets');
      }),
      route(busy, async () => {
        throw new Error('an act could not be taken', { cause: new Busy() });
      }),
      route(open, async ({ query }) => ok({ n: query.n })),
      route(large, async () => ok({})),
      route(unsafe, async ({ session }) => {
        session();
        return ok({});
      }),
    ],
  });
});

afterAll(async () => {
  await http.close();
});

const GOOD = { authorization: 'good', virtually: 'NO' };

async function post(
  path: string,
  body: unknown,
  headers: Record<string, string | string[]> = GOOD,
): Promise<{
  status: number;
  retryAfter: unknown;
  text: string;
  json: Envelope<FailureResult>;
}> {
  const answer = await http.inject({
    method: 'POST',
    url: `${BASE_PATH}${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const retryAfter = answer.headers['retry-after'];
  return { status: answer.statusCode, retryAfter, text: answer.body, json: answer.json() };
}

const BODY = { requestId: 'r1', amount: '5' };

describe('an answer', () => {
  test('of an act that went through is the envelope with its success code', async () => {
    const { status, json } = await post('/test/pay/7', BODY);
    expect([status, json]).toEqual([
      200,
      { code: '200', message: '20004', result: { amount: '5', mode: 'demo' } },
    ]);
  });

  test('of a refusal is HTTP 200 with its code, its field and the figures of its sentence', async () => {
    const { status, json } = await post('/test/refuse', {});
    expect([status, json]).toEqual([
      200,
      {
        code: '10011',
        message: 'free-margin-short',
        result: { name: 'free-margin-short', field: 'lots', facts: { free: '1.5' }, fields: [] },
      },
    ]);
  });

  test('that was kept is sent byte for byte', async () => {
    const { status, text } = await post('/test/repeat', {});
    expect(text).toBe(KEPT);
    expect(status).toBe(200);
  });

  test('of a broken promise is 500 with a reference and nothing of the inside', async () => {
    for (const path of ['/test/break', '/test/unsafe']) {
      const { status, text, json } = await post(path, {});
      expect([status, json.code, json.message]).toEqual([500, '500', 'internal']);
      expect(json.result.facts['reference']).toMatch(/^[0-9a-f-]{36}$/);
      expect(text).not.toMatch(/secrets|Error|session|\.ts/);
    }
  });

  test('of what could not be taken is 503, with when to come again and where to ask', async () => {
    const ask = `order/outcome/${BODY.requestId}`;
    const expected = [
      [{}, 'unavailable', {}],
      [{ requestId: BODY.requestId }, `unavailable: ask ${ask}`, { outcome: ask }],
    ] as const;
    for (const [body, message, facts] of expected) {
      const { status, retryAfter, json } = await post('/test/busy', body);
      expect([status, retryAfter, json.code, json.message]).toEqual([503, '2', '503', message]);
      expect([json.result.name, json.result.facts]).toEqual(['unavailable', facts]);
    }
  });

  test('that is kept for later has the same text as the one that is sent', async () => {
    const { text } = await post('/test/pay/7', BODY);
    expect(envelopeText(pay, ok({ amount: '5', mode: 'demo' }))).toBe(text);
  });
});

describe('a body', () => {
  test.each([
    ['without a field the seed has a code for', { requestId: 'r' }, '10016', 'amount'],
    ['with that field empty', { requestId: 'r', amount: '' }, '10016', 'amount'],
    ['with a number in it', { requestId: 'r', amount: 5 }, '10016', 'amount'],
    ['with a list in it', { requestId: 'r', amount: ['5'] }, '400', null],
    ['with nothing in it', { requestId: 'r', amount: null }, '400', null],
    ['without a field that has none', { amount: '5' }, '400', null],
    ['with two faults', { note: 5 }, '400', null],
    ['with a field too many', { ...BODY, extra: 1 }, '400', null],
    ['that is no object', [], '400', null],
    ['that is null', 'null', '400', null],
    ['that is no JSON', '{', '400', null],
    ['that names a prototype', '{"requestId":"r","amount":"5","__proto__":{"a":1}}', '400', null],
  ])('%s answers', async (_what, body, code, field) => {
    const before = acts.length;
    const { json } = await post('/test/pay/7', body);
    expect([json.code, json.result.field]).toEqual([code, field]);
    expect(acts).toHaveLength(before);
  });

  test('that cannot be read is told field by field', async () => {
    const { json } = await post('/test/pay/7', { note: 5, extra: 1 });
    const told = json.result.fields.map(({ field }) => field);
    expect(told.toSorted()).toEqual(['', 'amount', 'note', 'requestId']);
  });

  test('of another type than JSON is refused', async () => {
    const headers = { ...GOOD, 'content-type': 'text/plain' };
    expect((await post('/test/refuse', '{}', headers)).json.code).toBe('400');
  });
});

describe('the caller', () => {
  test('is known by an exact token, with or without "Bearer", before anything else is read', async () => {
    for (const authorization of ['good', 'Bearer good']) {
      expect((await post('/test/refuse', {}, { ...GOOD, authorization })).status).toBe(200);
    }
    for (const authorization of ['', 'bad', 'Bearer', 'good good', 'bearer good']) {
      const { status, json } = await post('/test/pay/7', '[]', { authorization });
      expect([status, json.code], authorization).toEqual([401, '401']);
    }
  });

  test('says which books are meant; missing, odd or twice is 400 and never the real ones', async () => {
    const { authorization } = GOOD;
    for (const virtually of ['', 'no', 'yes', 'YES ', 'true', 'demo', 'NO, YES', 'YES, YES']) {
      const { json } = await post('/test/pay/7', BODY, { authorization, virtually });
      expect(json.code, virtually).toBe('400');
    }
    expect((await post('/test/pay/7', BODY, { authorization })).json.code).toBe('400');
    seen = [];
    await post('/test/pay/7', BODY, {
      authorization,
      virtually: 'YES',
      'user-agent': 'x'.repeat(999),
    });
    expect(seen).toEqual([
      { session: SESSION, mode: 'real', address: '127.0.0.1', device: 'x'.repeat(200) },
    ]);
  });
});

describe('an act that moves money', () => {
  const idempotencyKeyOf = async (
    path: string,
    body: object,
    headers = GOOD,
  ): Promise<IdempotencyKey> => {
    acts = [];
    await post(path, body, headers);
    const [act] = acts;
    if (act === undefined) throw new Error('the act was refused');
    return act;
  };

  test('is the same request with the same body, mode and path only', async () => {
    const first = await idempotencyKeyOf('/test/pay/7', BODY);
    expect(first).toEqual({
      userId: SESSION.userId,
      requestId: 'r1',
      call: 'test.pay',
      bodyHash: expect.any(String),
    });
    expect(await idempotencyKeyOf('/test/pay/7', { amount: '5', requestId: 'r1' })).toEqual(first);
    const others = [
      await idempotencyKeyOf('/test/pay/7', { ...BODY, amount: '6' }),
      await idempotencyKeyOf('/test/pay/7', { ...BODY, note: '' }),
      await idempotencyKeyOf('/test/pay/8', BODY),
      await idempotencyKeyOf('/test/pay/7', BODY, { ...GOOD, virtually: 'YES' }),
    ];
    const hashes = new Set([first, ...others].map(({ bodyHash }) => bodyHash));
    expect(hashes.size).toBe(5);
  });

  test('takes an Idempotency-Key that repeats its request id, and no other', async () => {
    const send = (key: string) => post('/test/pay/7', BODY, { ...GOOD, 'idempotency-key': key });
    expect((await send('r1')).json.code).toBe('200');
    expect((await send('r2')).json.code).toBe('400');
  });
});

describe('a limit', () => {
  test('turns the fourth call of a minute away with 429 and when to come again', async () => {
    const url = `${BASE_PATH}/test/open?n=1`;
    const codes: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const answer = await http.inject({ method: 'GET', url });
      codes.push(answer.json<{ code: string }>().code);
      if (n === 3) {
        expect(answer.statusCode).toBe(429);
        expect(String(answer.headers['retry-after'])).toMatch(/^\d+$/);
      }
    }
    expect(codes).toEqual(['200', '200', '200', '429']);
    const elsewhere = await http.inject({ method: 'GET', url, remoteAddress: '203.0.113.7' });
    expect(elsewhere.statusCode).toBe(200);
  });

  test('counts calls that ask for a lot apart, and allows fewer of them', async () => {
    const get = async (n: string): Promise<number> =>
      (await http.inject({ method: 'GET', url: `${BASE_PATH}/test/large?n=${n}` })).statusCode;
    expect([await get('all'), await get('all')]).toEqual([200, 429]);
    expect([await get('1'), await get('1'), await get('1')]).toEqual([200, 200, 200]);
    expect([await get('1'), await get('all')]).toEqual([429, 429]);
  });
});

test('two routes of one call are a broken promise', () => {
  const twice = [open, open].map((one: Endpoint) => route(one, async () => ok({})));
  expect(() =>
    registerRoutes(fastify(), {
      below: BASE_PATH,
      admit: admitByToken(sessions),
      limitScale: 1,
      routes: twice,
    }),
  ).toThrow('two routes answer test.open');
});

test('a call that does not exist is 404 in the envelope', async () => {
  const answer = await http.inject({ method: 'GET', url: `${BASE_PATH}/test/nothing` });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, '404']);
});
