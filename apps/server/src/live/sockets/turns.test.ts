import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SOCKET_PATH } from '@candor/protocol';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive, quoteOf, until } from '../../../test/live-harness.ts';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';

const MANY = 250;
const ROOM = { limits: { perAddress: MANY, perNetwork: MANY } };

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

/** The most by which a count rises from one turn of the loop to the next, behind `act`. */
async function mostOfOneTurn(act: () => void, count: () => number, last: number): Promise<number> {
  const first = count();
  act();
  let before = count();
  let most = before - first;
  while (before < last) {
    await nextTurn();
    const now = count();
    most = Math.max(most, now - before);
    before = now;
  }
  return most;
}

const HANDSHAKE =
  `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

type Product = Awaited<ReturnType<typeof openLive>>;

/** Clients that are connected and have not said anything yet. */
async function arrive({ app, port }: Product, clients: number): Promise<Socket[]> {
  let accepted = 0;
  const count = (): number => (accepted += 1);
  app.server.on('connection', count);
  const wires = Array.from({ length: clients }, () => connect(port, '127.0.0.1'));
  for (const wire of wires) wire.on('error', () => undefined);
  await until(() => accepted === clients);
  app.server.off('connection', count);
  return wires;
}

/** All their handshakes are there in one moment. */
function shakeHands(wires: readonly Socket[]): void {
  for (const wire of wires) wire.write(HANDSHAKE);
}

test('of hundreds of handshakes a turn of the loop takes a few, and all are taken', async () => {
  const product = await openLive(db, ROOM);
  const wires = await arrive(product, MANY);
  const opened = (): number => product.live.counters().opened;
  const most = await mostOfOneTurn(() => shakeHands(wires), opened, MANY);
  expect(most).toBeLessThanOrEqual(20);
  for (const wire of wires) wire.destroy();
  await product.stop();
});

test('a client that leaves while its handshake waits takes no place', async () => {
  const product = await openLive(db, ROOM);
  const wires = await arrive(product, MANY);
  shakeHands(wires);
  for (const wire of wires) wire.destroy();
  const stays = await product.connect();
  stays.say({ type: 'PING' });
  await stays.frame('PONG');
  await expect.poll(() => product.live.counters().sockets, { timeout: 10_000 }).toBe(1);
  await product.stop();
});

test('beyond what may wait a handshake is answered 503, and those that wait when it closes end', async () => {
  const product = await openLive(db, { limits: { ...ROOM.limits, waiting: 30 } });
  const wires = await arrive(product, MANY);
  shakeHands(wires);
  const answers = await Promise.all(
    wires.map(async (wire) => String(((await once(wire, 'data')) as [Buffer])[0])),
  );
  const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 503'));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toContain('Retry-After: 5');
  const accepted = answers.filter((answer) => answer.startsWith('HTTP/1.1 101'));
  expect(accepted.length + refused.length).toBe(MANY);
  expect(product.live.counters()).toMatchObject({ refused: refused.length });
  const late = await arrive(product, 30);
  shakeHands(late);
  const ended = Promise.all(
    late.map((wire) => {
      wire.resume();
      return once(wire, 'close');
    }),
  );
  await Promise.all([product.stop(), ended]);
});

test('a round of quotes lets others have their turn, and gives everybody the newest', async () => {
  const product = await openLive(db, { ...ROOM, quoteIntervalMs: 0 });
  const wires = await arrive(product, MANY);
  shakeHands(wires);
  await until(() => product.live.counters().sockets === MANY);
  const told = (): number => product.live.counters().quoteFrames;
  const publish = (): void => product.live.publishQuotes([quoteOf('A', '1')]);
  expect(await mostOfOneTurn(publish, told, MANY)).toBeLessThanOrEqual(100);
  for (const wire of wires) wire.destroy();
  await product.stop();
});

test('tickets of many are looked at together, and each is used once', async () => {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let statements = 0;
  const counted: Database = {
    ...db,
    async query(text, values) {
      if (/delete from live\.ticket\s+where hash/.test(text)) {
        statements += 1;
        await held;
      }
      return db.query(text, values);
    },
  };
  let checks = 0;
  const product = await openLive(counted, ROOM);
  const users = Array.from({ length: 100 }, () => product.signIn());
  const clients = await Promise.all(
    users.map(async (user) => {
      const client = await product.connect();
      const ticket = await product.ticket(user.token, 'demo');
      return { client, user, ticket };
    }),
  );
  checks = product.checks();
  const said = { type: 'USER_AUTH' };
  for (const { client, user, ticket } of clients) {
    client.say({ ...said, userId: user.userId, ticket });
    client.say({ type: 'PING' });
  }
  const thief = await product.connect();
  const [first] = clients;
  thief.say({ ...said, userId: first?.user.userId, ticket: first?.ticket });
  thief.say({ type: 'PING' });
  // Heard: what was said before is waiting.
  for (const { client } of [...clients, { client: thief }]) await client.frame('PONG');
  letGo();
  expect((await Promise.race([thief.closed, first?.client.closed]))?.code).toBe(4401);
  const owners = clients.filter(({ client }) => client !== first?.client);
  for (const { client } of owners) await client.frame('AUTH_SUCCESS');
  expect(statements).toBeLessThanOrEqual(8);
  expect(product.checks() - checks).toBeLessThanOrEqual(8);
  for (const { client } of [...clients, { client: thief }]) client.ws.terminate();
  await product.stop();
});

test('a pile of tickets that cannot be looked at closes its sockets, and nobody else’s', async () => {
  let isAway = true;
  const flaky: Database = {
    ...db,
    query: (text, values) =>
      isAway && /delete from live\.ticket\s+where hash/.test(text)
        ? Promise.reject(new Error('the database is away'))
        : db.query(text, values),
  };
  const product = await openLive(flaky, ROOM);
  const user = product.signIn();
  const client = await product.connect();
  const ticket = await product.ticket(user.token, 'demo');
  client.say({ type: 'USER_AUTH', userId: user.userId, ticket });
  expect((await client.closed).code).toBe(1011);
  isAway = false;
  const back = await product.connect();
  // Nothing was done: the same ticket is good still.
  back.say({ type: 'USER_AUTH', userId: user.userId, ticket });
  await back.frame('AUTH_SUCCESS');
  back.ws.terminate();
  await product.stop();
});
