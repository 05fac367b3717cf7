import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceOf, newUser, openLive, quoteOf, until } from '../../../test/live-harness.ts';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';
import { MESSAGES_PER_MINUTE } from '../connection/rules.ts';

let clone: TestDatabase;
let db: Database;
let product: Awaited<ReturnType<typeof openLive>>;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.config);
  product = await openLive(db);
});

afterAll(async () => {
  await product.stop();
  await db.end();
  await clone.drop();
});

describe('USER_AUTH', () => {
  test('a fresh ticket answers AUTH_SUCCESS with its user, its mode and the last number', async () => {
    const user = product.signIn();
    for (const mode of ['demo', 'real'] as const) {
      const client = await product.connect();
      const ticket = await product.ticket(user.token, mode);
      client.say({ type: 'USER_AUTH', userId: user.userId, ticket });
      const { seq, ...said } = await client.frame('AUTH_SUCCESS');
      expect(said).toEqual({ type: 'AUTH_SUCCESS', userId: user.userId, mode });
      product.live.publishBalance({ userId: user.userId, mode }, balanceOf(user.userId));
      expect((await client.frame('USER_BALANCE_UPDATE')).seq).toBe(seq + 1);
      client.ws.close();
    }
  });

  test('a ticket works once', async () => {
    const user = product.signIn();
    const ticket = await product.ticket(user.token, 'demo');
    const first = await product.connect();
    first.say({ type: 'USER_AUTH', userId: user.userId, ticket });
    await first.frame('AUTH_SUCCESS');
    const second = await product.connect();
    second.say({ type: 'USER_AUTH', userId: user.userId, ticket });
    expect((await second.closed).code).toBe(4401);
    expect(second.frames('AUTH_SUCCESS')).toEqual([]);
    first.ws.close();
  });

  test('of twenty sockets that show one ticket at once, one gets in', async () => {
    const user = product.signIn();
    const ticket = await product.ticket(user.token, 'demo');
    const clients = await Promise.all(Array.from({ length: 20 }, () => product.connect()));
    for (const client of clients) client.say({ type: 'USER_AUTH', userId: user.userId, ticket });
    await until(() => clients.filter(({ ws }) => ws.readyState === ws.CLOSED).length === 19);
    expect(clients.flatMap((client) => client.frames('AUTH_SUCCESS'))).toHaveLength(1);
    for (const client of clients) client.ws.close();
  });

  test('a ticket is late after 30 seconds', async () => {
    const user = product.signIn();
    const ticket = await product.ticket(user.token, 'demo');
    product.clock.advance(30_000);
    const client = await product.connect();
    client.say({ type: 'USER_AUTH', userId: user.userId, ticket });
    expect((await client.closed).code).toBe(4401);
  });

  test('another user’s ticket does not open one’s own books, and is burnt', async () => {
    const [victim, thief] = [product.signIn(), product.signIn()];
    const ticket = await product.ticket(victim.token, 'real');
    const first = await product.connect();
    first.say({ type: 'USER_AUTH', userId: thief.userId, ticket });
    expect((await first.closed).code).toBe(4401);
    const second = await product.connect();
    second.say({ type: 'USER_AUTH', userId: victim.userId, ticket });
    expect((await second.closed).code).toBe(4401);
  });

  test('guessed tickets are never taken', async () => {
    const { userId } = product.signIn();
    for (const ticket of ['', 'x', 'A'.repeat(43), "' or true --", '%']) {
      const client = await product.connect();
      client.say({ type: 'USER_AUTH', userId, ticket });
      expect((await client.closed).code).toBe(4401);
    }
  });

  test('a session that ended before its ticket was used is not let in', async () => {
    const user = product.signIn();
    const ticket = await product.ticket(user.token, 'demo');
    product.ended.add(user.id);
    const client = await product.connect();
    client.say({ type: 'USER_AUTH', userId: user.userId, ticket });
    expect((await client.closed).code).toBe(4403);
    expect(client.frames('AUTH_SUCCESS')).toEqual([]);
  });

  test('a second USER_AUTH on the same socket switches its mode', async () => {
    const user = product.signIn();
    const client = await product.hearing(user, 'demo');
    const ticket = await product.ticket(user.token, 'real');
    client.say({ type: 'USER_AUTH', userId: user.userId, ticket });
    expect((await client.frame('AUTH_SUCCESS', 2)).mode).toBe('real');
    const { userId } = user;
    product.live.publishBalance({ userId, mode: 'demo' }, balanceOf(userId, '1'));
    product.live.publishBalance({ userId, mode: 'real' }, balanceOf(userId, '2'));
    await client.frame('USER_BALANCE_UPDATE');
    const heard = client.frames('USER_BALANCE_UPDATE');
    expect(heard.map(({ mode, data }) => [mode, data.baseBalance])).toEqual([['real', '2']]);
    client.ws.close();
  });

  test('a user may have ten sockets, and the eleventh comes back later', async () => {
    const user = product.signIn();
    const clients = [];
    for (let made = 0; made < 10; made += 1) {
      clients.push(await product.hearing(user, made % 2 === 0 ? 'demo' : 'real'));
    }
    const eleventh = await product.connect();
    const ticket = await product.ticket(user.token, 'demo');
    eleventh.say({ type: 'USER_AUTH', userId: user.userId, ticket });
    expect((await eleventh.closed).code).toBe(1013);
    expect(clients.every(({ ws }) => ws.readyState === ws.OPEN)).toBe(true);
    for (const client of clients) client.ws.close();
  });
});

test('nobody hears another’s figures, nor those of the other mode, nor without a ticket', async () => {
  const users = [product.signIn(), product.signIn()];
  const books = users.flatMap((user) =>
    (['demo', 'real'] as const).map((mode) => ({ user, mode, amount: `${user.id}` })),
  );
  const clients = await Promise.all(books.map(({ user, mode }) => product.hearing(user, mode)));
  const outsider = await product.connect();
  expect([...product.live.connectedAccounts()]).toEqual(
    expect.arrayContaining(books.map(({ user, mode }) => ({ userId: user.userId, mode }))),
  );
  for (const [index, { user, mode }] of books.entries()) {
    const { userId } = user;
    product.live.publishBalance({ userId, mode }, balanceOf(userId, `${index}`));
  }
  product.live.publishBalance({ userId: newUser(), mode: 'demo' }, balanceOf(newUser()));
  for (const [index, client] of clients.entries()) {
    await client.frame('USER_BALANCE_UPDATE');
    client.say({ type: 'PING' });
    await client.frame('PONG');
    const heard = client.frames('USER_BALANCE_UPDATE');
    const account = books[index];
    expect(heard.map(({ mode, data }) => [mode, data.userId, data.baseBalance])).toEqual([
      [account?.mode, account?.user.userId, `${index}`],
    ]);
  }
  outsider.say({ type: 'PING' });
  await outsider.frame('PONG');
  expect(outsider.texts).toHaveLength(1);
  for (const client of [...clients, outsider]) client.ws.close();
});

test('whoever begins to hear a book is announced after AUTH_SUCCESS, so its figures follow', async () => {
  const user = product.signIn();
  product.live.onJoin((account) => {
    if (account.userId !== user.userId) return;
    product.live.publishBalance(account, balanceOf(user.userId, '77'));
  });
  const client = await product.hearing(user, 'demo');
  await client.frame('USER_BALANCE_UPDATE');
  const kinds = client.heard().map((one) => (one.kind === 'frame' ? one.frame.type : 'quotes'));
  expect(kinds).toEqual(['AUTH_SUCCESS', 'USER_BALANCE_UPDATE']);
  client.ws.close();
});

describe('what cannot be read', () => {
  test.each([
    ['is not JSON', 'hello'],
    ['is JSON of another shape', '[]'],
    ['is null', 'null'],
    ['is of no known type', '{"type":"GIVE_ME_ALL"}'],
    ['has a field too many', '{"type":"PING","at":1}'],
    ['has a user id that is none', '{"type":"USER_AUTH","userId":"7","ticket":"t"}'],
    [
      'has a ticket that is too long',
      JSON.stringify({ type: 'USER_AUTH', userId: newUser(), ticket: 'x'.repeat(129) }),
    ],
    ['subscribes to what is no code', '{"type":"SUBSCRIBE","codes":["<script>"]}'],
    ['subscribes to too many', JSON.stringify({ type: 'SUBSCRIBE', codes: Array(501).fill('A') })],
    ['reaches for the prototype', '{"type":"PING","__proto__":{"admin":true}}'],
    ['is nested very deep', `${'['.repeat(8_000)}`],
  ])('%s: 4400', async (_, said) => {
    const client = await product.connect();
    client.say(said);
    expect((await client.closed).code).toBe(4400);
  });

  test('is binary: 4400', async () => {
    const client = await product.connect();
    client.ws.send(Buffer.from('{"type":"PING"}'));
    expect((await client.closed).code).toBe(4400);
  });

  test('is longer than any frame of ours: 1009, unread', async () => {
    const client = await product.connect();
    client.say('x'.repeat(17 * 1024));
    expect((await client.closed).code).toBe(1009);
  });
});

test('a client that says more than a hundred things in a minute is cut off', async () => {
  const client = await product.connect();
  for (let said = 0; said < 101; said += 1) client.say({ type: 'PING' });
  expect((await client.closed).code).toBe(1008);
  expect(client.frames('PONG')).toHaveLength(100);
});

test('a client without a ticket hears the quotes', async () => {
  const client = await product.connect();
  product.live.publishQuotes([quoteOf('BTC/USDT', '64000.5')]);
  await until(() => client.quotes().length > 0);
  expect(client.quotes()[0]?.[0]).toEqual({ ...quoteOf('BTC/USDT', '64000.5'), seq: 1 });
  client.ws.close();
});

test('answers nobody asked for are counted like messages', async () => {
  const client = await product.connect();
  for (let n = 0; n < MESSAGES_PER_MINUTE; n += 1) client.ws.pong();
  client.say({ type: 'PING' });
  expect((await client.closed).code).toBe(1008);
});
