import { type Quantity, type Result, formatDecimal, ok } from '@candor/kernel';
import type { Instrument } from '@candor/pricing';
import type { Failure } from '@candor/protocol';
import { refuse } from '../order/refusal.ts';

/**
 * What an order adds stays within the caps of its instrument, open and waiting orders together. It is
 * looked at when an order is given, never again: an order that was taken keeps its terms.
 *
 * @shape `taken`: what is open and waits; undefined for an instrument without a cap
 * @failure limit-reached — more lots than a trading account, or all of a mode, may have
 */
export function decideCaps(
  taken: { readonly account: Quantity; readonly total: Quantity } | undefined,
  order: { readonly instrument: Instrument; readonly lots: Quantity },
): Result<null, Failure> {
  if (taken === undefined) return ok(null);
  const { accountLotsMax, totalLotsMax } = order.instrument;
  const caps = [
    ['accountLots', accountLotsMax, taken.account],
    ['totalLots', totalLotsMax, taken.total],
  ] as const;
  for (const [what, max, before] of caps) {
    if (max === undefined || before + order.lots <= max) continue;
    return refuse('limit-reached', 'lots', { what, max: formatDecimal(max) });
  }
  return ok(null);
}
