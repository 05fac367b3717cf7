import { ensure } from '@candor/kernel';
import type { SignalBar } from './strategy.ts';

/** The bar of a strategy that looks at one instrument. */
export function only(bars: readonly SignalBar[]): SignalBar {
  return ensure(bars[0], 'a strategy sees a bar');
}

/** How far a price is from another, as a share of it: 0.01 is one percent above. */
export function moveFrom(base: number, price: number): number {
  return price / base - 1;
}
