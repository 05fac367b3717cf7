import { type InstrumentCode, type TickId, type UnixMs, isLaterTick } from '@candor/kernel';
import type { Quote } from '@candor/pricing';

/** A part of the tape, both ends included. */
export type TapeSpan = { readonly from: TickId; readonly to: TickId };

/** What changed since the last drain. */
export type Drained = {
  /** The newest quote of each instrument that ticked. */
  readonly quotes: readonly Quote[];
  /** Every quote that passed the source rule, in the order of the tape; none when `missed` is set. */
  readonly ticks: readonly Quote[];
  /** Where more came than memory holds: what is to be read from the tape instead of `ticks`. */
  readonly missed: TapeSpan | null;
};

/** Quotes kept between two drains; past it the tape itself is the queue. */
const KEPT_MAX = 10_000;

type Bounds = { lowBid: bigint; highBid: bigint; lowAsk: bigint; highAsk: bigint };

/** Ticks of each instrument after which something new is watched, in the order of the tape. */
export type Begins = ReadonlyMap<InstrumentCode, readonly TickId[]>;

const NO_BEGINS: Begins = new Map();

/**
 * Of quotes in the order of the tape those that set a new lowest or highest bid or ask of their
 * instrument. The first quote to cross any price is always among them, also for what is watched only
 * from one of the `begins` on: what comes behind such a tick is compared with nothing before it.
 */
export function extremesOf(ticks: readonly Quote[], begins: Begins = NO_BEGINS): Quote[] {
  const bounds = new Map<InstrumentCode, Bounds>();
  const passed = new Map<InstrumentCode, number>();
  return ticks.filter(({ code, bid, ask, tickId }) => {
    const own = begins.get(code) ?? [];
    const before = passed.get(code) ?? 0;
    let next = before;
    for (let one = own[next]; one !== undefined && isLaterTick(tickId, one); one = own[next]) {
      next += 1;
    }
    if (next !== before) {
      passed.set(code, next);
      bounds.delete(code);
    }
    const known = bounds.get(code);
    if (known === undefined) {
      bounds.set(code, { lowBid: bid, highBid: bid, lowAsk: ask, highAsk: ask });
      return true;
    }
    const isInside =
      bid >= known.lowBid && bid <= known.highBid && ask >= known.lowAsk && ask <= known.highAsk;
    if (isInside) return false;
    if (bid < known.lowBid) known.lowBid = bid;
    if (bid > known.highBid) known.highBid = bid;
    if (ask < known.lowAsk) known.lowAsk = ask;
    if (ask > known.highAsk) known.highAsk = ask;
    return true;
  });
}

/** Remembers, between two drains, what came: whole while it is little, by its ends when not. */
export function createPriceExtremes(keptMax = KEPT_MAX) {
  const changed = new Set<InstrumentCode>();
  /** Null when there was too much of it. */
  let kept: Quote[] | null = [];
  let first: Quote | null = null;
  let last: Quote | null = null;

  return {
    note(quote: Quote): void {
      changed.add(quote.code);
      if (!quote.mayTrigger) return;
      first ??= quote;
      last = quote;
      // Once it is too much, none of it is needed: all of it is read from the tape.
      if (kept !== null && kept.length >= keptMax) kept = null;
      kept?.push(quote);
    },
    /** Something besides the price of an instrument changed: a page that shows it looks again. */
    touch: (code: InstrumentCode): void => void changed.add(code),
    drain(latest: ReadonlyMap<InstrumentCode, Quote>): Drained {
      const quotes: Quote[] = [];
      for (const code of changed) {
        const quote = latest.get(code);
        if (quote !== undefined) quotes.push(quote);
      }
      const ticks = kept ?? [];
      let missed: TapeSpan | null = null;
      if (kept === null && first !== null && last !== null) {
        missed = { from: first.tickId, to: last.tickId };
      }
      changed.clear();
      kept = [];
      first = null;
      last = null;
      return { quotes, ticks, missed };
    },
    /** When the oldest quote came that may set something off and was not drained yet. */
    undrainedSince: (): UnixMs | null => first?.receivedAt ?? null,
  };
}

/** @see createPriceExtremes */
export type PriceExtremes = ReturnType<typeof createPriceExtremes>;
