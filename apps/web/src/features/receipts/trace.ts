import { type Price, divideInteger, max, min, price, sub } from '@candor/kernel';
import type { CallResult, TapeTick } from '@candor/protocol/light';

/** A tick as the tape shows it around a fill. */
export type TraceTick = CallResult<'market.ticks'>[number];

/** How far the tape is shown before and after the tick of a fill. @units milliseconds */
export const BEFORE_MS = 12_000;
export const AFTER_MS = 6_000;
/** Rows of the list: enough to see what came before and after. */
const ROWS_EACH_SIDE = 8;

/** The stretch of the tape around a tick, by its time of receipt. */
export function spanAround(tick: TapeTick): { readonly from: number; readonly to: number } {
  return { from: tick.receivedAt - BEFORE_MS, to: tick.receivedAt + AFTER_MS };
}

/** The ticks nearest to the one that was filled on, in the order of the tape. */
export function rowsAround(ticks: readonly TraceTick[], id: string): readonly TraceTick[] {
  const at = ticks.findIndex((tick) => tick.id === id);
  if (at === -1) return ticks.slice(0, 2 * ROWS_EACH_SIDE + 1);
  return ticks.slice(Math.max(0, at - ROWS_EACH_SIDE), at + ROWS_EACH_SIDE + 1);
}

/** Low bid and high ask of a stretch; the range a fill should lie in. */
export function rangeOf(
  ticks: readonly Pick<TraceTick, 'bid' | 'ask'>[],
): { readonly low: Price; readonly high: Price } | null {
  const [first, ...rest] = ticks;
  if (first === undefined) return null;
  return rest.reduce(
    (range, { bid, ask }) => ({
      low: min(range.low, price(bid)),
      high: max(range.high, price(ask)),
    }),
    { low: price(first.bid), high: price(first.ask) },
  );
}

/** How far a price lies beyond low and high; null when it lies between them. */
export function outsideOf(at: Price, { low, high }: { low: Price; high: Price }): Price | null {
  if (at < low) return sub(low, at);
  return at > high ? sub(at, high) : null;
}

/** Steps of the drawing's height: finer than any screen. */
const FINE = 10_000;

/** Where a price lies between low and high. @shape (price, range) → 0 at the low, 1 at the high */
export function shareOf(at: Price, { low, high }: { low: Price; high: Price }): number {
  if (high === low) return 0.5;
  const steps = divideInteger((at - low) * BigInt(FINE), high - low, 'halfEven');
  return Number.parseInt(steps.toString(), 10) / FINE;
}

/** A line of steps through the ticks: each price holds until the next. */
export function stepPath(
  ticks: readonly TraceTick[],
  facts: {
    readonly side: 'bid' | 'ask';
    readonly span: { readonly from: number; readonly to: number };
    readonly range: { readonly low: Price; readonly high: Price };
    readonly width: number;
    readonly height: number;
  },
): string {
  const { side, span, range, width, height } = facts;
  const round = (value: number): number => Math.round(value * 10) / 10;
  const x = (at: number): number => round(((at - span.from) / (span.to - span.from)) * width);
  const y = (text: string): number => round((1 - shareOf(price(text), range)) * height);
  const [first, ...rest] = ticks;
  if (first === undefined) return '';
  const moves = rest.map((tick) => `H${x(tick.receivedAt)}V${y(tick[side])}`);
  return `M${x(first.receivedAt)} ${y(first[side])}${moves.join('')}H${width}`;
}
