import {
  type InstrumentCode,
  type TickId,
  type UnixMs,
  type UtcDay,
  DAY_MS,
  plusMs,
  startOfDay,
  utcDayOf,
} from '@candor/kernel';
import { market as protocol } from '@candor/protocol';
import type { Database } from '../../platform/postgres/db.ts';
import { type HashedTick, findFrame, findTick, listReceived, listTicksAt } from '../store/store.ts';
import type { ChainedTick } from '../store/chain.ts';
import { type TapeRange, type TapeRoot, openTapeFile, tapeRoots } from '../store/tape-file.ts';
import { placeOf } from '../store/tick-id.ts';

/** A tick as anyone may look it up, with the message it was read from. */
export type StoredTick = Omit<ChainedTick, 'day' | 'seq' | 'frameHash'> & {
  readonly id: TickId;
  /** SHA-256 of the frame, in hex; null for replays and simulations. */
  readonly frameHash: string | null;
  /** Its link in the tape's chain, in hex. */
  readonly hash: string;
};

/** What is on the tape, as anyone may look it up. */
export type Lookups = {
  /**
   * Ticks of one instrument by wall time of receipt, in the order of the tape; no more than one
   * over what an answer carries (`TICKS_MAX` of the protocol), which says that there are more.
   */
  ticks(range: {
    readonly code: InstrumentCode;
    readonly from: UnixMs;
    readonly to: UnixMs;
  }): Promise<StoredTick[]>;
  tick(id: string): Promise<StoredTick | null>;
  /** Ticks by their ids, those there are. */
  ticksById(ids: readonly string[]): Promise<ReadonlyMap<TickId, StoredTick>>;
  /** A part of the tape as the text of a file; null when it does not begin there. */
  tapeFile(range: TapeRange): Promise<AsyncIterable<string> | null>;
  /** The last link of each of the newest days, newest first. */
  tapeRoots(): Promise<TapeRoot[]>;
  /** The frame a tick was read from, as it came off the wire. */
  frameOf(id: string): Promise<{ readonly source: string; readonly body: string } | null>;
};

/** One more than an answer carries, so that who asked for more than that can be told. */
const LOOKUP_MAX = protocol.TICKS_MAX + 1;

/** A tick as anyone may look it up. */
function storedTick(tick: HashedTick): StoredTick {
  const { code, bid, ask, volume, source, sourceTime, receivedAt, sourceCount, tickStatus } = tick;
  return {
    id: `${tick.day}/${tick.seq}` as TickId,
    feedKey: tick.feedKey,
    code,
    bid,
    ask,
    volume,
    source,
    sourceTime,
    receivedAt,
    sourceCount,
    tickStatus,
    frameHash: tick.frameHash?.toString('hex') ?? null,
    hash: tick.hash.toString('hex'),
  };
}

function daysOf(from: UnixMs, to: UnixMs): UtcDay[] {
  const days: UtcDay[] = [];
  for (let at = startOfDay(utcDayOf(from)); at <= to; at = plusMs(at, DAY_MS)) {
    days.push(utcDayOf(at));
  }
  return days;
}

/** Looks up what is on the tape. */
export function createLookups(db: Database): Lookups {
  return {
    async ticks(range) {
      const days = daysOf(range.from, range.to);
      return (await listReceived(db, { ...range, days, limit: LOOKUP_MAX })).map(storedTick);
    },
    async tick(id) {
      const place = placeOf(id);
      const found = place === null ? null : await findTick(db, place);
      return found === null ? null : storedTick(found);
    },
    async ticksById(ids) {
      const places = [...new Set(ids)].flatMap((id) => placeOf(id) ?? []);
      if (places.length === 0) return new Map();
      const ticks = (await listTicksAt(db, places)).map(storedTick);
      return new Map(ticks.map((tick) => [tick.id, tick]));
    },
    tapeFile: (range) => openTapeFile(db, range),
    tapeRoots: () => tapeRoots(db),
    async frameOf(id) {
      const place = placeOf(id);
      const tick = place === null ? null : await findTick(db, place);
      if (tick === null || tick.frameHash === null) return null;
      const frame = await findFrame(db, { day: tick.day, hash: tick.frameHash });
      return frame === null ? null : { source: frame.source, body: frame.body };
    },
  };
}
