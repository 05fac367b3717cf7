import type { Bus } from '../platform/commit/bus.ts';
import {
  INSTRUMENT_RESTRICTED,
  INSTRUMENT_SPECIFIED,
  type Restrictions,
  type Specifications,
} from './index.ts';

/** Takes up what operators decided about instruments, here or in another process. */
export function listenMarket(
  bus: Bus,
  decided: {
    readonly restrictions: Pick<Restrictions, 'reload'>;
    readonly specifications: Pick<Specifications, 'reload'>;
  },
): void {
  bus.subscribe(INSTRUMENT_RESTRICTED, () => decided.restrictions.reload());
  bus.subscribe(INSTRUMENT_SPECIFIED, () => decided.specifications.reload());
}
