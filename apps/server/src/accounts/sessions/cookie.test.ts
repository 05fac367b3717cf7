import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isForeignPage, isOwnPage } from '../../platform/http/cookies.ts';
import { clearRefreshToken, keepRefreshToken, refreshTokenOf } from './cookie.ts';

const HTTPS = { secureCookies: true, origins: () => ['https://candor.example'] };
const HTTP = { secureCookies: false, origins: () => ['http://localhost:3000'] };

let app: FastifyInstance;

beforeEach(() => {
  app = fastify();
  app.get('/keep', (_request, reply) => {
    keepRefreshToken(reply, HTTPS, { token: 'secret', seconds: 60 });
    return reply.send('');
  });
  app.get('/clear', (_request, reply) => {
    clearRefreshToken(reply, HTTPS);
    return reply.send('');
  });
  app.get('/read', (request, reply) =>
    reply.send({
      https: refreshTokenOf(request, HTTPS),
      http: refreshTokenOf(request, HTTP),
      isOwn: isOwnPage(request, HTTPS),
      isForeign: isForeignPage(request, HTTPS),
    }),
  );
});

afterEach(() => app.close());

const cookieAt = async (url: string): Promise<unknown> =>
  (await app.inject({ url })).headers['set-cookie'];

const read = async (headers: Record<string, string>): Promise<Record<string, unknown>> =>
  (await app.inject({ url: '/read', headers })).json();

describe('over https', () => {
  test('the cookie is bound to this host, this line and our own pages', async () => {
    const rest = 'HttpOnly; SameSite=Strict; Secure';
    expect(await cookieAt('/keep')).toBe(`__Host-candor=secret; Path=/; Max-Age=60; ${rest}`);
    expect(await cookieAt('/clear')).toBe(`__Host-candor=; Path=/; Max-Age=0; ${rest}`);
  });

  test('a cookie of the open line is not read, so that nobody on it can plant a session', async () => {
    const cookie = 'candor_refresh=planted; __Host-candor=own';
    expect(await read({ cookie })).toMatchObject({ https: 'own', http: 'planted' });
    expect(await read({ cookie: 'candor_refresh=planted' })).toMatchObject({ https: null });
    expect(await read({ cookie: 'x__Host-candor=planted' })).toMatchObject({ https: null });
    expect(await read({ cookie: '__host-candor=planted' })).toMatchObject({ https: null });
  });
});

test.each<[Record<string, string>, boolean, boolean]>([
  [{ origin: 'https://candor.example' }, true, false],
  [{ origin: 'http://candor.example' }, false, true],
  [{ origin: 'https://candor.example:8443' }, false, true],
  [{ origin: 'https://www.candor.example' }, false, true],
  [{ origin: 'https://candor.example.evil.example' }, false, true],
  [{ origin: 'null' }, false, true],
  [{ origin: '' }, false, true],
  [{ 'sec-fetch-site': 'same-origin' }, true, false],
  [{ 'sec-fetch-site': 'none' }, true, false],
  [{ 'sec-fetch-site': 'same-site' }, false, true],
  [{ 'sec-fetch-site': 'cross-site' }, false, true],
  [{ 'sec-fetch-site': 'odd' }, false, true],
  [{}, false, false],
])('a call with %j is of our own page: %s, of a foreign one: %s', async (headers, own, foreign) => {
  expect(await read(headers)).toMatchObject({ isOwn: own, isForeign: foreign });
});
