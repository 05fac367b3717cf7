// Promise: what a capped instrument's open and waiting orders add up to costs what there is of it, however
// many orders of other instruments there are.
import { type InstrumentCode, type UserId, formatDecimal, newUuid } from '@candor/kernel';
import { cloneDatabase } from '@candor/testkit/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOOKS_START } from '../../../test/books.ts';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';
import { sumLots } from './lots-store.ts';

const OTHERS = 3_000;
const userId = newUuid(BOOKS_START) as UserId;
let db: Database;
let owner: pg.Client;
let drop: () => Promise<void>;

const RUNNING = `
  insert into contracts.contract
    (user_id, id, mode, order_no, code, feed, side, order_type, status, lots, contract_size, leverage,
     fee_rate, margin, open_fee, close_fee, financing, open_price, open_tick, open_link, lots_left,
     margin_left, open_fee_left, financing_left, realized, created_at, opened_at)
  select coalesce($4::uuid, gen_random_uuid()), id, $3, upper(replace(id::text, '-', '')), $1, 'test',
         'long', 'market', 'running', 0.01, 1, 2, 0.001, 300000000, 600000, 600000, 60000, 60000,
         '2026-01-01/1', 1, 0.01, 300000000, 600000, 60000, 0, now(), now()
  from (select gen_random_uuid() as id from generate_series(1, $2)) made`;
const running = (code: string, count: number, { mode = 'demo', of = null as string | null } = {}) =>
  owner.query(RUNNING, [code, count, mode, of]);

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  owner = new pg.Client(clone.ownerConfig);
  await owner.connect();
  await running('BTC/USDT', OTHERS);
  await running('XRP/USDT', 4);
  await running('XRP/USDT', 2, { of: userId });
  await running('XRP/USDT', 3, { mode: 'real' });
  await owner.query('analyze contracts.contract');
  db = openDatabase(clone.config);
});
afterAll(async () => {
  await db.end();
  await owner.end();
  await drop();
});

const READ = `
  select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
  from pg_stat_xact_user_tables where schemaname = 'contracts' and relname = 'contract'`;

test('reads the rows of its instrument and mode alone', async () => {
  const asked = { userId, mode: 'demo', code: 'XRP/USDT' as InstrumentCode } as const;
  const { taken, read } = await db.transaction(async (tx) => {
    const [before] = await tx.query<{ rows: number }>(READ);
    const sums = await sumLots(tx, asked);
    const [after] = await tx.query<{ rows: number }>(READ);
    return { taken: sums, read: (after?.rows ?? 0) - (before?.rows ?? 0) };
  });
  expect([taken.account, taken.total].map(formatDecimal)).toEqual(['0.02', '0.06']);
  // Once for each status at most.
  expect(read).toBeLessThanOrEqual(12);
});
