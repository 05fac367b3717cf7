import { type Decimal, formatDecimal, parseDecimal } from '@candor/kernel';
import { drawable } from './chart-points.ts';

/** Share of the price an arrow key moves a line by. */
const KEY_SHARE = 0.0005;
const PAGE = 10;

/**
 * The price nearest to a height of the chart that lies on the instrument's steps, never below one.
 *
 * @units price as decimal text
 */
export function snapped(value: number, tickSize: string): string {
  const tick = parseDecimal(tickSize);
  const step = drawable(tickSize);
  if (tick === null || !(step > 0) || !Number.isFinite(value)) return tickSize;
  const steps = BigInt(Math.max(1, Math.round(value / step)));
  return formatDecimal((tick * steps) as Decimal);
}

/**
 * Where a key moves a line to: arrows by a twentieth of a percent, with Shift by one step of the
 * instrument, the page keys ten times as far; null for any other key.
 */
export function steppedPrice(
  at: string,
  press: { readonly key: string; readonly shiftKey: boolean },
  tickSize: string,
): string | null {
  const ways: Readonly<Record<string, number>> = {
    ArrowUp: 1,
    ArrowRight: 1,
    ArrowDown: -1,
    ArrowLeft: -1,
    PageUp: PAGE,
    PageDown: -PAGE,
  };
  const way = ways[press.key];
  if (way === undefined) return null;
  const price = drawable(at);
  const tick = drawable(tickSize);
  const step = press.shiftKey ? tick : Math.max(tick, Math.abs(price) * KEY_SHARE);
  return snapped(price + way * step, tickSize);
}
