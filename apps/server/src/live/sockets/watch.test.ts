import { MINUTE_MS, plusMs } from '@candor/kernel';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { balanceOf, openLive, until } from '../../../test/live-harness.ts';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';

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

describe('a socket lives no longer than the token it came by', () => {
  const TOKEN_MS = 10 * MINUTE_MS;
  const second = () => vi.advanceTimersByTime(1_000);

  test('it is closed when that one ends, although its owner has a newer one', async () => {
    const owner = product.signIn();
    const thief = await product.hearing(owner, 'demo');
    product.clock.set(plusMs(product.clock.now(), MINUTE_MS));
    const own = await product.hearing({ ...owner, token: product.refresh(owner) }, 'demo');
    product.clock.set(plusMs(product.clock.now(), TOKEN_MS - MINUTE_MS - 1));
    second();
    expect(thief.ws.readyState).toBe(thief.ws.OPEN);
    product.clock.set(plusMs(product.clock.now(), 1));
    second();
    expect((await thief.closed).code).toBe(4401);
    expect(own.ws.readyState).toBe(own.ws.OPEN);
  });

  test('who comes with a newer ticket in time hears on, and misses no frame', async () => {
    const owner = product.signIn();
    const account = { userId: owner.userId, mode: 'demo' } as const;
    const client = await product.hearing(owner, 'demo');
    product.clock.set(plusMs(product.clock.now(), TOKEN_MS - 1));
    const ticket = await product.ticket(product.refresh(owner), 'demo');
    client.say({ type: 'USER_AUTH', userId: owner.userId, ticket });
    product.live.publishBalance(account, balanceOf(owner.userId, '1'));
    const { seq } = await client.frame('AUTH_SUCCESS', 2);
    product.live.publishBalance(account, balanceOf(owner.userId, '2'));
    await client.frame('USER_BALANCE_UPDATE', 2);
    expect(client.frames('USER_BALANCE_UPDATE').map((frame) => frame.seq)).toEqual([seq, seq + 1]);
    product.clock.set(plusMs(product.clock.now(), 1));
    second();
    client.say({ type: 'PING' });
    await client.frame('PONG');
    expect(client.ws.readyState).toBe(client.ws.OPEN);
  });

  test('a ticket asked for with a token that ended since opens nothing', async () => {
    const owner = product.signIn();
    product.clock.set(plusMs(product.clock.now(), TOKEN_MS - 1));
    const ticket = await product.ticket(owner.token, 'demo');
    product.clock.set(plusMs(product.clock.now(), 1));
    const client = await product.connect();
    client.say({ type: 'USER_AUTH', userId: owner.userId, ticket });
    expect((await client.closed).code).toBe(4403);
  });
});
