import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CallName } from '@candor/protocol/light';
import { copyTemplate } from './template.ts';
import { type Answered, type CallOptions, callOver } from './wire.ts';

/** How the product is started. */
export type StartOptions = {
  /** What FEED says: "simulated", "live", "replay:PATH@SPEED". */
  readonly feed: string;
  /** Further settings; they win over the ones every test has. */
  readonly env?: Readonly<Record<string, string>>;
  /** A folder of an earlier start, to go on with; a new one otherwise. */
  readonly dataDir?: string;
  /** A new folder is empty, as on an operator's machine: the start makes and migrates its database. */
  readonly fresh?: boolean;
  /** What Node runs: the server alone, or all of `npm start`. */
  readonly by?: 'server' | 'npm start';
  /** Words of the start, such as "--rehearsal". */
  readonly words?: readonly string[];
};

/** A user with an account and a session. */
export type Trader = {
  readonly token: string;
  readonly refreshToken: string;
  readonly userId: string;
  readonly username: string;
};

/** The product in a process of its own, seen from outside. */
export type Product = {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  call<Name extends CallName>(name: Name, options?: CallOptions<Name>): Promise<Answered<Name>>;
  /** Opens an account by the public call. */
  register(): Promise<Trader>;
  /** Waits until an instrument can be traded. */
  untilOpen(code: string): Promise<void>;
  /** All it has said so far. */
  said(): string;
  /** How it ended by itself, and all it said. */
  ended(): Promise<{ exitCode: number | null; said: string }>;
  /** Asks it to stop; answers how it ended and how long that took. */
  stop(): Promise<{ exitCode: number | null; tookMs: number }>;
  /** Ends its process group at once, without a word; its database too, if asked to. */
  kill9(options?: { database: boolean }): Promise<void>;
};

const MAIN = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const START = fileURLToPath(new URL('../../../../start.mjs', import.meta.url));
const SAYS_WHERE = /^Candor runs at (http:\/\/\S+:\d+)$/;
const START_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;
const OPEN_WITHIN_MS = 60_000;
/** Settings of this machine that a process needs to run at all; no others reach the product. */
const KEPT = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'SystemRoot',
  'LD_LIBRARY_PATH',
  // What one start compiled the next one reads; a run of all tests names a folder for it.
  'NODE_COMPILE_CACHE',
];

const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** A folder that `cleanUp` takes away. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-e2e-'));
  folders.add(folder);
  return folder;
}

/** A data folder that is migrated already, where the product is to keep its database in it. */
async function newDataDir({ fresh = false, env = {} }: StartOptions): Promise<string> {
  const dataDir = join(await newFolder(), 'data');
  if (!fresh && !('DATABASE_URL' in env)) await copyTemplate(dataDir);
  return dataDir;
}

function endGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** A test run that is cut short leaves no server behind. */
process.once('exit', () => {
  for (const child of running) endGroup(child);
});

/** Ends whatever a test file left running and takes its folders away; call it in `afterAll`. */
export async function cleanUp(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      if ((await Promise.race([ended, pause(STOP_WITHIN_MS)])) === undefined) endGroup(child);
      await ended;
    }),
  );
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  folders.clear();
}

function environmentOf(options: StartOptions, dataDir: string): Record<string, string> {
  const kept = KEPT.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    PORT: '0',
    DATA_DIR: dataDir,
    FEED: options.feed,
    LOG_LEVEL: 'silent',
    CANDOR_TEST: '1',
    ...options.env,
  };
}

type Spawned = {
  readonly child: ChildProcess;
  readonly dataDir: string;
  /** All it has said so far. */
  readonly said: () => string;
  readonly exited: Promise<number | null>;
  /** Where it runs; null when it ended instead. */
  readonly address: Promise<string | null>;
};

async function spawnProduct(options: StartOptions): Promise<Spawned> {
  const dataDir = options.dataDir ?? (await newDataDir(options));
  const program = options.by === 'npm start' ? START : MAIN;
  // A group of its own, as a shell gives it one.
  const child = spawn(process.execPath, [program, ...(options.words ?? [])], {
    detached: true,
    env: environmentOf(options, dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const lines: string[] = [];
  const exited = once(child, 'close').then(() => {
    running.delete(child);
    return child.exitCode;
  });
  const found = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const [, address] = SAYS_WHERE.exec(line) ?? [];
        if (address !== undefined) resolve(address);
      });
    }
  });
  const address = Promise.race([found, exited.then(() => null)]);
  return { child, dataDir, said: () => lines.join('\n'), exited, address };
}

/** Starts the product where it is expected to refuse; answers what it said and how it ended. */
export async function startRefused(
  options: StartOptions,
): Promise<{ exitCode: number | null; said: string }> {
  const { child, said, exited, address } = await spawnProduct(options);
  if ((await address) !== null) {
    endGroup(child);
    throw new Error('the product started where it had to refuse');
  }
  const exitCode = await exited;
  return { exitCode, said: said() };
}

/** The database's process number, as the database itself wrote it down. */
function postmasterOf(dataDir: string): number {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return Number.parseInt(readFileSync(file, 'utf8'), 10);
}

async function register(url: string): Promise<Trader> {
  const username = `t${randomUUID().slice(0, 13)}`;
  const answer = await callOver(url, 'accounts.register', {
    body: { username, password: 'a stone in the river', client: 'api' },
  });
  if (answer.code !== '200') throw new Error(`no account: ${answer.text}`);
  const { token, refreshToken = '', user } = answer.result;
  return { token, refreshToken, userId: user.id, username };
}

async function untilOpen(url: string, code: string): Promise<void> {
  const until = performance.now() + OPEN_WITHIN_MS;
  let status = 'unknown';
  while (performance.now() < until) {
    const answer = await callOver(url, 'market.list', { query: { codes: [code], points: 0 } });
    status = answer.result[0]?.status ?? 'unknown';
    if (status === 'open') return;
    await pause(25);
  }
  throw new Error(`${code} never opened: it is ${status}`);
}

/** A product that runs, whichever test started it: what its users can do. */
export type RunningProduct = Pick<Product, 'url' | 'dataDir' | 'call' | 'register' | 'untilOpen'>;

/** A product that journeys share. */
export type SharedProduct = RunningProduct & {
  /** What the start said of the first administrator's link; null where it said none. */
  readonly deskLink: string | null;
};

/** The calls of a product that another process started. */
export function runningAt(at: Pick<SharedProduct, 'url' | 'dataDir' | 'deskLink'>): SharedProduct {
  return {
    ...at,
    call: (name, params) => callOver(at.url, name, params),
    register: () => register(at.url),
    untilOpen: (code) => untilOpen(at.url, code),
  };
}

/** Starts the product as an operator does and waits until it says where it runs. */
export async function startProduct(options: StartOptions): Promise<Product> {
  const { child, dataDir, said, exited, address } = await spawnProduct(options);
  const url = await Promise.race([address, pause(START_WITHIN_MS, null, { ref: false })]);
  if (url === null) {
    endGroup(child);
    throw new Error(`The product did not start:\n${said()}`);
  }
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    call: (name, params) => callOver(url, name, params),
    register: () => register(url),
    untilOpen: (code) => untilOpen(url, code),
    said,
    ended: async () => ({ exitCode: await exited, said: said() }),
    async stop() {
      const begun = performance.now();
      child.kill('SIGTERM');
      const late = pause(STOP_WITHIN_MS, 'late' as const, { ref: false });
      const exitCode = await Promise.race([exited, late]);
      if (exitCode === 'late') {
        endGroup(child);
        throw new Error('the product did not stop');
      }
      return { exitCode, tookMs: performance.now() - begun };
    },
    async kill9({ database } = { database: false }) {
      const postmaster = database ? postmasterOf(dataDir) : null;
      endGroup(child);
      if (postmaster !== null) process.kill(postmaster, 'SIGKILL');
      await exited;
    },
  };
}
