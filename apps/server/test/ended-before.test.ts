import { newUuid } from '@candor/kernel';
import { createEmptyDatabase } from '@candor/testkit/postgres';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/platform/postgres/db.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';
import { BOOKS_START } from './books.ts';
import { migrateUntil } from './migrate-until.ts';

/** The first file of those that give accounts an end which were closed before ends were written down. */
const ENDS = '0272';

test('pictures of an account that was closed before have an end, and a known end stays', async () => {
  const database = await createEmptyDatabase();
  const owner = openDatabase({ ...database.ownerConfig, max: 1 });
  await migrateUntil(owner, ENDS);
  const [before, known] = [1, 2].map(() => newUuid(BOOKS_START));
  // Without the accounts these are of.
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `insert into accounts.closing (user_id, at, reason)
     values ($1, '2026-01-02', ''), ($2, '2026-03-04', '')`,
    [before, known],
  );
  await owner.query(`insert into files.ended (user_id, ended_at) values ($1, '2026-03-05')`, [
    known,
  ]);
  await owner.query('set session_replication_role = origin');

  await migrate({
    connection: database.ownerConfig,
    appPassword: String(database.config.password),
    deskPassword: String(database.deskConfig.password),
  });
  const ends = await owner.query<{ user_id: string; day: string }>(
    'select user_id, ended_at::date::text as day from files.ended order by ended_at',
  );
  expect(ends).toEqual([
    { user_id: before, day: '2026-01-02' },
    { user_id: known, day: '2026-03-05' },
  ]);
  await owner.end();
  await database.drop();
});
