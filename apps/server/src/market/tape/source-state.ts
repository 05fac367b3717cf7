import { type Price, type Quantity, type UnixMs, MINUTE_MS } from '@candor/kernel';
import type { SaidPrice } from '@candor/pricing';
import type { SoundTick } from './guards.ts';

/** What the tape remembers of one source of one instrument. */
export type SourceState = {
  readonly name: string;
  /** Place in which it leads; lower first. */
  readonly rank: number;
  /** Newest source time seen, and when its tick was received. */
  lastTime: UnixMs;
  lastReceived: UnixMs;
  lastBid: Price;
  lastAsk: Price;
  lastMid: Price;
  /**
   * When its last tick that passed the source rule came; null before the first, and once it moves
   * away from that tick into quarantine: who is contradicted by its own move leads nobody.
   */
  soundAt: UnixMs | null;
  /** The mid of that tick. */
  soundMid: Price;
  /**
   * Mids of its last ticks, oldest first: at most five a second, so that they span seconds however
   * fast it speaks, and none that another source contradicted.
   */
  readonly recent: SaidPrice[];
  /** How many of `recent` were said since the start; the others are of an earlier run. */
  sinceStart: number;
  /** Its prices have lasted once since the start: from then on it may set something off. */
  isConfirmed: boolean;
  /** The connection its last tick came over; one of an earlier connection counts no more. */
  connection: number;
  /** Its last ticks, to know one that is sent again. */
  readonly seen: { time: UnixMs; bid: Price; ask: Price; volume: Quantity | null }[];
  /** Ticks in a row that were older than `lastTime`, and the time of the last of them. */
  lateRun: number;
  lateTime: UnixMs;
};

/** The same bid and ask within this long of the last one are no news. */
const REPEAT_MS = 1_000;
/** Past this silence a jump cannot be told from a market that moved on. */
const JUMP_MEMORY_MS = 10 * MINUTE_MS;
const SEEN_MAX = 16;
/** Fifteen remembered ticks thus last 3 s at least, which is how long prices have to agree. */
const RECENT_EVERY_MS = 200;
/** A few more than the fifteen of the median, so that 3 s fit between the first and the next. */
const RECENT_MAX = 20;
/** So many late ticks in order among themselves mean that the source set its clock back. */
const CLOCK_SET_BACK_AFTER = 3;

/** The memory of a source that has not said anything yet. */
export function newSource(name: string, rank: number): SourceState {
  const never = 0 as UnixMs;
  const nothing = 0n as Price;
  return {
    name,
    rank,
    lastTime: never,
    lastReceived: never,
    lastBid: nothing,
    lastAsk: nothing,
    lastMid: nothing,
    soundAt: null,
    soundMid: nothing,
    recent: [],
    sinceStart: 0,
    isConfirmed: false,
    connection: 0,
    seen: [],
    lateRun: 0,
    lateTime: never,
  };
}

/** Whether a tick says nothing its source has not just said. */
export function isRepeat(state: SourceState, tick: SoundTick): boolean {
  const isSamePrice = tick.bid === state.lastBid && tick.ask === state.lastAsk;
  // By both clocks: in a fast replay the next second of the market is news after milliseconds.
  const isSoon =
    tick.receivedAt - state.lastReceived < REPEAT_MS &&
    Math.abs(tick.sourceTime - state.lastTime) < REPEAT_MS;
  // Something traded is news at any price.
  const hasVolume = tick.volume !== null && tick.volume > 0n;
  if (isSamePrice && isSoon && !hasVolume) return true;
  return state.seen.some(
    (one) =>
      one.time === tick.sourceTime &&
      one.bid === tick.bid &&
      one.ask === tick.ask &&
      one.volume === tick.volume,
  );
}

/** Whether the last mid is young enough to judge a jump by. */
export function remembersPrice(state: SourceState, now: UnixMs): boolean {
  return state.lastMid > 0n && now - state.lastReceived <= JUMP_MEMORY_MS;
}

/**
 * Whether a tick is older than one its source already sent. Three such ticks in order among
 * themselves start the order anew: the source's clock was wrong before, or is set back.
 */
export function noteLateness(state: SourceState, time: UnixMs): boolean {
  if (time >= state.lastTime) {
    state.lateRun = 0;
    return false;
  }
  state.lateRun = state.lateRun > 0 && time >= state.lateTime ? state.lateRun + 1 : 1;
  state.lateTime = time;
  if (state.lateRun < CLOCK_SET_BACK_AFTER) return true;
  state.lateRun = 0;
  return false;
}

/** Remembers a tick, so that it is known when it is sent again. */
export function noteSeen(state: SourceState, tick: SoundTick): void {
  if (state.seen.length === SEEN_MAX) state.seen.shift();
  const { sourceTime: time, bid, ask, volume } = tick;
  state.seen.push({ time, bid, ask, volume });
}

/** Remembers a tick that came in order. */
export function noteTick(state: SourceState, tick: SoundTick, middle: Price): void {
  state.lastTime = tick.sourceTime;
  state.lastReceived = tick.receivedAt;
  state.lastBid = tick.bid;
  state.lastAsk = tick.ask;
  state.lastMid = middle;
}

/** Remembers what its next ticks are measured against while no other source counts. */
export function noteRecent(state: SourceState, said: SaidPrice): void {
  const last = state.recent.at(-1);
  const isSoon = state.sinceStart > 0 && last !== undefined && said.at - last.at < RECENT_EVERY_MS;
  if (isSoon) return;
  if (state.recent.length === RECENT_MAX) state.recent.shift();
  state.recent.push(said);
  state.sinceStart = Math.min(RECENT_MAX, state.sinceStart + 1);
}

/** A tick of an earlier run of the process, as far as it says what a source had come to. */
export type EarlierTick = Pick<
  SoundTick,
  'code' | 'bid' | 'ask' | 'source' | 'sourceTime' | 'receivedAt'
>;

/**
 * Takes up where an earlier run left off; of what was said then, nothing confirms anything now. What
 * was in quarantine is still its source's last word, which others are measured against, but no part
 * of its own past.
 */
export function noteEarlier(
  state: SourceState,
  tick: EarlierTick,
  said: SaidPrice & { readonly wasCredible: boolean },
): void {
  if (tick.sourceTime > state.lastTime) state.lastTime = tick.sourceTime;
  state.lastReceived = tick.receivedAt;
  state.lastMid = said.price;
  if (!said.wasCredible) return;
  if (state.recent.length === RECENT_MAX) state.recent.shift();
  state.recent.push({ price: said.price, at: said.at });
}
