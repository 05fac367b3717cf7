import type { Host } from '../platform/host.ts';
import { type TransparencyDeps, createTransparency } from './index.ts';
import { transparencyRoutes } from './routes.ts';

/** Opens transparency in a process. */
export function wireTransparency(host: Host, deps: Omit<TransparencyDeps, 'clock'>): void {
  host.addRoutes(transparencyRoutes(createTransparency({ ...host, ...deps })));
}
