import {
  type Clock,
  type InstrumentCode,
  type Price,
  type Quantity,
  type UnixMs,
  DAY_MS,
  MINUTE_MS,
  SECOND_MS,
  parseDecimal,
  plusMs,
  unixMs,
} from '@candor/kernel';
import {
  type Bar,
  INTERVAL_MS,
  type Instrument,
  type Interval,
  NO_VOLUME,
  barStart,
} from '@candor/pricing';
import type { Log } from '../../platform/process/log.ts';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import type { Feed, FeedSink, RawTick } from './feed.ts';
import { createStallWatch } from './stall-watch.ts';
import { type VenueLink, createVenueLink } from './venue-link.ts';
import { VENUES } from './venues.ts';

/**
 * Bars every venue gives at once (OKX no more): one that is asked for more gives the oldest of them, and what is
 * missing would be the newest.
 */
const HISTORY_MAX = 300;
/** A chart does not wait longer for what was before; it is then shown without it. */
const HISTORY_WITHIN_MS = 3 * SECOND_MS;
const YESTERDAY_WITHIN_MS = 2 * SECOND_MS;
/** Answers of venues about the past are kept this long: many people look at the same chart. */
const HISTORY_KEEP_MS = MINUTE_MS;
const HISTORY_KEPT = 500;

/** Live prices of public venues. */
export type LiveFeed = Feed & {
  /**
   * Asks the venues for prices.
   *
   * @shape milliseconds to wait → whether one of them has said a price by then
   */
  connect(withinMs: number): Promise<boolean>;
};

function barOf(row: readonly unknown[]): Bar | null {
  const [time, ...texts] = row;
  const [open, high, low, close, volume] = texts.map((text) => parseDecimal(String(text)));
  if (typeof time !== 'number' || !open || !high || !low || !close) return null;
  if (low <= 0n || high < open || high < close || low > open || low > close) return null;
  return {
    time: unixMs(time),
    open: open as Price,
    high: high as Price,
    low: low as Price,
    close: close as Price,
    volume: (volume ?? NO_VOLUME) as Quantity,
  };
}

async function within<Value>(ms: number, work: Promise<Value>, otherwise: Value): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Range = { code: InstrumentCode; interval: Interval; from: UnixMs; to: UnixMs };

/** Asks the first venue that lists a code for its bars; nothing when it does not answer in time. */
async function venueBars(links: readonly VenueLink[], range: Range): Promise<Bar[]> {
  const { code, interval, from, to } = range;
  const link = links.find((one) => one.codes().has(code));
  const exchange = link?.exchange() ?? null;
  if (link === undefined || exchange === null) return [];
  const since = Math.max(from, to - HISTORY_MAX * INTERVAL_MS[interval]);
  const rows = await within(
    HISTORY_WITHIN_MS,
    exchange.fetchOHLCV(link.symbolOf(code), interval, since, HISTORY_MAX),
    [],
  );
  return rows
    .flatMap((row) => barOf(row) ?? [])
    .map((bar) => ({ ...bar, time: barStart(bar.time, interval) }))
    .filter((bar) => bar.time >= from && bar.time < to)
    .toSorted((a, b) => a.time - b.time);
}

/** Remembers what venues said about the past. */
function createHistory(options: { links: readonly VenueLink[]; clock: Clock; log: Log }) {
  const { links, clock, log } = options;
  const kept = new Map<string, { at: UnixMs; bars: Promise<Bar[]> }>();
  return (range: Range): Promise<Bar[]> => {
    const now = clock.now();
    const step = INTERVAL_MS[range.interval];
    const { code, interval } = range;
    const key = [code, interval, Math.floor(range.from / step), Math.floor(range.to / step)].join();
    const known = kept.get(key);
    if (known !== undefined && now - known.at < HISTORY_KEEP_MS) return known.bars;
    const bars = venueBars(links, range).catch((error: unknown) => {
      log.warn({ err: error, code }, 'the venue did not tell the past');
      return [];
    });
    // What a venue did not tell is asked for again.
    void bars.then((told) => {
      if (told.length === 0 && kept.get(key)?.bars === bars) kept.delete(key);
    });
    if (kept.size >= HISTORY_KEPT) kept.clear();
    kept.set(key, { at: now, bars });
    return bars;
  };
}

/**
 * All codes of some sets, made anew only when one of the sets is another: it is asked for whenever a
 * status is. While all are empty, what is expected.
 */
function createUnion(
  parts: readonly (() => ReadonlySet<string>)[],
  expected: ReadonlySet<string>,
): () => ReadonlySet<string> {
  let known: readonly ReadonlySet<string>[] = [];
  let union = expected;
  return () => {
    const sets = parts.map((part) => part());
    if (sets.every((set, place) => set === known[place])) return union;
    known = sets;
    const codes = sets.flatMap((set) => [...set]);
    union = codes.length === 0 ? expected : new Set(codes);
    return union;
  };
}

/** Prices of public venues, two of them for most pairs, with the frames they came in. */
export function createLiveFeed(options: {
  readonly clock: Clock;
  readonly log: Log;
  /** Loopback stand-ins by venue; tests only. Venues without one are then left out. */
  readonly venueUrls: Readonly<Record<string, string>>;
}): LiveFeed {
  const { clock, log, venueUrls } = options;
  const isStandIn = Object.keys(venueUrls).length > 0;
  const venues = VENUES.filter((venue) => !isStandIn || venueUrls[venue.id] !== undefined);
  const cryptoOf = (list: readonly Instrument[]): Instrument[] =>
    list.filter((one) => one.class === 'crypto');
  const instruments = cryptoOf(CATALOGUE);
  let target: FeedSink | null = null;
  let firstTick: (() => void) | null = null;
  const sink: FeedSink = {
    offer(tick: RawTick) {
      firstTick?.();
      target?.offer(tick);
    },
    lost: (source) => target?.lost(source),
  };
  const links = venues.map((venue) =>
    createVenueLink({
      venue,
      url: venueUrls[venue.id],
      instruments,
      log,
      sink,
      onMessage: () => watch.look(),
    }),
  );
  // A venue that says no times would have the time at which its messages were read at last.
  const watch = createStallWatch({
    clock,
    limitMs: Math.min(...instruments.map((one) => one.freshForMs)),
    onStall(forMs) {
      log.warn({ forMs }, 'the process stood still: what the venues said meanwhile is dropped');
      for (const link of links) link.renew();
    },
  });
  const expected = new Set<string>(
    instruments
      .filter((one) => venues.some((venue) => one.sources.includes(venue.id)))
      .map((one) => one.code),
  );

  const quoted = createUnion(
    links.map((link) => () => link.codes()),
    expected,
  );

  return {
    describe: () => ({
      mode: 'live',
      feedKey: isStandIn ? 'live:stand-in' : 'live',
      label: isStandIn ? 'Prices of a stand-in, for tests' : 'Live prices',
      recordedDay: null,
      recordedSource: null,
      speed: null,
      notice: null,
      sources: links.map((link) => ({ name: link.source, state: link.state() })),
    }),
    codes: () => quoted(),
    serves: ({ venue, symbol }) =>
      links.some((link) => link.venue.id === venue && link.lists(symbol)),
    take(list) {
      for (const link of links) link.take(cryptoOf(list));
    },
    marketStart: (now) => now,
    async connect(withinMs) {
      const heard = new Promise<boolean>((resolve) => {
        firstTick = () => resolve(true);
      });
      const attempts = links.map((link) =>
        link.connect().catch((error: unknown) => {
          log.warn({ err: error, source: link.source }, 'this venue does not answer');
        }),
      );
      const nobody = Promise.all(attempts).then(() => links.some((link) => link.state() === 'ok'));
      const answered = await within(withinMs, Promise.race([heard, nobody]), false);
      firstTick = null;
      // Lists show the change since yesterday; a moment more is well spent on it.
      const known = links.map((link) => link.whenYesterdayIsKnown());
      if (answered) await within<unknown>(YESTERDAY_WITHIN_MS, Promise.all(known), null);
      return answered;
    },
    async start(to) {
      target = to;
      watch.start();
      for (const link of links) link.keep();
    },
    async stop() {
      target = null;
      watch.stop();
      await Promise.all(links.map((link) => link.stop()));
    },
    marketTime: (now) => now,
    dayBefore(code) {
      const price = links.map((link) => link.dayAgo(code)).find((one) => one !== null) ?? null;
      if (price === null) return [];
      const time = barStart(plusMs(clock.now(), -DAY_MS - 30 * MINUTE_MS), '15m');
      return [{ time, open: price, high: price, low: price, close: price, volume: NO_VOLUME }];
    },
    history: createHistory({ links, clock, log }),
  };
}
