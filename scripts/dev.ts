/**
 * `npm run dev`: the pages as they are written and the server, which starts anew on each change, under
 * one address; PostgreSQL stays up meanwhile. Settings are those of `npm start`. Ctrl-C ends all of it.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  type PostgresConnection,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/cluster/embedded-postgres.ts';
import { startDevServer } from '@candor/ui/build';

const MAIN = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));
const STANDARD_PORT = '3000';
/** Below the ports a system gives away by itself: nobody takes ours while the server starts anew. */
const OWN_PORTS = { from: 20_000, below: 32_000 };
const SAYS_WHERE = /^Candor runs at http:\S+$/;
/** The server has ten seconds for a stop. */
const STOP_MS = 15_000;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const stopping = new Promise<void>((done) => {
  // A terminal and the starter may both send it: a second one must not cut the stop short.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => done());
});

/** A port of this machine that nobody listens on. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(OWN_PORTS.from, OWN_PORTS.below);
    const probe = createServer().listen(port, 'localhost');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.close();
    if (isFree) return port;
  }
}

function addressOf({ host, port, user, password, database }: PostgresConnection): string {
  const address = new URL(`postgresql://localhost/${database}`);
  address.username = user;
  address.password = password;
  address.searchParams.set('host', host);
  address.searchParams.set('port', String(port));
  return address.href;
}

/** The database of the data folder, unless the settings name another one. */
async function openDatabase(): Promise<{ address: string; stop(): Promise<void> }> {
  const { DATABASE_URL, DATA_DIR = '.candor' } = process.env;
  if (DATABASE_URL !== undefined) return { address: DATABASE_URL, stop: () => Promise.resolve() };
  const server = await startEmbeddedPostgres({ dataDir: resolve(DATA_DIR), log: () => undefined });
  return { address: addressOf(server.connection), stop: () => server.stop() };
}

/** Node starts it anew when a module it imported changes, and lets it end in its own time first. */
function startServer(settings: Record<string, string>, address: string) {
  const watch = ['--watch', '--watch-preserve-output', MAIN];
  const child = spawn(process.execPath, watch, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  });
  const exited = once(child, 'exit');
  // Its own address is nobody's to open: sessions belong to the one address.
  createInterface({ input: child.stdout }).on('line', (line) => {
    say(SAYS_WHERE.test(line) ? `Candor runs at ${address}` : line);
  });
  return {
    exited,
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(late);
    },
  };
}

async function run(): Promise<void> {
  const { PORT = STANDARD_PORT, HOST = '', PUBLIC_URL } = process.env;
  const database = await openDatabase();
  try {
    const port = await freePort();
    const pages = await startDevServer({
      port: Number.parseInt(PORT, 10),
      host: HOST === '' ? 'localhost' : HOST,
      server: `http://localhost:${port}`,
    });
    try {
      const settings = {
        PORT: String(port),
        HOST: '',
        DATABASE_URL: database.address,
        PUBLIC_URL: PUBLIC_URL ?? pages.url,
      };
      const server = startServer(settings, pages.url);
      await Promise.race([stopping, server.exited]);
      await server.stop();
    } finally {
      await pages.stop();
    }
  } finally {
    await database.stop();
  }
}

try {
  await run();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
