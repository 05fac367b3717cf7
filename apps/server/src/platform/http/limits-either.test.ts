import { type SessionId, type UserId, newUuid, ok, plusMs, unixMs } from '@candor/kernel';
import { BASE_PATH, endpoint } from '@candor/protocol';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { admitByToken } from './admission.ts';
import { registerRoutes, route } from './http.ts';
import { createLog } from '../process/log.ts';
import { createWebServer } from './web-server.ts';

const AT = unixMs(1_704_067_200_000);
const none = z.strictObject({});
const whoever = endpoint({
  name: 'test.whoever',
  summary: 'for tests',
  origin: 'candor',
  method: 'GET',
  path: '/whoever',
  access: 'either',
  mode: 'free',
  money: false,
  perMinute: 3,
  body: none,
  query: none,
  params: none,
  result: z.strictObject({ userId: z.string().nullable() }),
  failures: ['session-over', 'too-many'],
});

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
    limitScale: 1,
    below: BASE_PATH,
    admit: admitByToken({
      find: async (token) =>
        token === 'dead'
          ? null
          : {
              id: newUuid(AT) as SessionId,
              userId: token as UserId,
              username: token,
              tokenHash: token,
              expiresAt: plusMs(AT, 1),
            },
    }),
    routes: [route(whoever, async ({ caller }) => ok({ userId: caller()?.userId ?? null }))],
  });
});
afterEach(() => http.close());

async function ask(authorization: string | null, remoteAddress = '192.0.2.1'): Promise<string> {
  const headers = authorization === null ? {} : { authorization };
  const answer = await http.inject({ url: `${BASE_PATH}/whoever`, headers, remoteAddress });
  const { code, result } = answer.json<{ code: string; result: { userId: string | null } }>();
  return code === '200' ? String(result.userId) : code;
}

test('a visitor is nobody, a session somebody, and a token that ended never a visitor', async () => {
  expect([await ask(null), await ask('ann'), await ask('dead'), await ask('')]).toEqual([
    'null',
    'ann',
    '401',
    '401',
  ]);
});

test('visitors are counted by address, accounts by account, and neither uses up the other’s', async () => {
  const visits = [await ask(null), await ask(null), await ask(null), await ask(null)];
  expect(visits).toEqual(['null', 'null', 'null', '429']);
  expect(await ask('ann')).toBe('ann');
  const calls = [await ask('ann', '198.51.100.1'), await ask('ann'), await ask('ann')];
  expect(calls).toEqual(['ann', 'ann', '429']);
  expect([await ask('ben'), await ask(null, '198.51.100.1')]).toEqual(['ben', 'null']);
});

test('tokens that are guessed are counted as those of strangers', async () => {
  const guesses: string[] = [];
  for (let n = 0; n < 122; n += 1) guesses.push(await ask('dead'));
  expect([guesses.indexOf('429'), new Set(guesses.slice(0, 120))]).toEqual([120, new Set(['401'])]);
});
