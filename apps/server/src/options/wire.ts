import type { Contracts } from '../contracts/index.ts';
import type { Market } from '../market/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import { type Options, createOptions } from './index.ts';
import { listenOptions } from './reactions.ts';
import { optionRoutes } from './routes.ts';

/** Opens options in a process. */
export function wireOptions(
  host: Host,
  deps: {
    readonly contracts: Contracts;
    readonly market: Market;
    readonly parameters: Parameters;
  },
): Options {
  const options = createOptions({ ...host, ...deps });
  listenOptions(host.bus, options);
  host.metrics.gauge(
    'candor_commands_waiting',
    'Commands about contracts and options that wait to be decided',
    () => deps.contracts.commands.waiting() + options.commands.waiting(),
  );
  host.addRoutes(optionRoutes(options, host.inFlight));
  host.onStart(() => options.load());
  host.onStop('commands', () => options.commands.idle());
  return options;
}
