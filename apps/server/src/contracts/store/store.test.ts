// Promise: a start knows every open order, however many there are, and each once.
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';
import { findAllPending, findAllRunning } from './store.ts';

let clone: TestDatabase;
let db: Database;

/** More than two pages of the reading, and no round number of them. */
const RUNNING = 9_001;

// Rows as the product writes them; every seventh was closed in part.
const FILL = `
  insert into contracts.contract
    (user_id, id, mode, order_no, code, feed, side, order_type, status, lots, contract_size,
     leverage, fee_rate, margin, open_fee, lots_left, margin_left, open_fee_left, stop_loss,
     open_price, open_tick, open_link, created_at, opened_at)
  select gen_random_uuid(), gen_random_uuid(), 'demo', n::text, 'BTC/USDT', 'test', 'long',
         'market', 'running', n, 1, 2, 0.001, 300, 600, part.lots, part.margin, part.fee, 50000,
         60000, '2026-01-01/1', 1, now(), now()
  from generate_series(1, $1::int) n
  left join lateral (select n / 2.0 as lots, 100 as margin, 300 as fee where n % 7 = 0) part on true`;

beforeAll(async () => {
  clone = await cloneDatabase();
  const owner = openDatabase(clone.ownerConfig);
  await owner.query(FILL, [RUNNING]);
  await owner.end();
  db = openDatabase(clone.config);
});
afterAll(async () => {
  await db.end();
  await clone.drop();
});

test('every open order is read once, over as many pages as it takes', async () => {
  const [running, pending] = await Promise.all([findAllRunning(db), findAllPending(db)]);
  expect(pending).toEqual([]);
  const numbers = running.map(({ orderNo }) => Number.parseInt(orderNo, 10));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: RUNNING }, (_, index) => index + 1),
  );
  const inPart = running.filter(({ lots, lotsOpened }) => lots !== lotsOpened);
  expect(inPart).toHaveLength(Math.floor(RUNNING / 7));
  expect(running.every(({ receipts }) => receipts.length === 0)).toBe(true);
});
