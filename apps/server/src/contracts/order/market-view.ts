import type { InstrumentCode, Price, TickId, UnixMs } from '@candor/kernel';
import type { Instrument, Quote } from '@candor/pricing';
import type { market } from '@candor/protocol';

/** Whether an instrument can be traded this moment, and why not. */
export type MarketStatus = (typeof market.MARKET_STATUSES)[number];

/** USDT per unit of a currency, and the tick it was read from. */
export type ConversionRate = { readonly rate: Price; readonly tickId: TickId | null };

/** What contracts ask the market; answered from memory, so that no order waits for a price. */
export type MarketView = {
  instrument(code: string): Instrument | null;
  latest(code: InstrumentCode): Quote | null;
  status(code: InstrumentCode, now: UnixMs): MarketStatus;
  /** The conversion rate while its pair is fresh; null otherwise. */
  freshConversionRate(currency: string, now: UnixMs): ConversionRate | null;
  /** The last conversion rate there was, for showing. */
  lastConversionRate(currency: string): ConversionRate | null;
  /** The run of prices that is on. */
  feed(): { readonly key: string; readonly mode: 'live' | 'replay' | 'simulated' };
};
