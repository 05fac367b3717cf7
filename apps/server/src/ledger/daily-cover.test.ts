// Promise: once a day the house's accounts are covered from its capital, which never goes below zero;
// what was earned goes there, and the day's cover is one entry however often it is asked for.
import { type UserId, DAY_MS, newUuid } from '@candor/kernel';
import { createTestClock } from '@candor/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Books, BOOKS_START, entryOf, openBooks, pays } from '../../test/books.ts';
import { fundHouse } from '../../test/decided-case.ts';
import type { AccountClass } from './chart.ts';
import { HOUSE, coverHouse, reconcile, sumHouse } from './index.ts';

let books: Books;
const clock = createTestClock(BOOKS_START);

beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.stop());

const held = (accountClass: AccountClass) =>
  sumHouse(books.db, { accountClass, mode: 'real', asset: 'USDT' });
const cover = () => coverHouse({ db: books.db, clock });

test('covers what was lost from capital, as far as it reaches, and takes in what was earned', async () => {
  const winner: UserId = await books.newUser(100n);
  await fundHouse(books, 30n, BOOKS_START);
  await books.commit(
    entryOf('contract-open', winner, [pays('user:cash', 'house:fees', 10n)]),
    entryOf('contract-close', winner, [pays('house:trading', 'user:cash', 55n)]),
  );
  const both = await Promise.all([cover(), cover(), cover()]);
  expect(both.toSorted()).toEqual([false, false, true]);
  const after = await Promise.all(
    (['house:capital', 'house:fees', 'house:trading'] as const).map(held),
  );
  // 30 of its own and 10 of fees: 15 of the 55 stay owed.
  expect(after).toEqual([0n, 0n, -15n]);
  expect(await cover()).toBe(false);
});

test('another day covers what was left, and what was won comes back', async () => {
  await fundHouse(books, 40n, BOOKS_START);
  expect(await cover()).toBe(false);
  clock.advance(DAY_MS);
  expect(await cover()).toBe(true);
  expect(await held('house:trading')).toBe(0n);
  const loser = await books.newUser(100n);
  await books.commit(entryOf('contract-close', loser, [pays('user:cash', 'house:trading', 20n)]));
  clock.advance(DAY_MS);
  expect(await cover()).toBe(true);
  expect([await held('house:capital'), await held('house:trading')]).toEqual([45n, 0n]);
  // Nothing moved: there is nothing to write.
  clock.advance(DAY_MS);
  expect(await cover()).toBe(false);
  const rows = await books.owner.query(
    `select cause, user_id from ledger.entry where kind = 'daily-cover'`,
  );
  expect(rows).toEqual(rows.map(() => ({ cause: 'timer', user_id: HOUSE })));
  expect(rows).toHaveLength(3);
  expect((await reconcile(books.db)).faults).toEqual([]);
});

test('of interest on loans only what was repaid goes to capital', async () => {
  await fundHouse(books, 100n, BOOKS_START);
  const borrower: UserId = await books.newUser(10n);
  const before = await held('house:capital');
  const interest = (part: number, units: bigint) =>
    entryOf('loan-interest', borrower, [pays('user:debt', 'house:loan-interest', units)], { part });
  await books.commit(
    entryOf('loan-grant', borrower, [
      pays('user:debt', 'house:lending', 50n),
      pays('house:capital', 'user:cash', 50n),
    ]),
    interest(1, 5n),
  );
  clock.advance(DAY_MS);
  // All of it is owed: there is nothing to move.
  expect(await cover()).toBe(false);
  await books.commit(
    entryOf('loan-repay', borrower, [
      pays('user:cash', 'user:debt', 12n),
      pays('house:lending', 'house:capital', 7n),
    ]),
    interest(2, 4n),
  );
  clock.advance(DAY_MS);
  expect(await cover()).toBe(true);
  expect(await held('house:loan-interest')).toBe(4n);
  expect(await held('house:capital')).toBe(before - 50n + 7n + 5n);
  // What is lost is borne by capital, its interest too, and counts as settled.
  await books.commit(
    entryOf('loan-shortfall', borrower, [
      pays('house:bad-debt', 'user:debt', 47n),
      pays('house:lending', 'house:capital', 43n),
    ]),
  );
  clock.advance(DAY_MS);
  expect(await cover()).toBe(true);
  expect([await held('house:loan-interest'), await held('house:bad-debt')]).toEqual([0n, 0n]);
  expect(await held('house:capital')).toBe(before + 5n - 47n + 4n);
  expect((await reconcile(books.db)).faults).toEqual([]);
});

test('practice books are left as they are', async () => {
  const userId = newUuid(BOOKS_START) as UserId;
  await books.commit(
    entryOf('contract-close', userId, [pays('house:trading', 'user:cash', 9n)], { mode: 'demo' }),
  );
  clock.advance(DAY_MS);
  expect(await cover()).toBe(false);
});
