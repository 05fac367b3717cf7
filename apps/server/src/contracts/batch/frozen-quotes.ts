import type { InstrumentCode, Mode, Quantity, QuoteId, UnixMs, UserId } from '@candor/kernel';
import type { Quote, Side } from '@candor/pricing';

/** A price one user may fill at, once, until it expires. */
export type FrozenQuote = {
  readonly id: QuoteId;
  readonly userId: UserId;
  readonly mode: Mode;
  readonly code: InstrumentCode;
  readonly side: Side;
  readonly lots: Quantity;
  readonly leverage: number;
  readonly quote: Quote;
  readonly expiresAt: UnixMs;
};

/** Whom and what a quote was given for. */
export type QuoteHolder = Pick<
  FrozenQuote,
  'userId' | 'mode' | 'code' | 'side' | 'lots' | 'leverage'
>;

type Slot = Pick<FrozenQuote, 'userId' | 'mode' | 'code'>;
const slotOf = ({ userId, mode, code }: Slot): string => `${userId}/${mode}/${code}`;

/** Quotes kept at once; the oldest is dropped, as if it had expired. */
const SIZE_MAX = 50_000;

/**
 * The quotes this process promised to fill at. They live a few seconds and die with it, so no order
 * waits for a row of theirs; a caller with one that is gone is told that it expired.
 */
export type FrozenQuotes = {
  /** Keeps a quote; the one its holder had before of the same instrument is over. */
  keep(frozen: FrozenQuote, now: UnixMs): void;
  /** The quote while it may be filled at by this holder; null when it is over or never was. */
  find(id: string, params: QuoteHolder & { readonly now: UnixMs }): FrozenQuote | null;
  /** Ends quotes an order was filled at. */
  use(ids: readonly QuoteId[]): void;
};

/** No promises yet. */
export function createFrozenQuotes(): FrozenQuotes {
  const quotes = new Map<string, FrozenQuote>();
  // Quotes are for nothing: many at once would be a choice among past prices.
  const live = new Map<string, QuoteId>();

  function drop(id: string): void {
    const found = quotes.get(id);
    if (found === undefined) return;
    quotes.delete(id);
    const slot = slotOf(found);
    if (live.get(slot) === found.id) live.delete(slot);
  }

  /** They are kept in the order in which they were given, which is nearly that of their expiry. */
  function forget(now: UnixMs): void {
    for (const [id, { expiresAt }] of quotes) {
      if (expiresAt >= now && quotes.size < SIZE_MAX) return;
      drop(id);
    }
  }

  return {
    keep(frozen, now) {
      forget(now);
      const slot = slotOf(frozen);
      drop(live.get(slot) ?? '');
      quotes.set(frozen.id, frozen);
      live.set(slot, frozen.id);
    },
    find(id, params) {
      const found = quotes.get(id);
      if (found === undefined || found.expiresAt < params.now) return null;
      const isTheirs =
        found.userId === params.userId &&
        found.mode === params.mode &&
        found.code === params.code &&
        found.side === params.side &&
        found.lots === params.lots &&
        found.leverage === params.leverage;
      return isTheirs ? found : null;
    },
    use(ids) {
      for (const id of ids) drop(id);
    },
  };
}
