import type { UnixMs } from '@candor/kernel';
import type { Bus, Subscription } from './bus.ts';
import { type Database, type Row, type Statement, type Tx, sendAll } from '../postgres/db.ts';
import { longTexts } from '../postgres/sql-values.ts';
import { pack, unpack } from './packing.ts';

/** A fact that happened, as its capability announces it. `payload` is plain JSON data. */
export type Fact = { readonly topic: string; readonly payload: object };

const APPEND = `
  insert into platform.outbox (topic, payload, packed, at)
  select topic, payload, packed, platform.from_ms($4)
  from unnest($1::text[], $2::text[], $3::bytea[])
    with ordinality as fact (topic, payload, packed, line)
  order by line`;

/** From how many characters on a payload is packed: shorter ones gain nothing worth the time. */
const PACKED_FROM = 600;

/** What writes facts down. */
export function factStatements(facts: readonly Fact[], at: UnixMs): Statement[] {
  if (facts.length === 0) return [];
  const payloads = facts.map(({ payload }) => JSON.stringify(payload));
  const isLong = ({ length }: string): boolean => length >= PACKED_FROM;
  const values = [
    facts.map((fact) => fact.topic),
    longTexts(payloads.map((text) => (isLong(text) ? null : text))),
    payloads.map((text) => (isLong(text) ? pack(text) : null)),
    at,
  ];
  return [{ text: APPEND, values }];
}

/** Writes facts down in the transaction of the command, so that both happen or neither does. */
export function appendFacts(tx: Tx, facts: readonly Fact[], at: UnixMs): Promise<void> {
  return sendAll(tx, factStatements(facts, at));
}

type OutboxRow = Row & {
  tx: string;
  seq: string;
  topic: string;
  payload: string | null;
  packed: Buffer | null;
};

/** What a fact says; null where nobody here listens to it. */
function payloadOf({ payload, packed }: OutboxRow): object | null {
  const text = packed === null ? payload : unpack(packed);
  return text === null ? null : (JSON.parse(text) as object);
}

// Ordered by the columns: the names alone would mean the texts, where "1000" is before "999". Facts
// nobody here listens to are passed by without their payload.
const READ = `
  select o.tx::text, o.seq::text, o.topic,
         case when o.topic = any ($3::text[]) then o.payload end as payload,
         case when o.topic = any ($3::text[]) then o.packed end as packed
  from platform.outbox o
  where (o.tx, o.seq) > ($1::text::xid8, $2::bigint)
    and o.tx < pg_snapshot_xmin(pg_current_snapshot())
  order by o.tx, o.seq limit 500`;

const PLACES = `
  select name, tx::text, seq::text from platform.reader
  where name = $1 or starts_with(name, $1 || '/')`;
const SAVE = `
  insert into platform.reader (name, tx, seq) values ($1, $2::text::xid8, $3)
  on conflict (name) do update set tx = excluded.tx, seq = excluded.seq`;
const FORGET = 'delete from platform.reader where name = $1';
const NEXT = `
  select o.tx::text, o.seq::text from platform.outbox o
  where (o.tx, o.seq) > ($1::text::xid8, $2::bigint) order by o.tx, o.seq limit 1`;
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
  /**
   * Resolves when everything committed before the call was handed on, or the relay stopped. What a
   * listener failed at comes to it later.
   */
  settled(): Promise<void>;
  /** How long the oldest fact has waited to be handed on; 0 when none waits. @units seconds */
  lag(): number;
  stop(): Promise<void>;
};

/** Pause between two looks when nobody wakes the relay: another process may have committed. */
const IDLE_MS = 200;
/** A woken relay that finds nothing looks again soon: an older transaction may still be open. */
const PATIENCE = { looks: 20, pauseMs: 5 };

/** After facts came, the next are batched for a moment: many commits cost one look. */
const BATCH_MS = 25;

/** When a listener that failed hears the fact again: twice as long after each try, to a minute. */
const RETRY = { firstMs: 100, mostMs: 60_000 };
/** How often is looked whether a fact waits that cannot be read yet. */
const LAG_LOOK_MS = 1_000;
/** From when on that is said, and how often. */
const LAG_SAID = { fromMs: 10_000, everyMs: 60_000 };
const MS_PER_SECOND = 1_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Place = { readonly tx: string; readonly seq: string };

const isBefore = (a: Place, b: Place): boolean =>
  a.tx === b.tx ? BigInt(a.seq) < BigInt(b.seq) : BigInt(a.tx) < BigInt(b.tx);

/** A listener that failed, and the last fact it heard: what comes after, it still has to hear. */
type Behind = {
  readonly subscription: Subscription;
  place: Place;
  saved: Place | null;
  tries: number;
  retryAt: number;
};

type RelayOptions = {
  readonly db: Database;
  readonly bus: Bus;
  readonly name?: string;
  /** How long the next facts are batched after some came; longer where nobody waits for them. */
  readonly batchMs?: number;
  /** Facts have waited for so many seconds; said once a minute. */
  readonly onLag?: (seconds: number) => void;
  onError(error: unknown): void;
};

/** Since when the oldest fact that was not handed on waits. */
function createLag(options: RelayOptions) {
  let waiting: (Place & { readonly since: number }) | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let saidAt = Number.NEGATIVE_INFINITY;
  const lagMs = (): number => (waiting === null ? 0 : performance.now() - waiting.since);
  return {
    seconds: () => lagMs() / MS_PER_SECOND,
    /** Looks for a fact behind a place that may not be read yet. */
    async look(place: Place): Promise<void> {
      const now = performance.now();
      if (now - lookedAt < LAG_LOOK_MS) return;
      lookedAt = now;
      const [next] = await options.db.query<OutboxRow>(NEXT, [place.tx, place.seq]);
      if (next === undefined) waiting = null;
      else if (waiting?.tx !== next.tx || waiting.seq !== next.seq) {
        waiting = { tx: next.tx, seq: next.seq, since: now };
      }
      if (lagMs() < LAG_SAID.fromMs || now - saidAt < LAG_SAID.everyMs) return;
      saidAt = now;
      options.onLag?.(lagMs() / MS_PER_SECOND);
    },
  };
}

/** Listeners that failed, each with its place; a named reader keeps them, so that a restart does. */
function createBehind({ db, bus, name }: RelayOptions) {
  const behind = new Map<string, Behind>();
  const keptAs = (listener: string): string => `${name}/${listener}`;

  function later(one: Behind): void {
    one.retryAt = performance.now() + Math.min(RETRY.mostMs, RETRY.firstMs * 2 ** one.tries);
    one.tries += 1;
  }

  /** Goes on with one listener for a page of facts, as far as the others are. */
  async function catchUp(one: Behind, until: Place): Promise<'there' | 'failed' | 'more'> {
    const { topic } = one.subscription;
    const rows = await db.query<OutboxRow>(READ, [one.place.tx, one.place.seq, [topic]]);
    for (const row of rows) {
      if (isBefore(until, row)) return 'there';
      const payload = payloadOf(row);
      if (payload !== null && !(await bus.tell(one.subscription, payload))) return 'failed';
      one.place = { tx: row.tx, seq: row.seq };
      one.tries = 0;
    }
    return rows.length > 0 && isBefore(one.place, until) ? 'more' : 'there';
  }

  return {
    has: (subscription: Subscription) => behind.has(subscription.name),
    /** A listener failed at the fact after this place. */
    add(subscription: Subscription, place: Place): void {
      const one = { subscription, place, saved: null, tries: 0, retryAt: 0 };
      later(one);
      behind.set(subscription.name, one);
    },
    /** Tells those whose time has come again, in their order, what they have not heard. */
    async retry(until: Place): Promise<void> {
      for (const one of [...behind.values()]) {
        if (one.retryAt > performance.now()) continue;
        const end = await catchUp(one, until);
        if (end === 'failed') later(one);
        if (end !== 'there') continue;
        if (one.saved !== null) await db.query(FORGET, [keptAs(one.subscription.name)]);
        behind.delete(one.subscription.name);
      }
    },
    /** Before the place of the reader itself: a kill between the two may only repeat facts. */
    async save(): Promise<void> {
      if (name === undefined) return;
      for (const one of behind.values()) {
        if (one.saved === one.place) continue;
        await db.query(SAVE, [keptAs(one.subscription.name), one.place.tx, one.place.seq]);
        one.saved = one.place;
      }
    },
    /** Takes up what was kept; answers the place from which all have to hear again, or null. */
    async restore(rows: readonly (OutboxRow & { name: string })[]): Promise<Place | null> {
      const listeners = new Map(bus.subscriptions().map((one) => [keptAs(one.name), one]));
      let earliest: Place | null = null;
      for (const row of rows) {
        const place = { tx: row.tx, seq: row.seq };
        const subscription = listeners.get(row.name);
        if (subscription !== undefined) {
          const one = { subscription, place, saved: place, tries: 0, retryAt: 0 };
          behind.set(subscription.name, one);
          continue;
        }
        // A listener of another version: the process that took its place hears all of it.
        if (earliest === null || isBefore(place, earliest)) earliest = place;
        await db.query(FORGET, [row.name]);
      }
      return earliest;
    },
  };
}

/**
 * Makes the relay of one process. Without a `name` it begins now: its listeners hold only what
 * they rebuild after `start`, and may hear of something they have already read. With one, each
 * fact reaches its listeners at least once.
 *
 * A listener that throws hears the fact again until it does not, and no later fact before it; the
 * others go on meanwhile.
 */
export function createRelay(options: RelayOptions): Relay {
  const { db, bus, name, batchMs = BATCH_MS } = options;
  const behind = createBehind(options);
  const lag = createLag(options);
  let place: Place = { tx: '0', seq: '0' };
  let stopped = false;
  let again = false;
  let looks = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function tellAll(topic: string, payload: object): Promise<void> {
    for (const one of bus.subscriptions()) {
      if (one.topic !== topic || behind.has(one)) continue;
      if (!(await bus.tell(one, payload))) behind.add(one, place);
    }
  }

  async function readOnce(): Promise<number> {
    const topics = [...new Set(bus.subscriptions().map(({ topic }) => topic))];
    const rows = await db.query<OutboxRow>(READ, [place.tx, place.seq, topics]);
    for (const row of rows) {
      const payload = payloadOf(row);
      if (payload !== null) await tellAll(row.topic, payload);
      place = { tx: row.tx, seq: row.seq };
    }
    await behind.retry(place);
    await behind.save();
    if (rows.length > 0 && name !== undefined) await db.query(SAVE, [name, place.tx, place.seq]);
    if (rows.length === 0) await lag.look(place);
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
            await pause(batchMs);
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

  async function from(): Promise<Place | undefined> {
    if (name === undefined) return (await db.query<OutboxRow>(NOW))[0];
    const rows = await db.query<OutboxRow & { name: string }>(PLACES, [name]);
    const own = rows.find((row) => row.name === name);
    const earliest = await behind.restore(rows.filter((row) => row !== own));
    if (own === undefined || earliest === null) return own ?? undefined;
    return isBefore(earliest, own) ? earliest : own;
  }

  return {
    async start() {
      const begin = await from();
      if (begin !== undefined) place = { tx: begin.tx, seq: begin.seq };
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
    lag: () => lag.seconds(),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
