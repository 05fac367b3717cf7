import type {
  Decimal,
  InstrumentCode,
  Price,
  Quantity,
  TickId,
  UnixMs,
  UtcDay,
} from '@candor/kernel';
import type { Bar, Instrument, Interval, Quote } from '@candor/pricing';
import type { market as protocol } from '@candor/protocol';
import type { FeedDescription } from './feeds/feed.ts';
import type { DayFigures } from './recent.ts';
import type { Drained, TapeSpan } from './records.ts';
import type { Restriction } from './restrictions.ts';
import type { Standing } from './standing.ts';
import type { TapeRange, TapeRoot } from './tape-file.ts';
import type { TapeReport } from './verify-tape.ts';

/** Whether an instrument can be traded this moment, and why not. */
export type MarketStatus = (typeof protocol.MARKET_STATUSES)[number];

/** USDT per unit of a currency, and the tick it was read from; no tick for USDT and USD. */
export type Link = { readonly rate: Price; readonly tickId: TickId | null };

/** How one source of the running feed is doing. */
export type SourceReport = {
  readonly name: string;
  readonly status: 'ok' | 'stale' | 'unhealthy' | 'connecting' | 'ended';
  readonly lastTickAt: UnixMs | null;
};

/** A tick as anyone may look it up, with the message it was read from. */
export type StoredTick = {
  readonly id: TickId;
  /** The run of prices it belongs to. */
  readonly feedKey: string;
  readonly code: InstrumentCode;
  readonly bid: Price;
  readonly ask: Price;
  readonly volume: Quantity | null;
  readonly source: string;
  readonly sourceTime: UnixMs;
  readonly receivedAt: UnixMs;
  readonly sourceCount: number;
  readonly standing: Standing;
  /** SHA-256 of the frame, in hex; null for replays and simulations. */
  readonly frameHash: string | null;
  /** Its link in the tape's chain, in hex. */
  readonly hash: string;
};

/** A span of receipt on one run of prices, both ends included. */
export type TickWanted = {
  readonly code: InstrumentCode;
  /** Key of the feed whose ticks count. */
  readonly feed: string;
  readonly from: UnixMs;
  readonly to: UnixMs;
};

/** What the engine asks about prices of a while ago, all of the running feed. */
export type Recall = {
  /** The last quote that passed the source rule; null before the first of this start. */
  acting(code: InstrumentCode): Quote | null;
  /**
   * Quotes that passed the source rule from a tick on, its own among them, in the tape's order: the
   * last ten seconds, and the newest whatever its age.
   */
  actingFrom(code: InstrumentCode, from: TickId): readonly Quote[];
  /** Whether `actingFrom` answers all that passed from a tick on, and not a part of it. */
  remembers(code: InstrumentCode, from: TickId): boolean;
  /**
   * What passed the source rule on a part of the tape, in its order: at most `most` from the first
   * on, of one instrument where one is named. Read from the tape itself, however long ago it was.
   */
  actingBetween(
    asked: TapeSpan & { readonly most: number; readonly code?: InstrumentCode },
  ): Promise<readonly Quote[]>;
  /** The newest place of the tape, and the one some tens of thousands of ticks before it. */
  tapeEnds(): Promise<TapeSpan | null>;
  /** The last price in force received before a moment, of each instrument that had one. */
  lastBefore(
    codes: readonly InstrumentCode[],
    at: UnixMs,
  ): Promise<ReadonlyMap<InstrumentCode, Quote>>;
  /** What currencies were worth then, by the last prices of the pairs that link them. */
  lastLinksBefore(currencies: readonly string[], at: UnixMs): Promise<ReadonlyMap<string, Link>>;
};

/** The market of one process. Everything but bars, ticks and frames is answered from memory. */
export type Market = Recall & {
  /** Takes up the running feed's prices where the tape ends. */
  start(): Promise<void>;
  /** Stores what came, and ends. */
  stop(): Promise<void>;

  /** Wall time, by the clock freshness is counted with. */
  now(): UnixMs;
  /** The catalogue, in the order lists show it. */
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
  /** `open` when an order can fill now. @units now: wall time */
  status(code: InstrumentCode, now: UnixMs): MarketStatus;
  /** What an operator decided about it; null for one that is traded as usual. */
  restriction(code: InstrumentCode): Restriction | null;
  /** Instruments with a fresh price now. */
  quotedMarkets(): { readonly all: number; readonly crypto: number };

  /** The linking rate while its pair is fresh; null otherwise. */
  freshLink(currency: string, now: UnixMs): Link | null;
  /** The last linking rate there was, for showing. */
  lastLink(currency: string): Link | null;

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

  /**
   * Ticks of one instrument by wall time of receipt, in the order of the tape; no more than one
   * over what an answer carries (`TICKS_MAX` of the protocol), which says that there are more.
   */
  ticks(range: {
    readonly code: InstrumentCode;
    readonly from: UnixMs;
    readonly to: UnixMs;
  }): Promise<StoredTick[]>;
  tick(id: string): Promise<StoredTick | null>;
  /**
   * For each span the first stored tick, in the order of the tape, that passes the source rule;
   * null where there is none. Other feeds than the running one may be asked for.
   */
  firstActing(wanted: readonly TickWanted[]): Promise<readonly (Quote | null)[]>;
  /** When the oldest tick was received that is not on the tape yet; null when all are. */
  unstoredSince(): UnixMs | null;
  /** Ticks by their ids, those there are. */
  ticksById(ids: readonly string[]): Promise<ReadonlyMap<TickId, StoredTick>>;
  /** A part of the tape as the text of a file; null when it does not begin there. */
  tapeFile(range: TapeRange): Promise<AsyncIterable<string> | null>;
  /** The last link of each of the newest days, newest first. */
  tapeRoots(): Promise<TapeRoot[]>;
  /** The frame a tick was read from, as it came off the wire. */
  frameOf(id: string): Promise<{ readonly source: string; readonly body: string } | null>;
  verifyTape(day: UtcDay): Promise<TapeReport>;
};
