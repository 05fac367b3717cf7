import { type Clock, type TickId, type UnixMs, SECOND_MS, isLaterTick } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { type Drained, type TapeSpan, extremesOf } from '../market/index.ts';
import type { Log } from '../platform/process/log.ts';
import type { AsideTicks } from './ticks/aside.ts';
import type { MarginWatch } from './margin/margin.ts';
import { type TapeReader, earlierPlace, pagesOf } from './ticks/place.ts';
import type { Settle } from './settle.ts';
import type { Triggers } from './triggers/triggers.ts';

/** Ticks read from the tape at once where memory held too few. */
const PAGE = 2_000;
/** Ticks that trailing stops go back over at once; nothing newer acts meanwhile. */
const RETRACED_MAX = 50_000;
/** How often ticks that cannot act are tried before what is newer goes on without them. */
const TRIES_MAX = 3;
/** The longest turn of so long a time is shown. */
const TURNS_SHOWN_MS = 60 * SECOND_MS;

/** What a turn stands on. */
export type TurnDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly market: TapeReader & {
    drain(): Drained;
    undrainedSince(): UnixMs | null;
  };
  readonly triggers: Triggers;
  readonly margin: MarginWatch;
  readonly settle: Settle;
  readonly aside: AsideTicks;
  /** Whether a tick came while its market was open and no operator had suspended it. */
  readonly mayAct: (quote: Quote) => boolean;
  /** Hears of prices that came, for those who look. */
  readonly ticked: (quotes: readonly Quote[]) => void;
};

/** How ticks act: those since the last turn, and those that could not act in theirs. */
export type Turn = {
  /** One turn: takes ticks, lets them act on triggers, then on margin levels. */
  act(): Promise<void>;
  /** Lets late orders meet what the tape says since they began. */
  actOnLate(): Promise<void>;
  /** Hears that an order is late: it has to meet ticks from this one on that memory let go. */
  late(from: TickId): void;
  /** Hears up to where a start has let ticks act. */
  begin(last: TickId | null): void;
  /** Up to where every tick has acted on everything that is watched. */
  actedThrough(): TickId | null;
  /** When the oldest tick came that has not acted. */
  unactedSince(): UnixMs | null;
  figures(): { readonly turnMs: number; readonly failed: number };
};

/** Makes the turn; no tick has acted yet. */
export function createTurn(deps: TurnDeps): Turn {
  const { clock, log, market, triggers, margin, settle, aside, mayAct } = deps;
  /** Ticks memory could not hold: they are to be acted on, from the tape, before anything newer is. */
  let missed: TapeSpan | null = null;
  let missedSince: UnixMs | null = null;
  /** Where the earliest late order began: one heard of when memory did not reach back so far. */
  let lateFrom: TickId | null = null;
  let lastActed: TickId | null = null;
  /** How often the ticks that are next could not act, and how often any could not. */
  let tries = 0;
  let failed = 0;
  const turns: { at: UnixMs; ms: number }[] = [];

  function actOnTriggers(acting: readonly Quote[], extremes: readonly Quote[]): void {
    for (const record of triggers.act(acting, extremes)) settle.send(record);
  }

  /** Values what is open at the extremes, and last at the newest price of each instrument. */
  function actOnMargin(acting: readonly Quote[], extremes: readonly Quote[]): void {
    for (const quote of extremes) margin.apply(quote);
    const applied = new Map(extremes.map((quote) => [quote.code, quote]));
    for (const [code, quote] of new Map(acting.map((one) => [one.code, one]))) {
      if (applied.get(code) !== quote) margin.apply(quote);
    }
  }

  function acted(last: TickId): void {
    triggers.actedUpTo(last);
    lastActed = last;
  }

  /**
   * Lets ticks act; what they cannot is logged and counted. Answers whether what is newer may act: not
   * before these were tried again, and not never, or one tick would hold every stop.
   */
  function tryTicks(ticks: readonly Quote[]): boolean {
    const [from, to] = [ticks[0]?.tickId, ticks.at(-1)?.tickId];
    if (from === undefined || to === undefined) return true;
    try {
      const acting = ticks.filter(mayAct);
      const extremes = extremesOf(acting, triggers.begins());
      actOnTriggers(acting, extremes);
      actOnMargin(acting, extremes);
    } catch (error) {
      failed += 1;
      tries += 1;
      const isOver = tries >= TRIES_MAX;
      log.error({ err: error, from, to, isOver }, 'ticks could not act');
      if (!isOver) return false;
      aside.put(ticks, clock.now());
      triggers.setAside();
    }
    acted(to);
    tries = 0;
    return true;
  }

  /** Takes what came since the last turn and lets it act. */
  function actOnNew(): void {
    const since = market.undrainedSince();
    const { quotes, ticks, missed: more } = market.drain();
    deps.ticked(quotes);
    const [first, last] = [ticks[0], ticks.at(-1)];
    // What was drained comes no second time: what of it cannot act is read back from the tape.
    const isActed = first === undefined || last === undefined || tryTicks(ticks);
    missed = isActed ? more : { from: first.tickId, to: last.tickId };
    if (missed !== null) missedSince = since;
  }

  /**
   * Acts on what memory could not hold, page by page as it stands on the tape. What fails is begun
   * again where it stopped; nothing newer acts before it.
   */
  async function actOnMissed(): Promise<void> {
    if (missed === null) return;
    const { to } = missed;
    for await (const { ticks, next } of pagesOf(market, missed, PAGE)) {
      if (!tryTicks(ticks)) return;
      settle.sendMargins();
      missed = next === null ? null : { from: next, to };
    }
    missedSince = null;
  }

  /**
   * Has trailing stops go back to where the first ticks were set aside and follow all since then, once
   * none is left aside. Where that is too many, they stay, and their receipts state it.
   */
  async function retrace(): Promise<void> {
    const [from, to] = [aside.began(), lastActed];
    if (aside.count() > 0 || from === null || to === null) return;
    const anew = triggers.retrace();
    let left = anew === null ? 0 : RETRACED_MAX;
    if (anew !== null) {
      for await (const { ticks } of pagesOf(market, { from, to }, PAGE)) {
        anew.walk(ticks.filter(mayAct));
        left -= ticks.length;
        if (left < 0) break;
      }
      if (left < 0) anew.giveUp();
      else for (const record of anew.end()) settle.send(record);
    }
    aside.retraced(left >= 0);
  }

  /**
   * Tries ticks again that could not act: an order that is still watched meets them now. Their prices
   * are old, so no account is judged by them.
   */
  async function actOnAside(): Promise<void> {
    const now = clock.now();
    const one = missed === null ? aside.take(now) : null;
    if (one === null) return;
    let { from } = one;
    try {
      for await (const { ticks, next } of pagesOf(market, one, PAGE)) {
        // Orders began anywhere in between: to each any tick may be the first.
        const acting = ticks.filter(mayAct);
        actOnTriggers(acting, acting);
        from = next ?? from;
      }
      await retrace();
      log.info({ from: one.from, to: one.to }, 'ticks that could not act have acted');
    } catch (error) {
      failed += 1;
      aside.putBack(one, from, now);
      log.error({ err: error, from, to: one.to }, 'ticks cannot act still');
    }
  }

  function noteTurn(began: number): void {
    const at = clock.now();
    const ms = performance.now() - began;
    // Only those that may yet be the longest are kept.
    while ((turns.at(-1)?.ms ?? Number.POSITIVE_INFINITY) <= ms) turns.pop();
    turns.push({ at, ms });
    while (at - (turns[0]?.at ?? at) > TURNS_SHOWN_MS) turns.shift();
  }

  return {
    async act() {
      const began = performance.now();
      settle.sendAgain();
      if (missed === null) actOnNew();
      settle.sendMargins();
      await actOnMissed();
      await actOnAside();
      noteTurn(began);
    },
    async actOnLate() {
      while (lateFrom !== null && lastActed !== null) {
        let from = lateFrom;
        if (isLaterTick(from, lastActed)) return;
        for await (const { ticks, next } of pagesOf(market, { from, to: lastActed }, PAGE)) {
          // Each of those orders begins somewhere in between: to it any tick may be the first.
          const acting = ticks.filter(mayAct);
          actOnTriggers(acting, acting);
          // An order that began even earlier was heard of meanwhile: again, from there.
          if (lateFrom !== from) break;
          lateFrom = next;
          if (next !== null) from = next;
        }
      }
    },
    late(from) {
      lateFrom = earlierPlace(lateFrom, from);
    },
    begin(last) {
      lastActed = last;
      if (last !== null) triggers.actedUpTo(last);
    },
    actedThrough: () => earlierPlace(lastActed, earlierPlace(missed?.from ?? null, lateFrom)),
    unactedSince() {
      const since = market.undrainedSince();
      if (since === null || missedSince === null) return since ?? missedSince;
      return since < missedSince ? since : missedSince;
    },
    figures: () => ({ turnMs: turns.reduce((most, { ms }) => Math.max(most, ms), 0), failed }),
  };
}
