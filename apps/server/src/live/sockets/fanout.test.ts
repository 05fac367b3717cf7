import type { Socket } from 'node:net';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Client,
  balanceOf,
  openLive,
  pnlOf,
  quoteOf,
  until,
} from '../../../test/live-harness.ts';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';

let clone: TestDatabase;
let db: Database;
let product: Awaited<ReturnType<typeof openLive>>;

/** Small enough for many rounds in a second. */
const INTERVAL_MS = 5;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.config);
});

afterAll(async () => {
  await db.end();
  await clone.drop();
});

beforeEach(async () => {
  product = await openLive(db, { quoteIntervalMs: INTERVAL_MS });
});

afterEach(() => product.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Everything a client heard of each instrument, in order. */
function seqsOf(client: Client): Map<string, number[]> {
  const seqs = new Map<string, number[]>();
  for (const quote of client.quotes().flat()) {
    seqs.set(quote.code, [...(seqs.get(quote.code) ?? []), quote.seq]);
  }
  return seqs;
}

describe('quotes', () => {
  test('numbers rise by one an instrument, for everybody alike', async () => {
    const clients = [await product.connect(), await product.connect()];
    for (let round = 1; round <= 3; round += 1) {
      product.live.publishQuotes([quoteOf('BTC/USDT', `${round}`), quoteOf('ETH/USDT')]);
      await until(() => clients.every((client) => client.quotes().length === round));
      product.live.publishQuotes([]);
    }
    expect(seqsOf(clients[0] as Client)).toEqual(
      new Map([
        ['BTC/USDT', [1, 2, 3]],
        ['ETH/USDT', [1, 2, 3]],
      ]),
    );
    expect(clients[0]?.texts).toEqual(clients[1]?.texts);
  });

  test('a new socket is shown the latest of every instrument at once', async () => {
    const early = await product.connect();
    product.live.publishQuotes([quoteOf('BTC/USDT', '1'), quoteOf('ETH/USDT', '2')]);
    await until(() => early.quotes().length === 1);
    product.live.publishQuotes([quoteOf('BTC/USDT', '3')]);
    await until(() => early.quotes().length === 2);
    const late = await product.connect();
    await until(() => late.quotes().length === 1);
    expect(late.quotes()[0]?.map(({ code, price, seq }) => [code, price, seq])).toEqual([
      ['BTC/USDT', '3', 2],
      ['ETH/USDT', '2', 1],
    ]);
  });

  test('SUBSCRIBE narrows to its codes, shows their latest, and can be changed', async () => {
    product.live.publishQuotes(['A', 'B', 'C'].map((code) => quoteOf(code)));
    const client = await product.connect();
    await until(() => client.quotes().length === 1);
    client.say({ type: 'SUBSCRIBE', codes: ['B', 'A', 'B', 'NONE'] });
    await until(() => client.quotes().length === 2);
    expect(client.quotes()[1]?.map(({ code, seq }) => [code, seq])).toEqual([
      ['A', 1],
      ['B', 1],
    ]);
    product.live.publishQuotes([quoteOf('C', '2')]);
    product.live.publishQuotes([quoteOf('A', '2'), quoteOf('C', '3')]);
    await until(() => client.quotes().length === 3);
    expect(client.quotes()[2]?.map(({ code, price }) => [code, price])).toEqual([['A', '2']]);
    client.say({ type: 'SUBSCRIBE', codes: [] });
    client.say({ type: 'PING' });
    await client.frame('PONG');
    product.live.publishQuotes([quoteOf('A', '3')]);
    await pause(INTERVAL_MS * 10);
    expect(client.quotes()).toHaveLength(3);
  });

  test('a hundred publications in one interval become one frame with the latest', async () => {
    await product.stop();
    product = await openLive(db, { quoteIntervalMs: 200 });
    const client = await product.connect();
    product.live.publishQuotes([quoteOf('A', '0')]);
    await until(() => client.quotes().length === 1);
    for (let price = 1; price <= 100; price += 1) {
      product.live.publishQuotes([quoteOf('A', `${price}`)]);
    }
    await until(() => client.quotes().length === 2);
    await pause(300);
    expect(client.quotes().map(([quote]) => quote?.price)).toEqual(['0', '100']);
  });

  test('no socket hears quotes more than four times a second, whenever it came', async () => {
    await product.stop();
    product = await openLive(db, { quoteIntervalMs: 250 });
    // When the server lets quotes go; when they arrive is the machine's affair.
    const departures: number[][] = [];
    product.app.server.on('connection', (socket: Socket) => {
      const times: number[] = [];
      departures.push(times);
      const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
      socket.write = (...given: unknown[]) => {
        if (String(given[0]).includes('[{"')) times.push(performance.now());
        return write(...given);
      };
    });
    const isEnough = (): boolean =>
      departures.length === 5 && departures.every(({ length }) => length >= 7);
    for (let sent = 0; !isEnough(); sent += 1) {
      product.live.publishQuotes([quoteOf('A', `${sent}`)]);
      if (sent % 20 === 0 && departures.length < 5) {
        const client = await product.connect();
        client.say({ type: 'SUBSCRIBE', codes: ['A', `B${sent}`] });
      }
      await pause(10);
    }
    for (const times of departures) {
      // Five frames need four intervals.
      const spans = times.slice(4).map((at, index) => at - (times[index] ?? 0));
      for (const span of spans) expect(span).toBeGreaterThan(950);
    }
  });
});

describe('private frames', () => {
  test('share one count a book, and say one contract or many', async () => {
    const user = product.signIn();
    const account = { userId: user.userId, mode: 'demo' } as const;
    const client = await product.hearing(user, 'demo');
    const { seq } = await client.frame('AUTH_SUCCESS');
    const items = [pnlOf('1'), pnlOf('2')];
    product.live.publishPnl(account, []);
    product.live.publishPnl(account, items.slice(0, 1));
    product.live.publishPnl(account, items);
    product.live.publishBalance(account, balanceOf(user.userId));
    product.live.publishOrder(account, ORDER);
    await client.frame('ORDER_UPDATE');
    const frames = client.heard().flatMap((one) => (one.kind === 'frame' ? [one.frame] : []));
    expect(frames.slice(1)).toEqual([
      { type: 'REAL_TIME_PNL', seq: seq + 1, mode: 'demo', data: items[0] },
      { type: 'BATCH_REAL_TIME_PNL', seq: seq + 2, mode: 'demo', data: items },
      { type: 'USER_BALANCE_UPDATE', seq: seq + 3, mode: 'demo', data: balanceOf(user.userId) },
      { type: 'ORDER_UPDATE', seq: seq + 4, mode: 'demo', data: ORDER },
    ]);
  });

  test('reach every socket of the book with the same number', async () => {
    const user = product.signIn();
    const clients = [await product.hearing(user, 'real'), await product.hearing(user, 'real')];
    product.live.publishBalance({ userId: user.userId, mode: 'real' }, balanceOf(user.userId));
    const [first, second] = await Promise.all(
      clients.map((client) => client.frame('USER_BALANCE_UPDATE')),
    );
    expect(first).toEqual(second);
  });

  test('who comes back sees by the number that it missed some', async () => {
    const user = product.signIn();
    const account = { userId: user.userId, mode: 'demo' } as const;
    const first = await product.hearing(user, 'demo');
    const { seq } = await first.frame('AUTH_SUCCESS');
    first.ws.close();
    await until(() => [...product.live.connectedAccounts()].length === 0);
    for (let missed = 0; missed < 3; missed += 1) {
      product.live.publishBalance(account, balanceOf(user.userId));
    }
    const second = await product.hearing(user, 'demo');
    expect((await second.frame('AUTH_SUCCESS')).seq).toBe(seq + 3);
  });
});

const ORDER = {
  id: '018cc251-f400-7000-8000-000000000009',
  version: 2,
  orderNo: 'C-1',
  code: 'BTC/USDT',
  name: 'Bitcoin',
  type: 2,
  direction: 'buy',
  orderType: 'market',
  status: 'running',
  reason: null,
  price: '64000',
  createdTime: 1_704_067_200_000,
  lots: '0.01',
  contracts: '0.01',
  leverage: 2,
  margin: '320',
  fee: '0.64',
  financing: '0',
  paused: false,
  mode: 'demo',
} as const;
