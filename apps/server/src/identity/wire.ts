import { HOUR_MS, MINUTE_MS } from '@candor/kernel';
import type { Cases } from '../cases/index.ts';
import type { Files } from '../files/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import type { RecordKeys } from '../platform/secrets/record-keys.ts';
import { type Identity, createIdentity } from './index.ts';
import { identityRoutes } from './routes.ts';

/** How often is looked whose years of retention are over. */
const SHRED_MS = HOUR_MS;
/** How often keys are looked at whose submissions may never have been written. */
const SETTLE_MS = MINUTE_MS;

/** Opens identity in a process. */
export function wireIdentity(
  host: Host,
  deps: {
    readonly cases: Cases;
    readonly files: Files;
    readonly parameters: Parameters;
    readonly recordKeys: RecordKeys;
    /** Of the installation. */
    readonly secret: string;
  },
): Identity {
  const identity = createIdentity({ ...host, ...deps, committed: () => host.committed() });
  host.addRoutes(identityRoutes(identity));
  host.every(SHRED_MS, () => identity.shred());
  host.every(SETTLE_MS, () => identity.settle());
  host.metrics.gauge(
    'candor_identity_undestroyed',
    'Former users of whom what was kept could not be destroyed',
    () => identity.undestroyed(),
  );
  return identity;
}
