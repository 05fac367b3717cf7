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
import type { Database } from '../platform/db.ts';
import type { StoredTick } from './market.ts';
import { type LinkedTick, findFrame, findTick, listReceived } from './store.ts';
import { placeOf } from './tick-id.ts';

/** Ticks one answer carries at most. */
const TICKS_MAX = 10_000;

function storedTick(tick: LinkedTick): StoredTick {
  const { code, bid, ask, source, sourceTime, receivedAt, sourceCount } = tick;
  return {
    id: `${tick.day}/${tick.seq}` as TickId,
    code,
    bid,
    ask,
    source,
    sourceTime,
    receivedAt,
    sourceCount,
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
      return (await listReceived(db, { ...range, days, limit: TICKS_MAX })).map(storedTick);
    },
    async tick(id: string): Promise<StoredTick | null> {
      const place = placeOf(id);
      const found = place === null ? null : await findTick(db, place);
      return found === null ? null : storedTick(found);
    },
    async frameOf(id: string): Promise<{ source: string; body: string } | null> {
      const place = placeOf(id);
      const tick = place === null ? null : await findTick(db, place);
      if (tick === null || tick.frameHash === null) return null;
      const frame = await findFrame(db, { day: tick.day, hash: tick.frameHash });
      return frame === null ? null : { source: frame.source, body: frame.body };
    },
  };
}
