import { MINUTE_MS } from '@candor/kernel';
import type { Contracts } from '../contracts/index.ts';
import type { Market } from '../market/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import { type Plans, createPlans } from './index.ts';
import { planRoutes } from './routes.ts';
import { TURN_MS } from './running.ts';

/** Opens plans in a process. */
export function wirePlans(
  host: Host,
  deps: {
    readonly contracts: Contracts;
    readonly market: Market;
    readonly parameters: Parameters;
  },
): Plans {
  const isRehearsal = host.installation === 'rehearsal';
  const plans = createPlans({ ...host, ...deps, isRehearsal });
  host.addRoutes(planRoutes(plans, host.inFlight));
  host.onStart(() => plans.open());
  if (host.turns === 'byTimer') {
    host.every(TURN_MS, () => plans.turn());
    // What a process broke off is taken up, and what is not published yet is made.
    host.every(MINUTE_MS, () => plans.backtests.wake());
    host.every(MINUTE_MS, () => plans.backtests.publishAll());
  }
  host.onStop('commands', () => plans.stop());
  return plans;
}
