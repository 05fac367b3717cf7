import { randomUUID } from 'node:crypto';
import { MINUTE_MS, type Money, type UserId } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { entryOf, pays } from '../../../test/books.ts';
import { type FakeChain, createFakeChain } from '../../../test/fake-chain.ts';
import { TEST_KEYS, decideAll } from '../../../test/pay-in-keys.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { accountKey, commitEntries, findHoldings } from '../../ledger/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import { createLog } from '../../platform/process/log.ts';
import { type Deposits, createDeposits } from './index.ts';

let app: TestApp;
const tron: FakeChain = createFakeChain('tron');
const USDT = 1_000_000n;

/** A fault a test plants: the nth time such a statement is sent, the process ends in its place. */
let breaks: { readonly at: RegExp; left: number } | null = null;

/** A database that breaks off where a test says, as a process does that is killed there. */
function breaking(db: Database): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          query: async (text, values) => {
            if (breaks?.at.test(text) === true && (breaks.left -= 1) < 0) {
              breaks = null;
              throw new Error('killed here');
            }
            return tx.query(text, values);
          },
        }),
      ),
  };
}

beforeAll(async () => {
  app = await startTestApp({
    between: breaking,
    cashier: { chains: { tron }, payInKeys: TEST_KEYS },
  });
  await app.app.cashier.deposits.turn();
  await decideAll(app, 'payInKey');
});
afterAll(() => app.stop());
beforeEach(() => {
  breaks = null;
  tron.between = {};
  tron.isAway = false;
});

type User = { readonly token: string; readonly userId: UserId; readonly to: string };

async function newUser(): Promise<User> {
  const { token, userId } = await app.register();
  const query = { asset: 'USDT', network: 'tron' } as const;
  const given = await app.call('cashier.deposit-address', { token, mode: 'real', query });
  return { token, userId, to: given.result.address };
}

const turn = () => app.app.cashier.deposits.turn();
const pay = (to: string, units: bigint, txHash: string = randomUUID()) =>
  ({ asset: 'USDT', to, units, txHash }) as const;

/** Real cash and what is owed for deposits taken back. */
async function books(userId: UserId): Promise<{ cash: bigint; reversed: bigint }> {
  const account = { userId, mode: 'real' } as const;
  const held = (await findHoldings(app.db, [account])).get(accountKey(account))?.USDT;
  return { cash: held?.['user:cash'] ?? 0n, reversed: held?.['user:reversed'] ?? 0n };
}

async function records({ token }: User, narrowed: object = {}) {
  const query = { page: 1, size: 20, ...narrowed };
  const { result } = await app.call('cashier.deposits', { token, mode: 'real', query });
  expect(result.total).toBe(result.records.length);
  return result.records;
}

/** Deposits of another process on the same database. */
function besides(chains: Partial<Record<Network, FakeChain>>): Deposits {
  const { app: product, db, clock } = app;
  const log = createLog({ level: 'silent' });
  const { parameters, cases, cashier } = product;
  const { keys } = cashier;
  const valueOf = (amount: Money) => (amount.asset === 'USDT' ? amount : null);
  const given = { db, clock, log, parameters, cases, chains, keys, valueOf };
  return createDeposits({ ...given, committed: () => {} });
}

/** Mines until a payment counts. */
const confirm = (blocks = 19) => tron.mine(...Array.from({ length: blocks }, () => []));

describe('a deposit', () => {
  test('is seen, waits for its confirmations and is credited once', async () => {
    const user = await newUser();
    tron.mine([pay(user.to, 50n * USDT)]);
    await turn();
    const [seen] = await records(user);
    expect(seen).toMatchObject({ state: 'confirming', confirmations: 1, confirmationsNeeded: 19 });
    expect((await books(user.userId)).cash).toBe(0n);
    confirm(17);
    await turn();
    expect((await records(user))[0]).toMatchObject({ state: 'confirming', confirmations: 18 });
    confirm(1);
    await Promise.all([turn(), turn(), turn()]);
    // Below the minimum of the form, and credited in full.
    expect((await books(user.userId)).cash).toBe(50n * USDT);
    const [done] = await records(user);
    expect(done).toMatchObject({ state: 'credited', confirmations: 19, amount: '50' });
    expect(done?.steps.map(({ state }) => state)).toEqual(['seen', 'credited']);
    const id = done?.id ?? '';
    const one = await app.call('cashier.deposit', {
      token: user.token,
      mode: 'real',
      params: { id },
    });
    expect(one.result).toEqual(done);
    const other = await app.register();
    const theirs = await app.call('cashier.deposit', {
      token: other.token,
      mode: 'real',
      params: { id },
    });
    expect(theirs.code).toBe('404');
  });

  test('that is told twice, and by two processes, is one', async () => {
    const user = await newUser();
    const paid = pay(user.to, 7n * USDT);
    tron.between.transfers = (found) => [...found, ...found];
    tron.mine([paid, { ...paid, index: 1 }]);
    confirm();
    const second = besides({ tron });
    await second.load();
    await Promise.all([turn(), second.turn()]);
    await Promise.all([turn(), second.turn()]);
    expect((await books(user.userId)).cash).toBe(14n * USDT);
    expect(await records(user)).toHaveLength(2);
  });

  test('of a user whose address the database was changed to is not credited', async () => {
    const [user, thief] = [await newUser(), await newUser()];
    await app.owner.query(
      'alter table cashier.deposit_address disable trigger deposit_address_only_grows',
    );
    const put = 'update cashier.deposit_address set address = $2 where user_id = $1';
    await app.owner.query(put, [user.userId, 'T'.repeat(34)]);
    await app.owner.query(put, [thief.userId, user.to]);
    tron.mine([pay(user.to, USDT)]);
    confirm();
    await turn();
    expect(await books(thief.userId)).toEqual({ cash: 0n, reversed: 0n });
    await app.owner.query(put, [thief.userId, thief.to]);
    await app.owner.query(put, [user.userId, user.to]);
    await app.owner.query(
      'alter table cashier.deposit_address enable trigger deposit_address_only_grows',
    );
  });
});

describe('a chain that takes blocks back', () => {
  test('before the credit: what is in another block waits anew, what is in none is taken back', async () => {
    const [kept, lost] = [await newUser(), await newUser()];
    const stays = pay(kept.to, USDT);
    tron.mine([stays, pay(lost.to, USDT)], []);
    await turn();
    tron.reorg(2, [], [stays], []);
    await turn();
    expect((await records(kept))[0]).toMatchObject({ state: 'confirming', confirmations: 2 });
    expect((await records(lost))[0]).toMatchObject({ state: 'reversed' });
    confirm();
    await turn();
    expect((await books(kept.userId)).cash).toBe(USDT);
    expect((await books(lost.userId)).cash).toBe(0n);
  });

  test('mined anew with another sum: the old payment is taken back and the new one credited', async () => {
    const user = await newUser();
    const paid = pay(user.to, 100n * USDT);
    tron.mine([paid]);
    confirm();
    await turn();
    const anew = { ...paid, units: 99n * USDT };
    tron.reorg(20, [anew], ...Array.from({ length: 23 }, () => []));
    await turn();
    expect((await books(user.userId)).cash).toBe(99n * USDT);
    const found = (await records(user)).map(({ state, amount }) => `${state} ${amount}`);
    expect(found.toSorted()).toEqual(['credited 99', 'reversed 100']);
    // The first chain comes back: the first payment stands again, and the other does not.
    tron.reorg(24, [paid], ...Array.from({ length: 26 }, () => []));
    await turn();
    await turn();
    expect((await books(user.userId)).cash).toBe(100n * USDT);
  });

  test('after the credit: what was spent is owed, a case tells, the next credit pays it', async () => {
    const user = await newUser();
    const paid = pay(user.to, 100n * USDT);
    tron.mine([paid]);
    confirm();
    await turn();
    expect((await books(user.userId)).cash).toBe(100n * USDT);
    const at = app.clock.now();
    const spent = pays('user:cash', 'user:leaving', 90n * USDT);
    const entry = entryOf('withdrawal-request', user.userId, [spent], { at });
    await app.db.transaction((tx) => commitEntries(tx, [entry], at));
    tron.reorg(20, ...Array.from({ length: 23 }, () => []));
    await turn();
    expect(await books(user.userId)).toEqual({ cash: 0n, reversed: -90n * USDT });
    expect((await records(user))[0]).toMatchObject({ state: 'reversed' });
    expect(await decideAll(app, 'depositReversal')).toBe(1);
    // It comes back in a later block, and is credited anew: what was owed is paid first.
    tron.mine([paid]);
    confirm();
    await turn();
    expect(await books(user.userId)).toEqual({ cash: 10n * USDT, reversed: 0n });
    const [again] = await records(user);
    expect(again).toMatchObject({ state: 'credited' });
    const steps = ['seen', 'credited', 'reversed', 'seen', 'credited'];
    expect(again?.steps.map(({ state }) => state)).toEqual(steps);
  });

  test('though what was credited is in the new blocks as well: nothing is said or moved', async () => {
    const user = await newUser();
    const paid = pay(user.to, USDT);
    tron.mine([paid]);
    confirm();
    await turn();
    tron.reorg(20, [], [paid], ...Array.from({ length: 20 }, () => []));
    await turn();
    expect((await books(user.userId)).cash).toBe(USDT);
    const [stands] = await records(user);
    expect(stands?.steps.map(({ state }) => state)).toEqual(['seen', 'credited']);
  });

  test('deeper than its blocks are kept: it is said, and nothing is credited or taken back', async () => {
    const chain = createFakeChain('bitcoin');
    const deposits = besides({ bitcoin: chain });
    await deposits.load();
    await deposits.turn();
    chain.mine(...Array.from({ length: 400 }, () => []));
    await deposits.turn();
    chain.reorg(395, ...Array.from({ length: 400 }, () => []));
    await deposits.turn();
    expect(deposits.health()).toMatchObject([{ problem: 'too-deep', height: 1_400 }]);
  });
});

test('deposits are found by state, asset, network and time', async () => {
  const user = await newUser();
  tron.mine([pay(user.to, 5n * USDT)]);
  confirm();
  await turn();
  app.clock.advance(MINUTE_MS);
  const between = app.clock.now();
  app.clock.advance(MINUTE_MS);
  tron.mine([pay(user.to, 7n * USDT)]);
  await turn();
  const found = async (narrowed: object) =>
    (await records(user, narrowed)).map(({ amount }) => amount);
  expect(await found({})).toEqual(['7', '5']);
  expect(await found({ state: 'open' })).toEqual(['7']);
  expect(await found({ state: 'credited' })).toEqual(['5']);
  expect(await found({ state: 'reversed' })).toEqual([]);
  expect(await found({ asset: 'USDT', network: 'tron' })).toEqual(['7', '5']);
  expect(await found({ asset: 'USDT', network: 'ethereum' })).toEqual([]);
  expect(await found({ asset: 'BTC' })).toEqual([]);
  expect(await found({ from: between })).toEqual(['7']);
  expect(await found({ to: between })).toEqual(['5']);
  expect(await found({ state: 'credited', from: between })).toEqual([]);
});

describe('a node', () => {
  test('that is away is said, nothing is credited, and the backlog is worked off', async () => {
    const user = await newUser();
    tron.isAway = true;
    tron.mine([pay(user.to, USDT)]);
    tron.mine(...Array.from({ length: 1_500 }, () => []));
    await turn();
    expect(app.app.cashier.deposits.health()[0]).toMatchObject({ problem: 'away' });
    tron.isAway = false;
    const before = tron.asked.count;
    await turn();
    // Ten spans at most in one turn.
    expect(tron.asked.count - before).toBeLessThan(60);
    await turn();
    await turn();
    expect(app.app.cashier.deposits.health()[0]).toMatchObject({ problem: null });
    expect((await books(user.userId)).cash).toBe(USDT);
  });

  test('that contradicts itself credits nothing', async () => {
    const user = await newUser();
    const paid = pay(user.to, USDT);
    tron.between.transfers = (found) => [
      ...found,
      { ...paid, index: 0, block: { height: 99_999, hash: 'nowhere' } },
    ];
    tron.mine();
    await turn();
    expect(app.app.cashier.deposits.health()[0]).toMatchObject({ problem: 'inconsistent' });
    expect(await records(user)).toEqual([]);
    tron.between = {};
    await turn();
    expect(app.app.cashier.deposits.health()[0]).toMatchObject({ problem: null });
  });
});

test('blocks that are exchanged while they are read are read anew: their payments are not passed over', async () => {
  const user = await newUser();
  const read: string[] = [];
  tron.mine([], []);
  tron.between.transfers = (found) => {
    // The payments of the last block were read, and now another one stands in its place.
    tron.between = {};
    tron.reorg(1, [pay(user.to, USDT)]);
    read.push('before');
    return found;
  };
  await turn();
  await turn();
  expect(read).toEqual(['before']);
  expect(await records(user)).toMatchObject([{ state: 'confirming', amount: '1' }]);
  confirm();
  await turn();
  expect((await books(user.userId)).cash).toBe(USDT);
});

test('a node that answers nothing at all holds no other network up, turn after turn', async () => {
  const user = await newUser();
  let answers = (): void => undefined;
  const silent = createFakeChain('bitcoin');
  const { head } = silent;
  silent.head = async () => {
    await new Promise<void>((resolve) => {
      answers = resolve;
    });
    return head();
  };
  const deposits = besides({ tron, bitcoin: silent });
  await deposits.load();
  const all = [deposits.turn()];
  await deposits.turn('tron');
  tron.mine([pay(user.to, 3n * USDT)]);
  confirm();
  all.push(deposits.turn());
  await deposits.turn('tron');
  expect((await books(user.userId)).cash).toBe(3n * USDT);
  answers();
  await vi.waitFor(() => expect(silent.asked.count).toBe(1));
  answers();
  await Promise.all(all);
  // What the other process of this file stands on was moved: it reads it again.
  await turn();
});

test('a deposit that cannot be credited holds no other one up', async () => {
  const [first, second] = [await newUser(), await newUser()];
  tron.mine([pay(first.to, 5n * USDT)], [pay(second.to, 7n * USDT)]);
  confirm(19);
  breaks = { at: /set state = 'credited'/, left: 0 };
  await turn();
  expect((await books(first.userId)).cash).toBe(0n);
  expect((await books(second.userId)).cash).toBe(7n * USDT);
  await turn();
  expect((await books(first.userId)).cash).toBe(5n * USDT);
});

test('a deposit that cannot be taken back holds no other one up, and credits go on', async () => {
  const [first, second, third] = [await newUser(), await newUser(), await newUser()];
  tron.mine([pay(first.to, 5n * USDT)], [pay(second.to, 7n * USDT)]);
  confirm();
  await turn();
  expect((await books(first.userId)).cash).toBe(5n * USDT);
  tron.reorg(21, [pay(third.to, 9n * USDT)], ...Array.from({ length: 23 }, () => []));
  breaks = { at: /set state = 'reversed'/, left: 0 };
  await turn();
  expect((await books(first.userId)).cash).toBe(5n * USDT);
  expect((await books(second.userId)).cash).toBe(0n);
  expect((await books(third.userId)).cash).toBe(9n * USDT);
  await turn();
  expect((await books(first.userId)).cash).toBe(0n);
});
