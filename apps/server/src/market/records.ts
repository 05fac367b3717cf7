import type { InstrumentCode } from '@candor/kernel';
import type { Quote } from '@candor/pricing';

/** What changed since the last drain. */
export type Drained = {
  /** The newest quote of each instrument that ticked. */
  readonly quotes: readonly Quote[];
  /**
   * In the order of the tape, each quote that set a new lowest or highest bid or ask since the
   * last drain and may trigger. The first quote to cross any price is always among them.
   */
  readonly extremes: readonly Quote[];
};

type Kept = {
  readonly order: number;
  readonly quote: Quote;
};

type Bounds = { lowBid: Kept; highBid: Kept; lowAsk: Kept; highAsk: Kept; kept: Kept[] };

/** Kept quotes of one instrument past which only the outermost stay: nobody has been draining. */
const KEPT_MAX = 500;

/** Remembers, between two drains, every quote that went further than those before it. */
export function createRecords() {
  const changed = new Set<InstrumentCode>();
  const bounds = new Map<InstrumentCode, Bounds>();
  let order = 0;

  function note(quote: Quote): void {
    changed.add(quote.code);
    if (!quote.mayTrigger) return;
    const one: Kept = { order: (order += 1), quote };
    const known = bounds.get(quote.code);
    if (known === undefined) {
      bounds.set(quote.code, { lowBid: one, highBid: one, lowAsk: one, highAsk: one, kept: [one] });
      return;
    }
    let isRecord = false;
    if (quote.bid < known.lowBid.quote.bid) {
      known.lowBid = one;
      isRecord = true;
    }
    if (quote.bid > known.highBid.quote.bid) {
      known.highBid = one;
      isRecord = true;
    }
    if (quote.ask < known.lowAsk.quote.ask) {
      known.lowAsk = one;
      isRecord = true;
    }
    if (quote.ask > known.highAsk.quote.ask) {
      known.highAsk = one;
      isRecord = true;
    }
    if (isRecord) known.kept.push(one);
    if (known.kept.length > KEPT_MAX) {
      const outermost = new Set([known.lowBid, known.highBid, known.lowAsk, known.highAsk]);
      known.kept = [...outermost].sort((a, b) => a.order - b.order);
    }
  }

  return {
    note,
    drain(latest: ReadonlyMap<InstrumentCode, Quote>): Drained {
      const quotes: Quote[] = [];
      for (const code of changed) {
        const quote = latest.get(code);
        if (quote !== undefined) quotes.push(quote);
      }
      const extremes = [...bounds.values()]
        .flatMap((one) => one.kept)
        .sort((a, b) => a.order - b.order)
        .map((one) => one.quote);
      changed.clear();
      bounds.clear();
      return { quotes, extremes };
    },
  };
}

/** @see createRecords */
export type Records = ReturnType<typeof createRecords>;
