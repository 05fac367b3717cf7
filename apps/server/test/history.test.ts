import { DAY_MS, HOUR_MS, newUuid, type UserId } from '@candor/kernel';
import { cloneDatabase } from '@candor/testkit/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillHistory } from '../bench/history-fill.ts';
import { findOwedOf } from '../src/contracts/financing/financing-store.ts';
import { sumOpenCosts } from '../src/contracts/queries/open-cost-store.ts';
import { listContracts } from '../src/contracts/queries/order-list-store.ts';
import {
  countPending,
  findAllPending,
  findAllRunning,
  findPending,
  findRunning,
} from '../src/contracts/store/store.ts';
import { createTraded } from '../src/contracts/queries/traded-store.ts';
import { findTrailing } from '../src/contracts/store/trailing-store.ts';
import {
  commitEntries,
  findEarned,
  findHoldings,
  listStatement,
  reconcile,
  sumFlows,
  sumHouse,
} from '../src/ledger/index.ts';
import { countOutcomes } from '../src/options/store/record-store.ts';
import { listOptions } from '../src/options/store/store.ts';
import { type Database, type Sql, type Tx, openDatabase } from '../src/platform/postgres/db.ts';
import { BOOKS_START, entryOf, pays } from './books.ts';

const CONTRACTS = 4_100;
const SIZE = { accounts: 3_000, contracts: CONTRACTS + 2_000 };

let db: Database;
let drop: () => Promise<void>;
const userId = newUuid(BOOKS_START) as UserId;
const account = { userId, mode: 'demo' } as const;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  const owner = new pg.Client(clone.ownerConfig);
  await owner.connect();
  await fillHistory(owner, SIZE, { userId, now: BOOKS_START });
  await owner.end();
  db = openDatabase(clone.config);
}, 60_000);
afterAll(async () => {
  await db.end();
  await drop();
});

// Rows of tables that were read so far.
const READ = `
  select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::int as rows
  from pg_stat_xact_user_tables where schemaname in ('ledger', 'contracts', 'options')`;

/** How many rows something reads. */
function rowsRead(work: (sql: Sql) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    // What this connection read before is in it until the server has taken it up.
    const [before] = await tx.query<{ rows: number }>(READ);
    await work(tx);
    const [after] = await tx.query<{ rows: number }>(READ);
    return (after?.rows ?? 0) - (before?.rows ?? 0);
  });
}

/** What takes a transaction of its own, in the one that is measured. */
const inside = (sql: Sql): Pick<Database, 'transaction'> => ({
  transaction: (work) => work({ ...sql, inTransaction: true }),
});

const PAGE = 20;
const LIST = { ...account, code: undefined, from: undefined, to: undefined, page: 1, size: PAGE };
const LINES = {
  ...account,
  asset: null,
  others: null,
  from: null,
  to: null,
  newestFirst: true,
  limit: PAGE,
};
/** Payments of the account's statement: ten a contract, and the grant. */
const PAYMENTS = CONTRACTS * 10 + 1;

const listed = (status: 'running' | 'pending' | 'closed' | 'all') => (sql: Sql) =>
  listContracts(sql, { ...LIST, status });
const WEEK = { from: BOOKS_START - 100 * DAY_MS, to: BOOKS_START - 93 * DAY_MS } as const;
const narrowed = (by: object) => (sql: Sql) =>
  listContracts(sql, { ...LIST, status: 'all', ...by });
const payments = (by: object) => (sql: Sql) => listStatement(sql, { ...LINES, offset: 0, ...by });
const statement = (offset: number) => (sql: Sql) => listStatement(sql, { ...LINES, offset });

test.each<[string, number, (sql: Sql) => Promise<unknown>]>([
  ['its running contracts', 0, (sql) => findRunning(sql, [account])],
  ['its waiting orders', 0, (sql) => findPending(sql, account)],
  ['how many orders wait', 0, (sql) => countPending(sql, [account])],
  ['what running contracts cost', 0, (sql) => sumOpenCosts(sql, [account])],
  ['all running contracts, for a start', 0, (sql) => findAllRunning(inside(sql))],
  ['all waiting orders, for a start', 0, (sql) => findAllPending(inside(sql))],
  ['all trailing levels, for a start', 0, findTrailing],
  [
    'what it owes for a night',
    0,
    (sql) => findOwedOf(sql, { day: '2026-01-01' as never, feed: 'test', ...account }),
  ],
  ['a page of running contracts', 0, listed('running')],
  ['a page of waiting orders', 0, listed('pending')],
  // Each with the closing that ended it and the receipts, and the count.
  ['a page of closed contracts', 4 * PAGE, listed('closed')],
  ['a page of all orders', 4 * PAGE, listed('all')],
  ['a page of one market', 4 * PAGE, narrowed({ code: 'BTC/USDT' })],
  [
    'a page of closed contracts of one market',
    4 * PAGE,
    narrowed({ status: 'closed', code: 'BTC/USDT' }),
  ],
  ['a page of a market it never traded', 2, narrowed({ code: 'ETH/USDT' })],
  ['a page of the orders of a week', 4 * PAGE, narrowed(WEEK)],
  ['a page of a week of one market', 4 * PAGE, narrowed({ ...WEEK, code: 'BTC/USDT' })],
  ['the newest of all its fees', 2_500, payments({ others: ['house:fees'] })],
  ['the oldest of all its fees', 2_500, payments({ others: ['house:fees'], offset: 8_000 })],
  ['what the house covered', 1_200, payments({ others: ['house:bad-debt'] })],
  ['its payments in another asset', 1_200, payments({ asset: 'BTC' })],
  ['the payments of a week', 2_500, payments(WEEK)],
  ['the fees of a week', 2_500, payments({ ...WEEK, others: ['house:fees'] })],
  ['the payments since half a year', 2_500, payments({ from: BOOKS_START - 180 * DAY_MS })],
  ['its newest options', 2 * PAGE, (sql) => listOptions(sql, { ...LIST, status: 'all' })],
  [
    'its closed options of one market',
    2 * PAGE,
    (sql) => listOptions(sql, { ...LIST, status: 'closed', code: 'BTC/USDT' }),
  ],
  ['the record of its options', 8, (sql) => countOutcomes(sql, account)],
  ['what it holds', 4, (sql) => findHoldings(sql, [account])],
  ['what trading brought it', 4, (sql) => findEarned(sql, [account])],
  ['the newest page of its payments', 2_500, statement(0)],
  ['a page in the middle of its payments', 2_500, statement(20_000)],
  ['the oldest page of its payments', 2_500, statement(PAYMENTS - PAGE)],
  [
    'what the house holds',
    20,
    (sql) => sumHouse(sql, { accountClass: 'house:fees', mode: 'demo', asset: 'USDT' }),
  ],
  [
    'what a limit of a day is measured by',
    0,
    (sql) => sumFlows(sql, { ...account, asset: 'USDT', since: [BOOKS_START] }),
  ],
])('behind 4,100 contracts, %s reads at most %i rows', async (_what, most, work) => {
  expect(await rowsRead(work)).toBeLessThanOrEqual(most);
});

test('the totals of a filled database are those of its postings', async () => {
  expect((await reconcile(db)).faults).toEqual([]);
  const { total, lines } = await listStatement(db, { ...LINES, offset: PAYMENTS - 1 });
  expect(total).toBe(PAYMENTS);
  expect(lines.map(({ after, amount }) => after.units - amount.units)).toEqual([0n]);
  const counted = await listContracts(db, { ...LIST, status: 'closed' });
  expect(counted.total).toBe(CONTRACTS);
  expect(counted.records).toHaveLength(PAGE);
});

test('what was traded in a day that moves on is what the published query says, at every look', async () => {
  const traded = createTraded(db);
  const from = BOOKS_START - 200 * DAY_MS;
  // Odd steps, so that the window begins anywhere in a minute; one look goes back.
  const looks = [0, 1_234, 61_777, 9 * HOUR_MS + 13, 30 * HOUR_MS, 3 * HOUR_MS, 90 * DAY_MS + 5];
  for (const step of looks) {
    const now = from + step;
    const asked = { mode: 'demo', since: now - DAY_MS } as const;
    const { turnover, statement } = await traded({ ...asked, now });
    const [said] = await db.query<{ turnover: string }>(statement, [asked.mode, asked.since]);
    // The query sums what is after a moment; the rows here go on behind the look.
    expect([step, turnover]).toEqual([step, said?.turnover.replace(/\.0+$/, '')]);
  }
});

test.each<[string, (lastAt: number) => number]>([
  ['behind the last fill', (lastAt) => lastAt + 40 * DAY_MS],
  ['with fills that are new', (lastAt) => lastAt],
])(
  '%s, a second look at the figures of the day reads the newest blocks, not the tables',
  async (_, momentOf) => {
    const [last] = await db.query<{ at: number }>(
      "select max(at) as at from contracts.closing where mode = 'demo' and price is not null",
    );
    const late = momentOf(last?.at ?? 0);
    let sql: Sql = db;
    const traded = createTraded({ query: (text, values) => sql.query(text, values) });
    const until = (moment: number) =>
      traded({ mode: 'demo', since: moment - DAY_MS, now: moment }).then(
        ({ turnover }) => turnover,
      );
    const first = await until(late);
    const read = await rowsRead(async (tx) => {
      sql = tx;
      expect(await until(late + 2_000)).toBe(first);
    });
    // Sixteen blocks of orders, and of closings, are the least the index tells apart.
    expect(read).toBeLessThan(1_500);
  },
);

test('behind 4,100 contracts, an entry reads no more than its own rows and the book’s balances', async () => {
  const postings = [
    pays('user:cash', 'user:margin', 5n),
    pays('user:cash', 'house:fees', 1n),
  ] as const;
  const entry = entryOf('contract-open', userId, postings, { mode: 'demo' });
  const read = await rowsRead((tx) => commitEntries(tx as Tx, [entry], BOOKS_START));
  expect(read).toBeLessThanOrEqual(60);
});
