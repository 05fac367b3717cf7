import { type InstrumentCode, type UtcDay, utcDayOf } from '@candor/kernel';
import { createTestClock } from '@candor/testkit';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';
import { findByCode } from '../catalogue/catalogue.ts';
import { findFeed, insertFeed, sourceIds } from './store.ts';
import { type TapeTick, createTape } from '../tape/tape.ts';
import { verifyTape } from './verify-tape.ts';
import { createWriter } from './writer.ts';

const BTC = 'BTC/USDT' as InstrumentCode;
const log = pino({ level: 'silent' });

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.config);
});

afterAll(async () => {
  await db.end();
  await database.drop();
});

/** A database whose transactions fail as the test says: before they ran, or after. */
function faulty(faults: ('before' | 'after' | null)[]): Database {
  return {
    query: db.query,
    end: db.end,
    commitAll: db.commitAll,
    snapshot: db.snapshot,
    async transaction(work) {
      const fault = faults.shift() ?? null;
      if (fault === 'before') throw new Error('connection refused');
      const value = await db.transaction(work);
      if (fault === 'after') throw new Error('connection lost after commit');
      return value;
    },
  };
}

async function setUp(faults: ('before' | 'after' | null)[] = [], from: Database = faulty(faults)) {
  const clock = createTestClock();
  const tape = createTape({
    clock,
    instrument: findByCode,
    rankOf: () => 0,
    sourceCount: () => 1,
    marketTime: (now) => now,
    isLive: false,
    onOutdated: () => undefined,
    onUnhealthy: () => undefined,
  });
  const known = await findFeed(db, 'writer');
  const now = clock.now();
  const feed =
    known ??
    (await insertFeed(db, { key: 'writer', mode: 'live', startedAt: now, marketFrom: now }));
  const stored: TapeTick[] = [];
  const writer = createWriter({
    db: from,
    tape,
    log,
    feedId: feed.id,
    feedKey: feed.key,
    sources: await sourceIds(db, ['venue']),
    onStored: (ticks) => stored.push(...ticks),
  });
  await writer.start();
  const say = (price: number): void => {
    clock.advance(100);
    tape.offer({
      code: BTC,
      bid: `${price}`,
      ask: `${price + 1}`,
      source: 'venue',
      sourceTime: null,
    });
  };
  const day: UtcDay = utcDayOf(clock.now());
  return { tape, writer, stored, say, day };
}

const count = async (): Promise<number> =>
  (await db.query('select from market.tick where instrument = $1', [BTC])).length;

test('a price counts once, whether the database refuses it or loses the answer', async () => {
  const { tape, writer, stored, say, day } = await setUp(['before', 'before', 'after', 'before']);
  const before = await count();
  say(60_000);
  say(60_001);
  await expect.poll(() => stored.length, { timeout: 10_000 }).toBe(2);
  say(60_002);
  await expect.poll(() => stored.length, { timeout: 10_000 }).toBe(3);
  expect(tape.latest(BTC)?.bid).toBe(60_002n * 10n ** 18n);
  await writer.stop();
  expect(await count()).toBe(before + 3);
  expect(new Set(stored.map((tick) => tick.tickId)).size).toBe(3);
  expect((await verifyTape(db, day)).broken).toBeNull();
});

test('while the database is away no price counts, and none that never got there ever does', async () => {
  const { tape, writer, stored, say } = await setUp(Array.from({ length: 1_000 }, () => 'before'));
  const before = await count();
  say(70_000);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(tape.latest(BTC)).toBeNull();
  expect(tape.drain()).toEqual({ quotes: [], ticks: [], missed: null });
  await writer.stop();
  expect(stored).toEqual([]);
  expect(await count()).toBe(before);
});

test('a process that was paused while another took over adds nothing to the tape', async () => {
  const epoch = async (): Promise<number> => {
    const [row] = await db.query<{ number: string }>('select number from platform.epoch');
    return Number.parseInt(row?.number ?? '', 10);
  };
  const under = (number: number): Database =>
    openDatabase(database.config, 'beside', { epoch: () => number, refused: () => undefined });
  const owner = openDatabase({ ...database.ownerConfig, max: 1 });
  const olds = under(await epoch());
  const old = await setUp([], olds);
  const before = await count();
  old.say(90_000);
  await expect.poll(() => old.stored.length, { timeout: 10_000 }).toBe(1);
  await owner.query('update platform.epoch set number = number + 1');
  const newer = under(await epoch());
  const next = await setUp([], newer);
  // Both write at once, as after a pause: each would fight the other for the head of the tape.
  for (let price = 90_001; price < 90_021; price += 1) {
    old.say(price);
    next.say(price + 100);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await expect.poll(() => next.stored.length, { timeout: 10_000 }).toBe(20);
  await Promise.all([old.writer.stop(), next.writer.stop()]);
  expect(old.stored).toHaveLength(1);
  expect(await count()).toBe(before + 21);
  expect((await verifyTape(db, next.day)).broken).toBeNull();
  await Promise.all([olds.end(), newer.end(), owner.end()]);
});

test('what waits when the product stops is stored first', async () => {
  const { writer, stored, say } = await setUp();
  const before = await count();
  for (let index = 0; index < 500; index += 1) say(80_000 + index);
  await writer.stop();
  expect(stored).toHaveLength(500);
  expect(await count()).toBe(before + 500);
});
