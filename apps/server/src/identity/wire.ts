import type { Cases } from '../cases/index.ts';
import type { Files } from '../files/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import type { RecordKeys } from '../platform/secrets/record-keys.ts';
import { type Identity, createIdentity } from './index.ts';
import { identityRoutes } from './routes.ts';

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
  return identity;
}
