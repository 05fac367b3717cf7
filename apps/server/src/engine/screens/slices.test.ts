import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SOCKET_PATH } from '@candor/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestApp } from '../../../test/start-app.ts';
import { newTrader } from '../../../test/trader.ts';
import { SLICE_MAX, inSlices } from '../../platform/process/slices.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** How much was done in each turn of the loop that did something, until some work is over. */
async function eachTurn(count: () => number, begin: () => Promise<unknown>): Promise<number[]> {
  const turns: number[] = [];
  let isOver = false;
  let before = count();
  // Work that waits takes any number of turns: more than arguments a function can be called with.
  const look = (): void => {
    const now = count();
    if (now > before) turns.push(now - before);
    before = now;
  };
  const work = begin().finally(() => {
    isOver = true;
  });
  do {
    look();
    await nextTurn();
  } while (!isOver);
  look();
  await work;
  return turns;
}

test('a turn of the loop does a slice, counted by what each is, and nothing is left out', async () => {
  const done: number[] = [];
  const costs = Array.from({ length: 400 }, (_, index) => 1 + (index % 7));
  const act = (cost: number): number => {
    done.push(cost);
    return cost;
  };
  const weight = (): number => done.reduce((sum, cost) => sum + cost, 0);
  const turns = await eachTurn(weight, () => inSlices(costs, act));
  expect(done).toEqual(costs);
  expect(Math.max(...turns)).toBeLessThan(SLICE_MAX + 7);
});

test('hundreds of orders that changed at once are told in slices, in their order', async () => {
  const product = await startTestApp();
  const trader = await newTrader(product);
  await trader.says('60000', '60010');
  product.app.http.server.listen(0, '127.0.0.1');
  await once(product.app.http.server, 'listening');
  const { port } = product.app.http.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
  await once(socket, 'open');
  const { token, userId } = trader;
  const { result } = await product.call('live.ticket', { token, mode: 'demo' });
  socket.send(JSON.stringify({ type: 'USER_AUTH', userId, ticket: result.ticket }));
  await expect.poll(() => [...product.app.live.connectedAccounts()].length).toBe(1);
  const ids: string[] = [];
  for (let n = 0; n < 2 * SLICE_MAX + 20; n += 1) {
    const { id } = await trader.opens({ lots: '0.0001', requestId: randomUUID() });
    ids.push(id);
  }
  const told = vi.spyOn(product.app.live, 'publishOrder');
  const turns = await eachTurn(() => told.mock.calls.length, product.settle);
  expect(told.mock.calls.map(([, order]) => order.id)).toEqual(ids);
  expect(Math.max(...turns)).toBeLessThanOrEqual(SLICE_MAX);
  socket.terminate();
  await product.stop();
});
