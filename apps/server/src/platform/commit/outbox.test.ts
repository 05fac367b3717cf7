import { unixMs } from '@candor/kernel';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Bus, createBus } from './bus.ts';
import { type Database, openDatabase } from '../postgres/db.ts';
import { type Relay, appendFacts, createRelay } from './outbox.ts';

const AT = unixMs(1_704_067_200_000);

let clone: TestDatabase;
let db: Database;
let relays: Relay[];

beforeEach(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.config);
  relays = [];
});

afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await db.end();
  await clone.drop();
});

type Heard = { relay: Relay; bus: Bus; heard: number[]; errors: unknown[] };

/** A relay whose listener writes down the number of each fact. */
function listen(options: {
  name?: string;
  fails?: (n: number) => boolean;
  db?: Database;
  onLag?: (seconds: number) => void;
}): Heard {
  const heard: number[] = [];
  const errors: unknown[] = [];
  const bus = createBus((error) => errors.push(error));
  bus.subscribe('test.Happened', ({ n }: { n: number }) => {
    if (options.fails?.(n) === true) throw new Error(`${n}`);
    heard.push(n);
  });
  const named = options.name === undefined ? {} : { name: options.name };
  const onError = (error: unknown): void => void errors.push(error);
  const { onLag = () => undefined } = options;
  const relay = createRelay({ db: options.db ?? db, bus, onError, onLag, ...named });
  relays.push(relay);
  return { relay, bus, heard, errors };
}

const happened = (n: number) => ({ topic: 'test.Happened', payload: { n } });

const commit = (...numbers: number[]): Promise<void> =>
  db.transaction((tx) => appendFacts(tx, numbers.map(happened), AT));

/** A transaction that has written a fact and waits to be told to commit. */
function openTransaction(n: number): { written: Promise<void>; commit: () => Promise<void> } {
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const done = db.transaction(async (tx) => {
    await appendFacts(tx, [happened(n)], AT);
    isWritten();
    await released;
  });
  return {
    written,
    async commit() {
      release();
      await done;
    },
  };
}

/** Waits until no transaction of the server, in whatever database, is older than the newest fact. */
async function everythingBeforeEnded(): Promise<void> {
  const ended = async (): Promise<unknown> =>
    db.query(`select bool_and(tx < pg_snapshot_xmin(pg_current_snapshot())) as ended
              from platform.outbox`);
  await expect.poll(ended, { timeout: 10_000 }).toEqual([{ ended: true }]);
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('facts', () => {
  test('of a transaction that is rolled back are never heard', async () => {
    const { relay, heard } = listen({});
    await relay.start();
    const broken = db.transaction(async (tx) => {
      await appendFacts(tx, [happened(1)], AT);
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    await commit(2);
    await relay.settled();
    expect(heard).toEqual([2]);
  });

  test('with much to say are kept packed and heard as they were said', async () => {
    const said: unknown[] = [];
    const bus = createBus(() => undefined);
    bus.subscribe('test.Long', (fact: object) => void said.push(fact));
    const relay = createRelay({ db, bus, onError: () => undefined });
    await relay.start();
    const changed = Array.from({ length: 64 }, (_, n) => ({ id: `é 😀 "${n}"`, mode: 'demo' }));
    const facts = [
      { topic: 'test.Long', payload: { changed } },
      { topic: 'test.Long', payload: { changed: [] } },
    ];
    await db.transaction((tx) => appendFacts(tx, facts, AT));
    await relay.settled();
    await relay.stop();
    expect(said).toEqual([{ changed }, { changed: [] }]);
    const rows = await db.query<{ payload: string | null; bytes: number | null }>(
      `select payload, length(packed) as bytes from platform.outbox o
       where topic = 'test.Long' order by o.tx, o.seq`,
    );
    expect(rows.map(({ payload }) => payload)).toEqual([null, '{"changed":[]}']);
    expect(rows[0]?.bytes).toBeLessThan(JSON.stringify({ changed }).length / 2);
  });

  test('nobody listens to are passed by, for good', async () => {
    const { relay, heard } = listen({ name: 'passes' });
    await relay.start();
    const other = { topic: 'test.Other', payload: { n: 7 } };
    await db.transaction((tx) => appendFacts(tx, [happened(1), other, happened(2), other], AT));
    await relay.settled();
    expect(heard).toEqual([1, 2]);
    const behind = await db.query(
      `select from platform.outbox o join platform.reader r on r.name = 'passes'
       where (o.tx, o.seq) > (r.tx, r.seq)`,
    );
    expect(behind).toEqual([]);
  });

  test('are heard in the order they were written, across more than one reading', async () => {
    const { relay, heard } = listen({});
    await relay.start();
    await commit(...numbers(1, 700));
    await commit(...numbers(701, 1200));
    await relay.settled();
    expect(heard).toEqual(numbers(1, 1200));
  });

  test('are heard without being told that something was committed', async () => {
    const { relay, heard } = listen({});
    await relay.start();
    await commit(1);
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([1]);
  });

  test('are heard within milliseconds of a wake', async () => {
    const { relay, heard } = listen({});
    await relay.start();
    const tookMs: number[] = [];
    for (const n of numbers(1, 10)) {
      await commit(n);
      const start = performance.now();
      relay.wake();
      await expect.poll(() => heard.length, { interval: 1, timeout: 10_000 }).toBe(n);
      tookMs.push(performance.now() - start);
    }
    // Another database's open transaction may hold one up; without a wake each takes up to 200 ms.
    expect(Math.min(...tookMs)).toBeLessThan(50);
  });

  test('of a transaction that commits late are neither skipped nor overtaken', async () => {
    const { relay, heard } = listen({});
    await relay.start();
    const late = openTransaction(1);
    await late.written;
    await commit(2);
    relay.wake();
    const settled = relay.settled();
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The newer one waits: the older could still be followed by its own facts.
    expect(heard).toEqual([]);
    await late.commit();
    await settled;
    expect(heard).toEqual([1, 2]);
  });

  test('are all heard exactly once, whatever order 60 transactions commit in', async () => {
    const { relay, heard } = listen({});
    await relay.start();
    const acts = numbers(1, 60).map(async (n) => {
      await new Promise((resolve) => setTimeout(resolve, (n * 7) % 40));
      await db.transaction(async (tx) => {
        await appendFacts(tx, [happened(n)], AT);
        await new Promise((resolve) => setTimeout(resolve, (n * 13) % 30));
        await appendFacts(tx, [happened(-n)], AT);
      });
      relay.wake();
    });
    await Promise.all(acts);
    await relay.settled();
    expect(heard.toSorted((a, b) => a - b)).toEqual(numbers(-60, 60).filter((n) => n !== 0));
    for (const n of numbers(1, 60)) expect(heard.indexOf(-n)).toBe(heard.indexOf(n) + 1);
  });
});

describe('a relay', () => {
  test('without a name hears what was committed from its start on', async () => {
    await commit(1);
    await everythingBeforeEnded();
    const { relay, heard } = listen({});
    await relay.start();
    await commit(2);
    await relay.settled();
    expect(heard).toEqual([2]);
  });

  test('hears a fact that was written before its start and committed after it', async () => {
    const late = openTransaction(1);
    await late.written;
    await commit(2);
    const { relay, heard } = listen({});
    await relay.start();
    await late.commit();
    await relay.settled();
    expect(heard).toContain(1);
  });

  test('with a name goes on after a restart with what it has not handed on', async () => {
    const first = listen({ name: 'mail' });
    await commit(1, 2);
    await first.relay.start();
    await first.relay.settled();
    await first.relay.stop();
    await commit(3, 4);
    const second = listen({ name: 'mail' });
    await second.relay.start();
    await second.relay.settled();
    expect([first.heard, second.heard]).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('with a name hands on again what it did not live to write down', async () => {
    const cut: Database = {
      ...db,
      query: (text, values) =>
        text.includes('insert into platform.reader')
          ? Promise.reject(new Error('the process is killed here'))
          : db.query(text, values),
    };
    const killed = listen({ name: 'mail', db: cut });
    await commit(1, 2);
    await killed.relay.start();
    await killed.relay.settled();
    await killed.relay.stop();
    const next = listen({ name: 'mail' });
    await next.relay.start();
    await next.relay.settled();
    expect([killed.heard, next.heard]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test('tells a listener that threw again, in order, and holds nobody else back', async () => {
    let isBroken = true;
    const { relay, bus, heard, errors } = listen({ fails: (n) => n === 2 && isBroken });
    const others: number[] = [];
    bus.subscribe('test.Happened', ({ n }: { n: number }) => void others.push(n));
    await relay.start();
    await commit(1, 2, 3);
    await relay.settled();
    expect([heard, others, bus.failing().listeners]).toEqual([[1], [1, 2, 3], 1]);
    await commit(4);
    await relay.settled();
    await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(1);
    expect([heard, others]).toEqual([[1], [1, 2, 3, 4]]);
    isBroken = false;
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([1, 2, 3, 4]);
    expect(others).toEqual([1, 2, 3, 4]);
    expect(errors).toEqual(errors.map(() => new Error('2')));
    expect(bus.failing().listeners).toBe(0);
  });

  test('keeps on telling a listener that fails for long, and shows it', async () => {
    const { relay, bus, heard, errors } = listen({ fails: (n) => n === 1 });
    await relay.start();
    await commit(1, 2);
    relay.wake();
    await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(3);
    expect(heard).toEqual([]);
    expect(bus.failing().listeners).toBe(1);
    expect(bus.failing().seconds).toBeGreaterThan(0.5);
  });

  test('with a name keeps what a listener has still to hear over a restart', async () => {
    const first = listen({ name: 'mail', fails: (n) => n === 2 });
    const others: number[] = [];
    first.bus.subscribe('test.Happened', ({ n }: { n: number }) => void others.push(n));
    await commit(...numbers(1, 700));
    await first.relay.start();
    await first.relay.settled();
    await first.relay.stop();
    expect([first.heard, others]).toEqual([[1], numbers(1, 700)]);
    const second = listen({ name: 'mail' });
    second.bus.subscribe('test.Happened', ({ n }: { n: number }) => void others.push(n));
    await second.relay.start();
    await commit(701);
    await expect.poll(() => second.heard.at(-1), { timeout: 20_000 }).toBe(701);
    expect([second.heard, others]).toEqual([numbers(2, 701), numbers(1, 701)]);
    // What nobody waits for any more holds nothing back.
    const kept = () => db.query("select name from platform.reader where starts_with(name, 'mail')");
    await expect.poll(kept, { timeout: 10_000 }).toEqual([{ name: 'mail' }]);
  });

  test('with a name tells all of it to whoever took the place of a listener that is gone', async () => {
    const first = listen({ name: 'mail', fails: (n) => n === 2 });
    first.bus.subscribe('test.Gone', () => Promise.reject(new Error('gone')));
    await db.transaction((tx) => appendFacts(tx, [{ topic: 'test.Gone', payload: {} }], AT));
    await commit(1);
    await first.relay.start();
    await first.relay.settled();
    await first.relay.stop();
    const second = listen({ name: 'mail' });
    await second.relay.start();
    await expect.poll(() => second.heard, { timeout: 10_000 }).toEqual([1]);
  });

  test('goes on when the database was away', async () => {
    let away = true;
    const flaky: Database = {
      ...db,
      query: (text, values) =>
        away && text.includes('from platform.outbox')
          ? Promise.reject(new Error('connection refused'))
          : db.query(text, values),
    };
    const { relay, heard, errors } = listen({ db: flaky });
    await relay.start();
    await commit(1);
    relay.wake();
    await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(0);
    away = false;
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([1]);
  });

  test('goes on when the server has ended a write transaction that was forgotten', async () => {
    const { relay, heard } = listen({});
    await relay.start();
    const forgotten = new Client(clone.config);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    forgotten.on('error', () => undefined);
    forgotten.on('end', end);
    await forgotten.connect();
    await forgotten.query('begin');
    await forgotten.query(
      "insert into platform.outbox (topic, payload, at) values ('test.Forgotten', '{}', now())",
    );
    await commit(1);
    relay.wake();
    await expect.poll(() => relay.lag(), { timeout: 10_000 }).toBeGreaterThan(0);
    expect(heard).toEqual([]);
    // The time-out of our role, shorter: until then no relay of the whole server hears anything.
    await forgotten.query('set idle_in_transaction_session_timeout = 100');
    await ended;
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([1]);
    await expect.poll(() => relay.lag(), { timeout: 10_000 }).toBe(0);
  });

  test('says once a minute that facts have waited for ten seconds', async () => {
    const said: number[] = [];
    // As long as an older transaction is open nothing can be read, and the next fact is seen.
    const withheld: Database = {
      ...db,
      query: (text, values) =>
        text.includes('o.payload') ? Promise.resolve([]) : db.query(text, values),
    };
    let passed = 0;
    const { now } = performance;
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + passed);
    const { relay } = listen({ db: withheld, onLag: (seconds) => said.push(seconds) });
    await relay.start();
    await commit(1);
    await expect.poll(() => relay.lag(), { timeout: 10_000 }).toBeGreaterThan(0);
    expect(said).toEqual([]);
    passed += 11_000;
    await expect.poll(() => said.length, { timeout: 10_000 }).toBe(1);
    expect(said[0]).toBeGreaterThan(10);
    passed += 30_000;
    await expect.poll(() => relay.lag(), { timeout: 10_000 }).toBeGreaterThan(40);
    expect(said).toHaveLength(1);
    passed += 31_000;
    await expect.poll(() => said.length, { timeout: 10_000 }).toBe(2);
    vi.restoreAllMocks();
  });

  test('that stopped hands nothing on', async () => {
    const { relay, heard } = listen({});
    await relay.start();
    await relay.stop();
    await commit(1);
    relay.wake();
    await relay.settled();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(heard).toEqual([]);
  });
});
