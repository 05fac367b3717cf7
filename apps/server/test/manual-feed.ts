import type { InstrumentCode, UnixMs } from '@candor/kernel';
import { AGREEING_MS, AGREEING_TICKS } from '@candor/pricing';
import type { TestClock } from '@candor/testkit';
import type { Feed, FeedDescription } from '../src/market/index.ts';

/** A feed whose prices a test says itself. */
export type ManualFeed = Feed & {
  /** Says a price of one source, at the clock's time. */
  say(code: string, bid: string, ask: string, source?: string): void;
};

/** Venues an instrument may be said to have at the desk; each knows every symbol but NOPE/USDT. */
export const MANUAL_VENUES: readonly string[] = ['binance', 'okx'];

/** Names of the sources a test may speak for, in the order in which they lead. */
export const MANUAL_SOURCES = ['Test venue', 'Second test venue'] as const;

/**
 * Makes a feed for tests. It calls itself live unless told otherwise, so that real accounts may be
 * priced by it; nothing in the product can choose it.
 */
export function createManualFeed(options: {
  now: () => UnixMs;
  codes: readonly string[];
  mode?: FeedDescription['mode'];
  feedKey?: string;
}): ManualFeed {
  let codes: ReadonlySet<string> = new Set(options.codes);
  let sink: Parameters<Feed['start']>[0] | null = null;
  return {
    describe: () => ({
      mode: options.mode ?? 'live',
      feedKey: options.feedKey ?? 'test',
      label: 'Prices a test says',
      recordedDay: null,
      recordedSource: null,
      speed: null,
      notice: null,
      sources: MANUAL_SOURCES.map((name) => ({ name, state: 'ok' as const })),
    }),
    codes: () => codes,
    serves: ({ venue, symbol }) => MANUAL_VENUES.includes(venue) && symbol !== 'NOPE/USDT',
    take(instruments) {
      const chosen = instruments.filter(({ symbols }) => symbols !== undefined);
      codes = new Set([...options.codes, ...chosen.map(({ code }) => code)]);
    },
    marketStart: (now) => now,
    start(to) {
      sink = to;
      return Promise.resolve();
    },
    stop() {
      sink = null;
      return Promise.resolve();
    },
    marketTime: (now) => now,
    history: () => Promise.resolve([]),
    say(code, bid, ask, source = MANUAL_SOURCES[0]) {
      sink?.offer({ code: code as InstrumentCode, bid, ask, source, sourceTime: options.now() });
    },
  };
}

/**
 * Says a price with every source as often and for as long as sources have to agree, on the clock of
 * the test: whatever both say next may set something off.
 */
export function sayUntilAgreed(
  feed: ManualFeed,
  clock: TestClock,
  price: { readonly code: string; readonly bid: string; readonly ask: string },
): void {
  for (let count = 0; count < AGREEING_TICKS; count += 1) {
    for (const source of MANUAL_SOURCES.toReversed()) {
      feed.say(price.code, price.bid, price.ask, source);
    }
    clock.advance(AGREEING_MS / AGREEING_TICKS);
  }
}
