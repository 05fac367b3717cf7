// Promise: a list that goes on behind a place begins at its index there, on its first page too.
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { costOf } from '../../../test/plan-cost.ts';
import { type Database, type Sql, openDatabase } from './db.ts';
import { beforePlace, behindId, behindPlace } from './keyset.ts';

const MANY = 3_000;
const LIMIT = 10;

let clone: TestDatabase;
let owner: Database;

/** Ids and times in the same order, three rows at each time. */
const idOf = (at: number): string => `00000000-0000-7000-8000-${at.toString().padStart(12, '0')}`;
const timeOf = (at: number): number => 1_795_000_000_000 + Math.floor(at / 3) * 1_000;

beforeAll(async () => {
  clone = await cloneDatabase();
  owner = openDatabase({ ...clone.ownerConfig, max: 2 });
  await owner.query('create table public.listed (id uuid primary key, at timestamptz)');
  await owner.query(
    `insert into public.listed
     select one.id, platform.from_ms(one.ms) from unnest($1::uuid[], $2::bigint[]) one (id, ms)`,
    [
      Array.from({ length: MANY }, (_, at) => idOf(at)),
      Array.from({ length: MANY }, (_, at) => timeOf(at)),
    ],
  );
  await owner.query('create index listed_at on public.listed (at, id)');
  await owner.query('analyze public.listed');
});
afterAll(async () => {
  await owner.end();
  await clone.drop();
});

const FROM = 'select id from public.listed where';
const BY_ID = `${FROM} id > ${behindId('$1')} order by id limit $2`;
const RISING = `${FROM} (at, id) > ${behindPlace('$1', '$2')} order by at, id limit $3`;
const FALLING = `${FROM} (at, id) < ${beforePlace('$1', '$2')} order by at desc, id desc limit $3`;

const placeOf = (at: number): [number, string] => [timeOf(at), idOf(at)];

test.each([
  ['by id, its beginning', BY_ID, [null], 0, 1],
  ['by id, behind one', BY_ID, [idOf(2_000)], 2_001, 1],
  ['rising, its beginning', RISING, [null, null], 0, 1],
  ['rising, behind one of a time', RISING, placeOf(2_000), 2_001, 1],
  ['falling, its beginning', FALLING, [null, null], MANY - 1, -1],
  ['falling, behind one of a time', FALLING, placeOf(1_000), 999, -1],
] as const)('%s', async (_, statement, place, first, step) => {
  const list = (sql: Sql) => sql.query<{ id: string }>(statement, [...place, LIMIT]);
  const { rows, read } = await costOf({ db: owner, owner }, list);
  const ids = Array.from({ length: LIMIT }, (_, at) => idOf(first + at * step));
  expect(rows.map(({ id }) => id)).toEqual(ids);
  // Each step of the plan takes up what it gives on.
  expect(read).toBeLessThan(5 * LIMIT);
});
