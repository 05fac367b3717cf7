import { type InstrumentCode, type UnixMs, type UtcDay, SECOND_MS } from '@candor/kernel';
import {
  type Bar,
  type BarTick,
  INTERVALS,
  type Interval,
  NO_VOLUME,
  barStart,
  extendBar,
  mergeBars,
  mid,
  startBar,
} from '@candor/pricing';
import type { Database } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import { type NamedBar, listBars, listUnsaved, mergeIntoBars, saveProgress } from './bar-store.ts';
import type { HashedTick } from '../store/store.ts';
import type { TapeTick } from '../tape/tape.ts';

/**
 * Bars are saved this often, not with every tick: what is not saved yet is kept as 1-minute bars
 * in memory and merged into every answer; after a crash it is read from the tape again.
 */
const SAVE_EVERY_MS = 20 * SECOND_MS;
const ROWS_MAX = 4_000;

type BarredTick = Pick<HashedTick, 'code' | 'bid' | 'ask' | 'sourceTime' | 'receivedAt' | 'volume'>;

/** 1-minute bars of what happened since the last save, by instrument. */
type Unsaved = Map<InstrumentCode, Bar[]>;

function addTo(unsaved: Unsaved, code: InstrumentCode, tick: BarTick): void {
  const bars = unsaved.get(code);
  if (bars === undefined) {
    unsaved.set(code, [startBar(tick, '1m')]);
    return;
  }
  const last = bars.at(-1);
  const time = barStart(tick.time, '1m');
  if (last !== undefined && last.time === time) bars[bars.length - 1] = extendBar(last, tick);
  else if (last === undefined || last.time < time) bars.push(startBar(tick, '1m'));
  // A leading source may be behind the one it took over from: its minute is told already.
}

function allIntervals(unsaved: Unsaved): NamedBar[] {
  return [...unsaved].flatMap(([code, bars]) =>
    INTERVALS.flatMap((interval) =>
      mergeBars(bars, interval).map((bar): NamedBar => ({ ...bar, code, interval })),
    ),
  );
}

/**
 * Bars of several places as one run, oldest first. They are sorted first: a leading source that is
 * behind the one before it may open an older bar again.
 */
export function joinBars(bars: readonly Bar[], interval: Interval): Bar[] {
  return mergeBars(
    bars.toSorted((a, b) => a.time - b.time),
    interval,
  );
}

/** Turns ticks into bars of every interval, in market time. */
export function createBars(options: {
  readonly db: Database;
  readonly log: Log;
  readonly feedId: number;
  /** Live sources may have wrong clocks: no bar begins after its ticks were received. */
  readonly isLive: boolean;
  readonly onTick: (code: InstrumentCode, tick: BarTick) => void;
}) {
  const { db, log, feedId } = options;
  let unsaved: Unsaved = new Map();
  let progress: { day: UtcDay; seq: number } | null = null;
  /** The save under way; its bars are neither in memory nor surely stored. */
  let saving: Promise<void> | null = null;
  let saves = 0;
  let timer: NodeJS.Timeout | undefined;

  function addTick(tick: BarredTick): void {
    const isAhead = options.isLive && tick.sourceTime > tick.receivedAt;
    const time = isAhead ? tick.receivedAt : tick.sourceTime;
    const barTick = { time, price: mid(tick), volume: tick.volume ?? NO_VOLUME };
    addTo(unsaved, tick.code, barTick);
    options.onTick(tick.code, barTick);
  }

  async function write(bars: Unsaved, upTo: { day: UtcDay; seq: number }): Promise<void> {
    const rows = allIntervals(bars);
    await db.transaction(async (tx) => {
      for (let from = 0; from < rows.length; from += ROWS_MAX) {
        await mergeIntoBars(tx, feedId, rows.slice(from, from + ROWS_MAX));
      }
      await saveProgress(tx, feedId, upTo);
    });
  }

  /** What could not be saved comes before what happened since. */
  function putBack(bars: Unsaved): void {
    const newer = unsaved;
    unsaved = bars;
    for (const [code, after] of newer) {
      unsaved.set(code, joinBars([...(unsaved.get(code) ?? []), ...after], '1m'));
    }
  }

  async function save(): Promise<void> {
    if (saving !== null) await saving;
    if (unsaved.size === 0 || progress === null) return;
    const bars = unsaved;
    unsaved = new Map();
    saves += 1;
    saving = write(bars, progress)
      .catch((error: unknown) => {
        putBack(bars);
        log.error({ err: error }, 'bars could not be saved');
      })
      .finally(() => {
        saving = null;
      });
    await saving;
  }

  return {
    /** Reads what a crash left out, and starts saving. */
    async start(): Promise<void> {
      for (const tick of await listUnsaved(db, feedId)) {
        addTick(tick);
        progress = { day: tick.day, seq: tick.seq };
      }
      timer = setInterval(() => void save(), SAVE_EVERY_MS);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await save();
    },
    save,
    /** Takes stored ticks, in order. */
    add(ticks: readonly TapeTick[]): void {
      for (const tick of ticks) {
        const [day, seq] = tick.tickId.split('/');
        progress = { day: day as UtcDay, seq: Number.parseInt(seq ?? '', 10) };
        if (tick.tickStatus === 'acting' || tick.tickStatus === 'first') addTick(tick);
      }
    },
    /** Bars from the tape, oldest first: the last `limit` of a range of market time. */
    async list(range: {
      code: InstrumentCode;
      interval: Interval;
      from: UnixMs;
      to: UnixMs;
      limit: number;
    }): Promise<Bar[]> {
      for (;;) {
        if (saving !== null) await saving;
        const before = saves;
        const stored = await listBars(db, { feedId, ...range });
        // A save that began meanwhile took bars from memory that `stored` may not have yet.
        if (saves !== before) continue;
        const fresh = mergeBars(unsaved.get(range.code) ?? [], range.interval);
        return joinBars([...stored, ...fresh], range.interval)
          .filter((bar) => bar.time >= range.from && bar.time <= range.to)
          .slice(-range.limit);
      }
    },
  };
}

/** @see createBars */
export type Bars = ReturnType<typeof createBars>;
