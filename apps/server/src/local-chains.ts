import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ChainPlaces } from './chain-settings.ts';
import type { KeySettings } from './cashier/index.ts';
import type { Log } from './platform/process/log.ts';

/**
 * The chains of a rehearsal run in a process of their own, which has a test key and tells us only
 * what an operator would: addresses of nodes, extended public keys, addresses of hot wallets.
 */
export type LocalChains = {
  readonly places: ChainPlaces;
  readonly payInKeys: KeySettings;
  stop(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('../../chains/src/main.ts', import.meta.url));
/** A chain of weeks is made again block by block. */
const START_MS = 120_000;
const RESTARTS = 5;
const LINE_MAX = 65_536;

const each = <Value extends z.ZodType>(value: Value) =>
  z.object({ ethereum: value, tron: value, bitcoin: value });
const Running = z.object({
  rpc: each(z.url()),
  usdt: z.object({ ethereum: z.string(), tron: z.string() }),
  xpubs: each(z.string()),
  hot: each(z.string()),
});

/** Its input stays open as long as we live: it ends with us, however we end. */
function launch(folder: string, log: Log): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, folder], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A key of the terminal stops us, and we stop it after what reads it.
    detached: true,
  });
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.stderr?.on('data', (text: Buffer) => {
    log.warn({ from: 'chains' }, text.toString('utf8').slice(0, 1_000));
  });
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const signal = AbortSignal.timeout(START_MS);
  let said = '';
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  const until = AbortSignal.any([signal, ended.signal]);
  while (!said.includes('\n') && said.length < LINE_MAX) {
    const [part] = (await once(child.stdout ?? child, 'data', { signal: until })) as [Buffer];
    said += part.toString('utf8');
  }
  return said;
}

async function startOne(
  folder: string,
  log: Log,
): Promise<{ child: ChildProcess; running: z.output<typeof Running> }> {
  const child = launch(folder, log);
  try {
    return { child, running: Running.parse(JSON.parse(await firstLine(child))) };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/**
 * Starts the chains of a rehearsal and keeps them running; null where they cannot run, and then the
 * cashier stays closed. Their addresses stay what they were over a restart.
 */
export async function startLocalChains(options: {
  readonly dataDir: string;
  readonly log: Log;
}): Promise<LocalChains | null> {
  const { log } = options;
  const folder = join(options.dataDir, 'chains');
  const first = await startOne(folder, log).catch((error: unknown) => {
    log.warn({ err: error }, 'the chains of this rehearsal do not run');
    return null;
  });
  if (first === null) return null;
  let { child } = first;
  let isStopping = false;
  const watch = async (): Promise<void> => {
    for (let tries = 0; tries < RESTARTS && !isStopping; tries += 1) {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      if (isStopping) return;
      log.warn('the chains of this rehearsal ended unexpectedly: starting them again');
      await pause(200 * (tries + 1));
      const next = await startOne(folder, log).catch(() => null);
      if (next !== null) child = next.child;
    }
  };
  const watching = watch();
  const { rpc, usdt, xpubs, hot } = first.running;
  return {
    places: { rpc, usdt, hot },
    payInKeys: xpubs,
    async stop() {
      isStopping = true;
      child.stdin?.end();
      await watching;
    },
  };
}
