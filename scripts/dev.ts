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

/** Vite's settings of the product's pages and of the desk's. */
const WEB = fileURLToPath(new URL('../apps/web/vite.config.ts', import.meta.url));
const DESK = fileURLToPath(new URL('../apps/desk/vite.config.ts', import.meta.url));
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

/** The pages of both applications, each under its own address with its own calls. */
async function servePages(own: { readonly port: number; readonly deskPort: number }) {
  const { PORT = STANDARD_PORT, DESK_PORT, HOST = '' } = process.env;
  const port = Number.parseInt(PORT, 10);
  const deskPort = port === 0 ? 0 : port + 1;
  const host = HOST === '' ? 'localhost' : HOST;
  const at = (one: number): string => `http://localhost:${one}`;
  const web = await startDevServer({ config: WEB, port, host, server: at(own.port) });
  try {
    const desk = await startDevServer({
      config: DESK,
      port: DESK_PORT === undefined ? deskPort : Number.parseInt(DESK_PORT, 10),
      host,
      server: at(own.deskPort),
    });
    return {
      url: web.url,
      deskUrl: desk.url,
      stop: async () => void (await Promise.all([web.stop(), desk.stop()])),
    };
  } catch (error) {
    await web.stop();
    throw error;
  }
}

async function run(): Promise<void> {
  const { PUBLIC_URL, DESK_URL } = process.env;
  const database = await openDatabase();
  try {
    const own = { port: await freePort(), deskPort: await freePort() };
    const pages = await servePages(own);
    try {
      const settings = {
        PORT: String(own.port),
        DESK_PORT: String(own.deskPort),
        HOST: '',
        DATABASE_URL: database.address,
        PUBLIC_URL: PUBLIC_URL ?? pages.url,
        DESK_URL: DESK_URL ?? pages.deskUrl,
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
