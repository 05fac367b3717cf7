/**
 * From the moment a source says a price to the commit of the stop it crossed, with the product as it
 * runs: quiet, while thousands of sockets come back at once, and while every read for a screen is
 * slow. And how long a start takes with many open orders.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type InstrumentCode, type Mode, type RequestId, newUuid } from '@candor/kernel';
import { AGREEING_MS, AGREEING_TICKS } from '@candor/pricing';
import pg from 'pg';
import { type App, createApp } from '../src/app.ts';
import { commitEntries } from '../src/ledger/index.ts';
import { systemClock } from '../src/platform/process/clock.ts';
import { ACTING_CONNECTIONS, type Database, openDatabase } from '../src/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '../src/platform/cluster/embedded-postgres.ts';
import { hashOf } from '../src/platform/commit/idempotency.ts';
import { APP_ROLE, migrate } from '../src/platform/postgres/migrate.ts';
import { MANUAL_SOURCES, createManualFeed } from '../test/manual-feed.ts';
import { keepAlive, openSocket, signIn } from './socket-client.ts';
import { type Trader, openTrader } from './traders.ts';
import { BENCH_SETTINGS } from './settings.ts';

const CODE = 'BTC/USDT' as InstrumentCode;
const USERS = 200;
const SAMPLES_MIN = 150;
const PACE_MS = 120;
export const SOCKETS = 10_000;
/**
 * One of so many sockets signs in; its trading account is read and told from then on.
 */
const KNOWN_ONE_IN = 12;
/** Sockets on their way at once. */
const AT_ONCE = 64;
const SLOW_MS = 400;
const OPEN_ORDERS = 100_000;
const TICKS = 50_000;
/** What the engine reads for screens. */
const FOR_SCREENS = [/from ledger\.balance/, /from contracts\.closing/, /from options\.option/];

const SETTINGS = {
  ...BENCH_SETTINGS,
  // So that sockets may come from ten thousand places.
  proxies: ['127.0.0.1'],
};

/** Milliseconds from a price to the commit of the stop it crossed. */
export type StopLatency = {
  readonly when: 'quiet' | 'reconnect' | 'slow';
  readonly samples: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Sockets that were open at its end. */
  readonly sockets: number;
};

/** What so large a share of sorted figures stays below. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Traders of the practice account with cash for many orders. */
export async function register(app: App, db: Database, count: number): Promise<Trader[]> {
  const traders: Trader[] = [];
  for (let index = 0; index < count; index += 1) {
    const { userId, token } = await openTrader(app, `stops-${index}`);
    const at = systemClock.now();
    const entry = {
      id: newUuid(at) as never,
      userId,
      mode: 'demo' as Mode,
      kind: 'demo-opening' as const,
      requestId: `bench:${userId}`,
      part: 0,
      cause: 'case' as const,
      subject: null,
      reverses: null,
      at,
      postings: [
        {
          from: 'house:demo-grant' as const,
          to: 'user:cash' as const,
          asset: 'USDT' as const,
          units: 10n ** 14n,
        },
      ],
    };
    await db.transaction((tx) => commitEntries(tx, [entry], at));
    traders.push({ userId, token });
  }
  return traders;
}

async function open(app: App, trader: Trader, stopLoss: string): Promise<string> {
  const requestId = randomUUID();
  const body = { code: CODE, direction: 'buy', orderType: 'market', lots: '0.001', leverage: 2 };
  const answer = await app.contracts.commands.ask({
    kind: 'open',
    userId: trader.userId,
    mode: 'demo',
    request: {
      userId: trader.userId,
      requestId: requestId as RequestId,
      call: 'contracts.open',
      bodyHash: hashOf(body),
    },
    body: { ...body, stopLoss, requestId } as never,
  });
  if (!answer.kept.includes('"20004"')) throw new Error(answer.kept);
  const { result } = JSON.parse(answer.kept) as { result: { id: string } };
  return result.id;
}

/** A product whose prices a bench says, and what its stops did. */
export type Product = {
  readonly app: App;
  say(bid: number): void;
  /** When stops were committed, by contract. */
  readonly closedAt: Map<string, number>;
};

/** Starts a product on a database; its callers and its engine have connections of their own. */
export async function startProduct(databases: {
  readonly db: Database;
  readonly acting: Database;
}): Promise<Product> {
  const feed = createManualFeed({ now: () => systemClock.now(), codes: [CODE] });
  const app = await createApp({ ...SETTINGS, ...databases, feed });
  const closedAt = new Map<string, number>();
  const { commands } = app.contracts;
  const { trigger } = commands;
  commands.trigger = async (command) => {
    const outcome = await trigger(command);
    closedAt.set(command.contractId, performance.now());
    return outcome;
  };
  await app.start();
  let cents = 0;
  const say = (bid: number): void => {
    // A price its source has just said would be no news.
    cents = (cents + 1) % 100;
    const more = String(cents).padStart(2, '0');
    for (const source of MANUAL_SOURCES.toReversed()) {
      feed.say(CODE, `${bid}.${more}`, `${bid + 10}.${more}`, source);
    }
  };
  return { app, say, closedAt };
}

/** Stops act once the sources have agreed for three seconds. */
export async function agree({ say }: Product): Promise<void> {
  for (let count = 0; count < AGREEING_TICKS; count += 1) {
    say(60_000);
    await delay(AGREEING_MS / AGREEING_TICKS);
  }
  say(60_000);
}

/** One stop after the other, each crossed by a price of its own, until it is enough. */
export async function measure(
  { app, say, closedAt }: Product,
  traders: readonly Trader[],
  isOver: () => boolean,
): Promise<number[]> {
  const took: number[] = [];
  for (let index = 0; took.length < SAMPLES_MIN || !isOver(); index += 1) {
    const saidAt = systemClock.now();
    say(60_000 + (index % 7));
    // A stop has to be on the other side of a price that counts.
    while ((app.market.latest(CODE)?.receivedAt ?? 0) < saidAt) await delay(5);
    const id = await open(app, traders[index % traders.length] as Trader, '59500');
    // At any moment of a turn, as prices come.
    await delay((index * 37) % PACE_MS);
    const began = performance.now();
    say(59_400 + (index % 7));
    while (!closedAt.has(id)) await delay(1);
    took.push((closedAt.get(id) ?? began) - began);
    closedAt.clear();
  }
  return took.toSorted((a, b) => a - b);
}

type Part = StopLatency['when'];

function latencyOf(when: Part, took: readonly number[], sockets: number): StopLatency {
  const [p50Ms, p99Ms] = [quantile(took, 0.5), quantile(took, 0.99)];
  return { when, samples: took.length, p50Ms, p99Ms, sockets };
}

/** Has a process of its own open thousands of sockets as fast as they are taken. */
async function reconnect(traders: readonly Trader[], port: number, many: number) {
  const readers = fork(fileURLToPath(import.meta.url), [String(port), String(many)]);
  await once(readers, 'message');
  let isOver = false;
  const done = once(readers, 'message').then(() => {
    isOver = true;
  });
  readers.send(traders);
  return { done, isOver: () => isOver, end: () => readers.kill() };
}

// The function is called once a row: written as a column it would be called for each of them.
const MANY = `
  insert into contracts.contract
  select made.*
  from (select * from contracts.contract where status = 'running' limit 1) as one
  cross join generate_series(1, ${OPEN_ORDERS}) as n
  cross join lateral jsonb_populate_record(
    null::contracts.contract,
    to_jsonb(one) || jsonb_build_object(
      'id', gen_random_uuid(), 'order_no', 'bench-' || n,
      'user_id', md5('bench-' || (n / 10))::uuid,
      'stop_loss', 30000 + n % 20000,
      'trailing_distance', case when n % 10 = 0 then 20000 end)) as made`;

/** Fills the database with open orders and the tape with ticks nobody looked at yet. */
async function fill({ app, say }: Product, owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(MANY);
  await client.query('analyze contracts.contract');
  await client.end();
  for (let index = 0; index < TICKS; index += 1) {
    say(60_000 + (index % 97));
    if (index % 4_000 === 0) while (app.market.unstoredSince() !== null) await delay(20);
  }
  while (app.market.unstoredSince() !== null) await delay(20);
}

/** How long a start took, and with how much. */
export type StartFigures = {
  readonly orders: number;
  readonly ticks: number;
  readonly seconds: number;
};

/** Says how long the way of a stop is under three loads, and measures then a start with many open orders. */
export async function benchStops(
  dataDir: string,
  { many, said }: { many: number; said: (latency: StopLatency) => void },
): Promise<StartFigures> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    await migrate({ connection: server.connection, appPassword: 'bench', deskPassword: null });
    const { host, port, database } = server.connection;
    const place = { host, port, database, user: APP_ROLE, password: 'bench' };
    const real = openDatabase(place);
    const acting = openDatabase({ ...place, max: ACTING_CONNECTIONS });
    let isSlow = false;
    const db: Database = {
      ...real,
      async query(text, values) {
        if (isSlow && FOR_SCREENS.some((one) => one.test(text))) await delay(SLOW_MS);
        return real.query(text, values);
      },
    };
    const start = () => startProduct({ db, acting });
    const product = await start();
    const { app } = product;
    await agree(product);
    const traders = await register(app, db, USERS);
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    const [address] = app.http.addresses();
    const sockets = (): number => app.live.counters().sockets;
    // Plans and code are warm from here on.
    await measure(product, traders, () => true);
    said(latencyOf('quiet', await measure(product, traders, () => true), sockets()));
    const back = await reconnect(traders, typeof address === 'object' ? address.port : 0, many);
    const during = await measure(product, traders, back.isOver);
    await back.done;
    said(latencyOf('reconnect', during, sockets()));
    isSlow = true;
    said(latencyOf('slow', await measure(product, traders, () => true), sockets()));
    isSlow = false;
    back.end();
    product.say(60_000);
    await delay(1_000);
    await open(app, traders[0] as Trader, '30000');
    await fill(product, server.connection);
    await app.stop();
    const began = performance.now();
    const again = await start();
    const seconds = (performance.now() - began) / 1_000;
    const orders = again.app.engine.size();
    await again.app.stop();
    await Promise.all([real.end(), acting.end()]);
    return { orders, ticks: TICKS, seconds };
  } finally {
    await server.stop();
  }
}

/** The other process: opens the sockets many at once, and says who listens on some of them. */
async function comeBack(port: number, sockets: number): Promise<void> {
  process.send?.('ready');
  const [traders] = (await once(process, 'message')) as [Trader[]];
  let next = 0;
  const wires: Socket[] = [];
  keepAlive(wires);
  async function openSome(): Promise<void> {
    while (next < sockets) {
      const index = next;
      next += 1;
      const wire = await openSocket(port, index);
      wires.push(wire);
      const trader = traders[index % traders.length];
      if (index % KNOWN_ONE_IN === 0 && trader !== undefined) await signIn(wire, { port, trader });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, openSome));
  process.send?.('open');
}

const [port, sockets] = process.argv.slice(2);
if (process.send !== undefined && port !== undefined && sockets !== undefined) {
  await comeBack(Number.parseInt(port, 10), Number.parseInt(sockets, 10));
}
