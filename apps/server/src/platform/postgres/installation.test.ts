// Promise: what an installation is, is decided at its first start and never again, by nobody.
import { type TestDatabase, cloneDatabase, createEmptyDatabase } from '@candor/testkit/postgres';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase, sqlState } from './db.ts';
import { InstallationRefused, settleInstallation } from './installation.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;

afterEach(() => database.drop());

const settle = (wantsRehearsal: boolean) =>
  settleInstallation({ connection: database.ownerConfig, wantsRehearsal });

async function asked(config: TestDatabase['config'], sql: string): Promise<string | null> {
  const db = openDatabase({ ...config, max: 1 });
  try {
    await db.query(sql);
    return null;
  } catch (error) {
    return sqlState(error);
  } finally {
    await db.end();
  }
}

describe('on an empty data folder', () => {
  test('a rehearsal begins where it is asked for, and stays one without the word', async () => {
    database = await cloneDatabase();
    expect(await settle(true)).toBe('rehearsal');
    expect(await settle(false)).toBe('rehearsal');
    expect(await settle(true)).toBe('rehearsal');
  });

  test('nothing said is real, and never becomes a rehearsal', async () => {
    database = await cloneDatabase();
    expect(await settle(false)).toBe('real');
    await expect(settle(true)).rejects.toThrow(InstallationRefused);
    expect(await settle(false)).toBe('real');
  });

  test('of starts that ask at once one decides', async () => {
    database = await cloneDatabase();
    const said = await Promise.allSettled([
      settle(true),
      settle(false),
      settle(true),
      settle(false),
    ]);
    const kinds = said.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(new Set(kinds).size).toBe(1);
  });
});

test('a database that was used before becomes none', async () => {
  database = await cloneDatabase();
  const owner = openDatabase({ ...database.ownerConfig, max: 1 });
  await owner.query('update platform.epoch set number = 1');
  await owner.end();
  await expect(settle(true)).rejects.toThrow('empty');
  expect(await settle(false)).toBe('real');
});

test('one of an older version is said to be real by the files', async () => {
  database = await createEmptyDatabase();
  const run = () =>
    migrate({
      connection: database.ownerConfig,
      appPassword: String(database.config.password),
      deskPassword: String(database.deskConfig.password),
    });
  await run();
  const owner = openDatabase({ ...database.ownerConfig, max: 1 });
  await owner.query('drop table platform.installation');
  await owner.query('drop function platform.refuse_installation_change');
  await owner.query('drop function platform.refuse_late_rehearsal');
  await owner.query(`delete from public.migration where name like '0125%'`);
  await owner.end();
  await run();
  await expect(settle(true)).rejects.toThrow(InstallationRefused);
});

test.each(['real', 'rehearsal'])('nobody makes %s of it afterwards', async (kind) => {
  database = await cloneDatabase();
  await settle(kind === 'real');
  const statements = [
    `update platform.installation set kind = '${kind}'`,
    'delete from platform.installation',
    'truncate platform.installation',
  ];
  for (const sql of statements) {
    expect(await asked(database.config, sql)).toBe('42501');
    expect(await asked(database.ownerConfig, sql)).toBe('42501');
  }
  const insert = `insert into platform.installation (kind) values ('${kind}')`;
  expect(await asked(database.config, insert)).toBe('42501');
});
