import { type Price, add, max, min, sub } from '@candor/kernel';
import { type Quote, type Side, closingPrice } from '../price/quote.ts';

/** A stop that follows the best mark of its contract. */
export type Trailing = {
  readonly side: Side;
  /** How far it stays behind; above zero. */
  readonly distance: Price;
};

/**
 * Where a trailing stop stands after a tick: `distance` below the highest bid of a long, above the
 * lowest ask of a short. It follows the price one way only; `level` is where it stood before, null
 * when this is its first tick.
 *
 * @shape     long: max(level, bid − distance) · short: min(level, ask + distance)
 * @units     quote currency per base unit; exact
 * @invariant never moves away from the market
 * @source    PRODUCT 4
 */
export function trailingLevel(
  trailing: Trailing & { readonly level: Price | null },
  quote: Pick<Quote, 'bid' | 'ask'>,
): Price {
  const { side, distance, level } = trailing;
  const mark = closingPrice(side, quote);
  const own = (side === 'long' ? sub(mark, distance) : add(mark, distance)) as Price;
  if (level === null) return own;
  return side === 'long' ? max(level, own) : min(level, own);
}

/**
 * Whether a quote reaches a trailing stop: the bid of a long falls to it, the ask of a short rises.
 *
 * @units level: quote currency per base unit; exact
 */
export function reachesTrailing(
  trailing: { readonly side: Side; readonly level: Price },
  quote: Pick<Quote, 'bid' | 'ask'>,
): boolean {
  const mark = closingPrice(trailing.side, quote);
  return trailing.side === 'long' ? mark <= trailing.level : mark >= trailing.level;
}
