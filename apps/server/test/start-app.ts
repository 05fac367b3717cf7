import { randomUUID } from 'node:crypto';
import { type Asset, type InstrumentCode, type UserId, newUuid, price } from '@candor/kernel';
import { BASE_PATH, CALLS, type CallName, RISK_VERSION } from '@candor/protocol/light';
import {
  type Answered as AnsweredWith,
  type CallOptions as WireOptions,
  type TestClock,
  callAddress,
  callHeaders,
  createTestClock,
  readAnswer,
} from '@candor/testkit';
import { cloneDatabase } from '@candor/testkit/postgres';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { PoolConfig } from 'pg';
import { expect } from 'vitest';
import { type App, type AppOptions, createApp } from '../src/app.ts';
import { type Entry, commitEntries, reconcile } from '../src/ledger/index.ts';
import type { Feed } from '../src/market/index.ts';
import { OPERATOR_KEYS } from '../src/parameters/index.ts';
import { ACTING_CONNECTIONS, type Database, openDatabase } from '../src/platform/postgres/db.ts';
import { createLog } from '../src/platform/process/log.ts';
import { fundHouse } from './decided-case.ts';
import { type ManualFeed, createManualFeed, sayUntilAgreed } from './manual-feed.ts';
import { type TestForm, formOf } from './form.ts';
import { openTestKeys } from './record-keys.ts';
import { verifyReceipts } from './verify-receipts.ts';

/** What a call answered, with its HTTP status and its exact text. */
export type Answered<Name extends CallName> = AnsweredWith<Name, Record<string, unknown>>;

/** What a test may add to a call. */
export type CallOptions<Name extends CallName> = WireOptions<Name> & {
  readonly headers?: Record<string, string>;
  /** A body the types would not let through, as text or data. */
  readonly odd?: unknown;
  readonly oddQuery?: string;
  /** A form instead of JSON. */
  readonly form?: TestForm;
};

/** A message as it left the house. */
export type SentMessage = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** A product in process: real database, real routes, a clock and prices the test turns. */
export type TestApp = {
  readonly app: App;
  readonly db: Database;
  /** What whatever a price sets off is read and written over. */
  readonly acting: Database;
  /** As the superuser, who may plant what the product refuses. */
  readonly owner: Database;
  /** Where its database is, for a session of a test's own. */
  readonly connection: Awaited<ReturnType<typeof cloneDatabase>>['config'];
  /** Where its keys of documents lie. */
  readonly dataDir: string;
  readonly clock: TestClock;
  readonly feed: ManualFeed;
  call<Name extends CallName>(name: Name, options?: CallOptions<Name>): Promise<Answered<Name>>;
  register(username?: string): Promise<{ token: string; userId: UserId; username: string }>;
  /** Sends the messages that are due; answers every one that has left so far. */
  messages(): Promise<readonly SentMessage[]>;
  /** The code in the latest message to a mailbox or phone. */
  codeFor(target: string): Promise<string>;
  /**
   * Says a price with both sources and waits until it can be filled on and may set something off:
   * the first since a start is said for three seconds of the clock before.
   */
  price(code: string, bid: string, ask: string): Promise<void>;
  /**
   * Money into a real account, as the watcher of deposits will bring it.
   *
   * @units units of the asset, USDT where none is named
   */
  deposit(userId: UserId, units: bigint, asset?: Asset): Promise<void>;
  /**
   * Lets a user trade real at once, as if the risk had been acknowledged a day ago, on an
   * installation that may take real business: its operator named, a floor stated and met.
   */
  admit(userId: UserId): Promise<void>;
  /** Waits until every committed fact was heard, then turns the pulse once. */
  settle(): Promise<void>;
  /** Stops the process without another pulse, and starts a new one; on another feed if given. */
  restart(feed?: Feed): Promise<void>;
  /**
   * Checks every trading account and recomputes every receipt, stops, drops the database.
   * Differences that hold one of the texts given are what a test set out to make.
   */
  stop(known?: readonly string[]): Promise<void>;
};

/** Secret of a test installation that texts of ours are told from others by. */
export const SUPPORT_KEY = 'a third secret of a test installation';

/** Keys follow from the names of their secrets: every test installation signs with the same. */
const TEST_SECRETS = { find: async (name: string) => name, get: async (name: string) => name };

const FLOOR_UNITS = 1_000_000n;

/** Names the operator, states a floor of one USDT and pays it in, where that was not done yet. */
async function makeReadyForReal(product: {
  app: App;
  db: Database;
  owner: Database;
  clock: TestClock;
}): Promise<void> {
  const { app, db, owner, clock } = product;
  const { parameters, house } = app;
  const stated = [
    ...OPERATOR_KEYS.map((key) => [key, 'A test operator'] as const),
    ['house.floorNewBusiness', '1'] as const,
  ];
  for (const [key, value] of stated) {
    if (parameters.history(key).length > 1) continue;
    const from = clock.now();
    expect((await parameters.set({ key, value, from, note: 'a test' })).ok).toBe(true);
  }
  await house.refresh();
  if (house.worth() >= FLOOR_UNITS) return;
  await fundHouse({ db, owner }, FLOOR_UNITS * 1_000_000n, clock.now());
  await house.refresh();
}

type Operation = { responses: Record<'200' | 'default', unknown> };
type Checker = { readonly ajv: Ajv2020; readonly compiled: Map<string, ValidateFunction> };

/** By the document's text: every product of one process serves the same, and compiling it is dear. */
const checkers = new Map<string, Checker>();

function checkerOf(document: string): Checker {
  const known = checkers.get(document);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(JSON.parse(document) as { paths: Record<string, Operation> }, 'openapi');
  const made: Checker = { ajv, compiled: new Map() };
  checkers.set(document, made);
  return made;
}

/** Checks answers against the served OpenAPI document; unknown properties are refused. */
async function createSchemaCheck(app: App) {
  const { ajv, compiled } = checkerOf((await app.http.inject('/openapi.json')).body);
  return (call: CallName, answer: { status: number; body: unknown }): void => {
    const { method, path } = CALLS[call];
    const full = `${BASE_PATH}${path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const pointer = full.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
    const kind = answer.status === 200 ? '200' : 'default';
    const key = `${method} ${full} ${kind}`;
    const validate =
      compiled.get(key) ??
      ajv.compile({
        $ref: `openapi#/paths/${pointer}/${method.toLowerCase()}/responses/${kind}/content/application~1json/schema`,
      });
    compiled.set(key, validate);
    if (!validate(answer.body)) {
      throw new Error(`${call} answers what OpenAPI does not know: ${ajv.errorsText(validate.errors)}
        ${JSON.stringify(answer.body)}`);
    }
  };
}

function urlOf(call: CallName, options: CallOptions<CallName>): string {
  if (options.oddQuery === undefined) return callAddress(call, options);
  return `${callAddress(call, { params: options.params })}?${options.oddQuery}`;
}

const PATIENCE_MS = 5_000;

/** As the operator's command does it: the books of a pile of orders take longer than a page may. */
async function reconcileAll(config: TestApp['connection']): ReturnType<typeof reconcile> {
  const db = openDatabase({ ...config, max: 1, query_timeout: 0 });
  try {
    return await db.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0');
      return reconcile(tx);
    });
  } finally {
    await db.end();
  }
}

/** Nobody's passwords; what hashing costs in the product has a test of its own. */
const CHEAP = { memoryKib: 64, passes: 1, atOnce: 2, queueMax: 50 };

/** Instruments the test's feed has prices for. */
const CODES = ['BTC/USDT', 'ETH/USDT', 'EUR/USD', 'USD/JPY', 'EUR/JPY', 'AAPL', 'XAU/USD'];

/**
 * Starts the product in process on a database of its own. Every answer of every call is checked
 * against the OpenAPI document; at the end every trading account is checked.
 */
export async function startTestApp(
  options: {
    feed?: Feed;
    /** A feed that goes by the product's own clock. */
    feedOn?: (clock: TestClock) => Promise<Feed>;
    feedMode?: 'live' | 'replay' | 'simulated';
    /** A rehearsal, in which nothing is money. */
    installation?: AppOptions['installation'];
    socialServices?: AppOptions['socialServices'];
    publicUrl?: string;
    ethereumRpc?: string;
    /** Passwords are hashed as in the product: for what comes of it that this takes long. */
    hashesAsProduct?: boolean;
    /** Limits as in the product, for what comes of them. */
    limitScale?: number;
    /** A desk beside it, on the connections of its own role that are handed in. */
    deskOn?: (config: PoolConfig) => NonNullable<AppOptions['desk']>;
    /** Mails leave by it too. */
    mailsBy?: AppOptions['transports']['email'];
    /** Chains, keys, an address book and a screening service of the test's own. */
    cashier?: AppOptions['cashier'];
    /** The engine turns by itself; else a test does it. */
    turns?: AppOptions['turns'];
    /** How the product reaches its database: through a network that a test can cut. */
    route?: (config: PoolConfig) => PoolConfig;
    /** Stands between the product and its database: for faults that a test plants. */
    between?: (db: Database) => Database;
  } = {},
): Promise<TestApp> {
  const database = await cloneDatabase();
  const reached = options.route?.(database.config) ?? database.config;
  const db = openDatabase(reached);
  const acting = openDatabase({ ...reached, max: ACTING_CONNECTIONS });
  const owner = openDatabase({ ...database.ownerConfig, max: 2 });
  const desk = options.deskOn?.(database.deskConfig);
  const clock = createTestClock();
  const keys = await openTestKeys();
  const messages: SentMessage[] = [];
  const letterBox = {
    send: async (message: SentMessage) => {
      messages.push(message);
    },
  };
  const { mailsBy } = options;
  const mails = {
    send: async (message: SentMessage & { readonly id: string }) => {
      await letterBox.send(message);
      await mailsBy?.send(message);
    },
  };
  const manual = createManualFeed({
    now: () => clock.now(),
    codes: CODES,
    mode: options.feedMode ?? 'live',
  });
  async function startApp(feed: Feed): Promise<App> {
    const started = await createApp({
      db: options.between?.(db) ?? db,
      acting: options.between?.(acting) ?? acting,
      clock,
      log: createLog({ level: process.env['TEST_LOG'] ?? 'silent' }),
      feed,
      installation: options.installation ?? 'real',
      publicUrl: options.publicUrl ?? null,
      metricsToken: null,
      limitScale: options.limitScale ?? 1_000,
      ...(options.hashesAsProduct === true ? {} : { hashingCost: CHEAP }),
      socialServices: options.socialServices ?? [],
      sealingKey: 'a secret of a test installation',
      fileKey: 'another secret of a test installation',
      recordKeys: keys.recordKeys,
      supportKey: SUPPORT_KEY,
      signingSecrets: TEST_SECRETS,
      senders: { mail: 'Candor <service@candor.example>', phone: '+4930123456' },
      ethereumRpc: options.ethereumRpc ?? null,
      transports: { email: mails, phone: letterBox },
      turns: options.turns ?? 'byHand',
      pages: new URL('file:///nowhere/'),
      ...(desk && { desk }),
      ...(options.cashier && { cashier: options.cashier }),
    });
    await started.start();
    return started;
  }

  const usual = options.feed ?? (await options.feedOn?.(clock)) ?? manual;
  let app = await startApp(usual);
  const check = await createSchemaCheck(app);

  async function call<Name extends CallName>(
    name: Name,
    params: CallOptions<Name> = {},
  ): Promise<Answered<Name>> {
    const any = params as CallOptions<CallName>;
    const { method } = CALLS[name];
    const body = any.odd ?? any.body ?? {};
    const form = any.form === undefined ? null : formOf(any.form);
    const response = await app.http.inject({
      method,
      url: urlOf(name, any),
      headers: { ...callHeaders(name, any), ...form?.headers, ...any.headers },
      ...(method === 'POST'
        ? { payload: form?.payload ?? (typeof body === 'string' ? body : JSON.stringify(body)) }
        : {}),
    });
    const type = String(response.headers['content-type'] ?? '');
    const { statusCode: status, body: text, headers } = response;
    const answer = readAnswer<Name, Record<string, unknown>>({ status, type, text, headers });
    if (type.startsWith('application/json')) check(name, { status, body: JSON.parse(text) });
    expect(status).toBeLessThan(500);
    return answer;
  }

  /** Codes whose sources have agreed for long enough since the start. */
  const agreed = new Set<string>();

  async function say(code: string, bid: string, ask: string): Promise<void> {
    if (!agreed.has(code)) sayUntilAgreed(manual, clock, { code, bid, ask });
    agreed.add(code);
    manual.say(code, bid, ask, 'Second test venue');
    manual.say(code, bid, ask);
    const until = performance.now() + PATIENCE_MS;
    while (performance.now() < until) {
      const latest = app.market.latest(code as InstrumentCode);
      const isNew = latest?.receivedAt === clock.now();
      if (isNew && latest?.bid === price(bid) && latest.ask === price(ask)) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`the price of ${code} never counted`);
  }

  return {
    get app() {
      return app;
    },
    db,
    acting,
    owner,
    connection: database.config,
    dataDir: keys.dataDir,
    clock,
    feed: manual,
    call,
    price: say,
    async messages() {
      await app.mailer.deliver();
      return messages;
    },
    async codeFor(target) {
      await app.mailer.deliver();
      // Notices may come between.
      const last = messages.findLast(({ to, text }) => to === target && /\b\d{6}\b/.test(text));
      const [code] = /\b\d{6}\b/.exec(last?.text ?? '') ?? [];
      if (code === undefined) throw new Error(`no code went to ${target}`);
      return code;
    },
    async register(username = `u${randomUUID().slice(0, 12)}`) {
      const answer = await call('accounts.register', {
        body: { username, password: 'correct horse battery', client: 'api' },
      });
      expect(answer.code).toBe('200');
      const { token, user } = answer.result;
      return { token, userId: user.id as UserId, username };
    },
    async deposit(userId, units, asset = 'USDT') {
      const at = clock.now();
      const entry: Entry = {
        id: newUuid(at) as Entry['id'],
        userId,
        mode: 'real',
        kind: 'deposit',
        requestId: `deposit:${randomUUID()}`,
        part: 0,
        cause: 'case',
        subject: null,
        reverses: null,
        at,
        postings: [{ from: 'world:tron', to: 'user:cash', asset, units }],
      };
      await db.transaction((tx) => commitEntries(tx, [entry], at));
    },
    async admit(userId) {
      await makeReadyForReal({ app, db, owner, clock });
      await db.query(
        `insert into accounts.appropriateness (user_id, number, at, country, answers, is_enough,
           warning_accepted, risk_version, real_from)
         values ($1, 1, platform.from_ms($2), 'DE', '{}', true, false, $3, platform.from_ms($2))`,
        [userId, clock.now(), RISK_VERSION],
      );
    },
    async settle() {
      await app.relay.settled();
      await app.engine.pulse();
    },
    async restart(feed = usual) {
      await app.stop();
      agreed.clear();
      app = await startApp(feed);
    },
    async stop(known: readonly string[] = []) {
      const books = await reconcileAll(database.config);
      const verified = await verifyReceipts(app, db);
      await app.stop();
      await Promise.all([db.end(), acting.end(), owner.end(), desk?.db.end()]);
      await database.drop();
      await keys.drop();
      expect(books.faults).toEqual([]);
      const unknown = verified.differences.filter(
        (one) => !known.some((part) => one.includes(part)),
      );
      expect(unknown).toEqual([]);
    },
  };
}
