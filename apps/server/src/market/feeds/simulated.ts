import {
  type Clock,
  type Seeded,
  type UnixMs,
  DAY_MS,
  HOUR_MS,
  formatDecimal,
  plusMs,
  seeded,
} from '@candor/kernel';
import { type Bar, type Instrument, type Interval, isTradingAt } from '@candor/pricing';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import type { Feed, FeedDescription, FeedSink, FeedStart } from './feed.ts';
import { hashText } from './seeded.ts';
import { VENUES } from './venues.ts';
import { type Walk, advance, inventedBars, newWalk, quoteOfWalk } from './walk.ts';

/** Source of every simulated price, as tickets and receipts show it. */
export const SIMULATION_SOURCE = 'Simulation';

/** How often due instruments are looked for. */
const STEP_MS = 50;
/** Instruments that tick about four times a second; all users look at them. */
const LIVELY: readonly string[] = [
  'BTC/USDT',
  'ETH/USDT',
  'BNB/USDT',
  'SOL/USDT',
  'XRP/USDT',
  'EUR/USD',
  'XAU/USD',
  'ES',
];
const LIVELY_MS = 250;
/** The others tick in this part of the time their prices stay fresh for. */
const FRESH_SHARE = 0.55;
/** Names a source may have while no venue can be asked: those of the lists. */
const KNOWN_SOURCES: ReadonlySet<string> = new Set([
  ...VENUES.map(({ id }) => id),
  ...CATALOGUE.flatMap(({ sources }) => sources),
]);
const SYMBOL = /^[A-Z0-9.]{1,12}([/-][A-Z0-9]{2,6})?$/;

/** How far back before its start a simulation invents bars. */
const HISTORY_MS = 60 * DAY_MS;

type Walker = { walk: Walk; random: Seeded; everyMs: number; movedAt: UnixMs; dueAt: number };

function everyMsOf(instrument: Instrument): number {
  return LIVELY.includes(instrument.code) ? LIVELY_MS : instrument.freshForMs * FRESH_SHARE;
}

/** A walk goes on with the hours its instrument has now. */
function withHours(walker: Walker, instruments: ReadonlyMap<string, Instrument>): Walker {
  const instrument = instruments.get(walker.walk.instrument.code);
  return instrument === undefined ? walker : { ...walker, walk: { ...walker.walk, instrument } };
}

/** Where a walk begins, and when it ticks first: spread out, so that they do not tick at once. */
function newWalker(instrument: Instrument, seed: string, from: FeedStart): Walker {
  const last = from.lastPrices.get(instrument.code) ?? null;
  const random = seeded(hashText(`${seed}/${instrument.code}/${from.now}`));
  const everyMs = everyMsOf(instrument);
  const walk = newWalk(instrument, last);
  const dueAt = from.now + (random() % Math.ceil(everyMs));
  return { walk, random, everyMs, movedAt: from.now, dueAt };
}

/**
 * Invented prices, for a machine without a network and for tests: a seeded walk per instrument in
 * whole parts of a tick. Every price says that it is simulated.
 */
export function createSimulatedFeed(options: {
  readonly clock: Clock;
  readonly seed: string;
  /** Said when live prices were asked for and no venue answered. */
  readonly notice?: FeedDescription['notice'];
}): Feed {
  const { clock, seed } = options;
  let instruments = new Map<string, Instrument>(CATALOGUE.map((one) => [one.code, one]));
  let codes: ReadonlySet<string> = new Set(instruments.keys());
  let started: FeedStart | null = null;
  let walkers: Walker[] = [];
  let timer: NodeJS.Timeout | undefined;
  let begunAt: UnixMs | null = null;

  function step(sink: FeedSink): void {
    const now = clock.now();
    for (const walker of walkers) {
      if (walker.dueAt > now) continue;
      const { walk, random, everyMs } = walker;
      // A tenth earlier or later, so that no rhythm is seen.
      walker.dueAt = now + everyMs * (0.9 + (random() % 1_000) / 5_000);
      if (!isTradingAt(walk.instrument, now)) continue;
      const seconds = Math.min(60, (now - walker.movedAt) / 1_000);
      walker.movedAt = now;
      advance(walk, { draw: random(), seconds });
      const { bid, ask } = quoteOfWalk(walk);
      sink.offer({
        code: walk.instrument.code,
        bid: formatDecimal(bid),
        ask: formatDecimal(ask),
        source: SIMULATION_SOURCE,
        sourceTime: now,
      });
    }
  }

  /** Bars from before the run began, which is where the walk starts from. */
  function invented(
    code: string,
    range: { interval: Interval; from: UnixMs; to: UnixMs; begun: UnixMs },
  ): Bar[] {
    const instrument = instruments.get(code);
    if (instrument === undefined) return [];
    const { begun, ...asked } = range;
    const earliest = plusMs(begun, -HISTORY_MS);
    const from = range.from > earliest ? range.from : earliest;
    return inventedBars(newWalk(instrument, null), { ...asked, seed, end: begun, from });
  }

  return {
    describe: () => ({
      mode: 'simulated',
      feedKey: `simulated:${seed}`,
      label: 'Simulated prices. No market moved like this.',
      recordedDay: null,
      recordedSource: null,
      speed: null,
      notice: options.notice ?? null,
      sources: [{ name: SIMULATION_SOURCE, state: walkers.length === 0 ? 'connecting' : 'ok' }],
    }),
    codes: () => codes,
    // No venue can be asked: what is written as a symbol of one it knows is taken.
    serves: ({ venue, symbol }) => KNOWN_SOURCES.has(venue) && SYMBOL.test(symbol),
    take(list) {
      const before = instruments;
      instruments = new Map(list.map((one) => [one.code, one]));
      codes = new Set(instruments.keys());
      if (started === null) return;
      const from = { ...started, now: clock.now() };
      const added = list.filter(({ code }) => !before.has(code));
      walkers = [
        ...walkers.map((walker) => withHours(walker, instruments)),
        ...added.map((one) => newWalker(one, seed, from)),
      ];
    },
    marketStart: (now) => now,
    async start(sink, from) {
      begunAt = from.begunAt;
      started = from;
      walkers = [...instruments.values()].map((instrument) => newWalker(instrument, seed, from));
      timer = setInterval(() => step(sink), STEP_MS);
    },
    async stop() {
      clearInterval(timer);
      walkers = [];
      started = null;
    },
    marketTime: (now) => now,
    dayBefore(code, begun) {
      const from = plusMs(begun, -DAY_MS - HOUR_MS);
      return invented(code, { interval: '15m', from, to: begun, begun });
    },
    history: async ({ code, ...range }) =>
      begunAt === null ? [] : invented(code, { ...range, begun: begunAt }),
  };
}
