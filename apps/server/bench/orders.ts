import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Mode, type RequestId, newUuid } from '@candor/kernel';
import { BASE_PATH, MODE_HEADER, modeHeaderOf } from '@candor/protocol';
import pg from 'pg';
import { createManualFeed } from '../test/manual-feed.ts';
import { type App, createApp } from '../src/app.ts';
import { commitEntries } from '../src/ledger/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { ACTING_CONNECTIONS, type Database, openDatabase } from '../src/platform/db.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { hashOf } from '../src/platform/idempotency.ts';
import { createLog } from '../src/platform/log.ts';
import { APP_ROLE, migrate } from '../src/platform/migrate.ts';
import { type Trader, openTrader } from './traders.ts';

const run = promisify(execFile);

const CALLERS = 32;
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

async function throughCommands(app: App, traders: readonly Trader[]): Promise<number> {
  let turn = 0;
  return rate(async () => {
    const trader = traders[(turn += 1) % traders.length] as Trader;
    const body = order() as never as { requestId: string };
    const answer = await app.contracts.commands.ask({
      kind: 'open',
      userId: trader.userId,
      mode: 'demo',
      request: {
        userId: trader.userId,
        requestId: body.requestId as RequestId,
        call: 'contracts.open',
        bodyHash: hashOf(body),
      },
      body: body as never,
    });
    if (!answer.kept.includes('"20004"')) throw new Error(answer.kept);
  });
}

async function throughHttp(app: App, traders: readonly Trader[], port: number): Promise<number> {
  let turn = 0;
  return rate(async () => {
    const trader = traders[(turn += 1) % traders.length] as Trader;
    const answer = await fetch(`http://127.0.0.1:${port}${BASE_PATH}/order/buyContracts`, {
      method: 'POST',
      headers: {
        authorization: trader.token,
        [MODE_HEADER]: modeHeaderOf('demo'),
        'content-type': 'application/json',
      },
      body: JSON.stringify(order()),
    });
    const text = await answer.text();
    if (!text.includes('"20004"')) throw new Error(text);
  });
}

// The writer of receipts reads facts by itself, later than everybody else, and keeps its place.
const RECEIPTS_BEHIND = `
  select exists (
    select from platform.outbox o
    where (o.tx, o.seq) > coalesce((select (r.tx, r.seq) from platform.reader r
                                    where r.name = 'receipts'), ('0'::xid8, 0::bigint))
  ) as behind`;

/** Ends what is open, and waits until its receipts are written: they belong to no figure. */
async function closeAll(app: App, db: Database): Promise<void> {
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

/** Orders in a second, and what pgbench did right after them; null when it is absent. */
type Round = { readonly engine: number; readonly limit: number | null };

/** Orders placed and committed in a second, at 32 callers, beside pgbench on the same server. */
export async function* benchOrders(dataDir: string): AsyncGenerator<string> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    await migrate({ connection: server.connection, appPassword: 'bench' });
    const { host, port, database } = server.connection;
    const place = { host, port, database, user: APP_ROLE, password: 'bench' };
    const db = openDatabase(place);
    const acting = openDatabase({ ...place, max: ACTING_CONNECTIONS });
    const feed = createManualFeed({ now: () => systemClock.now(), codes: [CODE] });
    const app = await createApp({
      db,
      acting,
      clock: systemClock,
      log: createLog({ level: 'silent' }),
      feed,
      publicUrl: null,
      metricsToken: null,
      limitScale: 1_000,
      socialServices: [],
      sealingKey: 'a secret of a bench',
      fileKey: 'another secret of a bench',
      supportKey: 'a secret of a bench',
      signingSecrets: { find: async (name) => name, get: async (name) => name },
      ethereumRpc: null,
      posts: { email: null, phone: null },
      turns: 'byTimer',
      pages: new URL('file:///nowhere/'),
    });
    await app.start();
    const say = (): void => feed.say(CODE, '60000', '60010');
    const saying = setInterval(say, 500);
    say();
    const traders = await register(app, db, USERS);
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    const [address] = app.http.addresses();
    await throughCommands(app, traders);
    await closeAll(app, db);
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) {
      const engine = await throughCommands(app, traders);
      await closeAll(app, db);
      rounds.push({ engine, limit: await pgbench(server) });
    }
    const http = await throughHttp(app, traders, typeof address === 'object' ? address.port : 0);
    await closeAll(app, db);
    clearInterval(saying);
    await app.stop();
    await Promise.all([db.end(), acting.end()]);
    const engine = median(rounds.map((round) => round.engine));
    const limits = rounds.flatMap(({ limit }) => limit ?? []);
    const line = (what: string, figure: number, against: number): string => {
      const ratio =
        limits.length === 0 ? 'n/a (no pgbench)' : String(Math.round(against * 100) / 100);
      return `${what}: ${Math.round(figure)}/s, ÷ pgbench ${ratio}`;
    };
    // Each against the limit measured beside it: a machine is not equally fast all the time.
    const ratios = rounds.map((round) => round.engine / (round.limit ?? 1));
    yield `pgbench simple-update, ${CALLERS} callers: ${Math.round(median(limits))}/s`;
    yield line(`orders placed and committed, ${CALLERS} callers`, engine, median(ratios));
    yield line('the same through HTTP', http, http / median(limits));
  } finally {
    await server.stop();
  }
}
