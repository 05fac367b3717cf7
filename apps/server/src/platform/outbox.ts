import type { UnixMs } from '@candor/kernel';
import type { Bus } from './bus.ts';
import { type Database, type Row, type Statement, type Tx, longTexts, sendAll } from './db.ts';

/** A fact that happened, as its capability announces it. `payload` is plain JSON data. */
export type Fact = { readonly topic: string; readonly payload: object };

const APPEND = `
  insert into platform.outbox (topic, payload, at)
  select topic, payload, platform.from_ms($3)
  from unnest($1::text[], $2::text[]) with ordinality as fact (topic, payload, line)
  order by line`;

/** What writes facts down. */
export function factStatements(facts: readonly Fact[], at: UnixMs): Statement[] {
  if (facts.length === 0) return [];
  const values = [
    facts.map((fact) => fact.topic),
    longTexts(facts.map((fact) => JSON.stringify(fact.payload))),
    at,
  ];
  return [{ text: APPEND, values }];
}

/** Writes facts down in the transaction of the act, so that both happen or neither does. */
export function appendFacts(tx: Tx, facts: readonly Fact[], at: UnixMs): Promise<void> {
  return sendAll(tx, factStatements(facts, at));
}

type OutboxRow = Row & { tx: string; seq: string; topic: string; payload: string | null };

// Ordered by the columns: the names alone would mean the texts, where "1000" is before "999". Facts
// nobody here listens to are passed by without their payload.
const READ = `
  select o.tx::text, o.seq::text, o.topic,
         case when o.topic = any ($3::text[]) then o.payload end as payload
  from platform.outbox o
  where (o.tx, o.seq) > ($1::text::xid8, $2::bigint)
    and o.tx < pg_snapshot_xmin(pg_current_snapshot())
  order by o.tx, o.seq limit 500`;

const START = 'select tx::text, seq::text from platform.reader where name = $1';
const SAVE = `
  insert into platform.reader (name, tx, seq) values ($1, $2::text::xid8, $3)
  on conflict (name) do update set tx = excluded.tx, seq = excluded.seq`;
const NEWEST = `
  select o.tx::text, o.seq::text from platform.outbox o order by o.tx desc, o.seq desc limit 1`;
// What a listener reads from now on holds every fact before this place.
const NOW = `select pg_snapshot_xmin(pg_current_snapshot())::text as tx, '0' as seq`;

/** Reads committed facts in order and hands them to the bus. */
export type Relay = {
  /** Starts from this moment, or from the saved place when `name` was given. */
  start(): Promise<void>;
  /** Says that something was committed; the relay reads soon. */
  wake(): void;
  /** Resolves when everything committed before the call was handed on, or the relay stopped. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

/** Pause between two looks when nobody wakes the relay: another process may have committed. */
const IDLE_MS = 200;
/** A woken relay that finds nothing looks again soon: an older transaction may still be open. */
const PATIENCE = { looks: 20, pauseMs: 5 };

/** After facts came, the next are gathered for a moment: many commits cost one look. */
const GATHER_MS = 25;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Place = { readonly tx: string; readonly seq: string };

const isBefore = (a: Place, b: Place): boolean =>
  a.tx === b.tx ? BigInt(a.seq) < BigInt(b.seq) : BigInt(a.tx) < BigInt(b.tx);

/**
 * Makes the relay of one process. Without a `name` it begins now: its listeners hold only what
 * they rebuild after `start`, and may hear of something they have already read. With one, each
 * fact reaches its listeners at least once.
 */
export function createRelay(options: {
  db: Database;
  bus: Bus;
  name?: string;
  /** How long the next facts are gathered after some came; longer where nobody waits for them. */
  gatherMs?: number;
  onError(error: unknown): void;
}): Relay {
  const { db, bus, name, gatherMs = GATHER_MS } = options;
  let place: Place = { tx: '0', seq: '0' };
  let stopped = false;
  let again = false;
  let looks = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function readOnce(): Promise<number> {
    const rows = await db.query<OutboxRow>(READ, [place.tx, place.seq, bus.topics()]);
    for (const row of rows) {
      if (row.payload !== null) await bus.publish(row.topic, JSON.parse(row.payload));
      place = { tx: row.tx, seq: row.seq };
    }
    if (rows.length > 0 && name !== undefined) await db.query(SAVE, [name, place.tx, place.seq]);
    return rows.length;
  }

  async function readAll(): Promise<void> {
    try {
      do {
        again = false;
        let found = await readOnce();
        while (!stopped && (found > 0 || looks > 0)) {
          if (found === 0) {
            looks -= 1;
            await pause(PATIENCE.pauseMs);
          } else {
            looks = 0;
            await pause(gatherMs);
          }
          found = await readOnce();
        }
      } while (again && !stopped);
    } catch (error) {
      options.onError(error);
    } finally {
      // In the same step as the last look at `again`, so that no call falls between.
      running = undefined;
    }
  }

  function read(): Promise<void> {
    again = true;
    running ??= readAll();
    return running;
  }

  function idle(): void {
    if (stopped) return;
    timer = setTimeout(() => void read().finally(idle), IDLE_MS);
  }

  return {
    async start() {
      const saved = name === undefined ? [] : await db.query<OutboxRow>(START, [name]);
      const [from] = name === undefined ? await db.query<OutboxRow>(NOW) : saved;
      if (from !== undefined) place = { tx: from.tx, seq: from.seq };
      idle();
    },
    wake() {
      if (stopped) return;
      looks = PATIENCE.looks;
      void read();
    },
    async settled() {
      const [newest] = await db.query<OutboxRow>(NEWEST);
      while (newest !== undefined && !stopped && isBefore(place, newest)) {
        await read();
        if (isBefore(place, newest)) await pause(PATIENCE.pauseMs);
      }
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
