import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Mode, type RequestId, newUuid } from '@candor/kernel';
import pg from 'pg';
import { createManualFeed } from '../test/manual-feed.ts';
import { type App, type AppOptions, createApp } from '../src/app.ts';
import { commitEntries } from '../src/ledger/index.ts';
import { systemClock } from '../src/platform/process/clock.ts';
import { ACTING_CONNECTIONS, type Database, openDatabase } from '../src/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '../src/platform/cluster/embedded-postgres.ts';
import { hashOf } from '../src/platform/commit/idempotency.ts';
import { APP_ROLE, migrate } from '../src/platform/postgres/migrate.ts';
import { ownCpuMs, postgresCpuMs } from './cpu.ts';
import { type OrderCallers, startCallers } from './order-callers.ts';
import { type Trader, openTrader } from './traders.ts';
import { BENCH_SETTINGS } from './settings.ts';

const run = promisify(execFile);

const CALLERS = 32;
/** Keep-alive connections of those who call from another process. */
const CONNECTIONS = [32, 128] as const;
const SECONDS = 4;
const USERS = 512;
const CODE = 'BTC/USDT';
const ROUNDS = 5;
/** How often what is being written is looked at. */
const LOOK_MS = 100;

type Server = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** `pgbench` simple-update on the same server, in a database of its own; null when it is absent. */
async function pgbench(server: Server): Promise<number | null> {
  const { host, port, user, password } = server.connection;
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query('drop database if exists pgbench_limit');
  await client.query('create database pgbench_limit');
  await client.end();
  const env = { ...process.env, PGPASSWORD: password };
  const place = ['-h', host, '-p', String(port), '-U', user, 'pgbench_limit'];
  try {
    await run('pgbench', ['-i', '-q', '-s', '10', ...place], { env });
    const { stdout } = await run(
      'pgbench',
      [
        '-b',
        'simple-update',
        '-n',
        '-c',
        String(CALLERS),
        '-j',
        '2',
        '-T',
        String(SECONDS),
        ...place,
      ],
      { env },
    );
    return Number.parseInt(/tps = (\d+)/.exec(stdout)?.[1] ?? '', 10) || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function register(app: App, db: Database, count: number): Promise<Trader[]> {
  const traders: Trader[] = [];
  for (let index = 0; index < count; index += 1) {
    const { userId, token } = await openTrader(app, `bench-${index}`);
    const at = systemClock.now();
    // Practice money enough for the whole run, through the journal like all money.
    await db.transaction((tx) =>
      commitEntries(
        tx,
        [
          {
            id: newUuid(at) as never,
            userId,
            mode: 'demo' satisfies Mode,
            kind: 'demo-opening',
            requestId: `bench:${userId}`,
            part: 0,
            cause: 'case',
            subject: null,
            reverses: null,
            at,
            postings: [
              { from: 'house:demo-grant', to: 'user:cash', asset: 'USDT', units: 10n ** 15n },
            ],
          },
        ],
        at,
      ),
    );
    traders.push({ userId, token });
  }
  return traders;
}

/** Calls `once` from 32 callers for some seconds; answers how many were done in a second. */
async function rate(once: (caller: number) => Promise<void>, seconds = SECONDS): Promise<number> {
  const started = performance.now();
  const until = started + seconds * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      while (performance.now() < until) {
        await once(caller);
        done += 1;
      }
    }),
  );
  return (done * 1_000) / (performance.now() - started);
}

const order = (): object => ({
  code: CODE,
  direction: 'buy',
  orderType: 'market',
  lots: '0.01',
  leverage: 2,
  requestId: randomUUID(),
});

async function place(app: App, { userId }: Trader): Promise<void> {
  const body = order() as never as { requestId: string };
  const request = {
    userId,
    requestId: body.requestId as RequestId,
    call: 'contracts.open',
    bodyHash: hashOf(body),
  };
  const command = { kind: 'open' as const, userId, mode: 'demo' as const, request };
  const answer = await app.contracts.commands.ask({ ...command, body: body as never });
  if (!answer.kept.includes('"20004"')) throw new Error(answer.kept);
}

/** Orders placed by commands in a second, for some seconds. */
export async function throughCommands(app: App, traders: readonly Trader[]): Promise<number> {
  let turn = 0;
  return rate(() => place(app, traders[(turn += 1) % traders.length] as Trader));
}

// The writer of receipts reads facts by itself, later than all other readers, and keeps its place.
const RECEIPTS_BEHIND = `
  select exists (
    select from platform.outbox o
    where (o.tx, o.seq) > coalesce((select (r.tx, r.seq) from platform.reader r
                                    where r.name = 'receipts'), ('0'::xid8, 0::bigint))
  ) as behind`;

/** Ends what is open, and waits until its receipts are written: they belong to no figure. */
export async function closeAll(app: App, db: Database): Promise<void> {
  const running = await app.contracts.allRunning();
  const books = new Map(running.map(({ userId, mode }) => [userId, mode]));
  for (const [userId, mode] of books) {
    await db.transaction(async (tx) => {
      await app.contracts.commands.endAll(tx, {
        userId,
        mode,
        requestId: randomUUID(),
        partFrom: 0,
      });
    });
  }
  await app.relay.settled();
  for (;;) {
    const [found] = await db.query<{ behind: boolean }>(RECEIPTS_BEHIND);
    if (found?.behind === false) return;
    await delay(LOOK_MS);
  }
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

/** A product on a server of its own, with traders, and prices that go on. */
export type Bench = {
  readonly app: App;
  readonly db: Database;
  readonly acting: Database;
  readonly server: Server;
  readonly traders: readonly Trader[];
  readonly port: number;
  /** Says a price of the only market. */
  say(bid: string, ask: string): void;
  end(): Promise<void>;
};

/** Starts all of it in a data folder. */
export async function startBench(
  dataDir: string,
  { users = USERS, more = {} }: { users?: number; more?: Partial<AppOptions> } = {},
): Promise<Bench> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate({ connection: server.connection, appPassword: 'bench', deskPassword: null });
  const { host, port: at, database } = server.connection;
  const where = { host, port: at, database, user: APP_ROLE, password: 'bench' };
  const db = openDatabase(where);
  const acting = openDatabase({ ...where, max: ACTING_CONNECTIONS });
  const feed = createManualFeed({ now: () => systemClock.now(), codes: [CODE] });
  const app = await createApp({
    ...BENCH_SETTINGS,
    db,
    acting,
    feed,
    ...more,
  });
  await app.start();
  const say = (bid: string, ask: string): void => feed.say(CODE, bid, ask);
  const saying = setInterval(() => say('60000', '60010'), 500);
  say('60000', '60010');
  const traders = await register(app, db, users);
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const [address] = app.http.addresses();
  return {
    app,
    db,
    acting,
    server,
    traders,
    port: typeof address === 'object' ? address.port : 0,
    say,
    async end() {
      clearInterval(saying);
      await app.stop();
      await Promise.all([db.end(), acting.end()]);
      await server.stop();
    },
  };
}

/** CPU of the server and of PostgreSQL that something took. @units milliseconds */
type Cost = { readonly server: number; readonly postgres: number | null };

async function costOf(bench: Bench, act: () => Promise<void>): Promise<Cost> {
  const { serverPid } = bench.server;
  const [server, postgres] = [ownCpuMs(), postgresCpuMs(serverPid)];
  await act();
  const after = postgresCpuMs(serverPid);
  const spent = postgres === null || after === null ? null : after - postgres;
  return { server: ownCpuMs() - server, postgres: spent };
}

/** Orders in a second, and what each cost. */
type Placed = { readonly perSecond: number; readonly each: Cost };

/** Places orders over keep-alive connections of another process. */
async function throughHttp(
  bench: Bench,
  callers: OrderCallers,
  connections: number,
): Promise<Placed> {
  const { traders, port } = bench;
  const tokens = traders.map(({ token }) => token);
  let done = { perSecond: 0, orders: 0 };
  const cost = await costOf(bench, async () => {
    done = await callers.play({ port, connections, seconds: SECONDS, tokens, code: CODE });
  });
  const each = (ms: number): number => ms / done.orders;
  const { server, postgres } = cost;
  return {
    perSecond: done.perSecond,
    each: { server: each(server), postgres: postgres === null ? null : each(postgres) },
  };
}

/** Contracts an account may have open. What is measured fills it up to that. */
const MANY = 500;
const ACCOUNTS = 8;
const ORDERS_AT_MANY = 12;

/**
 * What an order costs in accounts with many open contracts ÷ in accounts with one; each order meets
 * a price nothing was valued at before.
 */
async function manyOpenRatio(bench: Bench): Promise<number> {
  const { app, traders } = bench;
  const many = traders.slice(0, ACCOUNTS);
  const one = traders.slice(ACCOUNTS, 2 * ACCOUNTS);
  const each = (of: readonly Trader[], count: number): Promise<void[]> =>
    Promise.all(
      of.map(async (trader) => {
        for (let placed = 0; placed < count; placed += 1) await place(app, trader);
      }),
    );
  await Promise.all([each(many, MANY - ROUNDS * ORDERS_AT_MANY), each(one, 1)]);
  await app.relay.settled();
  let price = 60_000;
  const spent = async (of: readonly Trader[]): Promise<number> => {
    const { server, postgres } = await costOf(bench, async () => {
      for (let turn = 0; turn < ORDERS_AT_MANY; turn += 1) {
        price += 1;
        bench.say(String(price), String(price + 10));
        await each(of, 1);
      }
    });
    return server + (postgres ?? 0);
  };
  const ratios: number[] = [];
  while (ratios.length < ROUNDS) ratios.push((await spent(many)) / (await spent(one)));
  return median(ratios);
}

/** What was measured right beside pgbench; its figure is null when it is absent. */
type Round<Figure> = { readonly figure: Figure; readonly limit: number | null };

/** Each against the limit measured beside it: a machine is not equally fast all the time. */
function ratioOf(rounds: readonly Round<number>[]): string {
  const ratios = rounds.flatMap(({ figure, limit }) => (limit === null ? [] : figure / limit));
  return ratios.length === 0 ? 'n/a (no pgbench)' : hundredths(median(ratios));
}

const hundredths = (figure: number): string => String(Math.round(figure * 100) / 100);
const thousandths = (figure: number): string => String(Math.round(figure * 1_000) / 1_000);

function line(what: string, rounds: readonly Round<number>[]): string {
  const figure = median(rounds.map((round) => round.figure));
  return `${what}: ${Math.round(figure)}/s, ÷ pgbench ${ratioOf(rounds)}`;
}

/** Orders placed and committed in a second, beside pgbench on the same server. */
export async function* benchOrders(dataDir: string): AsyncGenerator<string> {
  const bench = await startBench(dataDir);
  const callers = startCallers();
  const { app, db, traders, server } = bench;
  try {
    // Once for nothing: code is compiled and statements are planned.
    await throughCommands(app, traders);
    await closeAll(app, db);
    const direct: Round<number>[] = [];
    const http = CONNECTIONS.map((): Round<Placed>[] => []);
    while (direct.length < ROUNDS) {
      const figure = await throughCommands(app, traders);
      await closeAll(app, db);
      const limit = await pgbench(server);
      direct.push({ figure, limit });
      for (const [index, connections] of CONNECTIONS.entries()) {
        const placed = await throughHttp(bench, callers, connections);
        await closeAll(app, db);
        http[index]?.push({ figure: placed, limit });
      }
    }
    const limits = direct.flatMap(({ limit }) => limit ?? []);
    yield `pgbench simple-update, ${CALLERS} callers: ${Math.round(median(limits))}/s`;
    yield line(`orders placed and committed, ${CALLERS} callers`, direct);
    for (const [index, connections] of CONNECTIONS.entries()) {
      const rounds = http[index] ?? [];
      const rates = rounds.map(({ figure, limit }) => ({ figure: figure.perSecond, limit }));
      const cost = (of: (each: Cost) => number | null): string => {
        const known = rounds.flatMap(({ figure }) => of(figure.each) ?? []);
        return known.length === 0 ? 'n/a' : `${thousandths(median(known))} ms`;
      };
      yield (
        `${line(`the same through HTTP, ${connections} connections`, rates)}, CPU an order: ` +
          `server ${cost((each) => each.server)}, PostgreSQL ${cost((each) => each.postgres)}`
      );
    }
    yield `cost of an order with ${MANY} open ÷ with 1: ${hundredths(await manyOpenRatio(bench))}`;
  } finally {
    callers.end();
    await bench.end();
  }
}
