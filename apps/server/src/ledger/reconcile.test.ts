import type { UserId } from '@candor/kernel';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Books, entryOf, openBooks, pays } from '../../test/books.ts';
import { reconcile } from './index.ts';

let books: Books;
let userId: UserId;

const opened: Books[] = [];

beforeEach(async () => {
  books = await openBooks();
  opened.push(books);
  userId = await books.newUser(1_000_000n);
  await books.commit(
    entryOf('contract-open', userId, [
      pays('user:cash', 'user:margin', 500n),
      pays('user:cash', 'house:fees', 7n),
    ]),
  );
});

afterAll(async () => {
  await Promise.all(opened.map((one) => one.stop()));
});

/**
 * What only an administrator of the server itself could do: the guards are off for one transaction.
 */
async function plant(statement: string): Promise<void> {
  await books.owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(statement);
  });
}

test('sound books have no fault, and their totals are the sums of their accounts', async () => {
  const { faults, totals } = await reconcile(books.db);
  expect(faults).toEqual([]);
  expect(Object.fromEntries(totals)).toEqual({
    'real/USDT/user:cash': 999_493n,
    'real/USDT/user:margin': 500n,
    'real/USDT/house:fees': 7n,
    'real/USDT/world:tron': -1_000_000n,
  });
});

test('the journal is read over one connection at a time: the others are for calls', async () => {
  let running = 0;
  let most = 0;
  const counted: Pick<typeof books.db, 'query'> = {
    async query(text, values) {
      running += 1;
      most = Math.max(most, running);
      try {
        return await books.db.query(text, values);
      } finally {
        running -= 1;
      }
    },
  };
  expect((await reconcile(counted)).faults).toEqual([]);
  expect(most).toBe(1);
});

test.each([
  [
    'a balance one unit too high',
    `update ledger.balance set amount = amount + 1
     where class = 'user:cash'`,
    'a balance differs from its postings',
  ],
  [
    'a balance that is gone',
    `delete from ledger.balance where class = 'user:margin'`,
    'a balance differs from its postings',
  ],
  [
    'a payment one unit larger',
    `update ledger.posting set amount = amount + 1
     where to_class = 'house:fees'`,
    'a balance differs from its postings',
  ],
  [
    'a payment that is gone',
    `delete from ledger.posting where to_class = 'user:margin'`,
    'a balance differs from its postings',
  ],
  [
    'a payment to somebody else',
    `update ledger.posting set to_class = 'house:goodwill'
     where to_class = 'house:fees'`,
    'a payment outside the chart',
  ],
  [
    'a real payment turned into practice',
    `update ledger.posting set mode = 'demo'
     where to_class = 'house:fees'`,
    'an entry mixes modes or kinds',
  ],
  [
    'a kept result one unit too high',
    `update ledger.balance set earned = earned + 1 where class = 'user:cash'`,
    'a kept result differs from its postings',
  ],
  [
    'an hour that brought one unit more',
    `update ledger.hour set earned = earned + 1`,
    'a kept hour differs from its postings',
  ],
  [
    'a count of payments that misses one',
    `update ledger.balance set lines = lines - 1 where class = 'user:cash'`,
    'a kept count of payments differs',
  ],
  [
    'a payment of the house that was added up twice',
    `insert into ledger.house_sum (mode, asset, class, sub, amount)
     select mode, asset, class, sub, amount from ledger.house_move`,
    'a kept sum of the house differs from its postings',
  ],
  [
    'a mark of a statement that is one payment off',
    `insert into ledger.mark (user_id, mode, place, seq, usdt, btc, eth)
     select user_id, mode, 2, max(seq), 999493, 0, 0 from ledger.entry group by 1, 2`,
    'a mark of a statement is wrong',
  ],
  [
    'a mark that counts a payment of another account',
    `with whole as (
       select e.user_id, e.mode::text as mode, max(e.seq) as seq, count(*) as place,
              sum(case when p.to_class = 'user:cash' then p.amount else -p.amount end) as usdt
       from ledger.entry e join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
       group by 1, 2)
     insert into ledger.mark (user_id, mode, place, seq, usdt, btc, eth, counts)
     select user_id, mode, place, seq, usdt, 0, 0, '{"USDT house:goodwill": 3}' from whole`,
    'a mark of a statement is wrong',
  ],
  ['an act without its payments', `delete from ledger.posting`, 'an entry without postings'],
])('%s, planted past the guards, is found and named', async (_what, statement, fault) => {
  await plant(statement);
  const { faults } = await reconcile(books.db);
  expect(faults.map((found) => found.split(': ')[0])).toContain(fault);
});

test('a corrupted balance is named with its book, its account and the difference', async () => {
  await plant(`update ledger.balance set amount = amount + 1 where class = 'user:margin'`);
  expect((await reconcile(books.db)).faults).toEqual([
    `a balance differs from its postings: real/USDT ${userId}:user:margin 1`,
  ]);
});
