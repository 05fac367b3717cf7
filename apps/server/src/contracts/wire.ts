import type { Accounts } from '../accounts/index.ts';
import type { HouseCheckpoint } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import { NOT_SET, OPERATOR_KEYS, type Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import { type Contracts, createContracts } from './index.ts';
import { contractRoutes } from './routes.ts';

/** Opens contracts in a process. */
export function wireContracts(
  host: Host,
  deps: {
    readonly accounts: Pick<Accounts, 'realFrom'>;
    readonly house: Pick<HouseCheckpoint, 'worth'>;
    readonly market: Market;
    readonly parameters: Parameters;
  },
): Contracts {
  const { accounts, house, market, parameters } = deps;
  const contracts = createContracts({
    ...host,
    market,
    parameters,
    isRehearsal: host.installation === 'rehearsal',
    realFrom: accounts.realFrom,
    houseHasFloor() {
      // A floor nobody stated is none: real business waits until the operator says one.
      const floor = parameters.usdt('house.floorNewBusiness').units;
      return floor > 0n && house.worth() >= floor;
    },
    isOperatorNamed: () => OPERATOR_KEYS.every((key) => parameters.text(key) !== NOT_SET),
  });
  const unjudged = host.metrics.counter(
    'candor_unjudged_refusals',
    'New risk refused because an account could not be judged',
  );
  contracts.unjudged.onRefused(() => unjudged.inc());
  host.addRoutes(contractRoutes(contracts, host.inFlight));
  host.onStop('commands', () => contracts.commands.idle());
  return contracts;
}
