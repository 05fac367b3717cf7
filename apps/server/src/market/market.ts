import type { Decimal, InstrumentCode, UnixMs, UtcDay } from '@candor/kernel';
import type { Bar, Instrument, Interval, Quote } from '@candor/pricing';
import type { Acting } from './recall/settlement-ticks.ts';
import type { FeedDescription } from './feeds/feed.ts';
import type { Lookups } from './recall/lookups.ts';
import type { PriceHistory } from './recall/price-history.ts';
import type { DayFigures } from './bars/day-bars.ts';
import type { Drained } from './tape/price-extremes.ts';
import type { Restriction } from './instruments/restrictions.ts';
import type { SourceTerms } from './catalogue/specification.ts';
import type { ConversionRate, MarketStatus } from './instruments/status.ts';
import type { TapeReport } from './store/verify-tape.ts';

/** How one source of the running feed is doing. */
export type SourceReport = {
  readonly name: string;
  readonly status: 'ok' | 'stale' | 'unhealthy' | 'connecting' | 'ended';
  readonly lastTickAt: UnixMs | null;
};

/** The market of one process. Everything but bars, ticks and frames is answered from memory. */
export type Market = PriceHistory &
  Acting &
  Lookups & {
    /** Takes up the running feed's prices where the tape ends. */
    start(): Promise<void>;
    /** Stores what came, and ends. */
    stop(): Promise<void>;

    /** Wall time, by the clock freshness is counted with. */
    now(): UnixMs;
    /** Whether the running feed can ask a venue for a symbol; of one that does not answer it cannot say. */
    serves(source: SourceTerms): boolean;
    /** The catalogue, in the order lists show it; the same list for as long as nothing changes. */
    list(): readonly Instrument[];
    instrument(code: string): Instrument | null;
    /** By its id in addresses, "BTCUSDT". */
    instrumentById(id: string): Instrument | null;

    /** The price in force, however old; null before the first. */
    latest(code: InstrumentCode): Quote | null;
    /** What changed since the last drain; one reader only, the pulse. */
    drain(): Drained;
    /** When the oldest quote came that may set something off and was not drained yet. */
    undrainedSince(): UnixMs | null;
    /**
     * Whether it was open by its hours at a moment and no operator had suspended it, however old its
     * price. @units at: wall time
     */
    wasTrading(code: InstrumentCode, at: UnixMs): boolean;
    /**
     * The first moment from one on at which it may be traded both ways: no operator had suspended it or let it
     * only be closed; null while that is not known, and where it is closed by its hours then. @units at: wall time
     */
    opensFrom(code: InstrumentCode, at: UnixMs): UnixMs | null;
    /** `open` when an order can fill now. @units now: wall time */
    status(code: InstrumentCode, now: UnixMs): MarketStatus;
    /** What an operator decided about it; null for one that is traded as usual. */
    restriction(code: InstrumentCode): Restriction | null;
    /** Instruments with a fresh price now. */
    quotedMarkets(): { readonly all: number; readonly crypto: number };

    /** The conversion rate while its pair is fresh; null otherwise. */
    freshConversionRate(currency: string, now: UnixMs): ConversionRate | null;
    /** The last conversion rate there was, for showing. */
    lastConversionRate(currency: string): ConversionRate | null;

    /** The run of prices that is on; contracts belong to one. */
    feed(): { readonly key: string; readonly mode: FeedDescription['mode'] };
    describe(): FeedDescription;
    sources(): readonly SourceReport[];
    /** Market time at a moment of wall time. */
    marketTime(now: UnixMs): UnixMs;

    /** Percent against 24 hours of market time ago; against the first known price before that. */
    change(code: InstrumentCode): Decimal | null;
    sparkline(code: InstrumentCode, points: number): number[];
    dayFigures(code: InstrumentCode): DayFigures;
    /** Bars, oldest first; without `from` the last 500 up to `to`, never more than 1,000. */
    bars(range: {
      readonly code: InstrumentCode;
      readonly interval: Interval;
      readonly from?: UnixMs | undefined;
      readonly to?: UnixMs | undefined;
    }): Promise<Bar[]>;

    verifyTape(day: UtcDay): Promise<TapeReport>;
  };
