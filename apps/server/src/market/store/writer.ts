import { type TickId, type UnixMs, type UtcDay, ensure, utcDayOf } from '@candor/kernel';
import type { Database } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import { type Batch, chainBatch } from './chain-batch.ts';
import { createPause } from './pause.ts';
import { type Head, ensureDay, findHead, insertFrames, insertTicks } from './store.ts';
import type { JudgedTick, Tape, TapeTick } from '../tape/tape.ts';

/** Ticks are batched for this long, so that a busy market costs few transactions. */
const BATCH_MS = 40;
const BATCH_MAX = 4_000;
const RETRY_MS = 250;

type WriterOptions = {
  readonly db: Database;
  readonly tape: Tape;
  readonly log: Log;
  readonly feedId: number;
  readonly feedKey: string;
  readonly sources: ReadonlyMap<string, number>;
  readonly onStored: (ticks: readonly TapeTick[]) => void;
};

/** The day a tick is filed under: that of its receipt, and never an earlier one than the head's. */
function dayOf(receivedAt: UnixMs, head: Head | null): UtcDay {
  const day = utcDayOf(receivedAt);
  return head !== null && head.day > day ? head.day : day;
}

/** Puts batches into the database, whatever happens to the connection meanwhile. */
function createInserter(options: WriterOptions) {
  const { db, log, feedId, sources } = options;
  const pause = createPause();
  let knownDay: UtcDay | null = null;
  let isStopping = false;

  async function insert(batch: Batch): Promise<void> {
    const { day, linked, frames } = batch;
    if (knownDay !== day) {
      await ensureDay(db, day);
      knownDay = day;
    }
    await db.transaction(async (tx) => {
      if (frames.length > 0) await insertFrames(tx, frames, { day, sources });
      await insertTicks(tx, linked, { feedId, sources });
    });
  }

  /** Whether a batch whose answer was lost is on the tape after all. */
  async function isStored(batch: Batch): Promise<boolean> {
    const found = await findHead(db);
    const last = ensure(batch.linked.at(-1), 'a batch has a tick');
    return found !== null && found.hash.equals(last.hash);
  }

  return {
    /** Stores a batch however long the database stays away; gives up only when told to stop. */
    async insertSurely(batch: Batch): Promise<boolean> {
      for (;;) {
        try {
          await insert(batch);
          return true;
        } catch (error) {
          log.error({ err: error, day: batch.day }, 'the tape could not be written');
        }
        if (isStopping) return false;
        await pause.for(RETRY_MS);
        if (await isStored(batch).catch(() => false)) return true;
      }
    },
    giveUp(): void {
      isStopping = true;
      pause.end();
    },
  };
}

/**
 * Stores what the tape accepted, in order, one transaction after the other, and lets prices count
 * only once they are committed: no fill can ever cite a tick that is not on the tape.
 */
export function createWriter(options: WriterOptions) {
  const { db, tape, feedKey } = options;
  const inserter = createInserter(options);
  const pause = createPause();
  let head: Head | null = null;
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();

  async function store(judged: readonly JudgedTick[], day: UtcDay): Promise<boolean> {
    const batch = chainBatch(judged, { day, head, feedKey });
    if (!(await inserter.insertSurely(batch))) return false;
    const last = ensure(batch.linked.at(-1), 'a batch has a tick');
    head = { day: last.day, seq: last.seq, hash: last.hash };
    const stored = batch.linked.map((link, index): TapeTick => {
      const tick = ensure(judged[index], 'links and ticks are as many');
      return { ...tick, tickId: `${link.day}/${link.seq}` as TickId };
    });
    tape.settle(stored);
    options.onStored(stored);
    return true;
  }

  /** Stores everything that waits, each day for itself. */
  async function flush(): Promise<void> {
    for (;;) {
      const judged = tape.take(BATCH_MAX);
      if (judged.length === 0) return;
      const days = Map.groupBy(judged, (tick) => dayOf(tick.receivedAt, head));
      for (const [day, ticks] of [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        if (!(await store(ticks, day))) return;
      }
    }
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      await flush();
      if (!isStopping) await pause.for(BATCH_MS);
    }
    await flush();
  }

  return {
    async start(): Promise<void> {
      head = await findHead(db);
      running = run();
    },
    /** Stores what waits and ends; what the database will not take by then is dropped. */
    async stop(): Promise<void> {
      isStopping = true;
      inserter.giveUp();
      pause.end();
      await running;
    },
  };
}

/** @see createWriter */
export type Writer = ReturnType<typeof createWriter>;
