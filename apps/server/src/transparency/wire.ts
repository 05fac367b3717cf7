import type { Host } from '../platform/host.ts';
import { rehearsalMark } from '../platform/process/rehearsal.ts';
import { type TransparencyDeps, createTransparency } from './index.ts';
import { transparencyRoutes } from './routes.ts';

/** Opens transparency in a process. */
export function wireTransparency(host: Host, deps: Omit<TransparencyDeps, 'clock' | 'db'>): void {
  const mark = rehearsalMark(host.installation === 'rehearsal');
  host.addRoutes(transparencyRoutes(createTransparency({ ...host, ...deps }), mark));
}
