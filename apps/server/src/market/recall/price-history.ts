import type { InstrumentCode, TickId, UnixMs } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import type { Database } from '../../platform/postgres/db.ts';
import { conversionPairFor } from '../catalogue/catalogue.ts';
import { findEnds, listActingBetween, listLastBefore } from '../store/price-history-store.ts';
import { quoteOf } from '../store/run.ts';
import type { TapeSpan } from '../tape/price-extremes.ts';
import { type ConversionRate, conversionRateBy } from '../instruments/status.ts';
import type { Tape } from '../tape/tape.ts';

/** What the engine asks about prices of a while ago, all of the running feed. */
export type PriceHistory = {
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
    params: TapeSpan & { readonly most: number; readonly code?: InstrumentCode },
  ): Promise<readonly Quote[]>;
  /** The newest place of the tape, and the one some tens of thousands of ticks before it. */
  tapeEnds(): Promise<TapeSpan | null>;
  /** The last price in force received before a moment, of each instrument that had one. */
  lastBefore(
    codes: readonly InstrumentCode[],
    at: UnixMs,
  ): Promise<ReadonlyMap<InstrumentCode, Quote>>;
  /** What currencies were worth then, by the last prices of the pairs that link them. */
  lastConversionRatesBefore(
    currencies: readonly string[],
    at: UnixMs,
  ): Promise<ReadonlyMap<string, ConversionRate>>;
};

/** Answers from memory what it still knows, and reads the tape for the rest. */
export function createPriceHistory(
  db: Database,
  tape: Pick<Tape, 'memory'>,
  feedId: () => number,
): PriceHistory {
  const { memory } = tape;

  async function lastBefore(
    codes: readonly InstrumentCode[],
    at: UnixMs,
  ): Promise<Map<InstrumentCode, Quote>> {
    const found = new Map<InstrumentCode, Quote>();
    const forgotten: InstrumentCode[] = [];
    for (const code of codes) {
      const quote = memory.lastBefore(code, at);
      if (quote === undefined) forgotten.push(code);
      else found.set(code, quote);
    }
    if (forgotten.length === 0) return found;
    const stored = await listLastBefore(db, { feedId: feedId(), codes: forgotten, at });
    for (const tick of stored) found.set(tick.code, quoteOf(tick));
    return found;
  }

  return {
    acting: memory.acting,
    actingFrom: memory.actingFrom,
    remembers: memory.remembers,
    async actingBetween(params) {
      return (await listActingBetween(db, { ...params, feedId: feedId() })).map(quoteOf);
    },
    tapeEnds: () => findEnds(db),
    lastBefore,
    async lastConversionRatesBefore(currencies, at) {
      const pairs = currencies.flatMap((currency) => {
        const pair = conversionPairFor(currency);
        return pair === null || pair.kind === 'one' ? [] : [pair.code];
      });
      const quotes = await lastBefore([...new Set(pairs)], at);
      const links = new Map<string, ConversionRate>();
      for (const currency of currencies) {
        const conversionRate = conversionRateBy(currency, (code) => quotes.get(code) ?? null);
        if (conversionRate !== null) links.set(currency, conversionRate);
      }
      return links;
    },
  };
}
