import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type ServerFrame, SOCKET_PATH, live as protocol } from '@candor/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

const WAIT = { timeout: 10_000, interval: 5 };

let product: TestApp;
let port = 0;

beforeAll(async () => {
  product = await startTestApp();
  await product.app.http.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = product.app.http.server.address() as AddressInfo);
});
afterAll(() => product.stop());

type Listener = {
  readonly token: string;
  readonly heard: ServerFrame[];
  close(): void;
};

/** A user with an account who hears their own demo account. */
async function listen(): Promise<Listener> {
  const { token, userId } = await product.register();
  const { result } = await product.call('live.ticket', { token });
  const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
  const heard: ServerFrame[] = [];
  socket.on('message', (data) => {
    const frame: unknown = JSON.parse(String(data));
    if (!Array.isArray(frame)) heard.push(protocol.ServerFrame.parse(frame));
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'USER_AUTH', userId, ticket: result.ticket }));
  await expect.poll(() => heard.some(({ type }) => type === 'AUTH_SUCCESS'), WAIT).toBe(true);
  return { token, heard, close: () => socket.close() };
}

const states = ({ heard }: Listener): string[] =>
  heard.flatMap((frame) => (frame.type === 'OPTION_UPDATE' ? [frame.data.state] : []));

test('its owner hears of an option’s purchase and its end, and then of the balance; nobody else', async () => {
  const owner = await listen();
  const outsider = await listen();
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '60000', '60010');
  const bought = await product.call('options.buy', {
    token: owner.token,
    body: {
      code: 'BTC/USDT',
      direction: 'down',
      period: 60,
      amount: '10',
      requestId: randomUUID(),
    },
  });
  expect(bought.code).toBe('200');
  await product.settle();
  await expect.poll(() => states(owner), WAIT).toEqual(['running']);
  product.clock.advance(60_000);
  await product.price('BTC/USDT', '59000', '59010');
  await product.settle();
  await product.settle();
  await expect.poll(() => states(owner), WAIT).toEqual(['running', 'won']);
  await expect
    .poll(
      () =>
        owner.heard.some(
          (frame) =>
            frame.type === 'USER_BALANCE_UPDATE' &&
            frame.data.baseBalance === '10008' &&
            frame.data.profit === '8' &&
            frame.data.totalAssets === '10008',
        ),
      WAIT,
    )
    .toBe(true);
  expect(states(outsider)).toEqual([]);
  const numbers = owner.heard.flatMap((frame) => ('seq' in frame ? [frame.seq] : []));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  owner.close();
  outsider.close();
});
