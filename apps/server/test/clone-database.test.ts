import { cloneDatabase, createEmptyDatabase } from '@candor/testkit/postgres';
import { expect, test } from 'vitest';
import { ask } from './embedded-postgres-process.ts';

test('two clones have every migration and see nothing of each other', async () => {
  const [one, two] = await Promise.all([cloneDatabase(), cloneDatabase()]);
  try {
    const count = 'SELECT count(*)::int AS migrations FROM public.migration';
    const [[first], [second]] = await Promise.all([
      ask(one.ownerConfig, 'CREATE TABLE only_here (n int)', count),
      ask(two.ownerConfig, count),
    ]);
    expect(first).toEqual(second);
    await expect(ask(two.ownerConfig, 'SELECT FROM only_here')).rejects.toThrow('does not exist');
  } finally {
    await Promise.all([one.drop(), two.drop()]);
  }
});

test('the application enters a clone as its own role, which owns nothing', async () => {
  const clone = await cloneDatabase();
  try {
    const rows = await ask(
      clone.config,
      `SELECT current_user AS role, rolsuper AS super,
         (SELECT count(*)::int FROM pg_class WHERE relowner = pg_roles.oid) AS owns
       FROM pg_roles WHERE rolname = current_user`,
    );
    expect(rows).toEqual([{ role: 'candor_app', super: false, owns: 0 }]);
  } finally {
    await clone.drop();
  }
});

test('a dropped clone is gone although somebody was still connected', async () => {
  const empty = await createEmptyDatabase();
  const waiting = ask(empty.ownerConfig, 'SELECT pg_sleep(60)').catch((error: Error) => error);
  await expect.poll(() => countSessions(String(empty.ownerConfig.database))).toBe(1);
  await empty.drop();
  expect(await waiting).toBeInstanceOf(Error);
  await expect(ask(empty.ownerConfig, 'SELECT 1')).rejects.toThrow('does not exist');

  async function countSessions(database: string): Promise<unknown> {
    const server = { ...empty.ownerConfig, database: 'postgres' };
    const sql = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = '${database}'`;
    return (await ask(server, sql))[0]?.['n'];
  }
});
