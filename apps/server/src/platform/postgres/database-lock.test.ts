import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSilentProxy, waitOut } from '../../../test/silent-proxy.ts';
import { type DatabaseLock, DatabaseInUse, lockDatabase } from './database-lock.ts';
import { type Database, openDatabase } from './db.ts';
import { type Fence, NotHeld } from './fence.ts';
import { retryAfterOf } from './unavailable.ts';

const log = pino({ level: 'silent' });

let clone: TestDatabase;
let owner: Database;
let locks: DatabaseLock[];
let opened: Database[];

beforeEach(async () => {
  clone = await cloneDatabase();
  owner = openDatabase(clone.ownerConfig);
  locks = [];
  opened = [owner];
  await owner.query('create table public.note (n int primary key, by text)');
  await owner.query('grant select, insert on public.note to candor_app');
});

afterEach(async () => {
  await Promise.all(locks.map((lock) => lock.release()));
  await Promise.all(opened.map((db) => db.end()));
  await clone.drop();
});

/** A process as far as its lock goes. */
async function lockIt(): Promise<DatabaseLock> {
  const lock = await lockDatabase({ connection: clone.ownerConfig, log });
  locks.push(lock);
  await lock.takeEpoch();
  return lock;
}

function openUnder(fence: Fence): Database {
  const db = openDatabase(clone.config, 'beside', fence);
  opened.push(db);
  return db;
}

const NOTE = 'insert into public.note (n, by) values ($1, $2)';

/** Writes in both ways the product writes: a transaction, and a batch that travels at once. */
const writes = (db: Database, by: string, n: number): Promise<unknown>[] => [
  db.transaction((tx) => tx.query(NOTE, [n, `${by} by transaction`])),
  db.commitAll([{ text: NOTE, values: [n + 1, `${by} by batch`] }]),
];

/** Why both were refused; a write that went through is no error. */
const refusals = async (db: Database, by: string, n: number): Promise<unknown[]> =>
  (await Promise.allSettled(writes(db, by, n))).map((end) =>
    end.status === 'rejected' ? end.reason : null,
  );

const notes = async (): Promise<unknown[]> =>
  (await owner.query('select by from public.note order by n')).map(({ by }) => by);

/** Ends the connection that holds the lock, as an operator or a network would. */
async function cut(): Promise<void> {
  const ended = await owner.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and objid = 4210023 and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(ended).toHaveLength(1);
}

const holds = (lock: DatabaseLock): boolean => {
  try {
    return lock.epoch() > 0;
  } catch (error) {
    expect(error).toBeInstanceOf(NotHeld);
    return false;
  }
};

test('a second process on one database is refused in a sentence; after the first it gets in', async () => {
  const first = await lockIt();
  const refused = lockDatabase({ connection: clone.ownerConfig, log });
  await expect(refused).rejects.toThrow(
    /^Another Candor works on this database.* since 20\S+Z: stop that one first, or give this one a DATABASE_URL of its own\. Two of them would write one tape\.$/,
  );
  await expect(refused).rejects.toBeInstanceOf(DatabaseInUse);
  const db = openUnder(first);
  await Promise.all(writes(db, 'first', 1));
  const epoch = first.epoch();
  await first.release();
  const second = await lockIt();
  expect(second.epoch()).toBe(epoch + 1);
  expect(await notes()).toHaveLength(2);
});

describe('a process whose lock connection is ended', () => {
  test('writes nothing more once another has taken over, and hears of it', async () => {
    const first = await lockIt();
    const db = openUnder(first);
    await Promise.all(writes(db, 'first', 1));
    // The second stands in line for the lock, so that it has it the moment the first loses it.
    const second = await takeOver(cut);
    expect((await first.lost).message).toBe(
      'Another Candor took over this database: this one ends.',
    );
    for (const error of await refusals(db, 'first', 11)) expect(error).toBeInstanceOf(NotHeld);
    await Promise.all(writes(openUnder(second), 'second', 21));
    expect(await notes()).toEqual([
      'first by transaction',
      'first by batch',
      'second by transaction',
      'second by batch',
    ]);
  });

  test('holds it again when nobody else came, under the same number', async () => {
    const first = await lockIt();
    const db = openUnder(first);
    const epoch = first.epoch();
    await cut();
    await expect.poll(() => holds(first), { timeout: 10_000 }).toBe(true);
    expect(first.epoch()).toBe(epoch);
    await Promise.all(writes(db, 'first', 1));
    expect(await notes()).toHaveLength(2);
  });
});

test('a server that is silent when the lock is asked for again is not waited for for ever', async () => {
  const proxy = await startSilentProxy();
  const lock = await lockDatabase({ connection: proxy.route(clone.ownerConfig), log });
  await lock.takeEpoch();
  // A minute passes once the next connection is there, on which nothing is ever answered.
  await waitOut(proxy, () => {
    proxy.cut(true);
    return new Promise(() => undefined);
  });
  proxy.mend();
  await expect.poll(() => holds(lock), { timeout: 20_000 }).toBe(true);
  await lock.release();
  await proxy.end();
});

/** Another process that waits for the lock, has it when `cut` ends the first, and goes on. */
async function takeOver(end: () => Promise<void>): Promise<DatabaseLock> {
  const line = openDatabase({ ...clone.ownerConfig, max: 1 });
  opened.push(line);
  const inLine = line.query('select pg_advisory_lock(4210023)');
  const waiting = async (): Promise<number> =>
    (await owner.query('select from pg_locks where objid = 4210023 and not granted')).length;
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  await end();
  await inLine;
  await line.query('update platform.epoch set number = number + 1');
  const taking = lockIt();
  await line.query('select pg_advisory_unlock(4210023)');
  return taking;
}

describe('a number that is not the newest', () => {
  /** A process that was paused and knows nothing: it holds on to the number it had. */
  async function asleep(): Promise<{ db: Database; heard: () => number }> {
    const lock = await lockIt();
    const epoch = lock.epoch();
    await lock.release();
    let refusals = 0;
    const fence = { epoch: () => epoch, refused: () => void (refusals += 1) };
    return { db: openUnder(fence), heard: () => refusals };
  }

  test('is refused by the database itself, in a transaction and in a batch', async () => {
    const { db, heard } = await asleep();
    await Promise.all(writes(db, 'old', 1));
    const newer = openUnder(await lockIt());
    for (const error of await refusals(db, 'old', 11)) {
      expect(error).toMatchObject({ constraint: 'epoch' });
      expect(retryAfterOf(error)).toBeGreaterThan(0);
    }
    expect(heard()).toBe(2);
    await Promise.all(writes(newer, 'new', 21));
    expect(await notes()).toEqual([
      'old by transaction',
      'old by batch',
      'new by transaction',
      'new by batch',
    ]);
  });

  test('is not handed out before the last transaction under the one before has ended', async () => {
    const { db } = await asleep();
    const { promise: written, resolve: isWritten } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const late = db.transaction(async (tx) => {
      await tx.query(NOTE, [1, 'old']);
      isWritten();
      await released;
    });
    await written;
    let isTaken = false;
    const taking = lockIt().then((lock) => {
      isTaken = true;
      return lock;
    });
    const waiting = async (): Promise<number> =>
      (await owner.query(`select from pg_locks where objid = 4210022 and not granted`)).length;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    expect(isTaken).toBe(false);
    release();
    await late;
    await Promise.all(writes(openUnder(await taking), 'new', 11));
    expect(await notes()).toEqual(['old', 'new by transaction', 'new by batch']);
  });
});
