import { type InstrumentCode, type Price, type TickId, type UnixMs, plusMs } from '@candor/kernel';
import { type Quote, mid } from '@candor/pricing';
import type { Database } from '../../platform/postgres/db.ts';
import type { Feed, FeedStart } from '../feeds/feed.ts';
import { listEarlier } from './price-history-store.ts';
import {
  type HashedTick,
  findFeed,
  findLastSourceTime,
  insertFeed,
  listLatest,
  sourceIds,
} from './store.ts';
import { QUIET_MAX_MS, quoteOfTick } from '../tape/tape.ts';

/** The run of prices a start belongs to, with what an earlier start of it left. */
export type Run = {
  readonly feedId: number;
  readonly feedKey: string;
  readonly marketFrom: UnixMs;
  readonly sources: ReadonlyMap<string, number>;
  readonly lastQuotes: readonly Quote[];
  /** What each source of each instrument had come to, oldest first. */
  readonly earlier: readonly HashedTick[];
  readonly start: FeedStart;
};

/** A stored tick as the quote it was. */
export function quoteOf(tick: HashedTick): Quote {
  return quoteOfTick({ ...tick, tickId: `${tick.day}/${tick.seq}` as TickId });
}

/** The first run under a feed's key that has not ended: "key", "key#2", … */
async function openRun(db: Database, feed: Feed, now: UnixMs) {
  const { feedKey, mode } = feed.describe();
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? feedKey : `${feedKey}#${number}`;
    const marketFrom = feed.marketStart(now);
    const found = await findFeed(db, key);
    if (found === null) return insertFeed(db, { key, mode, startedAt: now, marketFrom });
    if (found.ended_at === null) return found;
  }
}

/** Finds or begins the run of prices a feed goes on with. */
export async function findRun(db: Database, feed: Feed, now: UnixMs): Promise<Run> {
  const row = await openRun(db, feed, now);
  const sources = await sourceIds(
    db,
    feed.describe().sources.map((source) => source.name),
  );
  const latest = await listLatest(db, row.id);
  const lastQuotes = latest.map(quoteOf);
  const since = plusMs(now, -QUIET_MAX_MS);
  const earlier = await listEarlier(db, { feedId: row.id, since });
  const isKnown = new Set(earlier.map((tick) => `${tick.code}/${tick.source}`));
  // A source that has not spoken for long is known by the last price there was.
  const before = latest.filter((tick) => !isKnown.has(`${tick.code}/${tick.source}`));
  const lastTimes = new Map<string, UnixMs>();
  for (const { code, source, sourceTime } of [...before, ...earlier]) {
    const known = lastTimes.get(`${code}/${source}`);
    if (known === undefined || sourceTime > known) lastTimes.set(`${code}/${source}`, sourceTime);
  }
  const lastPrices = new Map<InstrumentCode, Price>(
    lastQuotes.map((quote) => [quote.code, mid(quote)]),
  );
  const lastSourceTime = await findLastSourceTime(db, row.id);
  return {
    feedId: row.id,
    feedKey: row.key,
    marketFrom: row.market_from,
    sources,
    lastQuotes,
    earlier: [...before, ...earlier],
    start: {
      now,
      begunAt: row.market_from,
      lastSourceTime,
      lastTimeOf: (code, source) => lastTimes.get(`${code}/${source}`) ?? null,
      lastPrices,
    },
  };
}
