import {
  type Clock,
  type InstrumentCode,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  ensure,
  plusMs,
} from '@candor/kernel';
import { type Bar, INTERVAL_MS, SPARKLINE_POINTS, barStart, isFresh, mid } from '@candor/pricing';
import type { Database } from '../platform/postgres/db.ts';
import type { Log } from '../platform/process/log.ts';
import { createSettlementTicks } from './recall/settlement-ticks.ts';
import { listBarsSince } from './bars/bar-store.ts';
import { type Bars, createBars, joinBars } from './bars/bars.ts';
import type { Feed } from './feeds/feed.ts';
import { createLookups } from './recall/lookups.ts';
import type { Market, SourceReport } from './market.ts';
import { createPriceHistory } from './recall/price-history.ts';
import { type DayBars, createDayBars } from './bars/day-bars.ts';
import { type Restrictions, createRestrictions } from './instruments/restrictions.ts';
import {
  type Catalogue,
  type Specifications,
  createSpecifications,
} from './instruments/specifications.ts';
import { type Run, findRun } from './store/run.ts';
import { isTrading, conversionRateBy, statusOf } from './instruments/status.ts';
import { endFeed } from './store/store.ts';
import { type Tape, createTape } from './tape/tape.ts';
import { verifyTape } from './store/verify-tape.ts';
import { type Writer, createWriter } from './store/writer.ts';

/** How often the end of a recording is looked for. */
const END_CHECK_MS = SECOND_MS;
const BARS_DEFAULT = 500;
const BARS_MAX = 1_000;
/** A week has more than four times the hours the shortest trading week has. */
const CLOSED_HOURS_FACTOR = 6;

type Parts = {
  /** For whatever callers read. */
  readonly db: Database;
  /** For the tape: callers never take these connections. */
  readonly acting: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly feed: Feed;
  /**
   * Decisions of operators, kept fresh by the code that listens to them; else as they are at start.
   */
  readonly restrictions?: Restrictions;
  /** The same of what can be traded. */
  readonly specifications?: Specifications;
};

/** What a started market runs on. */
type Running = {
  readonly run: Run;
  readonly writer: Writer;
  readonly bars: Bars;
  readonly endCheck: NodeJS.Timeout;
};

/** Puts the last day into memory: invented by the feed, then as stored. */
async function fillRecent(
  parts: Parts,
  run: Run,
  options: { readonly recent: DayBars; readonly catalogue: Catalogue },
): Promise<void> {
  const { db, feed } = parts;
  const { recent, catalogue } = options;
  const { feedId } = run;
  const now = run.start.lastSourceTime ?? feed.marketTime(run.start.now);
  const from = plusMs(now, -DAY_MS - HOUR_MS);
  const quarters = Map.groupBy(
    await listBarsSince(db, { feedId, interval: '15m', from }),
    (bar) => bar.code,
  );
  const minutes = await listBarsSince(db, {
    feedId,
    interval: '1m',
    from: plusMs(now, -SPARKLINE_POINTS * MINUTE_MS),
  });
  for (const { code } of catalogue.list) {
    const before = run.marketFrom > from ? (feed.dayBefore?.(code, run.marketFrom) ?? []) : [];
    const all = joinBars([...before, ...(quarters.get(code) ?? [])], '15m');
    recent.fill(
      code,
      '15m',
      all.filter((bar) => bar.time >= from),
    );
  }
  for (const [code, bars] of Map.groupBy(minutes, (bar) => bar.code)) {
    recent.fill(code, '1m', bars);
  }
}

/** Brings everything up in the order prices flow backwards: readers first, the feed last. */
async function startRunning(
  parts: Parts,
  tape: Tape,
  options: { readonly recent: DayBars; readonly catalogue: Catalogue },
): Promise<Running> {
  const { recent } = options;
  const { db, acting, clock, log, feed } = parts;
  const run = await findRun(db, feed, clock.now());
  const { feedId, feedKey, sources } = run;
  tape.restore(run.lastQuotes, run.earlier);
  await fillRecent(parts, run, options);
  const isLive = feed.describe().mode === 'live';
  const bars = createBars({ db, log, feedId, isLive, onTick: recent.add });
  await bars.start();
  const writer = createWriter({
    db: acting,
    tape,
    log,
    feedId,
    feedKey,
    sources,
    onStored: bars.add,
  });
  await writer.start();
  await feed.start({ offer: (raw) => void tape.offer(raw), lost: tape.lose }, run.start);
  const endCheck = setInterval(() => {
    if (feed.describe().notice !== 'recordingEnded') return;
    clearInterval(endCheck);
    endFeed(db, feedId, clock.now()).catch((error: unknown) => {
      log.error({ err: error }, 'the end of the recording could not be noted');
    });
  }, END_CHECK_MS);
  log.info({ feed: feedKey, sources: [...sources.keys()] }, 'prices run');
  return { run, writer, bars, endCheck };
}

function sourceReports(feed: Feed, tape: Tape): SourceReport[] {
  return feed.describe().sources.map(({ name, state }) => {
    const health = tape.health(name);
    const { lastTickAt } = health;
    if (state === 'ended') return { name, status: 'ended', lastTickAt };
    if (health.isUnhealthy) return { name, status: 'unhealthy', lastTickAt };
    if (state === 'connecting' || lastTickAt === null) {
      return { name, status: 'connecting', lastTickAt };
    }
    return { name, status: health.isSilent ? 'stale' : 'ok', lastTickAt };
  });
}

/** The figures of lists and charts. */
function createFigures(
  parts: Parts,
  facts: {
    readonly tape: Tape;
    readonly recent: DayBars;
    readonly running: () => Running;
  },
): Pick<Market, 'change' | 'sparkline' | 'dayFigures' | 'bars'> {
  const { clock, feed } = parts;
  const { tape, recent } = facts;
  const marketNow = () => feed.marketTime(clock.now());
  return {
    change(code) {
      const quote = tape.latest(code);
      return quote === null ? null : recent.change(code, { now: mid(quote), at: marketNow() });
    },
    sparkline: (code, points) => recent.sparkline(code, points),
    dayFigures: (code) => recent.day(code, marketNow()),
    async bars({ code, interval, from, to }) {
      const { run, bars } = facts.running();
      const now = marketNow();
      const until = to === undefined || to > now ? now : to;
      const limit = from === undefined ? BARS_DEFAULT : BARS_MAX;
      // Without `from` the last bars there are, across nights and weekends.
      const span = (from === undefined ? CLOSED_HOURS_FACTOR : 1) * limit * INTERVAL_MS[interval];
      const earliest = barStart(plusMs(until, -span), interval);
      const since = from === undefined || from < earliest ? earliest : barStart(from, interval);
      if (since > until) return [];
      const range = { code, interval, from: since, to: until };
      const stored = await bars.list({ ...range, limit });
      let before: Bar[] = [];
      if (since < run.marketFrom) {
        const end = until < run.marketFrom ? until : run.marketFrom;
        before = await feed.history({ ...range, to: end });
      }
      return joinBars([...before, ...stored], interval).slice(-limit);
    },
  };
}

/** The market of one process, on one feed; nothing runs before `start`. */
export function createMarket(parts: Parts): Market {
  const { db, clock, log, feed } = parts;
  const recent = createDayBars();
  const restrictions = parts.restrictions ?? createRestrictions(db);
  let running: Running | null = null;
  const specifications = parts.specifications ?? createSpecifications(db);
  /** What the feed was told to have prices for. */
  let told: Catalogue | null = null;
  const current = (): Catalogue => {
    const catalogue = specifications.catalogue(clock.now());
    if (catalogue !== told) {
      told = catalogue;
      feed.take?.(catalogue.list);
    }
    return catalogue;
  };
  const findByCode = (code: string) => current().find(code);
  const started = (): Running => ensure(running, 'the market is started');
  let ranks = new Map<string, number>();
  const tape = createTape({
    clock,
    instrument: findByCode,
    rankOf: (source) => ranks.get(source) ?? null,
    sourceCount: () => ranks.size,
    marketTime: feed.marketTime,
    isLive: feed.describe().mode === 'live',
    onUnhealthy: (source) => log.warn({ source }, 'this source sends garbage'),
    onOutdated: (source) => log.warn({ source }, 'this source sends prices that are too old'),
  });
  const lastConversionRate = (currency: string) => conversionRateBy(currency, tape.latest);
  const isFreshNow = (code: InstrumentCode, now = clock.now()): boolean => {
    const quote = tape.latest(code);
    const freshForMs = findByCode(code)?.freshForMs ?? 0;
    return quote !== null && isFresh(quote, { now, freshForMs });
  };
  return {
    async start() {
      await Promise.all([restrictions.reload(), specifications.reload()]);
      ranks = new Map(feed.describe().sources.map((source, rank) => [source.name, rank]));
      running = await startRunning(parts, tape, { recent, catalogue: current() });
    },
    async stop() {
      await feed.stop();
      if (running === null) return;
      clearInterval(running.endCheck);
      await running.writer.stop();
      await running.bars.stop();
    },
    now: () => clock.now(),
    list: () => current().list,
    serves: (source) => feed.serves(source),
    instrument: (code) => findByCode(code) ?? null,
    instrumentById: (id) => current().findById(id) ?? null,
    latest: tape.latest,
    drain: tape.drain,
    undrainedSince: tape.undrainedSince,
    wasTrading(code, at) {
      const instrument = specifications.at(code, at);
      // The tape keeps what the catalogue has let go of.
      if (instrument === undefined) return false;
      const restricted = restrictions.at(code, at)?.status ?? null;
      const hasSource = feed.codes().has(code);
      const marketTime = feed.marketTime(at);
      return isTrading({ instrument, restricted, hasSource, marketTime });
    },
    opensFrom(code, at) {
      const opens = restrictions.freeFrom(code, at);
      if (opens === null) return null;
      const instrument = specifications.at(code, opens);
      if (instrument === undefined || instrument.status !== 'open') return null;
      const facts = { instrument, restricted: null, hasSource: feed.codes().has(code) };
      return isTrading({ ...facts, marketTime: feed.marketTime(opens) }) ? opens : null;
    },
    status(code, now) {
      const instrument = ensure(findByCode(code), 'the catalogue knows the code');
      const hasSource = feed.codes().has(code);
      const marketTime = feed.marketTime(now);
      const restricted = restrictions.of(code)?.status ?? null;
      const quote = tape.latest(code);
      const isDisputed = tape.isDisputed(code, now);
      return statusOf({ instrument, restricted, quote, isDisputed, hasSource, now, marketTime });
    },
    restriction: (code) => restrictions.of(code),
    quotedMarkets() {
      const now = clock.now();
      const quoted = current().list.filter((one) => isFreshNow(one.code, now));
      const crypto = quoted.filter((one) => one.class === 'crypto').length;
      return { all: quoted.length, crypto };
    },
    freshConversionRate: (currency, now) =>
      conversionRateBy(currency, (code) => (isFreshNow(code, now) ? tape.latest(code) : null)),
    lastConversionRate,
    feed: () => ({ key: started().run.feedKey, mode: feed.describe().mode }),
    describe: () => ({ ...feed.describe(), feedKey: started().run.feedKey }),
    sources: () => sourceReports(feed, tape),
    marketTime: (now) => feed.marketTime(now),
    ...createFigures(parts, { tape, recent, running: started }),
    ...createPriceHistory(parts.acting, tape, () => started().run.feedId),
    ...createLookups(db),
    ...createSettlementTicks(parts.acting, tape, () => started().run.feedKey),
    verifyTape: (day) => verifyTape(db, day),
  };
}
