import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { clusterPaths } from './postgres-cluster.ts';

/** Where the embedded database of a data folder listens now. */
export type RunningPostgres = { readonly host: string; readonly port: number };

/**
 * Finds the embedded PostgreSQL that a running Candor keeps for this data folder, by what the
 * database itself wrote down; null when none runs there.
 */
export function findRunningPostgres(dataDir: string): RunningPostgres | null {
  let text: string;
  try {
    text = readFileSync(join(clusterPaths(resolve(dataDir)).cluster, 'postmaster.pid'), 'utf8');
  } catch {
    // No cluster, or one that is stopped: the file is there only while it runs.
    return null;
  }
  // Process number, folder, start, port, socket folder, address, memory, state: one a line.
  const [pid = '', , , port = '', socket = '', address = ''] = text.split('\n');
  const host = socket.trim() === '' ? address.trim() : socket.trim();
  const number = Number.parseInt(port, 10);
  if (host === '' || !(number > 0) || !isAlive(Number.parseInt(pid, 10))) return null;
  return { host, port: number };
}

/** After a kill -9 the file stays behind. */
function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
