import { type Rate, DECIMAL_ONE, divideInteger, ensure } from '@candor/kernel';
import type { TickPrices } from '../plan/plan.ts';

/** What holding moved between two midnights, of each code an equal part; null while a price is missing. */
export function holdOf(
  before: TickPrices | null,
  now: TickPrices,
  entry: { readonly feeRates: readonly Rate[] } | null,
): Rate | null {
  if (before === null) return null;
  let sum = 0n;
  for (const [index, price] of now.entries()) {
    const earlier = before[index] ?? null;
    if (price === null || earlier === null) return null;
    // On the first day what is held is bought: at the ask, with its fee.
    const paid =
      entry === null
        ? earlier.bid
        : divideInteger(
            earlier.ask * (DECIMAL_ONE + ensure(entry.feeRates[index], 'each has a fee')),
            DECIMAL_ONE,
            'up',
          );
    sum += divideInteger(price.bid * DECIMAL_ONE, paid, 'halfEven') - DECIMAL_ONE;
  }
  return divideInteger(sum, BigInt(now.length), 'halfEven') as Rate;
}
