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
import type { Database } from '../platform/db.ts';
import type { StoredTick } from './market.ts';
import { type LinkedTick, findFrame, findTick, listReceived, listTicksAt } from './store.ts';
import { openTapeFile, tapeRoots } from './tape-file.ts';
import { placeOf } from './tick-id.ts';

/** One more than an answer carries, so that who asked for more than that can be told. */
const LOOKUP_MAX = protocol.TICKS_MAX + 1;

/** A tick as anyone may look it up. */
function storedTick(tick: LinkedTick): StoredTick {
  const { code, bid, ask, volume, source, sourceTime, receivedAt, sourceCount, standing } = tick;
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
    standing,
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
export function createLookups(db: Database) {
  return {
    async ticks(range: { code: InstrumentCode; from: UnixMs; to: UnixMs }): Promise<StoredTick[]> {
      const days = daysOf(range.from, range.to);
      return (await listReceived(db, { ...range, days, limit: LOOKUP_MAX })).map(storedTick);
    },
    async tick(id: string): Promise<StoredTick | null> {
      const place = placeOf(id);
      const found = place === null ? null : await findTick(db, place);
      return found === null ? null : storedTick(found);
    },
    async ticksById(ids: readonly string[]): Promise<ReadonlyMap<TickId, StoredTick>> {
      const places = [...new Set(ids)].flatMap((id) => placeOf(id) ?? []);
      if (places.length === 0) return new Map();
      const ticks = (await listTicksAt(db, places)).map(storedTick);
      return new Map(ticks.map((tick) => [tick.id, tick]));
    },
    tapeFile: (range: { day: UtcDay; from: number; to: number }) => openTapeFile(db, range),
    tapeRoots: () => tapeRoots(db),
    async frameOf(id: string): Promise<{ source: string; body: string } | null> {
      const place = placeOf(id);
      const tick = place === null ? null : await findTick(db, place);
      if (tick === null || tick.frameHash === null) return null;
      const frame = await findFrame(db, { day: tick.day, hash: tick.frameHash });
      return frame === null ? null : { source: frame.source, body: frame.body };
    },
  };
}
