// Looks over the books of a database that is told by its connection, in JSON as the first argument,
// for tests that only see the product from outside. Says one line of JSON.
import type pg from 'pg';
import { reconcile } from '../src/ledger/index.ts';
import { openDatabase } from '../src/platform/postgres/db.ts';

const db = openDatabase(JSON.parse(process.argv[2] ?? '') as pg.PoolConfig);
try {
  const { faults, totals } = await reconcile(db);
  process.stdout.write(`${JSON.stringify({ faults, accounts: totals.size })}\n`);
} finally {
  await db.end();
}
