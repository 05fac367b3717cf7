import type { InstrumentCode, Price, UnixMs } from '@candor/kernel';
import type { Bar, Instrument, Interval } from '@candor/pricing';

/** A price as a source said it, before it was checked; numbers are text, or anything at all. */
export type RawTick = {
  readonly code: string;
  readonly bid: unknown;
  readonly ask: unknown;
  readonly source: string;
  /** The source's clock in Unix ms; null when it says none: then market time of receipt counts. */
  readonly sourceTime: unknown;
  /** Base units traded with it, where the source says so. */
  readonly volume?: unknown;
  /** The message it was read from, as it came off the wire. */
  readonly frame?: string;
};

/** Where a feed leaves its prices. */
export type FeedSink = {
  /** Takes one price; never throws, never waits. */
  readonly offer: (tick: RawTick) => void;
  /** Says that a source's connection is gone, so that what it said last counts no more. */
  readonly lost: (source: string) => void;
};

/** How one source of a feed is doing, as far as the feed itself can tell. */
export type SourceState = 'connecting' | 'ok' | 'ended';

/** What a feed says about itself: bands, footers and receipts are written from it. */
export type FeedDescription = {
  readonly mode: 'live' | 'replay' | 'simulated';
  /** Names the run of prices; tape, bars and contracts belong to it. */
  readonly feedKey: string;
  /** One sentence in English for places that have no words of their own. */
  readonly label: string;
  /** First UTC day of a recording. */
  readonly recordedDay: string | null;
  readonly recordedSource: string | null;
  readonly speed: number | null;
  readonly notice: 'noVenueAnswered' | 'recordingEnded' | null;
  /** In the order in which they lead: the first fresh one is in force. */
  readonly sources: readonly { readonly name: string; readonly state: SourceState }[];
};

/** Where an earlier run of the same feed had come to. */
export type FeedStart = {
  readonly now: UnixMs;
  /** Market time at which this run of prices began: now, when it begins with this start. */
  readonly begunAt: UnixMs;
  /** Source time of its last tick on the tape; null when there is none. */
  readonly lastSourceTime: UnixMs | null;
  /** The same of one source of one instrument; null where nobody knows. */
  readonly lastTimeOf: (code: string, source: string) => UnixMs | null;
  /** Last mid of each instrument on the tape. */
  readonly lastPrices: ReadonlyMap<InstrumentCode, Price>;
};

/** The port every provider of prices fulfils. */
export interface Feed {
  describe(): FeedDescription;
  /** Codes this feed has prices for; the others are shown and not tradable. */
  codes(): ReadonlySet<string>;
  /** Whether it could be asked for a symbol of a venue: what a new source of an instrument has to be. */
  serves(source: { readonly venue: string; readonly symbol: string }): boolean;
  /** Takes up what can be traded now, before the start and each time it changes. */
  take?(instruments: readonly Instrument[]): void;
  /** Market time of the first price, known before the start. */
  marketStart(now: UnixMs): UnixMs;
  start(sink: FeedSink, from: FeedStart): Promise<void>;
  stop(): Promise<void>;
  /** Market time at a moment of wall time. */
  marketTime(now: UnixMs): UnixMs;
  /** Quarter hours of the day before the tape, where that costs nothing; for lists. */
  dayBefore?(code: InstrumentCode, begunAt: UnixMs): Bar[];
  /** Bars from before the tape, where the source can tell; oldest first. */
  history(range: {
    readonly code: InstrumentCode;
    readonly interval: Interval;
    readonly from: UnixMs;
    readonly to: UnixMs;
  }): Promise<Bar[]>;
}
