import { readdir } from 'node:fs/promises';
import { type TestDatabase, cloneDatabase, createEmptyDatabase } from '@candor/testkit/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase, sqlState } from './db.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let owner: Database;

async function open(made: Promise<TestDatabase>): Promise<void> {
  database = await made;
  owner = openDatabase({ ...database.ownerConfig, max: 2 });
}

afterEach(async () => {
  await owner.end();
  await database.drop();
});

const run = (): Promise<void> =>
  migrate({
    connection: database.ownerConfig,
    appPassword: String(database.config.password),
    deskPassword: String(database.deskConfig.password),
  });

const applied = (): Promise<{ name: string; checksum: string; at: number }[]> =>
  owner.query('select name, checksum, at from public.migration order by name');

describe('an empty database', () => {
  beforeEach(() => open(createEmptyDatabase()));

  test('gets every file once, in order, although four processes start at once', async () => {
    await Promise.all([run(), run(), run(), run()]);
    const files = await readdir(new URL('../../../migrations/', import.meta.url));
    expect((await applied()).map(({ name }) => name)).toEqual(files.toSorted());
    const app = openDatabase(database.config);
    const [who] = await app.query('select current_user as role from ledger.allowed limit 1');
    await app.end();
    expect(who).toEqual({ role: 'candor_app' });
  });

  test('is left as it was by a file that fails', async () => {
    // The first file makes this schema; here it is in its way.
    await owner.query('create schema platform');
    await expect(run()).rejects.toSatisfy((error) => sqlState(error) === '42P06');
    expect(await applied()).toEqual([]);
    await owner.query('drop schema platform');
    await run();
    expect((await applied()).length).toBeGreaterThan(0);
  });
});

describe('a migrated database', () => {
  beforeEach(() => open(cloneDatabase()));

  test('is not touched by a second run', async () => {
    const before = await applied();
    await run();
    expect(await applied()).toEqual(before);
  });

  test('is refused when a file that ran was changed since', async () => {
    await owner.query(`update public.migration set checksum = 'x' where name like '0001%'`);
    await expect(run()).rejects.toThrow(/0001_ledger\.sql was changed after it ran/);
  });

  test('ends what the product’s role forgot, and a transaction its owner forgot', async () => {
    await run();
    const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    const said = (db: Database): Promise<unknown[]> =>
      Promise.all(
        limits.map(async (name) => {
          const [row] = await db.query('select current_setting($1) as said', [name]);
          return row?.['said'];
        }),
      );
    const app = openDatabase(database.config);
    expect(await said(app)).toEqual(['30s', '20s', '10s']);
    await app.end();
    const again = openDatabase(database.ownerConfig);
    expect(await said(again)).toEqual(['0', '0', '5min']);
    await again.end();
  });

  test('gives the product’s role no way to change tables or to say that a file ran', async () => {
    const app = openDatabase(database.config);
    for (const statement of [
      `insert into public.migration (name, checksum) values ('9999', 'x')`,
      `update public.migration set checksum = ''`,
      'create table public.mine (n int)',
      'create schema mine',
      'alter table ledger.entry add column mine int',
      `alter role candor_app superuser`,
      'create role another',
    ]) {
      await expect(app.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    await app.end();
  });
});
