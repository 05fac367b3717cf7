import {
  type Clock,
  type InstrumentCode,
  type TickId,
  type UnixMs,
  HOUR_MS,
  MINUTE_MS,
} from '@candor/kernel';
import { type Instrument, type Quote, mid, withinBand } from '@candor/pricing';
import type { RawTick } from '../feeds/feed.ts';
import { type Garbage, type SoundTick, isAbsurd, readTick } from './guards.ts';
import { createConnections } from './connections.ts';
import { type SourceHealth, createHealth } from './health.ts';
import { type RecentTicks, createRecentTicks } from './recent-ticks.ts';
import { type PriceExtremes, createPriceExtremes } from './price-extremes.ts';
import {
  type EarlierTick,
  type SourceState,
  isRepeat,
  newSource,
  noteEarlier,
  noteLateness,
  noteRecent,
  noteSeen,
  noteTick,
  remembersPrice,
} from './source-state.ts';
import { type TickStatus, judgeTick } from './tick-status.ts';

/** A tick on its way to the tape. */
export type JudgedTick = SoundTick & {
  readonly tickStatus: TickStatus;
  /** Sources that stood behind it when it came, its own among them. */
  readonly sourceCount: number;
};

/** A tick that is on the tape: committed, chained, with its id. */
export type TapeTick = JudgedTick & { readonly tickId: TickId };

/** What became of an offer. */
export type Outcome = 'queued' | 'repeat' | 'full' | 'outdated' | Garbage;

/**
 * Ticks that may wait for the database. Each source has an equal share, so that a flood of one drops
 * none of another; beyond its share a source's new ticks are dropped, and its prices go stale.
 */
const PENDING_MAX = 50_000;
/**
 * A venue that is connected and says nothing of an instrument stands by its last price for this
 * long; after it, a source that goes on speaking is measured as if it were alone.
 */
export const QUIET_MAX_MS = MINUTE_MS;
/** Recorded and invented prices carry times of their own run: further off, they are mistakes. */
const OWN_TIME_TOLERANCE_MS = 25 * HOUR_MS;

/** What of a tick its quote says. */
type QuotedTick = Pick<
  TapeTick,
  | 'code'
  | 'tickId'
  | 'bid'
  | 'ask'
  | 'source'
  | 'sourceTime'
  | 'receivedAt'
  | 'sourceCount'
  | 'tickStatus'
>;

/** The quote a tick on the tape is for all other code. */
export function quoteOfTick(tick: QuotedTick): Quote {
  return {
    code: tick.code,
    tickId: tick.tickId,
    bid: tick.bid,
    ask: tick.ask,
    source: tick.source,
    sourceTime: tick.sourceTime,
    receivedAt: tick.receivedAt,
    sourceCount: tick.sourceCount,
    mayTrigger: tick.tickStatus === 'acting',
  };
}

/** Orders, cleans and judges what sources say; prices count only once they are stored. */
export type Tape = {
  /** Takes a price from a source; it counts once `settle` hears that it is stored. */
  offer(raw: RawTick): Outcome;
  /** The next ticks to store, oldest first; they are the caller's from here on. */
  take(max: number): JudgedTick[];
  /**
   * When the oldest tick was received that is not stored yet; null when all are. Everything
   * received before it is on the tape for good.
   */
  unstoredSince(): UnixMs | null;
  /** Makes stored ticks count: from now on they can be filled on and drained. */
  settle(ticks: readonly TapeTick[]): void;
  /**
   * Puts back the last quotes of an earlier run, to be shown (their age keeps fills away), and what
   * each source had come to, oldest first, to measure its next ticks against.
   */
  restore(
    quotes: readonly Quote[],
    earlier: readonly (EarlierTick & Pick<JudgedTick, 'tickStatus'>)[],
  ): void;
  /** A source's connection is gone: what it said over it counts no more. */
  lose(source: string): void;
  /** Whether the two sources of an instrument said different things last, and not long ago. */
  isDisputed(code: InstrumentCode, now: UnixMs): boolean;
  latest(code: InstrumentCode): Quote | null;
  drain(): ReturnType<PriceExtremes['drain']>;
  undrainedSince: PriceExtremes['undrainedSince'];
  readonly memory: Omit<RecentTicks, 'note' | 'restore'>;
  health(source: string): SourceHealth;
};

/** What the tape has to ask others. */
export type TapeFacts = {
  readonly clock: Clock;
  readonly instrument: (code: string) => Instrument | undefined;
  /** Place in which a source leads, or null when the feed does not know it. */
  readonly rankOf: (source: string) => number | null;
  /** How many sources the feed has. */
  readonly sourceCount: () => number;
  readonly marketTime: (now: UnixMs) => UnixMs;
  /** Prices come from venues now, and not from a recording or a simulation of our own. */
  readonly isLive: boolean;
  readonly onUnhealthy: (source: string) => void;
  /** A source sent something too old to be a price now; said once in a while. */
  readonly onOutdated: (source: string) => void;
};

/** Prices in force and what changed since the last drain; only stored ticks get here. */
function createPrices() {
  const latest = new Map<InstrumentCode, Quote>();
  const records = createPriceExtremes();
  const memory = createRecentTicks();
  return {
    latest,
    memory,
    drain: () => records.drain(latest),
    undrainedSince: () => records.undrainedSince(),
    /** Code that shows an instrument learns that something besides its price is another. */
    touch: records.touch,
    settle(ticks: readonly TapeTick[]): void {
      for (const tick of ticks) {
        if (tick.tickStatus !== 'acting' && tick.tickStatus !== 'first') continue;
        const quote = quoteOfTick(tick);
        latest.set(quote.code, quote);
        memory.note(quote);
        records.note(quote);
      }
    },
  };
}

/** A tape without any price. */
export function createTape(facts: TapeFacts): Tape {
  const sources = new Map<InstrumentCode, SourceState[]>();
  const pending: JudgedTick[] = [];
  /** How many of `pending` are of each source. */
  const waiting = new Map<string, number>();
  const health = createHealth();
  const prices = createPrices();
  /** Taken to be stored, oldest first; the writer settles them in this order. */
  const taken: JudgedTick[] = [];

  /** Codes whose two sources said different things last, and when. */
  const disputes = new Map<InstrumentCode, UnixMs>();
  const connections = createConnections();

  function sourceOf(tick: Pick<SoundTick, 'source'>, all: SourceState[]): SourceState {
    const known = all.find((one) => one.name === tick.source);
    if (known !== undefined) return known;
    const fresh = newSource(tick.source, facts.rankOf(tick.source) ?? Number.MAX_SAFE_INTEGER);
    all.push(fresh);
    return fresh;
  }

  const waitingOf = (source: string): number => waiting.get(source) ?? 0;

  function refuse(source: string, kind: Garbage, now: UnixMs): Garbage {
    if (health.noteGarbage(source, kind, now)) facts.onUnhealthy(source);
    return kind;
  }

  /** Whether what a source said last says something about now. */
  function counts(one: SourceState, params: { now: UnixMs; freshForMs: number }): boolean {
    const { now, freshForMs } = params;
    if (one.lastMid === 0n || one.connection !== connections.numberOf(one.name)) return false;
    if (health.isUnhealthy(one.name, now)) return false;
    const quietMs = now - one.lastReceived;
    if (quietMs <= freshForMs) return true;
    return facts.isLive && quietMs <= QUIET_MAX_MS && connections.isAlive(one.name, now);
  }

  function noteDispute(code: InstrumentCode, disputedAt: UnixMs | null): void {
    const isNews = disputes.has(code) !== (disputedAt !== null);
    if (disputedAt === null) disputes.delete(code);
    else disputes.set(code, disputedAt);
    if (isNews) prices.touch(code);
  }

  /** A recording's own time, so that at any speed it acts as it would have; a venue's is a claim. */
  const saidAt = (tick: EarlierTick): UnixMs => (facts.isLive ? tick.receivedAt : tick.sourceTime);

  /** Judges a tick that came in order by the source rule, and remembers it. */
  function judge(all: readonly SourceState[], own: SourceState, tick: SoundTick): JudgedTick {
    const { code, receivedAt: now, instrument } = tick;
    const { freshForMs } = instrument;
    const others = all.filter((one) => one !== own && counts(one, { now, freshForMs }));
    const at = saidAt(tick);
    const middle = mid(tick);
    const judged = judgeTick({
      tick,
      at,
      own,
      isUnhealthy: health.isUnhealthy(own.name, now),
      others: others.map((one) => one.lastMid),
      leads: (isConfirmed) =>
        !others.some(
          (one) =>
            one.rank < own.rank &&
            one.soundAt !== null &&
            now - one.soundAt <= freshForMs &&
            // What it said may have been credible once, and not beside this one.
            withinBand(one.lastMid, middle, instrument.bandRate) &&
            (one.isConfirmed || !isConfirmed),
        ),
    });
    noteTick(own, tick, middle);
    own.connection = connections.numberOf(own.name);
    own.isConfirmed = judged.isConfirmed;
    if (judged.isRemembered) noteRecent(own, { price: middle, at });
    const { tickStatus, sourceCount, isDisputed } = judged;
    if (tickStatus !== 'outside') {
      own.soundAt = now;
      own.soundMid = middle;
    } else if (!withinBand(middle, own.soundMid, instrument.bandRate)) {
      // It moved away itself. One that stays where it was loses no lead because another contradicts it.
      own.soundAt = null;
    }
    if (tickStatus !== 'outside' || isDisputed) noteDispute(code, isDisputed ? now : null);
    return { ...tick, tickStatus, sourceCount };
  }

  function take(tick: SoundTick): Outcome {
    const all = sources.get(tick.code) ?? [];
    sources.set(tick.code, all);
    const own = sourceOf(tick, all);
    const now = tick.receivedAt;
    connections.noteHeard(tick.source, now);
    if (isRepeat(own, tick)) {
      health.noteTick(tick.source, now);
      return 'repeat';
    }
    if (remembersPrice(own, now) && isAbsurd(mid(tick), own.lastMid)) {
      return refuse(tick.source, 'absurdJump', now);
    }
    if (waitingOf(tick.source) >= Math.floor(PENDING_MAX / facts.sourceCount())) return 'full';
    health.noteTick(tick.source, now);
    noteSeen(own, tick);
    const isLate = noteLateness(own, tick.sourceTime);
    waiting.set(tick.source, waitingOf(tick.source) + 1);
    pending.push(isLate ? { ...tick, tickStatus: 'late', sourceCount: 1 } : judge(all, own, tick));
    return 'queued';
  }

  return {
    offer(raw) {
      const now = facts.clock.now();
      const instrument = facts.instrument(raw.code);
      const read = readTick(raw, {
        instrument,
        knowsSource: facts.rankOf(raw.source) !== null,
        receivedAt: now,
        marketTime: facts.marketTime(now),
        timeToleranceMs: facts.isLive ? (instrument?.freshForMs ?? 0) : OWN_TIME_TOLERANCE_MS,
      });
      if (read.ok) return take(read.value);
      if (read.failure !== 'outdated') return refuse(raw.source, read.failure, now);
      if (health.noteOutdated(raw.source, now)) facts.onOutdated(raw.source);
      return 'outdated';
    },
    take(max) {
      const next = pending.splice(0, max);
      for (const tick of next) {
        waiting.set(tick.source, waitingOf(tick.source) - 1);
        taken.push(tick);
      }
      return next;
    },
    unstoredSince: () => (taken[0] ?? pending[0])?.receivedAt ?? null,
    settle(ticks) {
      taken.splice(0, ticks.length);
      prices.settle(ticks);
    },
    restore(quotes, earlier) {
      for (const quote of quotes) prices.latest.set(quote.code, quote);
      prices.memory.restore(quotes);
      for (const tick of earlier) {
        if (facts.rankOf(tick.source) === null) continue;
        const all = sources.get(tick.code) ?? [];
        sources.set(tick.code, all);
        const wasCredible = tick.tickStatus !== 'outside';
        noteEarlier(sourceOf(tick, all), tick, {
          price: mid(tick),
          at: saidAt(tick),
          wasCredible,
        });
        // Who comes back first is not alone: the others have as long as a connection may be silent.
        connections.noteHeard(tick.source, facts.clock.now());
      }
    },
    lose: connections.noteLost,
    isDisputed(code, now) {
      const at = disputes.get(code);
      return at !== undefined && now - at <= (facts.instrument(code)?.freshForMs ?? 0);
    },
    latest: (code) => prices.latest.get(code) ?? null,
    drain: prices.drain,
    undrainedSince: prices.undrainedSince,
    memory: prices.memory,
    health: (source) => health.of(source, facts.clock.now()),
  };
}
