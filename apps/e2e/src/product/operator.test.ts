import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstLinkIn, firstMember, furtherMember } from '../support/desk.ts';
import { operate } from '../support/operator.ts';
import { type Product, type Trader, cleanUp, newFolder, startProduct } from '../support/product.ts';

const CODE = 'BTC/USDT';
/** A decision must be heard within a second; the rest is this machine being busy. */
const HEARD_WITHIN_MS = 5_000;

let product: Product;
let trader: Trader;

beforeAll(async () => {
  product = await startProduct({ feed: 'simulated' });
  trader = await product.register();
  await product.untilOpen(CODE);
});
afterAll(cleanUp);

const operator = (...args: string[]) => operate(product.dataDir, ...args);
const info = async () => (await product.call('market.info', { params: { id: 'BTCUSDT' } })).result;
const open = () =>
  product.call('contracts.open', {
    token: trader.token,
    body: {
      code: CODE,
      direction: 'buy',
      orderType: 'market',
      lots: '0.001',
      leverage: 2,
      requestId: randomUUID(),
    },
  });
const becomes = (status: string) =>
  expect.poll(async () => (await info()).status, { timeout: HEARD_WITHIN_MS }).toBe(status);

test('a suspended instrument takes no orders, says why, and close-only lets people out', async () => {
  await expect.poll(() => firstLinkIn(product.said()), { timeout: 20_000 }).not.toBeNull();
  const link = firstLinkIn(product.said()) ?? '';
  const first = await firstMember({ link, name: 'Risa' }, 'risk');
  const who = { name: 'Rik', email: 'rik@candor.example' };
  const other = await furtherMember({ ...product, deskLink: link }, who, 'risk');
  const restrict = (status: 'suspended' | 'closeOnly', reason: string) =>
    first.ask('instruments.restrict', { body: { code: CODE, status, reason } });
  const lift = async (id: string): Promise<void> => {
    const params = { id };
    const { rowHash } = await other.ask('cases.get', { params });
    const body = { verdict: 'rejected', reason: 'not-justified', rowHash } as const;
    await other.ask('cases.decide', { params, body });
  };
  const { result: order } = await open();
  const reason = 'The venue announced a split';
  const suspended = await restrict('suspended', reason);
  await becomes('suspended');
  expect((await info()).restriction).toMatchObject({ reason });
  expect((await open()).refused).toMatchObject({ facts: { why: 'suspended' } });
  await lift(suspended.id);
  await becomes('open');

  const halted = await restrict('closeOnly', 'Delisting on Friday');
  await becomes('closeOnly');
  expect((await open()).code).toBe('10015');
  const closed = await product.call('contracts.close', {
    token: trader.token,
    params: { id: order.id },
    body: { requestId: randomUUID() },
  });
  expect(closed.code).toBe('200');

  await lift(halted.id);
  await becomes('open');
  expect((await info()).restriction).toBeNull();
  expect((await open()).code).toBe('200');
  // The terminal has no such command.
  const gone = await operator('instrument', CODE, 'suspend', '--reason', 'x');
  expect([gone.exitCode, gone.said.startsWith('What an operator may do')]).toEqual([1, true]);
});

test('the books and the day’s tape are looked over while the product runs', async () => {
  const books = await operator('reconcile');
  expect(books.exitCode).toBe(0);
  expect(books.said.split('\n').at(-1)).toBe('Every book sums to zero.');
  expect(books.said).toContain('demo/USDT/house:demo-grant -');
  const day = new Date().toISOString().slice(0, 10);
  const tape = await operator('verify-tape', day);
  expect(tape.said).toMatch(
    new RegExp(`^The tape of ${day} holds: \\d+ ticks, last link [0-9a-f]{64}\\.$`),
  );
  expect((await operator('verify-tape', 'yesterday')).exitCode).toBe(1);
});

test('the next signing key is made, named by the one before, and signs; the old one stays', async () => {
  const keys = async () => (await product.call('market.keys')).result;
  const before = await keys();
  expect(before.keys).toMatchObject([{ number: 1, until: null, endorsement: null }]);
  const rotated = await operator('signing-key', 'rotate');
  expect(rotated).toEqual({
    exitCode: 0,
    said: 'Key 2 signs checkpoints and receipts within seconds. Those before stay published.',
  });
  const latest = async () => (await product.call('market.checkpoint')).result;
  await expect.poll(async () => (await latest()).key, { timeout: 60_000, interval: 500 }).toBe(2);
  const after = await keys();
  expect(after.origin).toBe(before.origin);
  expect(after.keys).toMatchObject([
    { verifier: before.keys[0]?.verifier, until: after.keys[1]?.from },
    { number: 2, until: null },
  ]);
  expect(after.keys[1]?.endorsement).not.toBeNull();
  expect((await operator('signing-key')).exitCode).toBe(1);
}, 120_000);

test('where no Candor runs it says so', async () => {
  const folder = join(await newFolder(), 'data');
  expect(await operate(folder, 'reconcile')).toEqual({
    exitCode: 1,
    said: `No Candor ever ran on the data folder ${folder}.`,
  });
});
