import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createRoot,
  leafHash,
  rootByInclusion,
  rootsByConsistency,
} from '../../../../../scripts/verify/merkle.mjs';
import { type Database, type Sql, type Tx, openDatabase } from '../../platform/postgres/db.ts';
import { createFollower } from './follower.ts';
import { consistencySpans, inclusionSpans } from './merkle.ts';
import { hashesOf } from './proofs.ts';
import { findTreePlace, listChainHashes } from './tree-store.ts';

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.config);
});
afterEach(async () => {
  await db.end();
  await database.drop();
});

/** Adds ticks of a day behind those it has; their links are made up, each of its own. */
async function addTicks(day: string, count: number): Promise<void> {
  await db.query('select market.ensure_day($1)', [day]);
  await db.query(
    `insert into market.tick (day, seq, feed_id, instrument, bid, ask, source_id, source_time,
       received_at, source_count, standing, hash)
     select $1::date, coalesce(known.last, 0) + n, 1, 'BTC/USDT', 1, 1, 1, $1::date, $1::date, 1,
       'acting', sha256(convert_to($1 || '/' || coalesce(known.last, 0) + n, 'UTF8'))
     from generate_series(1, $2::bigint) as n
     cross join (select max(seq) as last from market.tick where day = $1::date) as known`,
    [day, count],
  );
}

/** Every link of the tape, in its order. */
async function links(): Promise<Buffer[]> {
  const rows = await db.query<{ hash: Buffer }>('select hash from market.tick order by day, seq');
  return rows.map(({ hash }) => hash);
}

/** The root as the verifier makes it, from nothing but the leaves. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const tree = createRoot();
  for (const leaf of leaves) tree.add(leaf);
  return tree.root();
}

/** A database whose transactions fail as the test says: before they ran, or after. */
function faulty(faults: ('before' | 'after' | null)[]): Database {
  return {
    ...db,
    async transaction(work) {
      const fault = faults.shift() ?? null;
      if (fault === 'before') throw new Error('connection refused');
      const value = await db.transaction(work);
      if (fault === 'after') throw new Error('connection lost after commit');
      return value;
    },
  };
}

const rootNow = (size: number) => hashesOf(db, [{ from: 0, to: size }]);

describe('the tree of the tape', () => {
  test('is the same however it was followed: in pieces, over days, over starts', async () => {
    const pieces = [
      ['2026-01-01', 1],
      ['2026-01-01', 254],
      ['2026-01-01', 1],
      ['2026-01-02', 3],
      ['2026-01-05', 2_100],
      ['2026-01-05', 700],
      ['2026-01-06', 255],
    ] as const;
    let follower = createFollower(db);
    await follower.follow();
    expect(follower.size()).toBe(0);
    for (const [index, [day, count]] of pieces.entries()) {
      await addTicks(day, count);
      if (index % 2 === 1) follower = createFollower(db);
      await follower.follow();
      const leaves = await links();
      expect(follower.size()).toBe(leaves.length);
      expect(follower.root()).toEqual(rootOf(leaves));
      expect(await rootNow(leaves.length)).toEqual([rootOf(leaves)]);
    }
    expect(
      (await listChainHashes(db, { from: 255, to: 262 })).map(({ day, seq }) => [day, seq]),
    ).toEqual([
      ['2026-01-01', 256],
      ['2026-01-02', 1],
      ['2026-01-02', 2],
      ['2026-01-02', 3],
      ['2026-01-05', 1],
      ['2026-01-05', 2],
      ['2026-01-05', 3],
    ]);
  });

  test('has each tick once, whichever step failed, and whether it was kept or not', async () => {
    await addTicks('2026-01-01', 5_000);
    const follower = createFollower(faulty([null, 'before', null, 'after', null, 'before']));
    for (let tries = 0; follower.size() < 5_000 && tries < 10; tries += 1) {
      await follower.follow().catch(() => undefined);
    }
    expect(follower.root()).toEqual(rootOf(await links()));
    expect(await findTreePlace(db)).toEqual({ size: 5_000, day: '2026-01-01', seq: 5_000 });
  });

  test('stops where a tick is missing, and says which', async () => {
    await addTicks('2026-01-01', 10);
    const follower = createFollower(db);
    await follower.follow();
    await addTicks('2026-01-01', 3);
    const owner = openDatabase(database.ownerConfig);
    await owner.query('delete from market.tick where seq = 12');
    await owner.end();
    await expect(follower.follow()).rejects.toThrow('the tape has no tick 2026-01-01/12');
    expect(follower.size()).toBe(10);
  });

  test('proves every leaf and every beginning, at any size, to whoever shares no code', async () => {
    await addTicks('2026-01-01', 300);
    await addTicks('2026-01-02', 1_237);
    await createFollower(db).follow();
    const leaves = await links();
    const sizes = [1, 2, 3, 255, 256, 257, 300, 301, 511, 512, 513, 1_024, 1_300, 1_537];
    for (const size of sizes) {
      const root = rootOf(leaves.slice(0, size));
      for (const index of new Set([0, 1, 254, 255, 256, 511, 512, 777, size - 1])) {
        const leaf = leaves[index];
        if (index >= size || leaf === undefined) continue;
        const path = await hashesOf(db, inclusionSpans(index, size));
        expect(rootByInclusion({ index, size, leaf: leafHash(leaf), path })).toEqual(root);
        const other = (index + 1) % size;
        if (other === index) continue;
        const asked = { index: other, size, leaf: leafHash(leaf), path };
        expect(rootByInclusion(asked)?.equals(root) ?? false).toBe(false);
      }
      for (const from of sizes.filter((one) => one <= size)) {
        const fromRoot = rootOf(leaves.slice(0, from));
        const path = await hashesOf(db, consistencySpans(from, size));
        const roots = rootsByConsistency({ from, to: size, fromRoot, path });
        expect(roots).toEqual({ old: fromRoot, now: root });
      }
    }
  });

  test('cannot be changed or taken back by the product', async () => {
    for (const table of ['tree_day', 'tree_node', 'checkpoint']) {
      await expect(db.query(`delete from market.${table}`)).rejects.toThrow(/permission denied/);
      const set = table === 'tree_day' ? 'before = 0' : 'hash = hash';
      const text = `update market.${table} set ${set}`;
      await expect(db.query(text)).rejects.toThrow(/permission denied|does not exist/);
    }
  });
});

// Rows of tables that were read so far.
const READ = `
  select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::int as rows
  from pg_stat_xact_user_tables where schemaname = 'market'`;

function rowsRead(work: (sql: Sql) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = async () => (await tx.query<{ rows: number }>(READ))[0]?.rows ?? 0;
    const before = await rows();
    await work(tx);
    return (await rows()) - before;
  });
}

/** A database whose every statement runs in one transaction. */
const within = (tx: Sql): Database => ({
  ...db,
  query: tx.query,
  transaction: (work) => work(tx as Tx),
});

test('a proof and a step read as much behind 60,000 ticks as behind 2,000', async () => {
  const read: number[][] = [];
  const follower = createFollower(db);
  for (const more of [2_000, 58_000]) {
    await addTicks('2026-01-01', more);
    await follower.follow();
    const size = follower.size();
    await addTicks('2026-01-01', 100);
    read.push([
      await rowsRead((sql) => hashesOf(sql, inclusionSpans(777, size))),
      await rowsRead((sql) => hashesOf(sql, consistencySpans(1_111, size))),
      await rowsRead((sql) => hashesOf(sql, [{ from: 0, to: size }])),
      // A start, and a step of a hundred ticks.
      await rowsRead((sql) => createFollower(within(sql)).follow()),
    ]);
    await follower.start();
  }
  for (const rows of read.flat()) expect(rows).toBeLessThan(1_000);
}, 60_000);
