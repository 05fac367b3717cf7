import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { EmbeddedPostgresError } from './postgres-errors.ts';
import { commandAs, type PostgresUser } from './postgres-user.ts';

/** One running postmaster. */
export type PostgresServer = {
  pid: number;
  /** Resolves when the process is gone, whatever ended it. */
  exited: Promise<void>;
  stop(): Promise<void>;
};

export type PostgresCommand = {
  binaries: PostgresBinaries;
  user: PostgresUser;
  cluster: string;
  settings: Readonly<Record<string, string>>;
  log: (line: string) => void;
};

// Recovery replays at most max_wal_size; a slow disk may need minutes for it.
const START_TIMEOUT_MS = 180_000;
const FAST_SHUTDOWN_MS = 8_000;
const IMMEDIATE_SHUTDOWN_MS = 1_500;

/** Starts the postmaster and waits until it takes connections. */
export async function launchPostgres(command: PostgresCommand): Promise<PostgresServer> {
  const child = spawnPostgres(command);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (lines.length < 20) lines.push(line);
      command.log(line);
    });
  }
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const server = supervised(child, exited, command);
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!isReady(command.cluster, server.pid)) {
    const gone = await Promise.race([exited.then(() => true), pause(10, false)]);
    if (gone || performance.now() > deadline) {
      await server.stop();
      const reason = lines.slice(-4).join(' ') || 'it said nothing';
      throw new EmbeddedPostgresError(`The embedded database did not start: ${reason}`);
    }
  }
  return server;
}

function spawnPostgres(command: PostgresCommand): ChildProcess {
  const { binaries, user, cluster } = command;
  const settings = Object.entries(command.settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const [file, ...args] = commandAs(user, binaries, binaries.postgres, '-D', cluster, settings);
  // A session of its own: a Ctrl-C in the terminal reaches the server alone, which drains first
  // and stops the database last.
  return spawn(file, args, {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function supervised(
  child: ChildProcess,
  exited: Promise<void>,
  command: PostgresCommand,
): PostgresServer {
  // For the ends of this process that the kernel's parent-death signal does not cover everywhere.
  const onExit = (): void => void child.kill('SIGINT');
  process.once('exit', onExit);
  void exited.then(() => process.off('exit', onExit));
  const isGoneWithin = (timeoutMs: number): Promise<boolean> =>
    Promise.race([exited.then(() => true), pause(timeoutMs, false, { ref: false })]);
  return {
    pid: child.pid ?? 0,
    exited,
    async stop() {
      if (process.platform === 'win32') stopOnWindows(command);
      else child.kill('SIGINT');
      if (await isGoneWithin(FAST_SHUTDOWN_MS)) return;
      command.log('the database is slow to stop: ending it, the next start recovers');
      child.kill('SIGQUIT');
      if (await isGoneWithin(IMMEDIATE_SHUTDOWN_MS)) return;
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Windows has no signals; pg_ctl speaks to the database's own pipe. */
function stopOnWindows({ binaries, cluster }: PostgresCommand): void {
  spawn(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-W'], { stdio: 'ignore' });
}

/** The postmaster writes its state into the eighth line of its lock file, as pg_ctl reads it. */
function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
  } catch {
    // Not written yet.
    return false;
  }
}
