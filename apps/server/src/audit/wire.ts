import { MINUTE_MS } from '@candor/kernel';
import type { Host } from '../platform/host.ts';
import type { Signer } from '../platform/secrets/signing.ts';
import { type Audit, createAudit } from './index.ts';

/** Opens the audit log in a process: its head is signed each minute in which the log grew. */
export function wireAudit(host: Host, deps: { readonly signer: Signer }): Audit {
  const audit = createAudit({ ...host, ...deps });
  host.every(MINUTE_MS, () => audit.sign());
  return audit;
}
