import type { InstrumentCode, Price, TickId, UnixMs } from '@candor/kernel';
import {
  type Instrument,
  CONVERSION_ONE,
  type Quote,
  isFresh,
  isTradingAt,
  conversionRateOf,
} from '@candor/pricing';
import type { market as protocol } from '@candor/protocol';
import { conversionPairFor } from '../catalogue/catalogue.ts';

/** Whether an instrument can be traded this moment, and why not. */
export type MarketStatus = (typeof protocol.MARKET_STATUSES)[number];

/** USDT per unit of a currency, and the tick it was read from; no tick for USDT and USD. */
export type ConversionRate = { readonly rate: Price; readonly tickId: TickId | null };

/**
 * Whether an order can fill: by the operator, by source, by hours in market time, by whether its
 * sources agree, by age.
 */
export function statusOf(facts: {
  readonly instrument: Instrument;
  /** What an operator decided; null for an instrument that is traded as usual. */
  readonly restricted: 'closeOnly' | 'suspended' | null;
  readonly quote: Quote | null;
  /** Its two sources say different things. */
  readonly isDisputed: boolean;
  readonly hasSource: boolean;
  readonly now: UnixMs;
  readonly marketTime: UnixMs;
}): MarketStatus {
  const { instrument, quote, now } = facts;
  const allowed = facts.restricted ?? instrument.status;
  if (!facts.hasSource) return 'noSource';
  if (allowed === 'suspended') return 'suspended';
  if (!isTradingAt(instrument, facts.marketTime)) return 'closed';
  if (facts.isDisputed) return 'disputed';
  const { freshForMs } = instrument;
  if (quote === null || !isFresh(quote, { now, freshForMs })) return 'stale';
  return allowed;
}

/** Whether an instrument has a source, is within its hours and not suspended. */
export function isTrading(facts: {
  readonly instrument: Instrument;
  readonly restricted: 'closeOnly' | 'suspended' | null;
  readonly hasSource: boolean;
  readonly marketTime: UnixMs;
}): boolean {
  const { instrument, restricted, hasSource, marketTime } = facts;
  const allowed = restricted ?? instrument.status;
  return hasSource && allowed !== 'suspended' && isTradingAt(instrument, marketTime);
}

/** The rate a currency becomes USDT at, by the quote `quoteFor` finds for its pair. */
export function conversionRateBy(
  currency: string,
  quoteFor: (code: InstrumentCode) => Quote | null,
): ConversionRate | null {
  const pair = conversionPairFor(currency);
  if (pair === null) return null;
  if (pair.kind === 'one') return { rate: CONVERSION_ONE, tickId: null };
  const quote = quoteFor(pair.code);
  if (quote === null) return null;
  return { rate: conversionRateOf(quote, pair.direction), tickId: quote.tickId };
}
