// Promise: what an operator may watch is what docs/operations.md lists, and each figure moves.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { newUuid } from '@candor/kernel';
import { SOCKET_PATH } from '@candor/protocol';
import { callAddress } from '@candor/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { lockAccounts } from '../src/ledger/index.ts';
import { PASSWORD } from './factors.ts';
import { startTestDesk } from './start-desk.ts';
import { type TestApp, startTestApp } from './start-app.ts';

let product: TestApp;
beforeAll(async () => {
  product = await startTestApp({ hashesAsProduct: true });
  await product.app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => product.stop());

const textOf = async (): Promise<string> => (await product.app.http.inject('/metrics')).body;

/** What a figure says now; labels are added up. */
async function figure(name: string): Promise<number> {
  const lines = (await textOf()).split('\n').filter((line) => /^\w+/.exec(line)?.[0] === name);
  return lines.reduce((sum, line) => sum + Number.parseInt(line.split(' ').at(-1) ?? '', 10), 0);
}

test('every figure of the product stands in the list of the operator, and no other', async () => {
  const desk = await startTestDesk();
  const all = (await desk.app.http.inject('/metrics')).body;
  await desk.stop();
  const told = [...all.matchAll(/^# TYPE (candor_\w+) /gm)].map(([, name]) => name);
  const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `(candor_\w+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(told.toSorted());
  expect(new Set(listed).size).toBe(listed.length);
  // Nothing the page says of a figure is said of one that is not there.
  const named = new Set([...page.matchAll(/candor_\w+/g)].map(([name]) => name));
  for (const role of ['candor_app', 'candor_desk']) named.delete(role);
  expect([...named].filter((name) => !told.includes(name))).toEqual([]);
});

test('commands that wait are counted while they wait', async () => {
  const { token, userId } = await product.register();
  await product.price('BTC/USDT', '100', '101');
  const locked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = product.acting.transaction(async (tx) => {
    // A busy machine may need longer for what is counted than a transaction may stand idle.
    await tx.query('set local idle_in_transaction_session_timeout = 0');
    await lockAccounts(tx, [{ userId, mode: 'demo' }]);
    locked.resolve();
    await held.promise;
  });
  // An order that comes before the lock waits for nothing.
  await locked.promise;
  const open = () =>
    product.call('contracts.open', {
      token,
      body: {
        code: 'BTC/USDT',
        direction: 'buy',
        orderType: 'market',
        lots: '0.001',
        leverage: 2,
        requestId: newUuid(product.clock.now()),
      },
    });
  const atLock = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const opening = [open()];
  try {
    // One is under way behind the lock, alone in its batch; what it holds up waits.
    await expect
      .poll(async () => (await product.db.query(atLock)).length, { timeout: 20_000 })
      .toBe(1);
    opening.push(...Array.from({ length: 4 }, open));
    await expect.poll(() => figure('candor_commands_waiting'), { timeout: 20_000 }).toBe(4);
  } finally {
    held.resolve();
    await holding;
  }
  expect((await Promise.all(opening)).map(({ code }) => code)).toEqual(Array(5).fill('200'));
  expect(await figure('candor_commands_waiting')).toBe(0);
});

test('calls answered 503 are counted, and passwords while they wait', async () => {
  const logIn = () =>
    product.app.http.inject({
      method: 'POST',
      url: callAddress('accounts.login', {}),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username: 'nobody-at-all', password: PASSWORD, client: 'api' }),
    });
  const asked = Array.from({ length: 70 }, logIn);
  await expect
    .poll(() => figure('candor_passwords_waiting'), { timeout: 20_000, interval: 5 })
    .toBeGreaterThan(0);
  const answers = await Promise.all(asked);
  const away = answers.filter(({ statusCode }) => statusCode === 503).length;
  expect(away).toBeGreaterThan(0);
  expect(await figure('candor_calls_unavailable')).toBe(away);
  expect(await figure('candor_passwords_waiting')).toBe(0);
});

test('sockets are counted: open, and refused', async () => {
  const { port } = product.app.http.server.address() as AddressInfo;
  const address = `ws://127.0.0.1:${port}${SOCKET_PATH}`;
  const ws = new WebSocket(address);
  await once(ws, 'open');
  const foreign = new WebSocket(address, { origin: 'https://elsewhere.example' });
  const [error] = (await once(foreign, 'error')) as [Error];
  expect(error.message).toContain('403');
  expect([await figure('candor_sockets_open'), await figure('candor_sockets_refused')]).toEqual([
    1, 1,
  ]);
  ws.close();
  await expect.poll(() => figure('candor_sockets_open'), { timeout: 20_000 }).toBe(0);
});

test('connections the system could not hand over are counted', async () => {
  const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE', syscall: 'accept' });
  product.app.http.server.emit('error', error);
  expect(await figure('candor_connections_failed')).toBe(1);
});
