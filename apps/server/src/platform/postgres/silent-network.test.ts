import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SilentProxy, startSilentProxy, waitOut } from '../../../test/silent-proxy.ts';
import { type Database, openDatabase } from './db.ts';
import { retryAfterOf } from './unavailable.ts';

const PATIENCE = { timeout: 20_000 };

let clone: TestDatabase;
let proxy: SilentProxy;
/** Through the network, and past it. */
let db: Database;
let direct: Database;

beforeEach(async () => {
  clone = await cloneDatabase();
  proxy = await startSilentProxy();
  const route = proxy.route(clone.config);
  db = openDatabase({ ...route, max: 2 });
  direct = openDatabase({ ...clone.config, max: 1 });
  const owner = openDatabase({ ...clone.ownerConfig, max: 1 });
  await owner.query('create table public.note (id int primary key)');
  await owner.query('grant all on public.note to candor_app');
  await owner.end();
});
afterEach(async () => {
  await proxy.end();
  await Promise.all([db.end(), direct.end()]);
  await clone.drop();
});

const notes = async (): Promise<number[]> =>
  (await direct.query<{ id: number }>('select id from public.note order by id')).map(
    ({ id }) => id,
  );

/** It has to fail, saying that nobody knows what became of it. */
async function expectUnknown(act: () => Promise<unknown>): Promise<void> {
  const outcome = await waitOut(proxy, act);
  expect(outcome).toBeInstanceOf(Error);
  expect(retryAfterOf(outcome)).toBeGreaterThan(0);
}

test('a statement that is never answered fails, and its connection is not used again', async () => {
  await db.query('select 1');
  proxy.mute();
  await expectUnknown(() => db.query('select 2'));
  await expect.poll(() => [proxy.letGo(), proxy.held()], PATIENCE).toEqual([1, 0]);
  expect(await db.query('select 3 as three')).toEqual([{ three: 3 }]);
});

test('a transaction that is never answered fails at its first silence, with all of it', async () => {
  await db.query('select 1');
  proxy.mute();
  await expectUnknown(() =>
    db.transaction((tx) =>
      Promise.all([tx.query('insert into public.note values (1)'), tx.query('select 2')]),
    ),
  );
  await expect.poll(() => [proxy.letGo(), proxy.held()], PATIENCE).toEqual([1, 0]);
  expect(await notes()).toEqual([]);
  await db.transaction((tx) => tx.query('insert into public.note values (2)'));
  expect(await notes()).toEqual([2]);
});

test('a commit whose answer never comes is unknown: it may be done, and says so', async () => {
  await db.query('select 1');
  await expectUnknown(() =>
    db.transaction(async (tx) => {
      await tx.query('insert into public.note values (1)');
      proxy.muteBehind('commit');
    }),
  );
  await expect.poll(notes, PATIENCE).toEqual([1]);
  await expect.poll(() => [proxy.letGo(), proxy.held()], PATIENCE).toEqual([1, 0]);
});

test('a batch that is never answered fails, and the next goes over another connection', async () => {
  const insert = (id: number) => [{ text: 'insert into public.note values ($1)', values: [id] }];
  await db.commitAll(insert(1));
  proxy.mute();
  await expectUnknown(() => db.commitAll(insert(2)));
  await expect.poll(() => [proxy.letGo(), proxy.held()], PATIENCE).toEqual([1, 0]);
  await db.commitAll(insert(3));
  expect(await notes()).toEqual([1, 3]);
});
