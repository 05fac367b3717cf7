import { type InstrumentCode, formatDecimal } from '@candor/kernel';
import { leastLossRate } from '../plan/rules.ts';
import type { PlanMarket } from './deps.ts';

/** The least share of an amount one may be ready to lose with these instruments, as their costs are now. */
export function maxLossRateMin(
  codes: readonly InstrumentCode[],
  market: Pick<PlanMarket, 'instrument'>,
): string {
  return formatDecimal(leastLossRate(codes.flatMap((code) => market.instrument(code) ?? [])));
}
