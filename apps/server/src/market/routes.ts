import { Readable } from 'node:stream';
import {
  type UnixMs,
  type UtcDay,
  MINUTE_MS,
  fail,
  formatDecimal,
  ok,
  utcDayOf,
} from '@candor/kernel';
import { type FeedsResult, SPARKLINE_POINTS_MAX, market as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import { rehearsalMark } from '../platform/process/rehearsal.ts';
import type { Favourites } from './instruments/favourites.ts';
import { createListing, infoOf } from './listing.ts';
import type { Market } from './market.ts';

/** Longest stretch of the tape one call reads. @source WIRE 3 "index/ticks" */
const TICKS_RANGE_MS = 10 * MINUTE_MS;

/** No tape is older than the clock it is kept by. */
const FIRST_DAY = '1970-01-01';

function feedsOf(market: Market, isRehearsal: boolean): FeedsResult {
  const { mode, label, recordedDay, recordedSource, speed, notice } = market.describe();
  return {
    mode,
    label,
    recordedDay,
    recordedSource,
    ...(speed === null ? {} : { speed }),
    marketTime: market.marketTime(market.now()),
    notice,
    ...rehearsalMark(isRehearsal),
    sources: market.sources().map((source) => ({ ...source })),
  };
}

/** The public calls of the market. */
export function marketRoutes(
  market: Market,
  { isRehearsal }: { readonly isRehearsal: boolean },
): Route[] {
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
    route(protocol.feeds, async () => ok(feedsOf(market, isRehearsal))),
    route(protocol.tapeDay, async ({ params, query }) => {
      const day = params.day as UtcDay;
      const { from = 1, to = Number.MAX_SAFE_INTEGER } = query;
      if (to < from) return fail({ name: 'unreadable' });
      // A year the database does not know is a day without ticks.
      const isKnown = day >= FIRST_DAY && day <= utcDayOf(market.now());
      const text = isKnown ? await market.tapeFile({ day, from, to }) : null;
      if (text === null) return fail({ name: 'not-found' });
      const part = from === 1 && query.to === undefined ? '' : `-${from}`;
      const name = `tape-${day}${part}.txt`;
      return { file: { type: protocol.TAPE_CONTENT_TYPE, name, content: Readable.from(text) } };
    }),
    route(protocol.tapeRoots, async () => {
      const today = utcDayOf(market.now());
      const roots = await market.tapeRoots();
      return ok({ tape: roots.map((root) => ({ ...root, final: root.day < today })) });
    }),
    route(protocol.listTicks, async ({ params, query }) => {
      const instrument = market.instrument(params.code) ?? market.instrumentById(params.code);
      if (instrument === null) return fail({ name: 'not-found' });
      const from = query.from as UnixMs;
      const to = query.to as UnixMs;
      if (to < from || to - from > TICKS_RANGE_MS) return fail({ name: 'unreadable' });
      // Nothing was received in the future; a year with five digits is nothing a database knows.
      if (from > market.now()) return ok([]);
      const ticks = await market.ticks({ code: instrument.code, from, to });
      // A list that was cut would look like a tape on which nothing else happened.
      if (ticks.length > protocol.TICKS_MAX) return fail({ name: 'unreadable', field: 'to' });
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

/** The calls about what a user marked. */
export function favouriteRoutes(favourites: Favourites): Route[] {
  return [
    route(protocol.favourites, async ({ session }) =>
      ok({ codes: await favourites.list(session().userId) }),
    ),
    route(protocol.setFavourite, async ({ session, body }) => {
      const marked = await favourites.set(session().userId, body);
      return marked.ok ? ok({ codes: marked.value }) : marked;
    }),
  ];
}
