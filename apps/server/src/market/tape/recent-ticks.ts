import {
  type InstrumentCode,
  type TickId,
  type UnixMs,
  SECOND_MS,
  isLaterTick,
  startOfDay,
  utcDayOf,
} from '@candor/kernel';
import type { Quote } from '@candor/pricing';

/** Quotes younger than this stay remembered, the newest whatever its age. */
const KEPT_MS = 10 * SECOND_MS;
/** Most remembered quotes of one instrument: past it, the oldest go. */
const KEPT_MAX = 2_000;
/** So many that are too old are let go together, so that each quote is moved once. */
const PRUNE_AT = 64;

/** The first moment of the UTC day after the one a quote was received on. */
type DayEnd = { readonly midnight: UnixMs; readonly quote: Quote };

/**
 * Remembers, for each instrument, the last moments of quotes that passed the source rule, and the
 * last quote in force of the day before: what acts on prices that were heard a little late.
 */
export function createRecentTicks() {
  const acting = new Map<InstrumentCode, Quote[]>();
  /** Of each instrument the newest tick that was let go. */
  const lost = new Map<InstrumentCode, TickId>();
  const newest = new Map<InstrumentCode, Quote>();
  const dayEnds = new Map<InstrumentCode, DayEnd>();

  function keep(quote: Quote): void {
    const kept = acting.get(quote.code);
    if (kept === undefined) {
      acting.set(quote.code, [quote]);
      return;
    }
    kept.push(quote);
    const tooOld = kept.length > KEPT_MAX ? kept.length - KEPT_MAX : 0;
    const oldest = kept[PRUNE_AT];
    const isDue = oldest !== undefined && quote.receivedAt - oldest.receivedAt > KEPT_MS;
    if (!isDue && tooOld === 0) return;
    const gone = kept.splice(0, Math.max(tooOld, isDue ? PRUNE_AT : 0)).at(-1);
    if (gone !== undefined) lost.set(quote.code, gone.tickId);
  }

  /** Of each instrument the last tick of before this memory began that passed the source rule. */
  const begun = new Map<InstrumentCode, TickId>();

  return {
    /** Takes in the last quotes of before the start: what came before them is not remembered. */
    restore(quotes: readonly Quote[]): void {
      for (const quote of quotes) {
        this.note(quote);
        if (quote.mayTrigger) begun.set(quote.code, quote.tickId);
      }
    },
    /** Takes in a quote that is in force now. */
    note(quote: Quote): void {
      const before = newest.get(quote.code);
      newest.set(quote.code, quote);
      if (before !== undefined) {
        const midnight = startOfDay(utcDayOf(quote.receivedAt));
        if (before.receivedAt < midnight) dayEnds.set(quote.code, { midnight, quote: before });
      }
      if (quote.mayTrigger) keep(quote);
    },
    /** The last quote that passed the source rule. */
    acting(code: InstrumentCode): Quote | null {
      return acting.get(code)?.at(-1) ?? null;
    },
    /** Remembered quotes that passed the source rule, from a tick on, in the tape's order. */
    actingFrom(code: InstrumentCode, from: TickId): Quote[] {
      const kept = acting.get(code) ?? [];
      let [low, high] = [0, kept.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        const isBefore = isLaterTick(from, kept[middle]?.tickId ?? from);
        if (isBefore) low = middle + 1;
        else high = middle;
      }
      return kept.slice(low);
    },
    /** Whether nothing that passed the source rule from a tick on was let go, nor came before us. */
    remembers(code: InstrumentCode, from: TickId): boolean {
      const gone = lost.get(code);
      if (gone !== undefined) return isLaterTick(from, gone);
      const oldest = begun.get(code);
      return oldest === undefined || !isLaterTick(oldest, from);
    },
    /**
     * The first quote received at a moment or later that passed the source rule: null when none
     * came yet, undefined when memory does not reach back to that moment.
     */
    firstActing(code: InstrumentCode, from: UnixMs): Quote | null | undefined {
      const kept = acting.get(code);
      const oldest = kept?.[0];
      if (kept === undefined || oldest === undefined || oldest.receivedAt >= from) return undefined;
      return kept.find((quote) => quote.receivedAt >= from) ?? null;
    },
    /** The last quote in force received before a moment; undefined when memory cannot tell. */
    lastBefore(code: InstrumentCode, at: UnixMs): Quote | undefined {
      const now = newest.get(code);
      if (now !== undefined && now.receivedAt < at) return now;
      const end = dayEnds.get(code);
      // Between it and its midnight nothing came, so it answers for every moment in that gap.
      if (end === undefined || at > end.midnight || end.quote.receivedAt >= at) return undefined;
      return end.quote;
    },
  };
}

/** @see createRecentTicks */
export type RecentTicks = ReturnType<typeof createRecentTicks>;
