// Promise: an entry that several spans hold is found once, with each of its payments once. (LEDGER 1)
import { type UserId, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOOKS_START, type Books, entryOf, openBooks, pays } from '../../test/books.ts';
import { findEntries } from './index.ts';

let books: Books;
let userId: UserId;
const SUBJECT = '018cc251-f400-7000-8000-000000000001';

beforeAll(async () => {
  books = await openBooks();
  userId = await books.newUser(1_000n);
  const opened = (units: bigint) =>
    entryOf(
      'contract-open',
      userId,
      [pays('user:cash', 'user:margin', units), pays('user:cash', 'house:fees', 1n)],
      { subject: SUBJECT },
    );
  await books.commit(opened(10n), opened(20n));
});
afterAll(() => books.stop());

const span = (fromMs: number, toMs: number) => ({
  userId,
  subject: SUBJECT,
  from: plusMs(BOOKS_START, fromMs),
  to: plusMs(BOOKS_START, toMs),
});
const unitsOf = async (...spans: Parameters<typeof findEntries>[1]) =>
  (await findEntries(books.db, spans)).map(({ postings }) => postings.map(({ units }) => units));

test('is found once by spans that are the same, and by spans that overlap', async () => {
  const once = [
    [10n, 1n],
    [20n, 1n],
  ];
  expect(await unitsOf(span(0, 0))).toEqual(once);
  expect(await unitsOf(span(0, 0), span(0, 0))).toEqual(once);
  expect(await unitsOf(span(-5, 3), span(-9, 0), span(0, 0))).toEqual(once);
});

test('of another moment or subject is not', async () => {
  expect(await unitsOf(span(1, 9))).toEqual([]);
  const other = { ...span(0, 0), subject: '018cc251-f400-7000-8000-000000000002' };
  expect(await unitsOf(other)).toEqual([]);
});
