import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { UserId } from '@candor/kernel';
import { type Order, type ServerFrame, SOCKET_PATH, live } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';

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

type Told = Said<'ORDER_UPDATE'>['data'];

/** Told by timers of the product, on a machine that may be busy. */
const PATIENT = { timeout: 10_000 };

/** What lists alone work out, and what moves with each tick. */
function still(order: Order): Omit<Order, 'closeOutPrice'> {
  const { closeOutPrice: _, ...rest } = order;
  return rest;
}

/** The frame that tells of an order as an answer has given it. */
async function toldAs(answer: Order): Promise<Told> {
  const told = () => heard('ORDER_UPDATE').findLast(({ data }) => data.id === answer.id)?.data;
  await expect.poll(() => told()?.version, PATIENT).toBe(answer.version);
  return told() as Told;
}

test('an order is told as its answer, its list and its details give it, under one version', async () => {
  const act = async (name: 'contracts.amend' | 'contracts.close', id: string, body: object) => {
    const requestId = randomUUID();
    const { result } = await product.call(name, {
      token,
      params: { id },
      body: { ...body, requestId },
    });
    await product.settle();
    return 'order' in result ? result.order : result;
  };
  const list = async (status: Order['status']): Promise<Order[]> =>
    (await product.call('contracts.list', { token, query: { status } })).result.records;
  const id = await open('0.2');
  const steps = [
    async () => (await list('running'))[0] as Order,
    () => act('contracts.amend', id, { stopLoss: '1.1' }),
    // Before the next price: two amendments that count from the same tick.
    () => act('contracts.amend', id, { stopLoss: '1.12' }),
    () => act('contracts.close', id, { lots: '0.1' }),
    () => act('contracts.close', id, {}),
  ];
  for (const [index, step] of steps.entries()) {
    const answer = await step();
    expect(answer.version).toBe(2 + index);
    const told = await toldAs(answer);
    expect(still(told)).toEqual(still(answer));
    const [listed] = await list(answer.status);
    expect(still(listed as Order)).toEqual(still(told));
    const { result } = await product.call('contracts.get', { token, params: { id } });
    expect(result.version).toBe(answer.version);
  }
});

test('an order that waits, is armed and is filled has a higher version each time', async () => {
  const terms = { orderType: 'stopLimit', stopPrice: '1.21', price: '1.205' };
  const id = await open('0.01', terms);
  const version = async () =>
    (await product.call('contracts.get', { token, params: { id } })).result.version;
  const told = () => heard('ORDER_UPDATE').findLast(({ data }) => data.id === id)?.data.version;
  const step = async (to: number): Promise<void> => {
    await product.settle();
    await expect.poll(told, PATIENT).toBe(to);
    expect(await version()).toBe(to);
  };
  await step(1);
  await play('1.22', '1.22');
  await step(2);
  await play('1.204', '1.204');
  await step(3);
});

test('an order is told to its owner alone, and in its own mode', async () => {
  const { token: other, userId: otherId } = await product.register();
  const hear = async (who: { token: string; userId: UserId }, mode: 'demo' | 'real') => {
    const told: string[] = [];
    const listener = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
    listener.on('message', (data: Buffer) => told.push(data.toString()));
    await once(listener, 'open');
    const { result } = await product.call('live.ticket', { token: who.token, mode });
    listener.send(JSON.stringify({ type: 'USER_AUTH', userId: who.userId, ticket: result.ticket }));
    await expect.poll(() => told.some((text) => text.includes('AUTH_SUCCESS')), PATIENT).toBe(true);
    return { told, listener };
  };
  const others = [
    await hear({ token: other, userId: otherId }, 'demo'),
    await hear({ token, userId }, 'real'),
  ];
  const same = await hear({ token, userId }, 'demo');
  const id = await open('0.01');
  await expect.poll(() => same.told.some((text) => text.includes(id)), PATIENT).toBe(true);
  for (const { listener, told } of others) {
    // Everything that was sent before has arrived once an answer to this has.
    listener.send(JSON.stringify({ type: 'PING' }));
    await expect.poll(() => told.some((text) => text.includes('PONG')), PATIENT).toBe(true);
    expect(told.filter((text) => text.includes('ORDER_UPDATE'))).toEqual([]);
    listener.close();
  }
  same.listener.close();
});
