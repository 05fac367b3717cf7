import type { Bus } from '../platform/commit/bus.ts';
import { INSTRUMENT_RESTRICTED, type Restrictions } from './index.ts';

/** Takes up what an operator decided about an instrument, here or in another process. */
export function listenMarket(bus: Bus, restrictions: Pick<Restrictions, 'reload'>): void {
  bus.subscribe(INSTRUMENT_RESTRICTED, () => restrictions.reload());
}
