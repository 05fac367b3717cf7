import { HOUR_MS } from '@candor/kernel';
import type { Cases } from '../cases/index.ts';
import type { Files } from '../files/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import type { RecordKeys } from '../platform/secrets/record-keys.ts';
import { type Identity, createIdentity } from './index.ts';
import { identityRoutes } from './routes.ts';

/** How often is looked whose years of retention are over. */
const SHRED_MS = HOUR_MS;

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
  return identity;
}
