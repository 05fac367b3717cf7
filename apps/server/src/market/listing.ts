import { type Decimal, type UnixMs, formatDecimal } from '@candor/kernel';
import { type Instrument, mid, utcWeekOf } from '@candor/pricing';
import { type MarketInfo, type MarketItem, WIRE_FIELDS } from '@candor/protocol';
import { idOf } from './catalogue/catalogue.ts';
import { venueTitle } from './feeds/venue-title.ts';
import type { Market } from './market.ts';

/** A list is built at most this often, however many clients ask for it. */
const KEEP_MS = 250;

function textOf(value: Decimal | null | undefined): string | null {
  return value === null || value === undefined ? null : formatDecimal(value);
}

/** One line of the list. */
function itemOf(market: Market, instrument: Instrument, points: number): MarketItem {
  const { code } = instrument;
  const quote = market.latest(code);
  return {
    id: idOf(code),
    code,
    type: instrument.type,
    appName: instrument.name,
    // Instruments carry a neutral letter disc, no brand pictures.
    logo: '',
    price: quote === null ? null : formatDecimal(mid(quote)),
    [WIRE_FIELDS.changePercent]: textOf(market.change(code)),
    [WIRE_FIELDS.sparkline]: market.sparkline(code, points),
    bid: textOf(quote?.bid),
    ask: textOf(quote?.ask),
    source: quote?.source ?? null,
    sourceTime: quote?.sourceTime ?? null,
    receivedAt: quote?.receivedAt ?? null,
    status: market.status(code, market.now()),
    tickSize: formatDecimal(instrument.tickSize),
  };
}

/** The list of markets, built once for all callers who ask within a moment. */
export function createListing(market: Market) {
  const kept = new Map<number, { at: UnixMs; items: readonly MarketItem[] }>();
  return (points: number): readonly MarketItem[] => {
    const now = market.now();
    const known = kept.get(points);
    if (known !== undefined && now >= known.at && now - known.at < KEEP_MS) return known.items;
    const items = market.list().map((instrument) => itemOf(market, instrument, points));
    kept.set(points, { at: now, items });
    return items;
  };
}

/** One instrument with its specification and its last 24 hours. */
export function infoOf(market: Market, instrument: Instrument, points: number): MarketInfo {
  const { code } = instrument;
  const figures = market.dayFigures(code);
  const conversionRate = market.freshConversionRate(instrument.quoteCurrency, market.now());
  const restriction = market.restriction(code);
  return {
    ...itemOf(market, instrument, points),
    restriction:
      restriction === null ? null : { reason: restriction.reason, since: restriction.since },
    specification: {
      class: instrument.class,
      base: instrument.base,
      quoteCurrency: instrument.quoteCurrency,
      contractSize: formatDecimal(instrument.contractSize),
      tickSize: formatDecimal(instrument.tickSize),
      lotStep: formatDecimal(instrument.lotStep),
      lotsMin: formatDecimal(instrument.lotsMin),
      lotsMax: formatDecimal(instrument.lotsMax),
      leverageMax: instrument.leverageMax,
      feeRate: formatDecimal(instrument.feeRate),
      financingRate: formatDecimal(instrument.financingRate),
      spreadRate: formatDecimal(instrument.spreadRate),
      freshForMs: instrument.freshForMs,
      bandRate: formatDecimal(instrument.bandRate),
      // Of this week: a page that shows it needs no calendar of any exchange.
      hours: utcWeekOf(instrument, market.marketTime(market.now())),
      sources: instrument.sources.map(venueTitle),
      link: textOf(conversionRate?.rate),
    },
    tickId: market.latest(code)?.tickId ?? null,
    high24h: textOf(figures.high),
    low24h: textOf(figures.low),
    // Quote-only sources say no volume: that is unknown, not zero.
    volume24h: figures.volume === null || figures.volume === 0n ? null : textOf(figures.volume),
  };
}
