import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DAY_MS,
  HOUR_MS,
  type InstrumentCode,
  type Mode,
  type UserId,
  utcDayOf,
} from '@candor/kernel';
import { BASE_PATH, MODE_HEADER, modeHeaderOf } from '@candor/protocol';
import pg from 'pg';
import { createManualFeed } from '../test/manual-feed.ts';
import { type App, createApp } from '../src/app.ts';
import { systemClock } from '../src/platform/process/clock.ts';
import { type Database, openDatabase } from '../src/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '../src/platform/cluster/embedded-postgres.ts';
import { APP_ROLE, migrate } from '../src/platform/postgres/migrate.ts';
import { benchStorage } from './storage.ts';
import { FULL_SIZE, type HistorySize, fillHistory } from './history-fill.ts';
import { openTrader } from './traders.ts';
import { BENCH_SETTINGS } from './settings.ts';

const CODE = 'BTC/USDT';
const MODE: Mode = 'demo';
/** Times each call is made on either database, in turns. */
const ROUNDS = 60;
const PAGE = 20;

type Side = {
  readonly app: App;
  readonly db: Database;
  readonly client: pg.Client;
  readonly userId: UserId;
  readonly token: string;
  /** Moves the clock on, past what is kept for some seconds. */
  skip(ms: number): void;
  say(): Promise<void>;
  stop(): Promise<void>;
};

/** A process with a database of its own on the server, and one account. */
async function openSide(server: pg.ClientConfig, database: string): Promise<Side> {
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  const connection = { ...server, database };
  await migrate({ connection: connection as never, appPassword: 'bench', deskPassword: null });
  const { host, port } = server;
  const db = openDatabase({ host, port, database, user: APP_ROLE, password: 'bench' } as never);
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  let skew = 0;
  let said = 0;
  const clock = { now: () => (systemClock.now() + skew) as ReturnType<typeof systemClock.now> };
  const feed = createManualFeed({ now: () => clock.now(), codes: [CODE] });
  const app = await createApp({
    ...BENCH_SETTINGS,
    db,
    acting: db,
    clock,
    feed,
    turns: 'byHand',
  });
  await app.start();
  const { userId, token } = await openTrader(app, 'measured');
  return {
    app,
    db,
    client,
    userId,
    token,
    skip(ms) {
      skew += ms;
    },
    async say() {
      // Another price each time: the same one again within a second is no news.
      said += 1;
      const [bid, ask] = [60_000 + (said % 7), 60_010 + (said % 7)].map(String) as [string, string];
      const since = clock.now();
      feed.say(CODE, bid, ask, 'Second test venue');
      feed.say(CODE, bid, ask);
      while ((app.market.latest(CODE as InstrumentCode)?.receivedAt ?? 0) < since) {
        await delay(1);
      }
    },
    async stop() {
      await app.stop();
      await client.end();
      await db.end();
    },
  };
}

async function ask(
  side: Side,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<{ result: never }> {
  const answer = await side.app.http.inject({
    method,
    url: `${BASE_PATH}${path}`,
    headers: {
      authorization: side.token,
      [MODE_HEADER]: modeHeaderOf(MODE),
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const said = answer.json<{ code: string; result: never }>();
  if (!['200', '20004'].includes(String(said.code))) throw new Error(`${path}: ${answer.body}`);
  return said;
}

const order = (): object => ({
  code: CODE,
  direction: 'buy',
  orderType: 'market',
  lots: '0.001',
  leverage: 2,
});

/** One thing that is asked on both databases. */
type Call = {
  readonly name: string;
  /** What is done before each time and not measured. */
  readonly before?: (side: Side) => Promise<string> | string;
  readonly run: (side: Side, prepared: string) => Promise<unknown>;
};

async function opened(side: Side): Promise<string> {
  const body = { ...order(), requestId: randomUUID() };
  const { result } = await ask(side, 'POST', '/order/buyContracts', body);
  return (result as { id: string }).id;
}
const closed = (side: Side, id: string): Promise<unknown> =>
  ask(side, 'POST', `/order/closeContracts/${id}`, { requestId: randomUUID() });

/** The newest page and the oldest of a list, by how long it is. */
async function pageAt(side: Side, share: number): Promise<string> {
  const { result } = await ask(side, 'GET', `/user/listTransactions?size=${PAGE}`);
  const pages = Math.ceil((result as { total: number }).total / PAGE);
  return String(Math.max(1, Math.ceil(pages * share)));
}

/** A week in the middle of the history. */
function weekOf(): string {
  const from = systemClock.now() - 180 * DAY_MS;
  return `from=${from}&to=${from + 7 * DAY_MS}`;
}

const CALLS: readonly Call[] = [
  { name: 'getUserInfo', run: (side) => ask(side, 'POST', '/user/getUserInfo', {}) },
  { name: 'order quote', run: (side) => ask(side, 'POST', '/order/quote', order()) },
  {
    name: 'buyContracts',
    run: async (side) => opened(side),
  },
  { name: 'closeContracts', before: opened, run: closed },
  ...['running', 'pending', 'closed', 'all'].map((status): Call => ({
    name: `listOrder ${status}`,
    run: (side) => ask(side, 'GET', `/order/listOrder?status=${status}&size=${PAGE}`),
  })),
  {
    name: 'listTransactions, newest page',
    run: (side) => ask(side, 'GET', `/user/listTransactions?size=${PAGE}`),
  },
  ...[0.5, 1].map((share): Call => ({
    name: `listTransactions, ${share === 1 ? 'oldest' : 'middle'} page`,
    before: (side) => pageAt(side, share),
    run: (side, page) => ask(side, 'GET', `/user/listTransactions?size=${PAGE}&page=${page}`),
  })),
  ...[
    ['listOrder of one market', '/order/listOrder?status=closed&code=BTC/USDT'],
    ['listOrder of a market never traded', '/order/listOrder?status=all&code=ETH/USDT'],
    ['listOrder of a week', '/order/listOrder?status=all&{week}'],
    ['listTransactions of a week', '/user/listTransactions?{week}'],
    ['listTransactions, fees of a week', '/user/listTransactions?kind=fee&{week}'],
    ['listTransactions, all fees', '/user/listTransactions?kind=fee'],
    ['listTransactions, all in BTC', '/user/listTransactions?asset=BTC'],
    ['options, newest page', '/order/listOptionsOrder?status=closed'],
    ['options of one market', '/order/listOptionsOrder?status=all&code=BTC/USDT'],
    ['options, own record', '/order/optionsRecord'],
  ].map(([name = '', path = '']): Call => ({
    name,
    before: weekOf,
    run: (side, week) => ask(side, 'GET', path.replace('{week}', `size=${PAGE}&${week}`)),
  })),
  {
    name: 'getOrderById',
    before: opened,
    run: (side, id) => ask(side, 'GET', `/order/getOrderById/${id}`),
  },
  { name: 'outcome', run: (side) => ask(side, 'GET', `/order/outcome/${randomUUID()}`) },
  { name: 'risk', run: (side) => ask(side, 'GET', '/index/risk') },
  { name: 'fees', run: (side) => ask(side, 'GET', '/index/fees') },
  {
    name: 'house refresh',
    run: (side) => side.app.house.refresh(),
  },
  { name: 'engine: running contracts', run: (side) => side.app.contracts.allRunning() },
  { name: 'engine: waiting orders', run: (side) => side.app.contracts.allPending() },
  { name: 'engine: trailing levels', run: (side) => side.app.contracts.trailing.all() },
  { name: 'engine: margin notices', run: (side) => side.app.contracts.toldLevels() },
  {
    name: 'engine: what a book holds and has earned',
    run: ({ app, userId }) => app.portfolio.readAccounts([{ userId, mode: MODE }]),
  },
  {
    name: 'engine: what a book owes for a night',
    run: ({ app, userId }) =>
      app.contracts.financing.owedOf({
        day: utcDayOf(systemClock.now()),
        feed: 'test',
        userId,
        mode: MODE,
      }),
  },
  {
    name: 'engine: nights left unpaid',
    run: (side) => side.app.contracts.financing.unpaid('test'),
  },
  {
    name: 'statistics, counted anew',
    before(side) {
      side.skip(2_001);
      return '';
    },
    run: (side) => ask(side, 'GET', '/index/statistics'),
  },
  {
    // Once an hour; every other answer is kept.
    name: 'risk, counted anew',
    before(side) {
      side.skip(HOUR_MS);
      return '';
    },
    run: (side) => ask(side, 'GET', '/index/risk'),
  },
];

/** The lower quartile: what else runs on the machine makes a call slower, never faster. */
const quartile = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 4)] ?? 0;

async function timed(side: Side, call: Call): Promise<number> {
  await side.say();
  const prepared = (await call.before?.(side)) ?? '';
  const begun = performance.now();
  await call.run(side, prepared);
  return performance.now() - begun;
}

/** Ends what the calls left open, so that the next call meets the account as it was. */
async function tidy(side: Side): Promise<void> {
  await side.say();
  await side.db.transaction((tx) =>
    side.app.contracts.commands.endAll(tx, {
      userId: side.userId,
      mode: MODE,
      requestId: randomUUID(),
      partFrom: 0,
    }),
  );
}

const hundredths = (figure: number): string => String(Math.round(figure * 100) / 100);

/** Each call on both databases, in turns, as a line. */
async function* compare(empty: Side, full: Side): AsyncGenerator<string> {
  for (const call of CALLS) {
    const figures = new Map<Side, number[]>([
      [empty, []],
      [full, []],
    ]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [side, times] of figures) times.push(await timed(side, call));
    }
    await tidy(empty);
    await tidy(full);
    const [emptyMs = 0, fullMs = 0] = [...figures.values()].map(quartile);
    yield (
      `${call.name}: ${hundredths(fullMs)} ms with history, ${hundredths(emptyMs)} ms ` +
        `without, ÷ ${hundredths(fullMs / emptyMs)}`
    );
  }
}

const TRADERS = 64;

/** What a contract leaves in a database, traded by accounts of its own. */
async function* storage(side: Side): AsyncGenerator<string> {
  const { app, client } = side;
  const users: UserId[] = [];
  for (let index = 0; index < TRADERS; index += 1) {
    const { userId } = await openTrader(app, `trader-${index}`);
    users.push(userId);
  }
  await side.say();
  const saying = setInterval(() => void side.say(), 500);
  const owner = {
    query: async (text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as never[],
  };
  yield* benchStorage({ app, owner, users, code: CODE });
  clearInterval(saying);
}

/**
 * Each call of a trader, of the home page and of the engine, on an empty database and on one that
 * holds a year of history, or a share of it, on one server.
 */
export async function* benchHistory(dataDir: string, share = 1): AsyncGenerator<string> {
  const size: HistorySize = {
    accounts: Math.round(FULL_SIZE.accounts * share),
    contracts: Math.round(FULL_SIZE.contracts * share),
  };
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const empty = await openSide(server.connection, 'history_empty');
    const full = await openSide(server.connection, 'history_full');
    const begun = performance.now();
    await fillHistory(full.client, size, { userId: full.userId, now: systemClock.now() });
    await empty.client.query('vacuum (analyze)');
    yield (
      `history of ${size.contracts} contracts, ${size.contracts * 10} postings and ` +
        `${size.accounts} accounts filled in ${Math.round((performance.now() - begun) / 1_000)} s`
    );
    yield* compare(empty, full);
    yield* storage(empty);
    await empty.stop();
    await full.stop();
  } finally {
    await server.stop();
  }
}
