import type { Clock, InstrumentCode, Price, TickId, UnixMs } from '@candor/kernel';
import { type Instrument, type Quote, mayTrigger, mid } from '@candor/pricing';
import type { RawTick } from './feeds/feed.ts';
import { type Garbage, type SoundTick, isAbsurd, readTick } from './guards.ts';
import { type SourceHealth, createHealth } from './health.ts';
import { type Memory, createMemory } from './memory.ts';
import { type Records, createRecords } from './records.ts';
import {
  type SourceState,
  isRepeat,
  newSource,
  noteLateness,
  noteSeen,
  noteTick,
  remembersPrice,
} from './source-state.ts';

/**
 * What the tape thinks of a tick. `acting`: in force, and stops may act on it. `first`: in force,
 * but nothing speaks for it yet. `backup`: sound, while a leading source is in force. `outside`:
 * beyond the band, in quarantine. `late`: older than one its source had already sent.
 */
export type Standing = 'acting' | 'first' | 'backup' | 'outside' | 'late';

/** A tick on its way to the tape. */
export type JudgedTick = SoundTick & {
  readonly standing: Standing;
  /** Sources with a fresh price when it came, its own among them. */
  readonly sourceCount: number;
};

/** A tick that is on the tape: committed, chained, with its id. */
export type TapeTick = JudgedTick & { readonly tickId: TickId };

/** What became of an offer. */
export type Outcome = 'queued' | 'repeat' | 'full' | Garbage;

/** Ticks that may wait for the database; beyond it new ones are dropped, and prices go stale. */
const PENDING_MAX = 50_000;

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
  | 'standing'
>;

/** The quote a tick on the tape is for everybody else. */
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
    mayTrigger: tick.standing === 'acting',
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
  /** Puts back the last quotes of an earlier run, to be shown; their age keeps fills away. */
  restore(quotes: readonly Quote[]): void;
  latest(code: InstrumentCode): Quote | null;
  drain(): ReturnType<Records['drain']>;
  undrainedSince: Records['undrainedSince'];
  readonly memory: Omit<Memory, 'note' | 'restore'>;
  health(source: string): SourceHealth;
};

/** What the tape has to ask others. */
export type TapeFacts = {
  readonly clock: Clock;
  readonly instrument: (code: string) => Instrument | undefined;
  /** Place in which a source leads, or null when the feed does not know it. */
  readonly rankOf: (source: string) => number | null;
  readonly marketTime: (now: UnixMs) => UnixMs;
  readonly onUnhealthy: (source: string) => void;
};

/** The leading source: the first in rank that had a sound price while it would still be fresh. */
function leaderOf(sources: readonly SourceState[], now: UnixMs, freshForMs: number): string | null {
  let leader: SourceState | null = null;
  for (const one of sources) {
    if (one.soundAt === null || now - one.soundAt > freshForMs) continue;
    if (leader === null || one.rank < leader.rank) leader = one;
  }
  return leader?.name ?? null;
}

function freshMids(sources: readonly SourceState[], own: SourceState, tick: SoundTick): Price[] {
  const mids: Price[] = [mid(tick)];
  for (const one of sources) {
    if (one === own || one.lastMid === 0n) continue;
    if (tick.receivedAt - one.lastReceived <= tick.instrument.freshForMs) mids.push(one.lastMid);
  }
  return mids;
}

/** Judges a tick that came in order by the source rule, and remembers it. */
function judge(sources: readonly SourceState[], own: SourceState, tick: SoundTick): JudgedTick {
  const { bandRate, freshForMs } = tick.instrument;
  const mids = freshMids(sources, own, tick);
  const isFirst = mids.length === 1 && own.recent.length === 0;
  // Both sides have to pass: stops act on the bid and on the ask, never on the middle.
  const passes = [tick.bid, tick.ask].every((price) =>
    mayTrigger({ price, sources: mids, recent: own.recent, bandRate }),
  );
  noteTick(own, tick, mids[0] ?? tick.bid);
  const counted = { ...tick, sourceCount: mids.length };
  if (!passes && !isFirst) return { ...counted, standing: 'outside' };
  own.soundAt = tick.receivedAt;
  if (leaderOf(sources, tick.receivedAt, freshForMs) !== own.name) {
    return { ...counted, standing: 'backup' };
  }
  return { ...counted, standing: isFirst ? 'first' : 'acting' };
}

/** Prices in force and what changed since the last drain; only stored ticks get here. */
function createPrices() {
  const latest = new Map<InstrumentCode, Quote>();
  const records = createRecords();
  const memory = createMemory();
  return {
    latest,
    memory,
    drain: () => records.drain(latest),
    undrainedSince: () => records.undrainedSince(),
    settle(ticks: readonly TapeTick[]): void {
      for (const tick of ticks) {
        if (tick.standing !== 'acting' && tick.standing !== 'first') continue;
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
  const health = createHealth();
  const prices = createPrices();
  /** Taken to be stored, oldest first; the writer settles them in this order. */
  const taken: JudgedTick[] = [];

  function sourceOf(tick: SoundTick, all: SourceState[]): SourceState {
    const known = all.find((one) => one.name === tick.source);
    if (known !== undefined) return known;
    const fresh = newSource(tick.source, facts.rankOf(tick.source) ?? Number.MAX_SAFE_INTEGER);
    all.push(fresh);
    return fresh;
  }

  function refuse(source: string, kind: Garbage, now: UnixMs): Garbage {
    if (health.noteGarbage(source, kind, now)) facts.onUnhealthy(source);
    return kind;
  }

  function take(tick: SoundTick): Outcome {
    const all = sources.get(tick.code) ?? [];
    sources.set(tick.code, all);
    const own = sourceOf(tick, all);
    const now = tick.receivedAt;
    if (isRepeat(own, tick)) {
      health.noteTick(tick.source, now);
      return 'repeat';
    }
    if (remembersPrice(own, now) && isAbsurd(mid(tick), own.lastMid)) {
      return refuse(tick.source, 'absurdJump', now);
    }
    if (pending.length >= PENDING_MAX) return 'full';
    health.noteTick(tick.source, now);
    noteSeen(own, tick);
    const isLate = noteLateness(own, tick.sourceTime);
    pending.push(isLate ? { ...tick, standing: 'late', sourceCount: 1 } : judge(all, own, tick));
    return 'queued';
  }

  return {
    offer(raw) {
      const now = facts.clock.now();
      const read = readTick(raw, {
        instrument: facts.instrument(raw.code),
        knowsSource: facts.rankOf(raw.source) !== null,
        receivedAt: now,
        marketTime: facts.marketTime(now),
      });
      return read.ok ? take(read.value) : refuse(raw.source, read.failure, now);
    },
    take(max) {
      const next = pending.splice(0, max);
      for (const tick of next) taken.push(tick);
      return next;
    },
    unstoredSince: () => (taken[0] ?? pending[0])?.receivedAt ?? null,
    settle(ticks) {
      taken.splice(0, ticks.length);
      prices.settle(ticks);
    },
    restore: (quotes) => {
      for (const quote of quotes) prices.latest.set(quote.code, quote);
      prices.memory.restore(quotes);
    },
    latest: (code) => prices.latest.get(code) ?? null,
    drain: prices.drain,
    undrainedSince: prices.undrainedSince,
    memory: prices.memory,
    health: (source) => health.of(source, facts.clock.now()),
  };
}
