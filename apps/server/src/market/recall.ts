import type { InstrumentCode, UnixMs } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import type { Database } from '../platform/db.ts';
import { linkFor } from './catalogue/catalogue.ts';
import type { Link, Recall } from './market.ts';
import { findEnds, listActingBetween, listLastBefore } from './recall-store.ts';
import { quoteOf } from './run.ts';
import { linkBy } from './status.ts';
import type { Tape } from './tape.ts';

/** Answers from memory what it still knows, and reads the tape for the rest. */
export function createRecall(
  db: Database,
  tape: Pick<Tape, 'memory'>,
  feedId: () => number,
): Recall {
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
    async actingBetween(asked) {
      return (await listActingBetween(db, { ...asked, feedId: feedId() })).map(quoteOf);
    },
    tapeEnds: () => findEnds(db),
    lastBefore,
    async lastLinksBefore(currencies, at) {
      const pairs = currencies.flatMap((currency) => {
        const link = linkFor(currency);
        return link === null || link.kind === 'one' ? [] : [link.code];
      });
      const quotes = await lastBefore([...new Set(pairs)], at);
      const links = new Map<string, Link>();
      for (const currency of currencies) {
        const link = linkBy(currency, (code) => quotes.get(code) ?? null);
        if (link !== null) links.set(currency, link);
      }
      return links;
    },
  };
}
