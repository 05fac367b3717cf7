import { SECOND_MS } from '@candor/kernel';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import { type KeySecrets, type Signer, createSigner } from '../platform/secrets/signing.ts';
import {
  type Checkpoints,
  type Feed,
  type Market,
  type Specifications,
  createCheckpoints,
  createFavourites,
  createMarket,
  createRestrictions,
  createSpecifications,
  withTerms,
} from './index.ts';
import { listenMarket } from './reactions.ts';
import { favouriteRoutes, marketRoutes } from './routes.ts';
import { checkpointRoutes } from './tree/routes.ts';

/** Prices and their tape, what is signed of it, and who signs. */
export type MarketParts = {
  readonly market: Market;
  readonly specifications: Specifications;
  readonly checkpoints: Checkpoints;
  readonly signer: Signer;
};

/** Opens market in a process, with the signed tree of its tape. */
export function wireMarket(
  host: Host,
  deps: {
    readonly feed: Feed;
    readonly parameters: Parameters;
    readonly signingSecrets: KeySecrets;
  },
): MarketParts {
  const { db, clock, log } = host;
  const restrictions = createRestrictions(db);
  const specifications = createSpecifications(db);
  const running = createMarket({ ...host, feed: deps.feed, restrictions, specifications });
  const market = withTerms(running, {
    parameters: deps.parameters,
    clock,
  });
  const signer = createSigner({
    db,
    clock,
    secrets: deps.signingSecrets,
    installation: host.installation,
    onLost: (number) => log.error({ number }, 'the secret of this key is lost: another signs now'),
  });
  const checkpoints = createCheckpoints({ ...host, signer, unstoredSince: market.unstoredSince });
  host.metrics.gauge(
    'candor_checkpoint_failing_seconds',
    'How long the tape could not be signed; 0 while it is',
    () => {
      const since = checkpoints.failingSince();
      return since === null ? 0 : (clock.now() - since) / SECOND_MS;
    },
  );
  listenMarket(host.bus, { restrictions, specifications });
  host.addRoutes([
    ...marketRoutes(market, { isRehearsal: host.installation === 'rehearsal' }),
    ...checkpointRoutes(checkpoints),
    ...favouriteRoutes(createFavourites({ ...host, instrument: market.instrument })),
  ]);
  host.onStart(() => signer.refresh());
  host.onStart(() => market.start());
  host.onStart(() => checkpoints.start());
  host.onStop('prices', () => checkpoints.stop());
  host.onStop('prices', () => market.stop());
  return { market, specifications, checkpoints, signer };
}
