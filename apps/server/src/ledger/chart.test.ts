import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../platform/postgres/db.ts';
import { ACCOUNT_CLASSES, ALLOWED } from './chart.ts';

let clone: TestDatabase;
let db: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.config);
});

afterAll(async () => {
  await db.end();
  await clone.drop();
});

test('the database knows the accounts of this page, with their floors, and no other', async () => {
  const rows = await db.query<{ name: string; floor: string }>(
    'select name, floor from ledger.account_class',
  );
  expect(Object.fromEntries(rows.map(({ name, floor }) => [name, floor]))).toEqual(ACCOUNT_CLASSES);
});

test('the database allows the payments of this page and no other', async () => {
  const rows = await db.query<{ kind: string; from_class: string; to_class: string }>(
    'select kind, from_class, to_class from ledger.allowed',
  );
  const stored = rows.map((row) => `${row.kind}: ${row.from_class} → ${row.to_class}`);
  const written = Object.entries(ALLOWED).flatMap(([kind, pairs]) =>
    pairs.map(([from, to]) => `${kind}: ${from} → ${to}`),
  );
  expect(stored.toSorted()).toEqual(written.toSorted());
  expect(new Set(written).size).toBe(written.length);
});

test('the journal has a word for every account and kind of this page, and for no other', async () => {
  const labels = async (type: string): Promise<string[]> => {
    const rows = await db.query<{ label: string }>(
      `select unnest(enum_range(null::ledger.${type}))::text as label`,
    );
    return rows.map(({ label }) => label).toSorted();
  };
  expect(await labels('class')).toEqual(Object.keys(ACCOUNT_CLASSES).toSorted());
  expect(await labels('kind')).toEqual(Object.keys(ALLOWED).toSorted());
});

test('a balance below zero is stored for exactly the user accounts whose floor says so', async () => {
  const [row] = await db.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'balance_floor'`,
  );
  const named = row?.text.match(/user:[a-z]+/g) ?? [];
  const below = Object.entries(ACCOUNT_CLASSES)
    .filter(([name, floor]) => name.startsWith('user:') && floor === 'nonpositive')
    .map(([name]) => name);
  expect(named.toSorted()).toEqual(below.toSorted());
});
