import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type SessionId, type UserId, newUuid, ok, plusMs, unixMs } from '@candor/kernel';
import { BASE_PATH, endpoint } from '@candor/protocol';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { admitByToken } from './admission.ts';
import { registerRoutes, route } from './http.ts';
import { createLog } from '../process/log.ts';
import { createProxies } from './proxies.ts';
import { parseQuery } from './query.ts';
import type { Session } from '../secrets/session.ts';
import { createWebServer } from './web-server.ts';

const none = z.strictObject({});
const echo = endpoint({
  name: 'test.echo',
  summary: 'for tests',
  origin: 'candor',
  method: 'POST',
  path: '/echo',
  access: 'public',
  mode: 'free',
  money: false,
  body: z.record(z.string(), z.unknown()),
  query: none,
  params: none,
  result: none,
  failures: [],
});
const file = endpoint({ ...echo, name: 'test.file', path: '/file', file: 'text/csv' });
const AT = unixMs(1_704_067_200_000);
const SESSION: Session = {
  id: newUuid(AT) as SessionId,
  userId: newUuid(AT) as UserId,
  username: 'somebody',
  tokenHash: 'hash',
  expiresAt: plusMs(AT, 1),
};
/** The same for visitors and for a session: only what is public is compressed. */
const long = endpoint({
  ...echo,
  name: 'test.long',
  method: 'GET',
  path: '/long',
  body: none,
  result: z.strictObject({ text: z.string() }),
});
const own = endpoint({ ...long, name: 'test.own', path: '/own', access: 'session' });
const HTML =
  '<meta property="csp-nonce" nonce="NUMBER-OF-THIS-ANSWER">' +
  '<script type="module" nonce="NUMBER-OF-THIS-ANSWER" src="/a.js"></script>';

let folder: string;
let http: FastifyInstance;
let reports = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-pages-'));
  await writeFile(join(folder, 'index.html'), HTML);
  await writeFile(join(folder, 'a.js'), 'export {};');
  await writeFile(join(folder, 'worker.js'), '1;');
  await writeFile(join(folder, 'worker.js.gz'), gzipSync('1;'));
  await writeFile(join(folder, 'manifest.webmanifest'), '{}');
  http = await createWebServer({
    log: createLog({ level: 'silent' }),
    pages: pathToFileURL(`${folder}/`),
    isHealthy: async () => true,
    figures: { text: async () => '', token: null },
    callsAt: BASE_PATH,
    openApi: () => ({}),
    isSecure: true,
    proxies: createProxies(['203.0.113.80']),
    onReport: () => {
      reports += 1;
    },
  });
  registerRoutes(http, {
    below: BASE_PATH,
    admit: admitByToken({ find: async (token) => (token === 'good' ? SESSION : null) }),
    limitScale: 1,
    routes: [
      route(echo, async () => ok({})),
      route(long, async () => ok({ text: 'a market '.repeat(500) })),
      route(own, async () => ok({ text: 'an account '.repeat(500) })),
      route(file, async () => ({
        file: { type: 'text/csv', name: 'a.csv', content: '<script>1</script>' },
      })),
    ],
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

const get = (url: string) => http.inject({ method: 'GET', url });
const policyOf = (answer: { headers: Record<string, unknown> }): string[] =>
  String(answer.headers['content-security-policy']).split('; ');

describe('a page', () => {
  test('runs only scripts that carry a number made for this one answer', async () => {
    const numbers = new Set<string>();
    for (const path of ['/', '/market', '/profile/security', '/index.html', '/service.html']) {
      const answer = await get(path);
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(policyOf(answer).join(' ')) ?? [];
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      expect(policyOf(answer)).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic'`);
      expect(answer.body).toBe(HTML.replaceAll('NUMBER-OF-THIS-ANSWER', nonce));
      // Kept together or not at all: a page with the number of another answer does not run.
      expect([answer.headers['cache-control'], answer.headers['etag']]).toEqual([
        'no-cache',
        undefined,
      ]);
      numbers.add(nonce);
    }
    expect(numbers.size).toBe(5);
  });

  test('turns no text into markup and asks nobody but us', async () => {
    const policy = policyOf(await get('/market'));
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types candor-content candor-worker',
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "connect-src 'self'",
      ]),
    );
    expect(policy.join(' ')).not.toMatch(/https?:|\*|unsafe-eval|blob:/);
    expect(policy.find((part) => part.startsWith('script-src'))).not.toMatch(/unsafe|self/);
  });

  test('of the conversation with us has a policy of its own, narrower than the others', async () => {
    const [support, other] = [
      policyOf(await get('/service.html?lang=en')),
      policyOf(await get('/help')),
    ];
    const narrow = ["img-src 'self'", "form-action 'none'", "worker-src 'none'"];
    expect(support).toEqual(expect.arrayContaining(narrow));
    expect(support.some((part) => part.startsWith('manifest-src'))).toBe(false);
    expect(narrow.filter((part) => other.includes(part))).toEqual([]);
  });
});

test('every answer says what it may be used for, and answers that are no page may do nothing', async () => {
  const others = ['/openapi.json', '/healthz', '/a.js', '/none.js', `${BASE_PATH}/none`];
  const answers = [
    ...(await Promise.all(['/', ...others].map(get))),
    await http.inject({ method: 'POST', url: `${BASE_PATH}/file`, payload: {} }),
  ];
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
      'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
    });
    expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined();
  }
  for (const answer of answers.slice(1)) {
    expect(policyOf(answer)).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox']));
  }
  // A file that a user named is kept, never shown.
  expect(answers.at(-1)?.headers['content-disposition']).toBe('attachment; filename="a.csv"');
});

test('the page’s worker may ask for the page, is read anew each time, and may do nothing else', async () => {
  const [worker, manifest] = [await get('/worker.js'), await get('/manifest.webmanifest')];
  const headers = { 'accept-encoding': 'gzip' };
  const zipped = await http.inject({ method: 'GET', url: '/worker.js', headers });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  for (const one of [worker, zipped]) {
    expect(policyOf(one)).toEqual(["default-src 'none'", "connect-src 'self'"]);
  }
  expect(worker.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
  });
  expect(manifest.headers['content-type']).toContain('application/manifest+json');
  expect(policyOf(await get('/'))).toEqual(
    expect.arrayContaining(["worker-src 'self'", "manifest-src 'self'"]),
  );
});

test('what everybody may read is compressed for who takes that, what is somebody’s never', async () => {
  const ask = (path: string, encoding: string) =>
    http.inject({
      method: 'GET',
      url: `${BASE_PATH}${path}`,
      headers: { 'accept-encoding': encoding, authorization: 'good' },
    });
  const [plain, zipped, kept] = [
    await ask('/long', 'identity'),
    await ask('/long', 'gzip, br'),
    await ask('/own', 'gzip, br'),
  ];
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
  expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([
    undefined,
    'accept-encoding',
  ]);
  expect([kept.headers['content-encoding'], kept.statusCode]).toEqual([undefined, 200]);
});

test('nothing between us and a session keeps what it was answered, refusals too', async () => {
  const ask = async (path: string, token: string) => {
    const url = `${BASE_PATH}${path}`;
    const answer = await http.inject({ url, headers: { authorization: token } });
    return [answer.statusCode, answer.headers['cache-control']];
  };
  expect(await ask('/own', 'good')).toEqual([200, 'no-store']);
  expect(await ask('/own', 'wrong')).toEqual([401, 'no-store']);
  expect(await ask('/long', 'good')).toEqual([200, undefined]);
  const said = await http.inject({ method: 'POST', url: `${BASE_PATH}/echo`, payload: {} });
  expect(said.headers['cache-control']).toBe('no-store');
});

describe('what a policy stopped', () => {
  const tell = (payload: string, type = 'application/csp-report') =>
    http.inject({
      method: 'POST',
      url: '/policy-report',
      remoteAddress: '203.0.113.1',
      headers: { 'content-type': type },
      payload,
    });
  const REPORT = JSON.stringify({ 'csp-report': { 'effective-directive': 'script-src' } });

  beforeEach(() => {
    reports = 0;
  });

  test('is counted, so many a minute of one browser', async () => {
    expect((await tell(REPORT)).statusCode).toBe(204);
    expect(reports).toBe(1);
    for (let n = 0; n < 40; n += 1) expect((await tell(REPORT)).statusCode).toBe(204);
    expect(reports).toBe(30);
  });

  test.each(['', '{', '[]', 'null', '{"csp-report":5}', '{"other":{}}'])(
    'and %j is nothing',
    async (text) => {
      expect((await tell(text)).statusCode).toBeLessThan(500);
      expect(reports).toBe(0);
    },
  );

  test('nor is what is too long, or said in another form', async () => {
    expect((await tell(`${REPORT}${' '.repeat(9_000)}`)).statusCode).toBe(400);
    expect((await tell(REPORT, 'text/plain')).statusCode).toBe(400);
    expect(reports).toBe(0);
  });
});

test('the metrics are not told through a proxy to whom they would not be told without it', async () => {
  const ask = (remoteAddress: string, forwarded: string) =>
    http.inject({
      method: 'GET',
      url: '/metrics',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
    });
  expect((await ask('203.0.113.80', '198.51.100.9')).statusCode).toBe(403);
  expect((await ask('203.0.113.80', '127.0.0.1, 198.51.100.9')).statusCode).toBe(403);
  // Who is no named proxy may write what they like.
  expect((await ask('198.51.100.9', '127.0.0.1')).statusCode).toBe(403);
  expect((await ask('127.0.0.1', '198.51.100.9')).statusCode).toBe(200);
});

describe('a body', () => {
  const send = async (payload: string): Promise<number> => {
    const url = `${BASE_PATH}/echo`;
    const headers = { 'content-type': 'application/json' };
    return (await http.inject({ method: 'POST', url, headers, payload })).statusCode;
  };
  const keys = (count: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])));
  const deep = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  test('has at most 200 keys in all its parts', async () => {
    expect([await send(keys(200)), await send(keys(201))]).toEqual([200, 400]);
    const parts = `{"a":[${Array.from({ length: 101 }, () => '{"b":1,"c":2}').join(',')}]}`;
    expect(await send(parts)).toBe(400);
  });

  test('is at most twenty deep, and any depth beyond costs nothing', async () => {
    expect([await send(deep(19)), await send(deep(20)), await send(deep(100_000))]).toEqual([
      200, 400, 400,
    ]);
  });

  test('has at most 256 KB, and names no prototype at any depth', async () => {
    expect(await send(`{"a":"${'x'.repeat(256 * 1024 - 8)}"}`)).toBe(200);
    expect(await send(`{"a":"${'x'.repeat(256 * 1024)}"}`)).toBe(400);
    expect(await send('{"a":[{"__proto__":{"admin":true}}]}')).toBe(400);
  });
});

describe('a query', () => {
  test('costs as much as it is long, and is not read at all when it is too much', async () => {
    const busyMsOf = async (url: string): Promise<number> => {
      const before = process.threadCpuUsage();
      expect((await get(url)).statusCode).toBe(400);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    };
    // As many as one request may have in its head.
    for (const unit of ['a&', 'a=&', '&', 'a=1&b=1&', '%61&', '=', 'a[]=&']) {
      const url = `/healthz?${unit.repeat(Math.floor(15_600 / unit.length))}`;
      const tries = [];
      for (let n = 0; n < 5; n += 1) tries.push(await busyMsOf(url));
      expect(Math.min(...tries), unit).toBeLessThan(10);
    }
  });

  test('has at most 50 names and 500 values', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, n) => `n${n}=1`).join('&');
    const values = (count: number) => Array.from({ length: count }, () => 'a=1').join('&');
    const asked = [names(50), names(51), values(500), values(501)];
    const codes = await Promise.all(
      asked.map(async (query) => (await get(`/healthz?${query}`)).statusCode),
    );
    expect(codes).toEqual([200, 400, 200, 400]);
    expect((await get(`/healthz?${'&'.repeat(600)}`)).json()).toMatchObject({ code: '400' });
  });

  test('that repeats a key is a list of its values, in their order', () => {
    expect(parseQuery('a=1&b=%20&a=2&a=&__proto__=x')).toEqual(
      Object.fromEntries([
        ['a', ['1', '2', '']],
        ['b', ' '],
        ['__proto__', 'x'],
      ]),
    );
  });
});

describe('what is no request', () => {
  const said = (sent: string): Promise<string> =>
    new Promise((resolve) => {
      const { port } = http.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1', () => socket.write(sent));
      let heard = '';
      socket.on('data', (part) => (heard += part.toString()));
      socket.on('close', () => resolve(heard));
    });

  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['a head too large', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a sign no header may have', 'GET / HTTP/1.1\r\nHost: x\r\nx: \u0000\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ])('%s is answered with an envelope', async (_what, text) => {
    const [head = '', body = ''] = (await said(text)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 .*x-content-type-options: nosniff/s);
    expect(JSON.parse(body)).toMatchObject({ code: '400', result: { name: 'unreadable' } });
  });

  test('nothing in time is answered so that a browser sends its call on another connection', async () => {
    const { port } = http.server.address() as AddressInfo;
    const opened = once(http.server, 'connection') as Promise<[Socket]>;
    const idle = connect(port, '127.0.0.1');
    const [socket] = await opened;
    const heard = text(idle);
    const late = Object.assign(new Error('nothing came'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    http.server.emit('clientError', late, socket);
    expect(await heard).toMatch(/^HTTP\/1\.1 408 .*connection: close\r\n\r\n$/s);
  });
});

test('calls on a connection that was cut off are counted against who sent them', async () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const cut = await createWebServer({
    log: createLog({ level: 'info', destination }),
    pages: new URL('file:///nowhere/'),
    isHealthy: async () => true,
    figures: { text: async () => '', token: null },
    callsAt: BASE_PATH,
    openApi: () => ({}),
    isSecure: false,
  });
  const gone = Promise.withResolvers<void>();
  let waiting = 0;
  registerRoutes(cut, {
    // Nobody's token is found, and only once every connection is gone.
    below: BASE_PATH,
    admit: admitByToken({
      find() {
        waiting += 1;
        return gone.promise.then(() => null);
      },
    }),
    limitScale: 1,
    routes: [route(own, async () => ok({ text: '' }))],
  });
  await cut.listen({ port: 0, host: '127.0.0.1' });
  const { port } = cut.server.address() as AddressInfo;
  const url = `${BASE_PATH}/own`;
  const request = `GET ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: x\r\n\r\n`;
  for (let n = 1; n <= 20; n += 1) {
    const socket = connect(port, '127.0.0.1');
    const over = new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
    socket.write(request.repeat(10));
    await expect.poll(() => waiting, { timeout: 20_000, interval: 5 }).toBe(n * 10);
    socket.resetAndDestroy();
    await over;
  }
  const connections = () =>
    new Promise<number>((resolve) => cut.server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  gone.resolve();
  await expect
    .poll(async () => (await cut.inject({ url, remoteAddress: '127.0.0.1' })).statusCode)
    .toBe(429);
  await cut.close();
  // One line at once, and one when the minute, or the process, is over.
  const told = lines.slice(1).map((line) => JSON.parse(line) as { requests?: number; msg: string });
  expect(told.map(({ msg }) => msg)).toEqual([
    'answers for connections that were cut off',
    'answers for connections that were cut off',
  ]);
  expect(told.reduce((sum, { requests = 0 }) => sum + requests, 0)).toBe(waiting);
});

/** Connections that send their request by the drop, more than one machine's browsers ever open. */
const SLOW = 1_000;

test('a thousand that send a request by the drop are hung up on, and others are answered meanwhile', async () => {
  const { port } = http.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  const closed: Promise<unknown>[] = [];
  for (let n = 0; n < SLOW; n += 1) {
    const socket = connect(port, '127.0.0.1');
    closed.push(new Promise((resolve) => socket.on('close', resolve).on('error', resolve)));
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
  }
  const drops = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('X: y\r\n');
  }, 1_000);
  try {
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      // A connection of its own each time, as another caller's is.
      const headers = { connection: 'close' };
      statuses.push((await fetch(`http://127.0.0.1:${port}/healthz`, { headers })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    await Promise.all(closed);
  } finally {
    clearInterval(drops);
  }
}, 60_000);

test('a connection that could not be taken ends nothing, and the server goes on listening', async () => {
  const lines: string[] = [];
  let failed = 0;
  const server = await createWebServer({
    log: createLog({ level: 'error', destination: { write: (line) => void lines.push(line) } }),
    pages: new URL('file:///nowhere/'),
    isHealthy: async () => true,
    figures: { text: async () => '', token: null },
    callsAt: BASE_PATH,
    openApi: () => ({}),
    isSecure: false,
    onAcceptFailed: () => void (failed += 1),
  });
  try {
    await server.listen({ port: 0, host: '127.0.0.1' });
    // What the runtime says when the process has no file descriptor left, @source node net.Server.
    const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE', syscall: 'accept' });
    for (let n = 0; n < 3; n += 1) expect(server.server.emit('error', error)).toBe(true);
    expect(failed).toBe(3);
    expect(lines.filter((line) => line.includes('could not be taken'))).toHaveLength(1);
    const { port } = server.server.address() as AddressInfo;
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  } finally {
    await server.close();
  }
});

test('what anybody may ask without a limit costs next to nothing', async () => {
  let documents = 0;
  let checks = 0;
  const checked = Promise.withResolvers<boolean>();
  const server = await createWebServer({
    log: createLog({ level: 'silent' }),
    pages: new URL('file:///nowhere/'),
    isHealthy() {
      checks += 1;
      return checked.promise;
    },
    figures: { text: async () => '', token: 'a token of sixteen or more' },
    callsAt: BASE_PATH,
    openApi() {
      documents += 1;
      return { openapi: '3.1.0', info: { title: 'x'.repeat(5_000) } };
    },
    isSecure: false,
  });
  const asked = Array.from({ length: 20 }, () => server.inject('/healthz'));
  await expect.poll(() => checks, { timeout: 10_000 }).toBeGreaterThan(0);
  checked.resolve(true);
  expect(new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode))).toEqual(
    new Set([200]),
  );
  // One look at the database for all who asked while it was under way.
  expect(checks).toBe(1);
  for (let n = 0; n < 5; n += 1) {
    const plain = await server.inject('/openapi.json');
    expect(plain.json()).toMatchObject({ openapi: '3.1.0' });
    const headers = { 'accept-encoding': 'gzip' };
    const packed = await server.inject({ url: '/openapi.json', headers });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  }
  expect(documents).toBe(1);
  const metricsFor = async (authorization: string): Promise<number> =>
    (
      await server.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.1',
        headers: { authorization },
      })
    ).statusCode;
  expect(await metricsFor('Bearer a token of sixteen or more')).toBe(200);
  expect(await metricsFor('Bearer a token of sixteen or mor')).toBe(403);
  await server.close();
});

test('answers of a rehearsal are dated by its clock, refused ones too', async () => {
  const at = unixMs(Date.UTC(2031, 4, 6));
  const server = await createWebServer({
    log: createLog({ level: 'silent' }),
    pages: new URL('file:///nowhere/'),
    isHealthy: async () => true,
    figures: null,
    callsAt: BASE_PATH,
    openApi: () => ({}),
    isSecure: false,
    marks: [],
    clock: { now: () => at },
  });
  for (const path of ['/healthz', `${BASE_PATH}/no/such/call`]) {
    const { headers } = await server.inject(path);
    expect(headers['date']).toBe('Tue, 06 May 2031 00:00:00 GMT');
  }
  await server.close();
});
