import type { Price } from '@candor/kernel';
import { type Quote, reachesTrailing, trailingLevel } from '@candor/pricing';
import {
  type AnyOrder,
  type Contract,
  type TrailingStart,
  isContract,
} from '../../contracts/index.ts';
import { tickOrder } from '../tables/floats.ts';
import type { Met, OrderRecord, Trailing } from '../tables/records.ts';

/** A quote and the place of its tick on the tape. */
export type Placed = { readonly quote: Quote; readonly place: number };

/** A quote with the place of its tick. */
export const placedOf = (quote: Quote): Placed => ({ quote, place: tickOrder(quote.tickId) });

/** An order as its trailing stop asks for it. */
type Trailed = { readonly order: AnyOrder; readonly since: number };

/** Of some ticks the first with the highest and with the lowest bid, and the same of the ask. */
export type Ends = Readonly<Record<'high' | 'low' | 'highAsk' | 'lowAsk', Quote>>;

/** The ends of some ticks of one instrument. */
export function endsOf(quotes: readonly Placed[]): Ends {
  const { quote: first } = quotes[0] as Placed;
  const ends = { high: first, low: first, highAsk: first, lowAsk: first };
  for (const { quote } of quotes) {
    if (quote.bid > ends.high.bid) ends.high = quote;
    if (quote.bid < ends.low.bid) ends.low = quote;
    if (quote.ask > ends.highAsk.ask) ends.highAsk = quote;
    if (quote.ask < ends.lowAsk.ask) ends.lowAsk = quote;
  }
  return ends;
}

/** The trailing stop of an order: as it has come to, as it was stored, or new. */
export function trailingOf(
  order: AnyOrder,
  known: Trailing | null,
  stored: TrailingStart | null,
): Trailing | null {
  if (!isContract(order) || order.trailingDistance === null) return null;
  const distance = order.trailingDistance;
  // An amendment of something else leaves the stop where it has come to.
  if (known?.distance === distance) return known;
  if (stored?.distance === distance) {
    const { level, tickId } = stored;
    const place = tickOrder(tickId);
    if (level === null) return { distance, level, tickId: null, seen: place - 1, before: null };
    return { distance, level, tickId, seen: place, before: null };
  }
  const seen = tickOrder(order.since) - 1;
  return { distance, level: null, tickId: null, seen, before: null };
}

/** Has a trailing stop see a tick: it is reached, or it follows. */
export function stepTrailing(
  { order, since }: Trailed,
  trailing: Trailing,
  { quote, place }: Placed,
): Met | null {
  if (place <= trailing.seen) return null;
  const { level, distance, tickId: setBy } = trailing;
  const { side } = order;
  // On the tick at which it was accepted it only takes its place.
  const mayReach = level !== null && place > since;
  const isReached = mayReach && reachesTrailing({ side, level }, quote);
  const next = trailingLevel({ side, distance, level }, quote);
  // Only now: had the look failed, the tick would come once more.
  trailing.seen = place;
  if (mayReach && isReached) return { what: 'trailing', quote, trailed: { level, setBy } };
  if (next === level) return null;
  trailing.level = next;
  trailing.tickId = quote.tickId;
  return null;
}

/**
 * Whether a stop only follows these ticks, and then it has: the worst of them does not reach where
 * the best of them takes it. So it is there, whatever their order; thousands of stops cost no look
 * at each tick.
 */
function follows(
  { order, since }: Trailed,
  trailing: Trailing,
  { quotes, ends }: { readonly quotes: readonly Placed[]; readonly ends: Ends },
): boolean {
  const [first, last] = [quotes[0], quotes.at(-1)];
  if (first === undefined || last === undefined) return true;
  const { level, distance } = trailing;
  if (level === null || first.place <= trailing.seen || first.place <= since) return false;
  const { side } = order;
  const [best, worst] = side === 'long' ? [ends.high, ends.low] : [ends.lowAsk, ends.highAsk];
  const next = trailingLevel({ side, distance, level }, best);
  if (reachesTrailing({ side, level: next }, worst)) return false;
  trailing.seen = last.place;
  if (next === level) return true;
  trailing.level = next;
  trailing.tickId = best.tickId;
  return true;
}

/** Has a trailing stop see ticks of its instrument, up to the first that reaches it. */
export function walkTrailing(
  one: Trailed,
  trailing: Trailing,
  ticks: { readonly quotes: readonly Placed[]; readonly ends: Ends },
): Met | null {
  if (follows(one, trailing, ticks)) return null;
  for (const placed of ticks.quotes) {
    const met = stepTrailing(one, trailing, placed);
    if (met !== null) return met;
  }
  return null;
}

/**
 * Where ticks that were set aside reach the trailing stop of an order they set off: it has seen newer
 * ones, so it would look at none of them, and a stop loss behind it would act in its place.
 */
export function metAside(record: OrderRecord, ticks: readonly Quote[]): Met | null {
  const { trailing } = record;
  if (trailing === null || trailing.before === null) return null;
  const quotes = ticks.filter(({ code }) => code === record.order.code).map(placedOf);
  const last = quotes.at(-1);
  if (last === undefined || last.place > trailing.seen) return null;
  const path = { ...trailing, ...trailing.before, before: null };
  return walkTrailing(record, path, { quotes, ends: endsOf(quotes) });
}

/** Whether a trailing stop stood nearer to the market than the stop a tick reached as well. */
function isNearer(level: Price, { stopLoss, side }: Contract): boolean {
  return stopLoss === null || (side === 'long' ? level > stopLoss : level < stopLoss);
}

/** Of two things one order met, the earlier; of two at one tick, the stop nearer to the market. */
export function earlierMet(known: Met | undefined, next: Met, order: AnyOrder): Met {
  if (known === undefined) return next;
  const [a, b] = [tickOrder(known.quote.tickId), tickOrder(next.quote.tickId)];
  if (a !== b) return a < b ? known : next;
  if (next.trailed === null || !isContract(order)) return known;
  return isNearer(next.trailed.level, order) ? next : known;
}
