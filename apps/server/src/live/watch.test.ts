import { plusMs } from '@candor/kernel';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openLive, until } from '../../test/live-harness.ts';
import { type Database, openDatabase } from '../platform/db.ts';

let clone: TestDatabase;
let db: Database;
let product: Awaited<ReturnType<typeof openLive>>;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.config);
});

afterAll(async () => {
  await db.end();
  await clone.drop();
});

beforeEach(async () => {
  // Only what repeats is turned by hand; sockets and the database go on in real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  product = await openLive(db);
});

afterEach(async () => {
  await product.stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const BEAT_MS = 30_000;

test('every 30 seconds a client is asked; who did not answer by the next time is gone', async () => {
  const alive = await product.connect();
  const dead = await product.connect({ autoPong: false });
  const pings: number[] = [];
  alive.ws.on('ping', () => pings.push(1));
  const asked = new Promise((resolve) => dead.ws.once('ping', resolve));
  vi.advanceTimersByTime(BEAT_MS - 1);
  expect(product.live.counters().sockets).toBe(2);
  vi.advanceTimersByTime(1);
  await asked;
  await until(() => pings.length === 1);
  alive.say({ type: 'PING' });
  await alive.frame('PONG');
  vi.advanceTimersByTime(BEAT_MS);
  expect((await dead.closed).code).toBe(1006);
  await until(() => pings.length === 2);
  expect(alive.ws.readyState).toBe(alive.ws.OPEN);
});

test('a session whose end was not heard of is found within a minute', async () => {
  const [ended, living] = [product.signIn(), product.signIn()];
  const clients = [await product.hearing(ended, 'demo'), await product.hearing(living, 'demo')];
  product.ended.add(ended.id);
  const asked = clients.map(({ ws }) => new Promise((resolve) => ws.once('ping', resolve)));
  vi.advanceTimersByTime(BEAT_MS);
  await Promise.all(asked);
  // What the server answers after the ping shows that it has heard the answer to the ping.
  for (const client of clients) client.say({ type: 'PING' });
  await Promise.all(clients.map((client) => client.frame('PONG')));
  vi.advanceTimersByTime(BEAT_MS);
  expect((await clients[0]?.closed)?.code).toBe(4403);
  expect(clients[1]?.ws.readyState).toBe(clients[1]?.ws.OPEN);
});

test('tickets nobody used are removed once they are late, the others stay', async () => {
  const { token } = product.signIn();
  await product.ticket(token, 'demo');
  product.clock.set(plusMs(product.clock.now(), 20_000));
  await product.ticket(token, 'real');
  product.clock.set(plusMs(product.clock.now(), 10_000));
  vi.advanceTimersByTime(2 * BEAT_MS);
  const left = () => db.query('select mode from live.ticket');
  await expect.poll(left, { interval: 10, timeout: 5_000 }).toEqual([{ mode: 'real' }]);
});
