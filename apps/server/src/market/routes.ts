import { type UnixMs, MINUTE_MS, fail, formatDecimal, ok } from '@candor/kernel';
import { type FeedsResult, SPARKLINE_POINTS_MAX, market as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http.ts';
import { createListing, infoOf } from './listing.ts';
import type { Market } from './market.ts';

/** Longest stretch of the tape one call reads. @source WIRE 3 "index/ticks" */
const TICKS_RANGE_MS = 10 * MINUTE_MS;

function feedsOf(market: Market): FeedsResult {
  const { mode, label, recordedDay, recordedSource, speed, notice } = market.describe();
  return {
    mode,
    label,
    recordedDay,
    recordedSource,
    ...(speed === null ? {} : { speed }),
    marketTime: market.marketTime(market.now()),
    notice,
    sources: market.sources().map((source) => ({ ...source })),
  };
}

/** The public calls of the market. */
export function marketRoutes(market: Market): Route[] {
  const itemsWith = createListing(market);
  return [
    route(protocol.listMarkets, async ({ query }) => {
      const items = itemsWith(query.points ?? SPARKLINE_POINTS_MAX);
      const { type, codes } = query;
      if (type === undefined && codes === undefined) return ok([...items]);
      return ok(
        items.filter(
          (item) =>
            (type === undefined || String(item.type) === type) &&
            (codes === undefined || codes.includes(item.code)),
        ),
      );
    }),
    route(protocol.marketInfo, async ({ params }) => {
      const instrument = market.instrumentById(params.id) ?? market.instrument(params.id);
      if (instrument === null) return fail({ name: 'not-found' });
      return ok(infoOf(market, instrument, SPARKLINE_POINTS_MAX));
    }),
    route(protocol.listBars, async ({ query }) => {
      const instrument = market.instrument(query.code);
      if (instrument === null) return fail({ name: 'not-found' });
      const bars = await market.bars({
        code: instrument.code,
        interval: query.interval,
        from: query.from as UnixMs | undefined,
        to: query.to as UnixMs | undefined,
      });
      return ok(
        bars.map((bar) => ({
          time: bar.time,
          open: formatDecimal(bar.open),
          high: formatDecimal(bar.high),
          low: formatDecimal(bar.low),
          close: formatDecimal(bar.close),
          volume: formatDecimal(bar.volume),
        })),
      );
    }),
    route(protocol.feeds, async () => ok(feedsOf(market))),
    route(protocol.listTicks, async ({ params, query }) => {
      const instrument = market.instrument(params.code) ?? market.instrumentById(params.code);
      if (instrument === null) return fail({ name: 'not-found' });
      const from = query.from as UnixMs;
      const to = query.to as UnixMs;
      if (to < from || to - from > TICKS_RANGE_MS) return fail({ name: 'unreadable' });
      // Nothing was received in the future; a year with five digits is nothing a database knows.
      if (from > market.now()) return ok([]);
      const ticks = await market.ticks({ code: instrument.code, from, to });
      return ok(
        ticks.map((tick) => ({
          id: tick.id,
          time: tick.sourceTime,
          bid: formatDecimal(tick.bid),
          ask: formatDecimal(tick.ask),
          source: tick.source,
          receivedAt: tick.receivedAt,
        })),
      );
    }),
  ];
}
