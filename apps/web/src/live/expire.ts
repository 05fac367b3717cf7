import type { QuoteStore } from './quotes.ts';

/**
 * The page stood still: what it heard before is no price one could act on now. The next connection
 * says of each instrument on screen how it stands.
 */
export function expireQuotes(store: QuoteStore): void {
  const open = store.watched().flatMap((code) => {
    const quote = store.get(code);
    return quote?.status === 'open' ? [{ ...quote, status: 'stale' as const }] : [];
  });
  store.restart();
  store.accept(open, 0);
}
