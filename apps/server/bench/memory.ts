/**
 * What a server holds: one that replays a generated month of 50 instruments, and one with simulated
 * prices and 100 sockets. Each runs in a process of its own, so that nothing else is in the figure.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DAY_MS, type Decimal, MINUTE_MS, formatDecimal } from '@candor/kernel';
import { createRandom } from '@candor/testkit';
import { createApp } from '../src/app.ts';
import { chooseFeed } from '../src/market/index.ts';
import { CATALOGUE, idOf } from '../src/market/catalogue/catalogue.ts';
import { systemClock } from '../src/platform/process/clock.ts';
import { ACTING_CONNECTIONS, openDatabase } from '../src/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '../src/platform/cluster/embedded-postgres.ts';
import { createLog } from '../src/platform/process/log.ts';
import { APP_ROLE, migrate } from '../src/platform/postgres/migrate.ts';
import { keepAlive, openSocket, signIn } from './socket-client.ts';
import { type Trader, openTrader } from './traders.ts';
import { BENCH_SETTINGS } from './settings.ts';

/** Of the month's prices. */
export const SEED = 7;
const INSTRUMENTS = 50;
const DAYS = 30;
const BAR_MS = 5 * MINUTE_MS;
const FROM = Date.parse('2024-03-01T00:00:00Z');
/** At this speed the month is over after ten minutes; a shorter run plays a part of it. */
const SPEED = (DAYS * DAY_MS) / (10 * MINUTE_MS);
const SOCKETS = 100;
const USERS = 20;
const MIB = 1024 * 1024;

/** What a process held at one moment, in MiB. */
export type Held = {
  /** Memory of the process as the system counts it. */
  readonly rss: number;
  /** Objects that are in use: the heap right after a collection. */
  readonly heap: number;
  /** Buffers beside the heap. */
  readonly external: number;
};

/** What a server held while it ran. */
export type MemoryFigures = {
  readonly what: 'replay' | 'sockets';
  readonly minutes: number;
  readonly start: Held;
  readonly middle: Held;
  readonly end: Held;
  /** Ticks stored while it ran, so that a run in which nothing happened is seen. */
  readonly ticks: number;
};

/** Writes a month of bars for each instrument: a walk of whole price steps. */
async function writeMonth(folder: string): Promise<void> {
  await mkdir(folder);
  const random = createRandom(SEED);
  for (const { code, tickSize } of CATALOGUE.slice(0, INSTRUMENTS)) {
    const file = createWriteStream(join(folder, `${idOf(code)}_generated_5m.csv`));
    file.write('time,open,high,low,close,volume\n');
    const said = (steps: number): string => formatDecimal((tickSize * BigInt(steps)) as Decimal);
    let close = 100_000;
    for (let time = FROM; time < FROM + DAYS * DAY_MS; time += BAR_MS) {
      const open = close;
      close = Math.max(50_000, open + random.between(-60, 60));
      const high = Math.max(open, close) + random.between(0, 30);
      const low = Math.min(open, close) - random.between(0, 30);
      const prices = [open, high, low, close].map(said).join(',');
      if (!file.write(`${time},${prices},${random.between(1, 9)}\n`)) await once(file, 'drain');
    }
    file.end();
    await once(file, 'finish');
  }
}

type Place = { readonly host: string; readonly port: number; readonly database: string };
type Task = Place & { readonly feed: string };

/** A server in a process of its own, and what it answers when it is asked. */
async function startServer(task: Task) {
  const child = fork(fileURLToPath(import.meta.url), ['memory'], { execArgv: ['--expose-gc'] });
  const next = async <Value>(): Promise<Value> => (await once(child, 'message'))[0] as Value;
  await next();
  child.send(task);
  const started = await next<{ port: number; traders: Trader[] }>();
  return {
    ...started,
    async held(): Promise<Held & { ticks: number }> {
      child.send('held');
      return next();
    },
    async stop(): Promise<void> {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}

/** Runs a server for some minutes and asks three times what it holds. */
async function run(
  what: MemoryFigures['what'],
  { minutes, task }: { minutes: number; task: Task },
): Promise<MemoryFigures> {
  const server = await startServer(task);
  const { port, traders } = server;
  const wires = what === 'replay' ? [] : await openAll(port, traders);
  const letGo = keepAlive(wires);
  // The first moments fill what is bounded: memory of prices, plans, code.
  const settling = Math.min(30_000, (minutes * MINUTE_MS) / 10);
  await delay(settling);
  const start = await server.held();
  const half = (minutes * MINUTE_MS - settling) / 2;
  await delay(half);
  const middle = await server.held();
  await delay(half);
  const end = await server.held();
  letGo();
  for (const wire of wires) wire.destroy();
  await server.stop();
  return { what, minutes, start, middle, end, ticks: end.ticks };
}

async function openAll(port: number, traders: readonly Trader[]) {
  const wires = [];
  for (let index = 0; index < SOCKETS; index += 1) {
    const wire = await openSocket(port, index);
    const trader = traders[index % traders.length];
    if (trader !== undefined) await signIn(wire, { port, trader });
    wires.push(wire);
  }
  return wires;
}

/** Measures both servers, one after the other, each on a database of its own. */
export async function* benchMemory(dataDir: string, minutes = 10): AsyncGenerator<MemoryFigures> {
  const month = join(dataDir, 'month');
  await mkdir(dataDir, { recursive: true });
  await writeMonth(month);
  const feeds = { replay: `replay:${month}@${SPEED}`, sockets: `simulated:${SEED}` } as const;
  for (const what of ['replay', 'sockets'] as const) {
    const server = await startEmbeddedPostgres({
      dataDir: join(dataDir, what),
      log: () => undefined,
    });
    try {
      await migrate({ connection: server.connection, appPassword: 'bench', deskPassword: null });
      const { host, port, database } = server.connection;
      const place = { host, port, database } as Place;
      yield await run(what, { minutes, task: { ...place, feed: feeds[what] } });
    } finally {
      await server.stop();
    }
  }
}

function heldNow(): Held {
  const { rss } = process.memoryUsage();
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const inMib = (bytes: number): number => Math.round(bytes / MIB);
  return { rss: inMib(rss), heap: inMib(heapUsed), external: inMib(external) };
}

/** The other process: the server. */
async function serve(parent: ChildProcess['send'] & {}): Promise<void> {
  const say = (said: object): void => void parent(said);
  say({});
  const [task] = (await once(process, 'message')) as [Task];
  const { feed: choice, ...place } = task;
  const access = { ...place, user: APP_ROLE, password: 'bench' };
  const db = openDatabase(access);
  const acting = openDatabase({ ...access, max: ACTING_CONNECTIONS });
  const log = createLog({ level: 'silent' });
  const feed = await chooseFeed({ feed: choice, clock: systemClock, log, venueUrls: {} });
  const app = await createApp({
    ...BENCH_SETTINGS,
    db,
    acting,
    log,
    feed,
    // So that sockets may come from many places.
    proxies: ['127.0.0.1'],
  });
  await app.start();
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const traders: Trader[] = [];
  for (let index = 0; index < USERS; index += 1) {
    traders.push(await openTrader(app, `memory-${index}`));
  }
  const [address] = app.http.addresses();
  say({ port: typeof address === 'object' ? address.port : 0, traders });
  for (;;) {
    const [asked] = (await once(process, 'message')) as [string];
    if (asked === 'stop') break;
    const held = heldNow();
    const [row] = await db.query<{ ticks: number }>(
      'select count(*)::int as ticks from market.tick',
    );
    say({ ...held, ticks: row?.ticks ?? 0 });
  }
  await app.stop();
  await Promise.all([db.end(), acting.end()]);
  process.exit(0);
}

if (process.send !== undefined && process.argv[2] === 'memory') {
  await serve(process.send.bind(process) as never);
}
