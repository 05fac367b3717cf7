import type { Host } from '../platform/host.ts';
import { type Parameters, createParameters } from './index.ts';

const CHECK_MS = 5_000;

/** Opens parameters in a process: read before anything else starts, and again every few seconds. */
export function wireParameters(host: Host): Parameters {
  const parameters = createParameters(host);
  host.onStart(() => parameters.reload());
  host.every(CHECK_MS, () => parameters.reload());
  return parameters;
}
