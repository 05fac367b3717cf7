import type { Contracts } from '../contracts/index.ts';
import type { Market } from '../market/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import { type Exchange, createExchange } from './index.ts';
import { exchangeRoutes } from './routes.ts';

/** Opens the exchange in a process. */
export function wireExchange(
  host: Host,
  deps: {
    readonly contracts: Contracts;
    readonly market: Market;
    readonly parameters: Parameters;
  },
): Exchange {
  const isRehearsal = host.installation === 'rehearsal';
  const exchange = createExchange({ ...host, ...deps, isRehearsal });
  host.addRoutes(exchangeRoutes(exchange, host.inFlight));
  host.onStop('commands', () => exchange.commands.idle());
  return exchange;
}
