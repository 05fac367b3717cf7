import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openLive, quoteOf, until } from '../../../test/live-harness.ts';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';
import { createProxies } from '../../platform/http/proxies.ts';

let clone: TestDatabase;
let db: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.config);
});

afterAll(async () => {
  await db.end();
  await clone.drop();
});

/** The status a handshake was answered with; 101 when it was accepted. */
async function statusOf(port: number, origin?: string, path = '/message'): Promise<number | null> {
  const options = origin === undefined ? {} : { origin };
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, options);
  const status = await new Promise<number | null>((resolve) => {
    ws.on('open', () => resolve(101));
    ws.on('unexpected-response', (_, response) => resolve(response.statusCode ?? null));
    ws.on('error', () => resolve(null));
  });
  ws.terminate();
  return status;
}

test('pages of other origins get 403, also those of the called host; ours get in', async () => {
  const product = await openLive(db, { origins: () => ['https://candor.example'] });
  const { port } = product;
  expect(await statusOf(port, 'https://evil.example')).toBe(403);
  expect(await statusOf(port, 'null')).toBe(403);
  expect(await statusOf(port, `http://127.0.0.1:${port + 1}`)).toBe(403);
  expect(await statusOf(port, `http://127.0.0.1:${port}`)).toBe(403);
  expect(product.live.counters()).toMatchObject({ refused: 4, opened: 0 });
  expect(await statusOf(port, 'https://candor.example')).toBe(101);
  expect(await statusOf(port)).toBe(101);
  await product.stop();
});

test('an upgrade anywhere else is cut without an answer', async () => {
  const product = await openLive(db);
  for (const path of ['/', '/messages', '/message/', '/swx/customer/user/wsTicket']) {
    expect(await statusOf(product.port, undefined, path)).toBe(null);
  }
  expect(await statusOf(product.port, undefined, '/message?v=1')).toBe(101);
  await product.stop();
});

test('a handshake that is none is answered 4xx and nothing stays behind', async () => {
  const product = await openLive(db);
  const wire = connect(product.port, '127.0.0.1');
  wire.write(
    'GET /message HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  const [answer] = (await once(wire, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 4\d\d/);
  wire.destroy();
  expect(product.live.counters().sockets).toBe(0);
  await product.stop();
});

test('one address and the whole process have a limit, and leaving makes room', async () => {
  const product = await openLive(db, { limits: { perAddress: 3 } });
  const clients = [await product.connect(), await product.connect(), await product.connect()];
  expect(await statusOf(product.port)).toBe(429);
  clients[0]?.ws.close();
  await until(() => product.live.counters().sockets === 2);
  expect(await statusOf(product.port)).toBe(101);
  await product.stop();

  const full = await openLive(db, { limits: { total: 1 } });
  await full.connect();
  expect(await statusOf(full.port)).toBe(503);
  await full.stop();
});

test('a network has a limit of its own, from however many of its addresses', async () => {
  const product = await openLive(db, {
    limits: { perAddress: 2, perNetwork: 3 },
    proxies: createProxies(['127.0.0.1']),
  });
  const open: WebSocket[] = [];
  const comeFrom = async (address: string): Promise<number> => {
    const headers = { 'x-forwarded-for': address };
    const ws = new WebSocket(`ws://127.0.0.1:${product.port}/message`, { headers });
    return new Promise((resolve) => {
      ws.on('open', () => {
        open.push(ws);
        resolve(101);
      });
      ws.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    });
  };
  const came = [];
  for (const last of [1, 1, 1, 2, 3]) came.push(await comeFrom(`203.0.113.${last}`));
  // The third of one address, and the fourth of the network.
  expect(came).toEqual([101, 101, 429, 101, 429]);
  expect(await comeFrom('198.51.100.1')).toBe(101);
  const six = [];
  for (const subnet of [1, 2, 3, 4]) six.push(await comeFrom(`2001:db8:7:${subnet}::1`));
  expect(six).toEqual([101, 101, 101, 429]);
  expect(await comeFrom('2001:db8:8:1::1')).toBe(101);
  open[0]?.close();
  await until(() => product.live.counters().sockets === 7);
  expect(await comeFrom('203.0.113.9')).toBe(101);
  for (const ws of open) ws.terminate();
  await product.stop();
});

test('visitors cannot take the places that are kept for signed-in users', async () => {
  const shares = { total: 5, keptShare: 0.4 };
  const strict = await openLive(db, { limits: { ...shares, showTicketMs: 1 } });
  for (let n = 0; n < 3; n += 1) await strict.connect();
  // Nothing but a kept place was left, and no ticket came.
  expect((await (await strict.connect()).closed).code).toBe(1013);
  await until(() => strict.live.counters().sockets === 3);
  await strict.stop();

  const product = await openLive(db, { limits: { ...shares, showTicketMs: 60_000 } });
  const visitors = [await product.connect(), await product.connect(), await product.connect()];
  const users = [
    await product.hearing(product.signIn(), 'demo'),
    await product.hearing(product.signIn(), 'demo'),
  ];
  expect(await statusOf(product.port)).toBe(503);
  expect(product.live.counters().sockets).toBe(5);
  // Those who were there before, and those who signed in, are still there.
  for (const { ws } of [...visitors, ...users]) expect(ws.readyState).toBe(WebSocket.OPEN);
  users[0]?.ws.close();
  await until(() => product.live.counters().sockets === 4);
  await product.hearing(product.signIn(), 'demo');
  await product.stop();
});

test('stopping says 1001 to everybody, also to who does not answer, and lets nobody in', async () => {
  const product = await openLive(db);
  const [first, second, deaf] = [
    await product.connect(),
    await product.hearing(product.signIn(), 'demo'),
    await product.connect(),
  ];
  deaf.ws.pause();
  const startedAt = performance.now();
  await product.live.stop();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect([(await first.closed).code, (await second.closed).code]).toEqual([1001, 1001]);
  expect(product.live.counters().sockets).toBe(0);
  product.live.publishQuotes([quoteOf('BTC/USDT')]);
  expect(await statusOf(product.port)).not.toBe(101);
  deaf.ws.terminate();
  await product.app.close();
});
