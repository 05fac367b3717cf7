import { setTimeout as pause } from 'node:timers/promises';
import {
  HOUR_MS,
  MINUTE_MS,
  type Seeded,
  type UnixMs,
  formatDecimal,
  plusMs,
  seeded,
} from '@candor/kernel';
import { isTradingAt } from '@candor/pricing';
import type { TestClock } from '@candor/testkit';
import { hashText } from '../../apps/server/src/market/feeds/seeded.ts';
import {
  type Walk,
  advance,
  newWalk,
  quoteOfWalk,
} from '../../apps/server/src/market/feeds/walk.ts';
import { type Feed, type Market, chooseFeed } from '../../apps/server/src/market/index.ts';
import type { Log } from '../../apps/server/src/platform/process/log.ts';

/** Markets that are traded here; their charts have a bar for every five minutes. */
export const TRADED = ['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'SOL/USDT', 'XRP/USDT'] as const;

const STEP_MS = 5 * MINUTE_MS;
/** All others: enough for lists and for the charts of weeks. */
const OTHERS_EVERY_MS = 4 * HOUR_MS;
/** Sources of a simulation lead at once, and may set something off after three seconds of prices. */
const DWELL = { ticks: 20, everyMs: 250 };
/** Far below what the tape lets wait. */
const AT_ONCE = 2_000;
const PATIENCE_MS = 60_000;

/** The product's own simulated prices, which come when the seed's clock says so. */
export type SeedMarket = {
  readonly feed: Feed;
  /** Lets time pass, with prices on the way. */
  passes(ms: number): Promise<void>;
  /** Some seconds of prices close together, after which the newest may fill and set something off. */
  dwells(ms?: number): Promise<void>;
  /** Where the prices are stored: known once the product is put together. */
  readBy(market: Market): void;
};

type Walker = { readonly walk: Walk; readonly random: Seeded; movedAt: UnixMs };

/**
 * The feed that `FEED=simulated` chooses, moved by hand: the same run of prices, so that a product
 * started on the folder goes on with what was opened here.
 */
export async function createSeedMarket(options: {
  readonly clock: TestClock;
  readonly log: Log;
}): Promise<SeedMarket> {
  const { clock } = options;
  const simulated = await chooseFeed({ feed: 'simulated', ...options, venueUrls: {} });
  const { feedKey, sources } = simulated.describe();
  const source = sources[0]?.name ?? '';
  let sink: Parameters<Feed['start']>[0] | null = null;
  let market: Market | null = null;
  let walkers: ReadonlyMap<string, Walker> = new Map();

  function offer(code: string): void {
    const walker = walkers.get(code);
    const now = clock.now();
    if (walker === undefined || !isTradingAt(walker.walk.instrument, now)) return;
    const seconds = (now - walker.movedAt) / 1_000;
    walker.movedAt = now;
    advance(walker.walk, { draw: walker.random(), seconds });
    const { bid, ask } = quoteOfWalk(walker.walk);
    const price = { bid: formatDecimal(bid), ask: formatDecimal(ask) };
    sink?.offer({ code, ...price, source, sourceTime: now });
  }

  /** Waits until every price that was said is stored: only then does it count. */
  async function stored(): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    while (market?.unstoredSince() !== null) {
      if (performance.now() > until) throw new Error('The prices of the seed are not stored.');
      await pause(5);
    }
  }

  return {
    feed: {
      ...simulated,
      describe: () => ({
        ...simulated.describe(),
        sources: [{ name: source, state: 'ok' }],
      }),
      async start(to, from) {
        // Only for where its run began; from here on the clock of the seed moves it.
        await simulated.start({ offer: () => undefined, lost: () => undefined }, from);
        await simulated.stop();
        sink = to;
        const all = market?.list() ?? [];
        walkers = new Map(
          all.map((instrument) => {
            const walk = newWalk(instrument, from.lastPrices.get(instrument.code) ?? null);
            const random = seeded(hashText(`${feedKey}/${instrument.code}`));
            return [instrument.code, { walk, random, movedAt: from.now }] as const;
          }),
        );
      },
      async stop() {
        sink = null;
      },
    },
    readBy(read) {
      market = read;
    },
    async passes(ms) {
      const end = plusMs(clock.now(), ms);
      let offered = 0;
      while (clock.now() < end) {
        const before = clock.now();
        clock.set(plusMs(before, Math.min(STEP_MS, end - before)));
        const isWhole =
          Math.floor(clock.now() / OTHERS_EVERY_MS) > Math.floor(before / OTHERS_EVERY_MS);
        const codes: readonly string[] = isWhole ? [...walkers.keys()] : TRADED;
        codes.forEach(offer);
        offered += codes.length;
        if (offered < AT_ONCE) continue;
        offered = 0;
        await stored();
      }
      await stored();
    },
    async dwells(ms = DWELL.ticks * DWELL.everyMs) {
      for (let passed = 0; passed < ms; passed += DWELL.everyMs) {
        clock.advance(DWELL.everyMs);
        TRADED.forEach(offer);
      }
      await stored();
    },
  };
}
