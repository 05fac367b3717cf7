import { randomUUID } from 'node:crypto';
import type { Order } from '@candor/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { fromDatabase } from '../platform/postgres/unavailable.ts';

let product: TestApp;
let token: string;
let userId: Awaited<ReturnType<TestApp['register']>>['userId'];

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token, userId } = await product.register());
  product.clock.advance(1_000);
  await product.price('BTC/USDT', '60000', '60010');
});
afterEach(() => {
  vi.restoreAllMocks();
});

const asked = (change: object = {}) => ({
  code: 'BTC/USDT',
  direction: 'buy' as const,
  orderType: 'market' as const,
  lots: '0.01',
  leverage: 2,
  requestId: randomUUID() as string,
  ...change,
});

async function opened(who = token): Promise<Order> {
  const answer = await product.call('contracts.open', { token: who, body: asked() });
  expect(answer.code).toBe('200');
  return answer.result;
}

const count = async (): Promise<number> =>
  (await product.call('contracts.list', { token })).result.total;

/** Counts how often everything travelled at once, and how often something was loaded first. */
function watch() {
  const atOnce = vi.spyOn(product.acting, 'commitAll');
  const loaded = vi.spyOn(product.acting, 'transaction');
  return () => [atOnce.mock.calls.length, loaded.mock.calls.length];
}

test('an act on a remembered book is one round trip', async () => {
  const first = await opened();
  const travelled = watch();
  await opened();
  const closed = await product.call('contracts.close', {
    token,
    params: { id: first.id },
    body: { requestId: randomUUID() },
  });
  expect(closed.code).toBe('200');
  expect(travelled()).toEqual([2, 0]);
});

test('a book is remembered under the version its commit left, whatever moved it there', async () => {
  await opened();
  const commitAll = product.acting.commitAll.bind(product.acting);
  // What moves it once more within the command, as a trigger of a later migration may.
  const text = 'select ledger.touch_books($1::uuid[], $2::text[])';
  vi.spyOn(product.acting, 'commitAll').mockImplementation((statements, isStillGood) =>
    commitAll(statements.toSpliced(-1, 0, { text, values: [[userId], ['demo']] }), isStillGood),
  );
  const loaded = vi.spyOn(product.acting, 'transaction');
  await opened();
  await opened();
  expect(loaded).not.toHaveBeenCalled();
});

test('a book that moved meanwhile is read again, and what it holds now counts', async () => {
  await product.admit(userId);
  await product.deposit(userId, 1_000_000_000n);
  const real = { token, mode: 'real' as const };
  await product.call('contracts.open', { ...real, body: asked() });
  const dear = asked({ lots: '0.05' });
  // Needs 1,500.25 and a fee: only the second deposit, of another process, pays for it.
  await product.deposit(userId, 1_000_000_000n);
  const travelled = watch();
  const answer = await product.call('contracts.open', { ...real, body: dear });
  expect(answer.code).toBe('200');
  expect(travelled()).toEqual([1, 1]);
  const info = await product.call('portfolio.info', real);
  expect(info.result.bondAmount).toBe('1800.3');
});

test('a request answered before gets the same bytes, and its neighbours their orders', async () => {
  const other = await product.register();
  await opened(other.token);
  const body = asked();
  const before = await product.call('contracts.open', { token, body });
  const travelled = watch();
  const [again, theirs] = await Promise.all([
    product.call('contracts.open', { token, body }),
    product.call('contracts.open', { token: other.token, body: asked() }),
  ]);
  expect(again.text).toBe(before.text);
  expect(theirs.code).toBe('200');
  expect(travelled()[1]).toBeGreaterThan(0);
  expect(await count()).toBe(1);
});

test('a request id used for something else is seen although its answer is not kept', async () => {
  const body = asked();
  await product.call('contracts.open', { token, body });
  const other = await product.call('contracts.open', { token, body: { ...body, lots: '0.02' } });
  expect(other.status).toBe(422);
  expect(await count()).toBe(1);
});

test('a book somebody else holds keeps nobody waiting outside its batch', async () => {
  const other = await product.register();
  await opened();
  await opened(other.token);
  const lock = 'select user_id, mode, version::text from ledger.lock_books($1::uuid[], $2::text[])';
  let release = (): void => undefined;
  const holding = product.db.transaction(async (tx) => {
    await tx.query(lock, [[userId], ['demo']]);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  const seen = (what: string): Promise<void> =>
    vi.waitFor(async () => {
      const [found] = await product.db.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and query like '%_books%' and ${what}`,
      );
      expect(found?.n).toBe(1);
    });
  await seen(`state = 'idle in transaction'`);
  const waiting = opened();
  await seen(`wait_event_type = 'Lock'`);
  await opened(other.token);
  expect(await count()).toBe(1);
  release();
  await Promise.all([holding, waiting]);
  expect(await count()).toBe(2);
});

test('an answer that was lost on the way back is found kept, not given twice', async () => {
  await opened();
  const commitAll = product.acting.commitAll.bind(product.acting);
  vi.spyOn(product.acting, 'commitAll').mockImplementation(async (statements) => {
    await commitAll(statements);
    throw new Error('the connection was lost behind the commit');
  });
  const answer = await product.call('contracts.open', { token, body: asked() });
  expect(answer.code).toBe('200');
  expect(await count()).toBe(2);
});

test('a database that does not answer is waited for once in a call, not once for each way', async () => {
  await opened();
  const away = fromDatabase(new Error('timeout exceeded when trying to connect'));
  vi.spyOn(product.acting, 'commitAll').mockRejectedValueOnce(away);
  const loaded = vi.spyOn(product.acting, 'transaction');
  const body = asked();
  await expect(product.call('contracts.open', { token, body })).rejects.toThrow('503');
  expect(loaded).not.toHaveBeenCalled();
  // The same request goes through once it is back, and once.
  expect((await product.call('contracts.open', { token, body })).code).toBe('200');
  expect(await count()).toBe(2);
});

test('what waited for a connection after it was decided is decided again, by the price of then', async () => {
  await opened();
  const commitAll = product.acting.commitAll.bind(product.acting);
  vi.spyOn(product.acting, 'commitAll').mockImplementation((statements, isStillGood) => {
    // As long as a connection may be waited for, and longer than any price counts.
    product.clock.advance(20_000);
    return commitAll(statements, isStillGood);
  });
  const answer = await product.call('contracts.open', { token, body: asked() });
  expect(answer.code).toBe('10015');
  expect(await count()).toBe(1);
  vi.restoreAllMocks();
  await product.price('BTC/USDT', '61000', '61010');
  expect((await opened()).openPrice).toBe('61010');
});
