import { useCallback, useSyncExternalStore } from 'react';
import { type LiveQuote, quotes } from '../../live/index.ts';

/** One price as it came. */
export type TapeRow = Pick<LiveQuote, 'tickId' | 'price' | 'source' | 'receivedAt'> & {
  /** Against the price before it: 1 above, −1 below, 0 the same or the first. */
  readonly step: -1 | 0 | 1;
};

/** Prices that are kept of a market; the older ones go. */
export const TAPE_MAX = 60;

const NO_ROWS: readonly TapeRow[] = [];

/** The rows after a quote, the newest first; the same rows where its tick is known. */
export function withQuote(
  rows: readonly TapeRow[],
  quote: Pick<LiveQuote, 'tickId' | 'price' | 'source' | 'receivedAt'>,
): readonly TapeRow[] {
  const [before] = rows;
  // A quote is said again with another status, and after a reconnect.
  if (before !== undefined && before.receivedAt >= quote.receivedAt) return rows;
  const { tickId, price, source, receivedAt } = quote;
  // For the arrow alone; nothing is counted with it.
  const change = before === undefined ? 0 : +price - +before.price;
  const step = change > 0 ? 1 : change < 0 ? -1 : 0;
  return [{ tickId, price, source, receivedAt, step }, ...rows.slice(0, TAPE_MAX - 1)];
}

// Of one market at a time: the one whose page stands.
const kept: { code: string | null; rows: readonly TapeRow[]; readonly listeners: Set<() => void> } =
  { code: null, rows: NO_ROWS, listeners: new Set() };

/** Keeps the newest prices of a market from the stream the page has anyway; answers how to stop. */
export function keepTape(code: string): () => void {
  kept.code = code;
  kept.rows = NO_ROWS;
  const hear = (): void => {
    const quote = quotes.get(code);
    if (quote === undefined || kept.code !== code) return;
    const rows = withQuote(kept.rows, quote);
    if (rows === kept.rows) return;
    kept.rows = rows;
    kept.listeners.forEach((tell) => tell());
  };
  hear();
  return quotes.subscribe(code, hear);
}

/** The newest prices of a market since its page stands, the newest first. */
export function useTape(code: string): readonly TapeRow[] {
  const read = useCallback(() => (kept.code === code ? kept.rows : NO_ROWS), [code]);
  return useSyncExternalStore(listen, read);
}

function listen(listener: () => void): () => void {
  kept.listeners.add(listener);
  return () => kept.listeners.delete(listener);
}
