// Promise: the time of a rehearsal goes ahead at a word, within a second and never back; where money
// may be real the database itself refuses to move it.
import { DAY_MS } from '@candor/kernel';
import { cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../process/clock.ts';
import { createLog } from '../process/log.ts';
import { type Database, openDatabase } from './db.ts';
import { followTestClock, moveTestClock, readClock } from './test-clock.ts';

const log = createLog({ level: 'silent' });
const databases: { drop(): Promise<void>; end(): Promise<void> }[] = [];

async function open(kind: 'real' | 'rehearsal'): Promise<{ db: Database; owner: Database }> {
  const database = await cloneDatabase();
  const owner = openDatabase({ ...database.ownerConfig, max: 1 });
  await owner.query('alter table platform.installation disable trigger all');
  await owner.query('delete from platform.installation');
  await owner.query('insert into platform.installation (kind) values ($1)', [kind]);
  await owner.query('alter table platform.installation enable trigger all');
  const db = openDatabase(database.config);
  const end = async () => void (await Promise.all([db.end(), owner.end()]));
  databases.push({ drop: () => database.drop(), end });
  return { db, owner };
}

let rehearsal: Awaited<ReturnType<typeof open>>;
let real: Awaited<ReturnType<typeof open>>;
const stops: (() => void)[] = [];

beforeAll(async () => {
  [rehearsal, real] = [await open('rehearsal'), await open('real')];
});
afterEach(() => stops.splice(0).forEach((stop) => stop()));
afterAll(async () => {
  for (const { end, drop } of databases) {
    await end();
    await drop();
  }
});

// Of a moment just before now it would be minus zero.
const aheadOf = (now: number): number => Math.round((now - systemClock.now()) / DAY_MS) + 0;

test('a process that runs follows each move, and one that starts later begins with all of them', async () => {
  const { db } = rehearsal;
  const clock = await followTestClock({ db, log });
  stops.push(clock.stop);
  expect(aheadOf(clock.now())).toBe(0);
  expect(await moveTestClock(db, DAY_MS)).toBeNull();
  await expect.poll(() => aheadOf(clock.now()), { timeout: 10_000 }).toBe(1);
  expect(await moveTestClock(db, 2 * DAY_MS)).toBeNull();
  await expect.poll(() => aheadOf(clock.now()), { timeout: 10_000 }).toBe(3);
  expect(aheadOf((await readClock(db)).now())).toBe(3);
});

test('it never goes back, whoever asks', async () => {
  const { db, owner } = rehearsal;
  await moveTestClock(db, DAY_MS);
  const sooner = 'insert into platform.test_clock (ahead_ms) values (1)';
  await expect(db.query(sooner)).rejects.toThrow('forward only');
  await expect(owner.query(sooner)).rejects.toThrow('forward only');
  await expect(owner.query('delete from platform.test_clock')).rejects.toThrow('forward only');
  await expect(owner.query('update platform.test_clock set ahead_ms = 1')).rejects.toThrow(
    'forward only',
  );
  expect(await moveTestClock(db, 3_651 * DAY_MS)).toBe('too-far');
});

test('where money may be real nobody moves it', async () => {
  expect(await moveTestClock(real.db, DAY_MS)).toBe('no-rehearsal');
  const row = 'insert into platform.test_clock (ahead_ms) values (1)';
  await expect(real.owner.query(row)).rejects.toThrow('time is what it is');
  expect(aheadOf((await readClock(real.db)).now())).toBe(0);
});
