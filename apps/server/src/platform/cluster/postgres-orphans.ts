import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError } from './postgres-errors.ts';

const LEAVE_ALONE_MS = 1_000;
const FAST_SHUTDOWN_MS = 6_000;
const IMMEDIATE_SHUTDOWN_MS = 3_000;

/**
 * Ends what an earlier start left running in this cluster, and its `postmaster.pid`.
 *
 * Only called by the holder of the data folder's lock, so whatever still runs there has lost its
 * owner: a database that outlived a kill -9 of the server, or backends that outlived a kill -9 of
 * the database and would keep the new one from opening its shared memory. A number in
 * `postmaster.pid` that now belongs to some other program is not touched.
 */
export async function stopOrphans(cluster: string, log: (line: string) => void): Promise<void> {
  const postmaster = readPostmasterPid(cluster);
  if (findClusterProcesses(cluster).length > 0) {
    log(`stopping the database that an earlier start left running in ${cluster}`);
    if (!(await endOrphans(cluster, postmaster))) {
      throw new EmbeddedPostgresError(
        `A database from an earlier start still works in ${cluster} and cannot be stopped: ` +
          'end its processes by hand and start again.',
      );
    }
  }
  // On Windows nobody was looked for; there the database judges the file itself.
  if (process.platform !== 'win32') rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

async function endOrphans(cluster: string, postmaster: number | null): Promise<boolean> {
  if (postmaster !== null && findClusterProcesses(cluster).includes(postmaster)) {
    sendSignal(postmaster, 'SIGINT');
    if (await isEmptyWithin(cluster, FAST_SHUTDOWN_MS)) return true;
    sendSignal(postmaster, 'SIGQUIT');
    if (await isEmptyWithin(cluster, IMMEDIATE_SHUTDOWN_MS)) return true;
  } else if (await isEmptyWithin(cluster, LEAVE_ALONE_MS)) {
    return true;
  }
  // Safe at any time: the write-ahead log brings back all that was confirmed.
  for (const pid of findClusterProcesses(cluster)) sendSignal(pid, 'SIGKILL');
  return isEmptyWithin(cluster, IMMEDIATE_SHUTDOWN_MS);
}

async function isEmptyWithin(cluster: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (findClusterProcesses(cluster).length > 0) {
    if (performance.now() > deadline) return false;
    await pause(20);
  }
  return true;
}

/** The process number the database wrote into its own lock file, if there is one. */
function readPostmasterPid(cluster: string): number | null {
  try {
    const first = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
    const pid = Number.parseInt(first, 10);
    return pid > 0 ? pid : null;
  } catch {
    // No such file: the database was stopped properly, or never started.
    return null;
  }
}

/** Every process of this cluster; PostgreSQL's processes all work in the cluster's folder. */
export function findClusterProcesses(cluster: string): number[] {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') return findPostmasterByCommand(cluster);
  const folder = realpathSync(cluster);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolder(name) === folder)
    .map((name) => Number.parseInt(name, 10));
}

function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Ended meanwhile, or another process's: then it is not of this cluster.
    return null;
  }
}

function findPostmasterByCommand(cluster: string): number[] {
  const pid = readPostmasterPid(cluster);
  if (pid === null) return [];
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(cluster) ? [pid] : [];
  } catch {
    // ps ends with 1 when there is no such process.
    return [];
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself between being found and being told to.
  }
}
