import { type Clock, DAY_MS, SECOND_MS, type UnixMs, formatDecimal, plusMs } from '@candor/kernel';
import { ENDPOINTS, type ErrorName, WIRE_FIELDS } from '@candor/protocol';
import type { FastifyInstance } from 'fastify';
import {
  type AccountSecurity,
  type Accounts,
  type Contacts,
  type IssuerSetup,
  SESSION_REVOKED,
  type SessionRevoked,
  createAccountSecurity,
  createAccounts,
  countedApart,
  createContacts,
  createFactors,
  createHashing,
  createInvitations,
  createSealing,
  createPreferences,
  createSocial,
  readAntiPhishing,
  spendFreshSocial,
  createContractWallets,
  createWallets,
  noContractWallets,
} from './accounts/index.ts';
import { listenAccounts } from './accounts/reactions.ts';
import { contactRoutes } from './accounts/contacts/routes.ts';
import { preferencesRoutes } from './accounts/preferences/routes.ts';
import { limitRoutes } from './accounts/limits/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { securityRoutes } from './accounts/security/routes.ts';
import { factorRoutes } from './accounts/factors/routes.ts';
import { socialRoutes } from './accounts/social/routes.ts';
import { walletRoutes } from './accounts/wallets/routes.ts';
import { createContent } from './content/index.ts';
import { contentRoutes } from './content/routes.ts';
import { type Contracts, createContracts } from './contracts/index.ts';
import { contractRoutes } from './contracts/routes.ts';
import { type Engine, type EngineMarket, createEngine } from './engine/index.ts';
import { type Files, createFiles } from './files/index.ts';
import { fileRoutes } from './files/routes.ts';
import { type HouseCheckpoint, createHouseCheckpoint } from './ledger/index.ts';
import { createInvites } from './invites/index.ts';
import { inviteRoutes } from './invites/routes.ts';
import { type Live, createLive } from './live/index.ts';
import { listenLive } from './live/reactions.ts';
import {
  type Checkpoints,
  type Feed,
  type Market,
  createCheckpoints,
  createFavourites,
  createMarket,
  createRestrictions,
  idOf,
  withTerms,
} from './market/index.ts';
import { listenMarket } from './market/reactions.ts';
import { favouriteRoutes, marketRoutes } from './market/routes.ts';
import { checkpointRoutes } from './market/tree/routes.ts';
import { type Notifications, createNotifications } from './notifications/index.ts';
import { listenNotifications } from './notifications/reactions.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { type Options, createOptions } from './options/index.ts';
import { listenOptions } from './options/reactions.ts';
import { optionRoutes } from './options/routes.ts';
import { NOT_SET, OPERATOR_KEYS, type Parameters, createParameters } from './parameters/index.ts';
import { type Bus, createBus } from './platform/bus.ts';
import type { Database } from './platform/db.ts';
import { forgetAnswers } from './platform/forget-answers.ts';
import { registerRoutes } from './platform/http.ts';
import type { Log } from './platform/log.ts';
import { type Mailer, type Post, createMailer } from './platform/mail.ts';
import { type Metrics, createMetrics } from './platform/metrics.ts';
import { createMinuteCount } from './platform/minute-count.ts';
import { openApiOf } from './platform/openapi.ts';
import { type Relay, createRelay } from './platform/outbox.ts';
import { pruneOutbox } from './platform/outbox-prune.ts';
import { createProxies } from './platform/proxies.ts';
import { createTokenMarks } from './platform/session.ts';
import { type KeySecrets, createSigner } from './platform/signing.ts';
import { createWebServer } from './platform/web-server.ts';
import {
  SUPPORT_ANSWERED,
  type Support,
  type SupportAnswered,
  createSupport,
} from './support/index.ts';
import { supportRoutes } from './support/routes.ts';
import { type Portfolio, createPortfolio } from './portfolio/index.ts';
import { createInFlight } from './platform/in-flight.ts';
import { portfolioRoutes } from './portfolio/routes.ts';
import { type Receipts, createReceipts } from './receipts/index.ts';
import { listenReceipts } from './receipts/reactions.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { createTransparency } from './transparency/index.ts';
import { transparencyRoutes } from './transparency/routes.ts';

/** What a process of Candor is put together from. */
export type AppOptions = {
  readonly db: Database;
  /** The same database over connections that callers never take: for whatever a price sets off. */
  readonly acting: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly feed: Feed;
  /** Address browsers use, when it is not this machine; cookies are then for https alone. */
  readonly publicUrl: string | null;
  /** Addresses of proxies in front of us; what they say of a caller's address counts. */
  readonly proxies?: readonly string[];
  readonly metricsToken: string | null;
  /** Factor on every rate limit; more than 1 only on a test installation. */
  readonly limitScale: number;
  /** What hashing a password costs, where many are hashed for nobody; no setting leads here. */
  readonly hashingCost?: {
    readonly memoryKib: number;
    readonly passes: number;
    readonly atOnce: number;
    readonly queueMax: number;
  };
  /** Services people may sign in with. */
  readonly socialServices: readonly IssuerSetup[];
  /** Secret of the installation: secrets of code apps are sealed, tokens marked under keys of it. */
  readonly sealingKey: string;
  /** Secret of the installation under which pictures are sealed. */
  readonly fileKey: string;
  /** Pictures were sealed under it before one key covered all secrets; they open with it still. */
  readonly formerFileKey?: string | null;
  /** Secret of the installation for tokens of visitors and for telling our messages from others. */
  readonly supportKey: string;
  /** Where the keys are kept that checkpoints and receipts are signed with. */
  readonly signingSecrets: KeySecrets;
  /** What mails and text messages come from, where they leave the house. */
  readonly senders?: { readonly mail: string | null; readonly phone: string | null };
  /** A node of Ethereum's main network; without one no contract can sign in. */
  readonly ethereumRpc: string | null;
  /** How letters leave the house, each kind; null where they do not. */
  readonly posts: { readonly email: Post | null; readonly phone: Post | null };
  readonly turns: 'byTimer' | 'byHand';
  readonly pages: URL;
};

/** A process of Candor, every capability in its place. */
export type App = {
  readonly http: FastifyInstance;
  readonly files: Files;
  readonly accounts: Accounts;
  readonly market: Market;
  readonly checkpoints: Checkpoints;
  readonly contracts: Contracts;
  readonly options: Options;
  readonly portfolio: Portfolio;
  readonly receipts: Receipts;
  readonly parameters: Parameters;
  readonly house: HouseCheckpoint;
  readonly live: Live;
  readonly engine: Engine;
  readonly relay: Relay;
  readonly mailer: Mailer;
  readonly contacts: Contacts;
  readonly security: AccountSecurity;
  readonly notifications: Notifications;
  readonly support: Support;
  readonly bus: Bus;
  start(): Promise<void>;
  /** Lets running acts end, stores what came, closes sockets. The database stays open. */
  stop(): Promise<void>;
};

const HOUSE_CHECK_MS = 1_000;
const PARAMETERS_CHECK_MS = 5_000;
const CODES_SWEEP_MS = 3_600_000;
const TIDY_MS = 60_000;
/** Readers that keep their place; facts stay until each has read them. */
const READERS = ['receipts', 'notifications', 'accounts-notices'] as const;
/** Facts stay a day at least: who listens without a place of their own is told again until then. */
const FACTS_KEPT_MS = DAY_MS;

function engineMarket(market: Market): EngineMarket {
  return {
    ...market,
    listing(code) {
      const change = market.change(code);
      return {
        id: idOf(code),
        [WIRE_FIELDS.changePercent]: change === null ? null : formatDecimal(change),
      };
    },
  };
}

/** Origins of our own pages: the public address, or this machine under each of its names. */
function pageOrigins(http: FastifyInstance, publicUrl: string | null): string[] {
  if (publicUrl !== null) return [new URL(publicUrl).origin];
  const ports = http.addresses().flatMap((one) => (typeof one === 'string' ? [] : [one.port]));
  return ports.flatMap((port) =>
    ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`),
  );
}

/** Timers of a process that only keep its memory fresh. */
function createUpkeep(tasks: readonly { everyMs: number; run: () => Promise<void> }[], log: Log) {
  let timers: NodeJS.Timeout[] = [];
  return {
    start() {
      timers = tasks.map(({ everyMs, run }) =>
        setInterval(() => {
          run().catch((error: unknown) => log.error({ err: error }, 'upkeep failed'));
        }, everyMs),
      );
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

function createCapabilities(options: AppOptions, origins: () => readonly string[]) {
  const { db, acting, clock, log, feed } = options;
  const buses: Bus[] = [];
  /** A bus whose listeners are looked at together, for the figures. */
  const busOf = (said: string): Bus => {
    const made = createBus((error, topic, facts) => {
      log.error({ err: error, topic, ...facts }, said);
    });
    buses.push(made);
    return made;
  };
  const bus = busOf('a listener failed, and is told again');
  const relay = createRelay({
    db: acting,
    bus,
    onLag: (seconds) => {
      log.warn({ seconds }, 'facts wait: a transaction that stays open may hold back the outbox');
    },
    onError: (error) => log.error({ err: error }, 'facts could not be read'),
  });
  const parameters = createParameters({ db, clock });
  const content = createContent({ db, clock, parameters });
  const invites = createInvites({
    invitations: createInvitations(db),
    pagesAt: () => origins()[0] ?? null,
  });
  const files = createFiles({
    db,
    clock,
    key: options.fileKey,
    formerKey: options.formerFileKey ?? null,
  });
  const house = createHouseCheckpoint(db);
  const restrictions = createRestrictions(db);
  const market = withTerms(createMarket({ db, acting, clock, log, feed, restrictions }), {
    parameters,
    clock,
  });
  const signer = createSigner({
    db,
    clock,
    secrets: options.signingSecrets,
    onLost: (number) => log.error({ number }, 'the secret of this key is lost: another signs now'),
  });
  const checkpoints = createCheckpoints({
    db,
    clock,
    log,
    signer,
    unstoredSince: market.unstoredSince,
    turns: options.turns,
  });
  const favourites = createFavourites({ db, clock });
  const hashing = createHashing(options.hashingCost);
  let tokensReused = 0;
  const accounts = createAccounts({
    db,
    clock,
    parameters,
    hashing,
    triesScale: options.limitScale,
    onTokenReused(sessions) {
      tokensReused += 1;
      log.warn(sessions, 'a refresh token came twice: its session was ended');
    },
  });
  const { mail: mailFrom = null, phone: smsFrom = null } = options.senders ?? {};
  const support = createSupport({
    db,
    clock,
    files,
    secret: options.supportKey,
    limitScale: options.limitScale,
    settings: () => ({
      origins: origins(),
      mails: mailFrom === null ? [] : [mailFrom],
      phones: smsFrom === null ? [] : [smsFrom],
    }),
    said: () => parameters.text('operator.contacts'),
  });
  const mailer = createMailer({
    db,
    clock,
    log,
    onSent: (letter) => support.remember(letter),
    posts: options.posts,
    frameOf: async (userId) => ({
      phrase: userId === null ? null : await readAntiPhishing(db, userId),
      isCustomer: userId !== null,
      operator: parameters.text('operator.name'),
    }),
  });
  let textsStopped = 0;
  let codesStopped = 0;
  const contacts = createContacts({
    db,
    clock,
    hashing,
    mailer,
    parameters,
    codesScale: options.limitScale,
    forget: accounts.forget,
    onTextsStopped(stopped) {
      textsStopped += 1;
      log.warn(stopped, 'a text message was not written: the most of a day is reached');
    },
    onCodesStopped(stopped) {
      codesStopped += 1;
      log.warn(stopped, 'a code was not written: a host or network reached the most of a day');
    },
  });
  const { ethereumRpc } = options;
  const wallets = createWallets({
    db,
    clock,
    parameters,
    origins,
    contractWallets:
      ethereumRpc === null
        ? noContractWallets
        : createContractWallets({ rpcUrl: ethereumRpc, log }),
  });
  const social = createSocial({ db, clock, log, parameters, services: options.socialServices });
  const factors = createFactors({
    db,
    clock,
    hashing,
    sealing: createSealing(options.sealingKey),
    pages: { origins },
    forget: (ids) => ids.forEach(accounts.forget),
    others: { checkWallet: wallets.checkStepUp, takeFreshSocial: spendFreshSocial },
  });
  const contracts = createContracts({
    db,
    acting,
    clock,
    market,
    isRehearsal: false,
    realFrom: accounts.realFrom,
    houseHasFloor: () => {
      // A floor nobody stated is none: real business waits until the operator says one.
      const floor = parameters.usdt('house.floorNewBusiness').units;
      return floor > 0n && house.worth() >= floor;
    },
    isOperatorNamed: () => OPERATOR_KEYS.every((key) => parameters.text(key) !== NOT_SET),
    committed: () => relay.wake(),
  });
  const fixedPeriod = createOptions({
    db,
    acting,
    clock,
    market,
    contracts,
    parameters,
    committed: () => relay.wake(),
  });
  // A bus of its own: a receipt takes its time, and nothing else waits for it.
  const closings = busOf('a receipt could not be written, and is tried again');
  const receipts = createReceipts({
    db,
    clock,
    log,
    bus: closings,
    market,
    parameters,
    contracts,
    options: fixedPeriod,
    signer,
  });
  const portfolio = createPortfolio({
    db,
    clock,
    accounts,
    contracts,
    options: fixedPeriod,
    market,
    parameters,
    committed: () => relay.wake(),
  });
  const security = createAccountSecurity({
    db,
    clock,
    log,
    mailer,
    bus: busOf('an owner could not be told, and is told again'),
    forget: accounts.forget,
    pagesAt: () => origins()[0] ?? null,
    operator: () => {
      const contacts = parameters.text('operator.contacts');
      return {
        name: parameters.text('operator.name'),
        contacts: contacts === NOT_SET ? null : contacts,
      };
    },
    openOrders: portfolio.openOrders,
    filesOf: async (userId) => [
      ...(await portfolio.wholeFiles(userId)),
      await notifications.wholeFile(userId),
      await files.wholeFile(userId),
      await support.wholeFile(userId),
    ],
  });
  // A bus of its own: a letter takes its time, and nothing else waits for it.
  const told = busOf('somebody could not be told, and is told again');
  const notifications = createNotifications({
    db,
    clock,
    log,
    bus: told,
    mailer,
    pagesAt: () => origins()[0] ?? null,
    committed: () => relay.wake(),
  });
  const transparency = createTransparency({
    clock,
    accounts,
    contracts,
    options: fixedPeriod,
    parameters,
    quotedMarkets: () => market.quotedMarkets(),
  });
  const proxies = createProxies(options.proxies ?? []);
  const live = createLive({
    db,
    clock,
    log,
    sessions: accounts,
    proxies,
    origins,
    tickets: createTokenMarks(options.sealingKey, 'tickets'),
  });
  const engine = createEngine({
    db: acting,
    clock,
    log,
    market: engineMarket(market),
    contracts,
    options: fixedPeriod,
    parameters,
    portfolio,
    live,
    bus,
    turns: options.turns,
  });
  listenAccounts(bus, accounts);
  listenOptions(bus, fixedPeriod);
  listenLive(bus, { live, options: fixedPeriod, support });
  listenMarket(bus, restrictions);
  listenReceipts(closings, receipts);
  listenNotifications(told, {
    notifications,
    contracts,
    options: fixedPeriod,
    tickSizeOf: (code) => market.instrument(code)?.tickSize ?? null,
  });
  told.subscribe(SUPPORT_ANSWERED, async (answered: SupportAnswered) => {
    const news = await support.newsOf(answered);
    if (news === null) return;
    const { id, at, reference } = news.message;
    const facts = { number: news.number, ...(reference === null ? {} : { reference }) };
    const { userId } = answered;
    const told = { userId, cause: id, kind: 'support-answer', mode: null, facts } as const;
    await notifications.tell({ ...told, at: at as UnixMs });
  });
  bus.subscribe(SESSION_REVOKED, ({ sessionId }: SessionRevoked) => {
    live.revokeSession(sessionId);
  });
  return {
    bus,
    buses,
    relay,
    parameters,
    content,
    files,
    invites,
    house,
    market,
    signer,
    checkpoints,
    favourites,
    accounts,
    mailer,
    contacts,
    textsStopped: () => textsStopped,
    codesStopped: () => codesStopped,
    passwordsWaiting: hashing.waiting,
    tokensReused: () => tokensReused,
    social,
    factors,
    wallets,
    contracts,
    fixedPeriod,
    portfolio,
    security,
    notifications,
    support,
    receipts,
    transparency,
    live,
    engine,
  };
}

/** Ways in: all their refusals are told. */
const WAYS_IN = new Set([
  'accounts.login',
  'accounts.login-by-social',
  'accounts.login-by-wallet',
  'accounts.refresh',
  'accounts.second',
  'accounts.step-up-proof',
]);

/**
 * What refuses access, and what no page of ours sends. A refusal of a rule of trading is none of it:
 * that is an answer to its owner.
 */
const REFUSED_ACCESS: ReadonlySet<ErrorName> = new Set([
  'too-many',
  'session-over',
  'forbidden',
  'not-found',
  'unreadable',
]);

/** Counts refused access and refused log-ins, and tells of them at most once a minute. */
function createRefusals(metrics: Metrics, log: Log) {
  const counter = metrics.counter('candor_calls_refused', 'Refused access and refused log-ins', [
    'call',
    'refusal',
  ]);
  const minute = createMinuteCount((refused) => log.warn({ refused }, 'calls were refused'));
  return {
    add(call: string, refusal: ErrorName): void {
      if (!REFUSED_ACCESS.has(refusal) && !WAYS_IN.has(call)) return;
      counter.inc({ call, refusal });
      minute.add(`${call} ${refusal}`);
    },
    stop: minute.stop,
  };
}

/** Puts a process together; nothing runs before `start`. */
export async function createApp(options: AppOptions): Promise<App> {
  const { db, log, publicUrl } = options;
  const parts = createCapabilities(options, () => pageOrigins(http, publicUrl));
  const { bus, relay, parameters, house, market, accounts, contracts, portfolio, live, engine } =
    parts;
  const { fixedPeriod, receipts } = parts;
  const inFlight = createInFlight();
  const metrics = createMetrics();
  metrics.gauge('candor_contracts_open', 'Running contracts in memory', () => engine.size());
  metrics.gauge(
    'candor_accounts_unjudged',
    'Accounts with an open contract that has no price: no new risk, no close-out',
    () => engine.unjudged(),
  );
  const unjudged = metrics.counter(
    'candor_unjudged_refusals',
    'New risk refused because an account could not be judged',
  );
  contracts.unjudged.onRefused(() => unjudged.inc());
  metrics.gauge(
    'candor_outbox_lag_seconds',
    'How long the oldest fact has waited to be handed on',
    () => relay.lag(),
  );
  const failing = () => parts.buses.map((one) => one.failing());
  metrics.gauge('candor_listeners_failing', 'Listeners that are told a fact again', () =>
    failing().reduce((sum, { listeners }) => sum + listeners, 0),
  );
  metrics.gauge(
    'candor_listeners_failing_seconds',
    'How long the first of them has been failing',
    () => Math.max(...failing().map(({ seconds }) => seconds)),
  );
  metrics.gauge(
    'candor_engine_turn_ms',
    'The longest turn of the last minute that lets ticks act',
    () => engine.figures().turnMs,
  );
  metrics.gauge(
    'candor_engine_unacted_ms',
    'Age of the oldest tick that has not done all it should: undrained, or what it set off waits',
    () => engine.figures().unactedMs,
  );
  metrics.gauge(
    'candor_engine_due',
    'Orders a tick set off that are not committed yet',
    () => engine.figures().due,
  );
  metrics.gauge(
    'candor_engine_stuck',
    'Orders a tick set off that could not be done for a minute; they are tried again',
    () => engine.figures().stuck,
  );
  metrics.gauge(
    'candor_engine_failed',
    'How often ticks could not act since the start; they are tried again',
    () => engine.figures().failed,
  );
  metrics.gauge(
    'candor_engine_aside',
    'Spans of ticks that could not act and are tried again, while newer ones act without them',
    () => engine.figures().aside,
  );
  metrics.gauge(
    'candor_texts_stopped',
    'Text messages a daily limit kept back',
    parts.textsStopped,
  );
  metrics.gauge(
    'candor_codes_stopped',
    'Codes the daily limit of a host or network kept back',
    parts.codesStopped,
  );
  metrics.gauge(
    'candor_refresh_tokens_reused',
    'Sessions ended because their refresh token came twice',
    parts.tokensReused,
  );
  metrics.gauge(
    'candor_checkpoint_failing_seconds',
    'How long the tape could not be signed; 0 while it is',
    () => {
      const since = parts.checkpoints.failingSince();
      return since === null ? 0 : (options.clock.now() - since) / SECOND_MS;
    },
  );
  metrics.gauge(
    'candor_commands_waiting',
    'Commands about contracts and options that wait to be decided',
    () => contracts.commands.waiting() + fixedPeriod.commands.waiting(),
  );
  metrics.gauge('candor_passwords_waiting', 'Passwords that wait to be hashed', () =>
    parts.passwordsWaiting(),
  );
  metrics.gauge('candor_sockets_open', 'Open sockets', () => live.counters().sockets);
  metrics.gauge(
    'candor_sockets_refused',
    'Sockets refused since the start: a foreign page, or no place left',
    () => live.counters().refused,
  );
  metrics.gauge(
    'candor_sockets_evicted',
    'Sockets closed since the start because they read too slowly',
    () => live.counters().evicted,
  );
  const notNow = metrics.counter(
    'candor_calls_unavailable',
    'Calls answered 503: the database away, or a full queue',
  );
  const notTaken = metrics.counter(
    'candor_connections_failed',
    'Connections the system could not hand over',
  );
  const openApi = openApiOf(ENDPOINTS);
  const stopped = metrics.counter(
    'candor_policy_reports',
    'What browsers say a page was kept from',
  );
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const http = await createWebServer({
    log,
    pages: options.pages,
    isHealthy: async () => (await db.query('select 1 as one')).length === 1,
    metrics: () => metrics.text(),
    metricsToken: options.metricsToken,
    openApi: () => openApi,
    isSecure,
    proxies: createProxies(options.proxies ?? []),
    onReport: () => stopped.inc(),
    onUnavailable: () => notNow.inc(),
    onAcceptFailed: () => notTaken.inc(),
  });
  const refusals = createRefusals(metrics, log);
  const marks = createTokenMarks(options.sealingKey, 'tokens');
  const cookieRules = {
    secureCookies: isSecure,
    origins: () => pageOrigins(http, publicUrl),
    markToken: marks.mark,
  };
  registerRoutes(http, {
    sessions: {
      // Guesses are told from tokens before anything is looked up.
      async find(shown) {
        const token = marks.read(shown);
        return token === null ? null : accounts.sessions.find(token);
      },
    },
    limitScale: options.limitScale,
    apartOf: (request) => countedApart(request, cookieRules, accounts.devices),
    onRefused: refusals.add,
    evidence: () => parts.checkpoints.latest()?.header ?? null,
    routes: [
      ...accountRoutes(accounts, cookieRules),
      ...contactRoutes(parts.contacts, cookieRules),
      ...socialRoutes(parts.social, cookieRules),
      ...factorRoutes(parts.factors, cookieRules, accounts.devices),
      ...walletRoutes(parts.wallets, cookieRules),
      ...securityRoutes(parts.security, cookieRules),
      ...preferencesRoutes(createPreferences({ db, clock: options.clock })),
      ...limitRoutes(accounts.limits, contracts.realRisk),
      ...marketRoutes(market),
      ...checkpointRoutes(parts.checkpoints),
      ...favouriteRoutes(parts.favourites),
      ...contentRoutes(parts.content),
      ...fileRoutes(parts.files),
      ...inviteRoutes(parts.invites),
      ...contractRoutes(contracts, inFlight),
      ...optionRoutes(fixedPeriod, inFlight),
      ...portfolioRoutes(portfolio, inFlight),
      ...receiptRoutes(receipts),
      ...notificationRoutes(parts.notifications),
      ...supportRoutes(parts.support),
      ...live.routes(),
      ...transparencyRoutes(parts.transparency),
    ],
  });
  live.attach(http.server);
  const upkeep = createUpkeep(
    [
      { everyMs: HOUSE_CHECK_MS, run: () => house.refresh() },
      { everyMs: PARAMETERS_CHECK_MS, run: () => parameters.reload() },
      { everyMs: CODES_SWEEP_MS, run: () => parts.contacts.sweep() },
      { everyMs: CODES_SWEEP_MS, run: () => accounts.sweep() },
      { everyMs: CODES_SWEEP_MS, run: () => parts.notifications.sweep() },
      { everyMs: TIDY_MS, run: () => parts.security.tidy() },
      { everyMs: TIDY_MS, run: async () => void (await parts.files.tidy()) },
      { everyMs: TIDY_MS, run: () => parts.support.tidy() },
      { everyMs: TIDY_MS, run: async () => void (await forgetAnswers(db, options.clock.now())) },
      {
        everyMs: TIDY_MS,
        run: async () => {
          const upTo = plusMs(options.clock.now(), -FACTS_KEPT_MS);
          await pruneOutbox(db, { readers: READERS, upTo });
        },
      },
    ],
    log,
  );
  return {
    http,
    files: parts.files,
    accounts,
    market,
    checkpoints: parts.checkpoints,
    contracts,
    options: fixedPeriod,
    portfolio,
    receipts,
    parameters,
    house,
    live,
    engine,
    relay,
    mailer: parts.mailer,
    contacts: parts.contacts,
    security: parts.security,
    notifications: parts.notifications,
    support: parts.support,
    bus,
    async start() {
      await parameters.reload();
      await parts.content.start();
      await house.refresh();
      await relay.start();
      await parts.signer.refresh();
      await market.start();
      await parts.checkpoints.start();
      await fixedPeriod.load();
      await receipts.start();
      await parts.security.start();
      await parts.notifications.start();
      await engine.start();
      upkeep.start();
      if (options.turns === 'byTimer') parts.mailer.start();
      await http.ready();
    },
    async stop() {
      upkeep.stop();
      parts.files.stop();
      await live.stop();
      await http.close();
      refusals.stop();
      await engine.stop();
      await contracts.commands.idle();
      await fixedPeriod.commands.idle();
      await receipts.stop();
      await parts.security.stop();
      await parts.notifications.stop();
      await parts.checkpoints.stop();
      await market.stop();
      await relay.stop();
      await parts.mailer.stop();
    },
  };
}
