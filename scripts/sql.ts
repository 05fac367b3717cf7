/**
 * `node scripts/sql.ts "select …"`: asks the database of the Candor that runs on DATA_DIR, as its owner and
 * read only; one row a line, as JSON. The statement may also come by the input.
 */
import { readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { readConfig } from '../apps/server/src/config.ts';
import { openDatabase } from '../apps/server/src/platform/postgres/db.ts';
import { SUPERUSER, clusterPaths } from '../apps/server/src/platform/cluster/postgres-cluster.ts';
import { findRunningPostgres } from '../apps/server/src/platform/cluster/running-postgres.ts';

const { dataDir } = readConfig();
const place = findRunningPostgres(dataDir);
const [statement = await textOf(process.stdin)] = process.argv.slice(2);

if (place === null) {
  process.stderr.write(`Candor does not run on the data folder ${dataDir}: start it first.\n`);
  process.exitCode = 1;
} else {
  const password = readFileSync(clusterPaths(dataDir).password, 'utf8').trim();
  const db = openDatabase({ ...place, database: 'candor', user: SUPERUSER, password, max: 1 });
  try {
    const rows = await db.transaction(async (tx) => {
      await tx.query('set transaction read only');
      return tx.query<Record<string, unknown>>(statement);
    });
    const plain = (_: string, value: unknown): unknown =>
      typeof value === 'bigint' ? String(value) : value;
    for (const row of rows) process.stdout.write(`${JSON.stringify(row, plain)}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  } finally {
    await db.end();
  }
}
