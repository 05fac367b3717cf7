// Promise: withdrawals that nothing holds are let go together, and each as if it were alone: what waits goes on
// waiting, what breaks holds nobody else, and each step is told once. (PRODUCT 9; RELIABILITY B17, K9, K10)
import { randomUUID } from 'node:crypto';
import { HOUR_MS, SECOND_MS, ensure, plusMs } from '@candor/kernel';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { entryOf, pays } from '../../../test/books.ts';
import { type TestCashier, testCashier } from '../../../test/cashier.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { type AskedWithdrawal, withdrawersOf } from '../../../test/withdrawing.ts';
import { commitEntries } from '../../ledger/index.ts';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import { fromDatabase } from '../../platform/postgres/unavailable.ts';

/** What stands between the product and its database. */
const wire = {
  /** Sizes of the groups that were let go. */
  groups: [] as number[],
  /** Thrown where a group would be let go. */
  broken: null as unknown,
};

const between = (db: Database): Database => ({
  ...db,
  transaction: (work) =>
    db.transaction((tx) => {
      const watched: Tx = {
        ...tx,
        async query(text, values = []) {
          if (text.includes("update cashier.withdrawal w set state = 'approved'")) {
            if (wire.broken !== null) throw wire.broken;
            wire.groups.push((values[0] as unknown[]).length);
          }
          return tx.query(text, values);
        },
      };
      return work(watched);
    }),
});

let product: TestApp;
let cashier: TestCashier;
let users: ReturnType<typeof withdrawersOf>;

beforeAll(async () => {
  cashier = testCashier();
  product = await startTestApp({ cashier: cashier.given, between });
  users = withdrawersOf(product, cashier);
});
afterAll(() => product.stop());
afterEach(() => {
  wire.groups.length = 0;
  wire.broken = null;
});

const due = () => product.app.cashier.withdrawals.advanceDue();

/** Withdrawals of as many users, asked for and not looked at. */
async function requested(count: number) {
  const all = await users.readyAll(await users.newCustomers(count));
  const said = await Promise.all(all.map((one) => users.ask(one)));
  return all.map(({ userId }, place) => ({ userId, id: idOf(said[place]) }));
}
const idOf = (said: AskedWithdrawal | undefined): string => ensure(said, 'it was asked').result.id;

type Of = Awaited<ReturnType<typeof requested>>[number];

const get = async (of: Of) => ensure(await product.app.cashier.withdrawals.get(of), 'it is there');
const stepsOf = async (of: Of) => (await get(of)).steps.map(({ state }) => state);

/** How often each of these was announced. */
async function told(all: readonly Of[]): Promise<readonly number[]> {
  const rows = await product.owner.query<{ payload: string }>(
    `select payload from platform.outbox where payload like '%"withdrawal"%'`,
  );
  const ids = rows.map(({ payload }) => (JSON.parse(payload) as { id: string }).id);
  return all.map(({ id }) => ids.filter((one) => one === id).length);
}

test('those of one look go together, 64 at most, each by its step and told once', async () => {
  const all = await requested(70);
  await due();
  expect(wire.groups).toEqual([64, 6]);
  for (const of of all) {
    const one = await get(of);
    expect(one).toMatchObject({ state: 'approved', reason: null, holder: null, deadline: null });
    expect(one.steps.map(({ state, by }) => [state, by])).toEqual([
      ['requested', 'owner'],
      ['approved', 'system'],
    ]);
  }
  // Once when it was asked for, once now.
  expect(new Set(await told(all))).toEqual(new Set([2]));
  wire.groups.length = 0;
  await due();
  await product.app.cashier.withdrawals.advance();
  expect(wire.groups).toEqual([]);
  expect(new Set(await told(all))).toEqual(new Set([2]));
});

test('what has to wait waits, whoever goes beside it', async () => {
  const rich = await users.newCustomer(5_000_000_000n);
  const big = await users.ask(await users.ready(rich, '1500'));
  const [free, held, frozen, owing, last] = (await requested(5)) as [Of, Of, Of, Of, Of];
  const now = product.clock.now();
  const until = plusMs(now, HOUR_MS);
  await product.owner.query(
    `insert into accounts.hold (user_id, id, reason, at, until)
     values ($1, $2, 'password-changed', platform.from_ms($3), platform.from_ms($4))`,
    [held.userId, randomUUID(), now, until],
  );
  await product.owner.query(
    'insert into accounts.freeze (user_id, since) values ($1, platform.from_ms($2))',
    [frozen.userId, now],
  );
  const taken = pays('user:reversed', 'world:tron', 100_000_000n);
  const entry = entryOf('deposit-reversal', owing.userId, [taken], { at: now });
  await product.db.transaction((tx) => commitEntries(tx, [entry], now));
  await due();
  const all = [{ userId: rich.userId, id: idOf(big) }, free, held, frozen, owing, last];
  const states = await Promise.all(
    all.map(async (of) => {
      const { state, reason } = await get(of);
      return [state, reason];
    }),
  );
  expect(states).toEqual([
    ['held', 'review'],
    ['approved', null],
    ['held', 'credentials'],
    ['held', 'frozen'],
    ['held', 'review'],
    ['approved', null],
  ]);
  // To the second: not one before its end, and then together with what was asked for meanwhile.
  product.clock.advance(until - now - SECOND_MS);
  await due();
  expect((await get(held)).state).toBe('held');
  product.clock.advance(SECOND_MS);
  wire.groups.length = 0;
  await due();
  expect(await stepsOf(held)).toEqual(['requested', 'held', 'approved']);
  expect(wire.groups).toEqual([1]);
});

test('several of one user go together, and what is cut into parts is looked at', async () => {
  const who = await users.newCustomer(2_000_000_000n);
  const parts = [];
  for (const amount of ['300', '300', '600']) {
    parts.push({ userId: who.userId, id: idOf(await users.ask(await users.ready(who, amount))) });
  }
  await due();
  expect(await Promise.all(parts.map(async (of) => (await get(of)).state))).toEqual([
    'approved',
    'approved',
    'held',
  ]);
});

test('one that cannot be written holds nobody else, and goes once it can', async () => {
  const all = await requested(5);
  const stuck = ensure(all[2], 'there are five');
  await product.owner.query(
    `create function cashier.a_test() returns trigger language plpgsql as
     $$ begin raise exception 'not this one'; end $$`,
  );
  await product.owner.query(
    `create trigger a_test before update on cashier.withdrawal for each row
     when (new.id = '${stuck.id}') execute function cashier.a_test()`,
  );
  await due();
  expect(await Promise.all(all.map(async (of) => (await get(of)).state))).toEqual(
    all.map((of) => (of === stuck ? 'requested' : 'approved')),
  );
  await product.owner.query('drop trigger a_test on cashier.withdrawal');
  await due();
  expect(await stepsOf(stuck)).toEqual(['requested', 'approved']);
});

test('while the database is away for all, none is tried by itself; later all go', async () => {
  const all = await requested(3);
  wire.broken = fromDatabase(new Error('Connection terminated unexpectedly'));
  await expect(due()).rejects.toThrow('Connection terminated');
  for (const of of all) expect((await get(of)).state).toBe('requested');
  wire.broken = null;
  await due();
  for (const of of all) expect(await stepsOf(of)).toEqual(['requested', 'approved']);
});

test('one that its owner takes back at the same moment comes back, once', async () => {
  const all = await requested(8);
  const cancel = ({ userId, id }: Of) => {
    const requestId = randomUUID() as never;
    const request = {
      userId,
      requestId,
      call: 'cashier.cancel-withdrawal',
      bodyHash: 'a'.repeat(43),
    };
    return product.app.cashier.withdrawals.cancel({ userId, request }, id);
  };
  await Promise.all([due(), ...all.map(cancel)]);
  for (const of of all) {
    const steps = await stepsOf(of);
    expect([steps[0], steps.at(-1)]).toEqual(['requested', 'cancelled']);
    expect(steps.filter((state) => state === 'cancelled')).toHaveLength(1);
    expect(await users.left(of)).toMatchObject({ cash: 1_000_000_000n, leaving: 0n });
  }
});
