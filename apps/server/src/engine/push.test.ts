import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { UserId } from '@candor/kernel';
import { type ServerFrame, SOCKET_PATH, live } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;
let port: number;
let token: string;
let userId: UserId;
let socket: WebSocket;
let frames: ServerFrame[] = [];

beforeAll(async () => {
  product = await startTestApp();
  product.app.http.server.listen(0, '127.0.0.1');
  await once(product.app.http.server, 'listening');
  ({ port } = product.app.http.server.address() as AddressInfo);
});
afterAll(() => product.stop());
beforeEach(async () => {
  socket?.close();
  ({ token, userId } = await product.register());
  await play('1.2', '1.2');
  frames = [];
  socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
  socket.on('message', (data: Buffer) => {
    const said: unknown = JSON.parse(data.toString());
    if (!Array.isArray(said)) frames.push(live.ServerFrame.parse(said));
  });
  await once(socket, 'open');
  const { result } = await product.call('live.ticket', { token, mode: 'demo' });
  socket.send(JSON.stringify({ type: 'USER_AUTH', userId, ticket: result.ticket }));
  await said('AUTH_SUCCESS');
});

/** A second passes, a price of the euro comes, the pulse acts on it. */
async function play(bid: string, ask: string): Promise<void> {
  product.clock.advance(1_000);
  await product.price('EUR/USD', bid, ask);
  await product.settle();
}

async function open(lots: string, change: object = {}): Promise<string> {
  const answer = await product.call('contracts.open', {
    token,
    body: {
      code: 'EUR/USD',
      direction: 'buy',
      orderType: 'market',
      lots,
      leverage: 30,
      requestId: randomUUID(),
      ...change,
    },
  });
  expect(answer.code).toBe('200');
  await product.settle();
  return answer.result.id;
}

type Said<Type> = Extract<ServerFrame, { type: Type }>;

const heard = <Type extends ServerFrame['type']>(type: Type): Said<Type>[] =>
  frames.filter((frame): frame is Said<Type> => frame.type === type);

async function said<Type extends ServerFrame['type']>(type: Type): Promise<Said<Type>> {
  await expect.poll(() => heard(type).length, { timeout: 5_000 }).toBeGreaterThan(0);
  return heard(type).at(-1) as Said<Type>;
}

/** Everything that was sent before has arrived once an answer to this has. */
async function settleSocket(): Promise<void> {
  const before = heard('PONG').length;
  socket.send(JSON.stringify({ type: 'PING' }));
  await expect.poll(() => heard('PONG').length, { timeout: 5_000 }).toBe(before + 1);
}

test('several contracts that moved with a pulse are one batch', async () => {
  const ids = [await open('0.5'), await open('0.4')];
  await play('1.21', '1.21');
  const { data } = await said('BATCH_REAL_TIME_PNL');
  expect(data.map(({ orderId }) => orderId).toSorted()).toEqual(ids.toSorted());
  expect(data.find(({ orderId }) => orderId === ids[0])).toMatchObject({
    unrealizedPnL: '500',
    currentPrice: '1.21',
  });
});

test('thresholds hold pushes back and nothing else', async () => {
  const id = await open('0.01');
  await play('1.21', '1.21');
  await said('REAL_TIME_PNL');
  const pushed = heard('REAL_TIME_PNL').length;
  // Nine cents of result, a twentieth of a percent: below every threshold.
  await play('1.21001', '1.21001');
  await settleSocket();
  expect(heard('REAL_TIME_PNL')).toHaveLength(pushed);
  const now = await product.call('contracts.get', { token, params: { id } });
  expect(now.result).toMatchObject({ floatingPnL: '10.01', markPrice: '1.21001' });
  // Measured against what was pushed last, so that small steps add up.
  for (const step of ['1.21004', '1.21007', '1.2101']) await play(step, step);
  await expect.poll(() => heard('REAL_TIME_PNL').length, { timeout: 5_000 }).toBe(pushed + 1);
  expect(heard('REAL_TIME_PNL').at(-1)?.data.unrealizedPnL).not.toBe('10.01');
});

test('a stop that fills is told, with the figures after it, in one count', async () => {
  const id = await open('0.1', { stopLoss: '1.19' });
  frames = [];
  await play('1.18', '1.18');
  await product.settle();
  await expect
    .poll(() => heard('ORDER_UPDATE').some(({ data }) => data.status === 'closed'))
    .toBe(true);
  const update = heard('ORDER_UPDATE').find(({ data }) => data.status === 'closed');
  expect(update?.data).toMatchObject({ id, reason: 'stopLoss', closePrice: '1.18' });
  await expect
    .poll(() => heard('USER_BALANCE_UPDATE').at(-1)?.data)
    .toMatchObject({ bondAmount: '0', floatingPnL: '0' });
  const numbers = frames.flatMap((frame) => ('seq' in frame ? [frame.seq] : []));
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
});

test('a fallen margin level is told at once', async () => {
  // 2.4 lots at 1.2: margin 9,600 of 10,000, fee 288.
  await open('2.4');
  await play('1.199', '1.199');
  await product.settle();
  // A notice that was stored is pushed by the same type of frame, before this one or after it.
  const margin = () => heard('NOTIFICATION').find(({ data }) => data.kind === 'marginLevel');
  await expect.poll(margin, { timeout: 5_000 }).toMatchObject({
    mode: 'demo',
    data: { kind: 'marginLevel', level: '1', bondAmount: '9600' },
  });
});

test('an order that waits is told when it is placed and when it fills', async () => {
  const id = await open('0.01', { orderType: 'limit', price: '1.19' });
  await expect.poll(() => heard('ORDER_UPDATE').at(-1)?.data.status).toBe('pending');
  await play('1.18', '1.18');
  await product.settle();
  await expect
    .poll(() => heard('ORDER_UPDATE').at(-1)?.data)
    .toMatchObject({
      id,
      status: 'running',
      openPrice: '1.18',
    });
});
