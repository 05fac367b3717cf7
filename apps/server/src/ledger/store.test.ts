import { type Mode, type UserId, newUuid } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOKS_START, type Books, entryOf, openBooks, pays } from '../../test/books.ts';
import { capitalEntry } from '../../test/decided-case.ts';
import { type Sql, sqlState } from '../platform/postgres/db.ts';
import {
  ENTRIES_COMMITTED,
  HOUSE,
  accountKey,
  commitEntries,
  draft,
  findHoldings,
  lockAccounts,
  reconcile,
  sumHouse,
} from './index.ts';

let books: Books;

beforeAll(async () => {
  books = await openBooks();
});

afterAll(async () => {
  await books.stop();
});

async function usdtOf(userId: UserId, mode: Mode = 'real') {
  const held = await findHoldings(books.db, [{ userId, mode }]);
  return held.get(accountKey({ userId, mode }))?.USDT;
}

const hold = (userId: UserId, units: bigint) =>
  entryOf('contract-open', userId, [pays('user:cash', 'user:margin', units)]);

describe('entries', () => {
  test('move what their postings say, in every asset, and tell of each book once', async () => {
    const userId = await books.newUser(100n);
    await books.commit(
      hold(userId, 30n),
      entryOf('deposit', userId, [
        pays('world:bitcoin', 'user:cash', 5n, 'BTC'),
        pays('world:ethereum', 'user:cash', 10n ** 30n, 'ETH'),
      ]),
    );
    const held = await findHoldings(books.db, [
      { userId, mode: 'real' },
      { userId, mode: 'demo' },
    ]);
    expect(held.get(`${userId}/real`)).toEqual({
      USDT: { 'user:cash': 70n, 'user:margin': 30n },
      BTC: { 'user:cash': 5n },
      ETH: { 'user:cash': 10n ** 30n },
    });
    expect(held.get(`${userId}/demo`)).toEqual({ USDT: {}, BTC: {}, ETH: {} });
    const told = await books.owner.query<{ payload: string }>(
      `select payload from platform.outbox where topic = $1 and payload like '%' || $2 || '%'`,
      [ENTRIES_COMMITTED, userId],
    );
    // Once for the deposit that opened the trading account, once for the transaction of both
    // entries.
    expect(told.map(({ payload }) => JSON.parse(payload))).toEqual([
      { books: [{ userId, mode: 'real' }] },
      { books: [{ userId, mode: 'real' }] },
    ]);
  });

  test('of two users go into the books together or not at all', async () => {
    const [buyer, winner] = [await books.newUser(50n), await books.newUser(20n)];
    await books.commit(entryOf('option-buy', winner, [pays('user:cash', 'user:stake', 20n)]));
    const refund = () => entryOf('option-settle', winner, [pays('user:stake', 'user:cash', 20n)]);
    const buy = (units: bigint) =>
      entryOf('option-buy', buyer, [pays('user:cash', 'user:stake', units)]);
    await expect(books.commit(refund(), buy(51n))).rejects.toThrow('balance_floor');
    expect(await usdtOf(winner)).toEqual({ 'user:cash': 0n, 'user:stake': 20n });
    expect(await usdtOf(buyer)).toEqual({ 'user:cash': 50n });
    await books.commit(refund(), buy(50n));
    expect(await usdtOf(winner)).toEqual({ 'user:cash': 20n, 'user:stake': 0n });
    expect(await usdtOf(buyer)).toEqual({ 'user:cash': 0n, 'user:stake': 50n });
  });

  test('of one kind of book leave the other alone', async () => {
    const userId = await books.newUser(10n);
    const grant = pays('house:demo-grant', 'user:cash', 7n);
    await books.commit(entryOf('demo-opening', userId, [grant], { mode: 'demo' }));
    expect(await usdtOf(userId, 'real')).toEqual({ 'user:cash': 10n });
    expect(await usdtOf(userId, 'demo')).toEqual({ 'user:cash': 7n });
  });

  test('may pass through zero, but not end below it', async () => {
    const userId = await books.newUser(10n);
    const close = (loss: bigint) =>
      entryOf('contract-close', userId, [
        pays('user:cash', 'house:trading', loss),
        pays('user:margin', 'user:cash', 5n),
      ]);
    await books.commit(hold(userId, 5n));
    await expect(books.commit(close(11n))).rejects.toThrow('balance_floor');
    await books.commit(close(10n));
    expect(await usdtOf(userId)).toEqual({ 'user:cash': 0n, 'user:margin': 0n });
  });

  test('beyond 38 digits are refused, not cut', async () => {
    const userId = await books.newUser(10n ** 38n - 1n);
    const more = entryOf('deposit', userId, [pays('world:tron', 'user:cash', 1n)]);
    await expect(books.commit(more)).rejects.toMatchObject({ code: '22003' });
    expect(await usdtOf(userId)).toEqual({ 'user:cash': 10n ** 38n - 1n });
  });
});

test('an entry costs the same rows, however many its account has', async () => {
  const rowsRead = async (sql: Sql): Promise<number> => {
    const [read] = await sql.query<{ rows: string }>(
      `select idx_tup_fetch::text as rows from pg_stat_xact_user_tables
       where relid = 'ledger.entry'::regclass`,
    );
    return Number.parseInt(read?.rows ?? '', 10);
  };
  const readFor = async (earlier: number): Promise<number> => {
    const userId = await books.newUser(10_000n);
    for (let n = 0; n < earlier; n += 1) await books.commit(hold(userId, 1n));
    return books.db.transaction(async (tx) => {
      const before = await rowsRead(tx);
      await commitEntries(tx, [hold(userId, 1n)], BOOKS_START);
      return (await rowsRead(tx)) - before;
    });
  };
  expect(await readFor(40)).toBe(await readFor(1));
});

describe('200 at once for one balance', () => {
  /** Runs them all at once; how many went through, and why the others did not. */
  async function race(one: () => Promise<void>): Promise<{ done: number; refusals: Set<unknown> }> {
    const ends = await Promise.allSettled(Array.from({ length: 200 }, one));
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    return {
      done: ends.length - reasons.length,
      refusals: new Set(reasons.map((reason) => sqlState(reason) ?? String(reason))),
    };
  }

  test('exactly one is spent, the database refuses 199', async () => {
    const userId = await books.newUser(100n);
    const { done, refusals } = await race(() => books.commit(hold(userId, 100n)));
    expect(done).toBe(1);
    expect(refusals).toEqual(new Set(['23514']));
    expect(await usdtOf(userId)).toEqual({ 'user:cash': 0n, 'user:margin': 100n });
  });

  test('behind the lock each decides on what the one before it left', async () => {
    const userId = await books.newUser(100n);
    const account = { userId, mode: 'real' } as const;
    const { done, refusals } = await race(() =>
      books.db.transaction(async (tx) => {
        await lockAccounts(tx, [account]);
        const made = draft(
          'USDT',
          (await findHoldings(tx, [account])).get(accountKey(account))?.USDT ?? {},
        );
        if (made.held('user:cash') < 100n) throw new Error('too little');
        made.pay('user:cash', 'user:margin', 100n);
        await commitEntries(tx, [entryOf('contract-open', userId, made.postings())], BOOKS_START);
      }),
    );
    expect(done).toBe(1);
    expect(refusals).toEqual(new Set(['Error: too little']));
  });

  test('first deposits into an empty book all arrive', async () => {
    const userId = newUuid(BOOKS_START) as UserId;
    const { done } = await race(() =>
      books.commit(entryOf('deposit', userId, [pays('world:tron', 'user:cash', 1n)])),
    );
    expect(done).toBe(200);
    expect(await usdtOf(userId)).toEqual({ 'user:cash': 200n });
  });

  test('commands on two accounts locked in either order do not wait for each other for ever', async () => {
    const pair = [await books.newUser(300n), await books.newUser(300n)] as const;
    let turn = 0;
    const { done } = await race(async () => {
      const [a, b] = (turn += 1) % 2 === 0 ? pair : pair.toReversed();
      await books.db.transaction(async (tx) => {
        await lockAccounts(
          tx,
          [a, b].map((userId) => ({ userId: userId as UserId, mode: 'real' })),
        );
        const entries = [a, b].map((userId) => hold(userId as UserId, 1n));
        await commitEntries(tx, entries, BOOKS_START);
      });
    });
    expect(done).toBe(200);
    for (const userId of pair) {
      expect(await usdtOf(userId)).toEqual({ 'user:cash': 100n, 'user:margin': 200n });
    }
  });
});

describe('the house', () => {
  const capital = (units: bigint) => capitalEntry(books.owner, units);
  const held = (mode: Mode = 'real') =>
    sumHouse(books.db, { accountClass: 'house:capital', mode, asset: 'USDT' });

  test('cannot pay out real capital it does not have, however many try at once', async () => {
    await books.commit(await capital(10n));
    const taken = await Promise.all(Array.from({ length: 20 }, () => capital(-3n)));
    const ends = await Promise.allSettled(taken.map((entry) => books.commit(entry)));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused).toHaveLength(17);
    for (const reason of refused) expect(String(reason)).toContain('would pass its floor');
    expect(await held()).toBe(1n);
  });

  test('may owe practice capital', async () => {
    const cover = pays('house:capital', 'house:trading', 3n);
    await books.commit(entryOf('daily-cover', HOUSE, [cover], { mode: 'demo' }));
    expect(await held('demo')).toBe(-3n);
  });

  test('keeps each charity’s money apart: one’s pay-out is not taken from another’s', async () => {
    const userId = await books.newUser(10n);
    // No bid and no sale of nft stand behind these entries: its own guard has tests of its own.
    await books.owner.query('alter table ledger.posting disable trigger posting_of_nft');
    await books.commit(entryOf('nft-bid', userId, [pays('user:cash', 'user:bid', 10n)]));
    const sale = { ...pays('user:bid', 'house:charity', 10n), toSub: 'school' };
    await books.commit(entryOf('nft-sale', userId, [sale]));
    const payOut = (fromSub: string) =>
      entryOf('charity-payout', HOUSE, [
        { ...pays('house:charity', 'world:outside', 10n), fromSub },
      ]);
    await expect(books.commit(payOut('clinic'))).rejects.toThrow('would pass its floor');
    await books.commit(payOut('school'));
  });
});

test('after all of this every book sums to zero', async () => {
  expect((await reconcile(books.db)).faults).toEqual([]);
});
