import pg from 'pg';
import { type App, createApp } from './app.ts';
import { type Config, missingSettings, readConfig, readKeyFile } from './config.ts';
import { createScreening, openChains } from './cashier/index.ts';
import {
  assertOwnKeys,
  assertOwnNetworks,
  assertOwnWallets,
  chainSettingsOf,
  payoutSourceOf,
} from './chain-settings.ts';
import { ConfigRefused } from './config-refused.ts';
import { type LocalChains, startLocalChains } from './local-chains.ts';
import { FeedRefused, chooseFeed } from './market/index.ts';
import { systemClock } from './platform/process/clock.ts';
import {
  DatabaseInUse,
  type DatabaseLock,
  lockDatabase,
} from './platform/postgres/database-lock.ts';
import {
  ACTING_CONNECTIONS,
  DESK_CONNECTIONS,
  type DatabasePlace,
  openDatabase,
} from './platform/postgres/db.ts';
import {
  DataDirInUse,
  EmbeddedPostgresError,
  UnsafeDatabaseSettings,
  startEmbeddedPostgres,
} from './platform/cluster/embedded-postgres.ts';
import { type Log, complainToOperator, createLog, sayToOperator } from './platform/process/log.ts';
import { InstallationRefused, settleInstallation } from './platform/postgres/installation.ts';
import { APP_ROLE, DESK_ROLE, migrate } from './platform/postgres/migrate.ts';
import { REHEARSAL } from './platform/process/rehearsal.ts';
import { type FollowedClock, followTestClock } from './platform/postgres/test-clock.ts';
import { createTransports } from './messaging/index.ts';
import { assertDurable } from './platform/cluster/postgres-durability.ts';
import { openRecordKeys } from './platform/secrets/record-keys.ts';
import { SecretsRefused, openSecrets } from './platform/secrets/secrets.ts';

/** Longest a stop may take before the process ends anyway. */
const STOP_MS = 10_000;

/** Exit code after an error nobody caught; `npm start` starts the server again. @source sysexits.h */
const CRASHED = 70;
/** A start that hangs over such an error is ended too. */
const CRASH_MS = 2 * STOP_MS;

/** An error nobody caught: what was under way ends or is rolled back, then the process does. */
class Crashed extends Error {}

type Storage = {
  readonly owner: pg.ClientConfig;
  /** As one of the roles that everything but migrations is done by. */
  as(role: string, password: string): pg.PoolConfig;
  readonly place: DatabasePlace;
  stop(): Promise<void>;
};

/** An external server is held to what the embedded one is: it must keep what it acknowledges. */
async function assertExternal(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await assertDurable(client);
  } finally {
    await client.end();
  }
}

async function openStorage(config: Config, log: Log): Promise<Storage> {
  if (config.databaseUrl !== null) {
    await assertExternal(config.databaseUrl);
    const url = new URL(config.databaseUrl);
    return {
      owner: { connectionString: config.databaseUrl },
      as(role, password) {
        url.username = role;
        url.password = password;
        return { connectionString: url.href };
      },
      place: 'elsewhere',
      stop: () => Promise.resolve(),
    };
  }
  const server = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.info({ from: 'postgres' }, line),
  });
  const { host, port, database } = server.connection;
  return {
    owner: server.connection,
    as: (role, password) => ({ host, port, database, user: role, password }),
    place: 'beside',
    stop: () => server.stop(),
  };
}

/** Listens on one address, or on both loopback addresses where the machine has both. */
async function listen(
  http: App['http'],
  { port: asked, host }: { port: number; host: string },
): Promise<string> {
  if (host !== '') return http.listen({ port: asked, host });
  await http.listen({ port: asked, host: 'localhost' });
  const [address] = http.addresses();
  const port = typeof address === 'object' ? address.port : asked;
  return `http://localhost:${port}`;
}

/**
 * Opens the desk for staff, on this machine alone unless it has an address of its own. Before the
 * first member there is a link for an administrator: who reads this terminal may use it.
 */
async function openDesk({ desk }: App, config: Config): Promise<void> {
  if (desk === null) return;
  const host = config.deskUrl === null ? '' : config.host;
  const address = await listen(desk.http, { port: config.deskPort, host });
  sayToOperator(`The desk for staff is at ${config.deskUrl ?? address}`);
  const link = await desk.staff.firstLink();
  if (link === null) return;
  sayToOperator(
    `Nobody can sign in there yet. The first administrator: ${link} (once, for 24 hours)`,
  );
}

async function run(config: Config): Promise<void> {
  // Asked for during the start, a stop waits for it: nothing is cut off half made.
  const stopping = stopRequested();
  const log = createLog({ level: config.logLevel });
  const crashed = uncaught(log);
  for (const sentence of missingSettings(config)) log.warn(sentence);
  const kek = await readKeyFile(config.keyFile);
  const storage = await openStorage(config, log);
  let lock: DatabaseLock | null = null;
  let local: LocalChains | null = null;
  try {
    // Before the migrations: the shape of a database is not changed under another process.
    lock = await lockDatabase({ connection: storage.owner, log });
    // Behind both locks: a start that is refused seals nothing of the one that runs.
    const secrets = await openSecrets({ dataDir: config.dataDir, kek });
    const appPassword = await secrets.get('app-role');
    const deskPassword = await secrets.get('desk-role');
    await migrate({ connection: storage.owner, appPassword, deskPassword });
    const { wantsRehearsal } = config;
    const installation = await settleInstallation({ connection: storage.owner, wantsRehearsal });
    assertOwnNetworks(config, installation);
    assertOwnKeys(config, installation);
    await assertOwnWallets(config, installation);
    await lock.takeEpoch();
    const namesChains = Object.values(config.chains.rpc).some((url) => url !== null);
    if (installation === 'rehearsal' && !namesChains) {
      local = await startLocalChains({ dataDir: config.dataDir, log });
    }
    const places = local?.places ?? config.chains;
    const chainSettings = chainSettingsOf(places, installation);
    const chains = openChains(chainSettings);
    const connection = storage.as(APP_ROLE, appPassword);
    const db = openDatabase(connection, storage.place, lock);
    const most = { max: ACTING_CONNECTIONS };
    const acting = openDatabase({ ...connection, ...most }, storage.place, lock);
    const forDesk = { ...storage.as(DESK_ROLE, deskPassword), max: DESK_CONNECTIONS };
    const desk = openDatabase(forDesk, storage.place, lock);
    const isRehearsal = installation === 'rehearsal';
    const clock: FollowedClock = isRehearsal ? await followTestClock({ db, log }) : systemClock;
    const feed = await chooseFeed({
      feed: config.feed,
      clock,
      log,
      venueUrls: config.venueUrls,
    });
    const app = await createApp({
      db,
      acting,
      clock,
      log,
      installation,
      feed,
      publicUrl: config.publicUrl,
      proxies: config.proxies,
      metricsToken: config.metricsToken,
      limitScale: config.isTest ? 1_000 : 1,
      socialServices: config.socialServices,
      sealingKey: await secrets.get('sealing'),
      fileKey: await secrets.get('files'),
      formerFileKey: kek,
      recordKeys: await openRecordKeys({ dataDir: config.dataDir, kek }),
      supportKey: await secrets.get('support'),
      signingSecrets: secrets,
      senders: {
        mail: config.transports.smtp?.from ?? null,
        phone: config.transports.sms?.from ?? null,
      },
      ethereumRpc: config.ethereumRpc,
      cashier: {
        payInKeys: local?.payInKeys ?? config.payInKeys,
        chains,
        payouts: places.hot,
        payoutSource: payoutSourceOf(chains, chainSettings, places.hot),
        testUsdt: places.usdt.ethereum,
        screening: config.screeningUrl === null ? null : createScreening(config.screeningUrl),
      },
      transports: createTransports(config.transports, {
        publicUrl: config.publicUrl,
        say: sayToOperator,
      }),
      turns: 'byTimer',
      pages: new URL('../../web/dist/', import.meta.url),
      desk: {
        db: desk,
        pages: new URL('../../desk/dist/', import.meta.url),
        publicUrl: config.deskUrl,
      },
    });
    try {
      await app.start();
      const address = await listen(app.http, config);
      sayToOperator(`Candor runs at ${address}`);
      sayToOperator(app.market.describe().label);
      if (isRehearsal) sayToOperator(`${REHEARSAL}.`);
      await openDesk(app, config);
      const failure = await Promise.race([stopping, lock.lost, crashed]);
      if (failure !== undefined) throw failure;
    } finally {
      clock.stop?.();
      await Promise.race([
        app.stop().then(() => Promise.all([db.end(), acting.end(), desk.end()])),
        new Promise((resolve) => setTimeout(resolve, STOP_MS - 2_000).unref()),
      ]);
    }
  } finally {
    await local?.stop();
    await lock?.release();
    await storage.stop();
  }
}

function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    // A terminal and the starter may both send it: a second one must not cut the stop short.
    process.on('SIGTERM', () => resolve());
    process.on('SIGINT', () => resolve());
  });
}

/** Resolves when something is thrown that nobody catches; until now that ended the process at once. */
function uncaught(log: Log): Promise<Crashed> {
  return new Promise((resolve) => {
    let isFirst = true;
    const hear = (error: unknown): void => {
      log.fatal({ err: error }, 'an error that nobody caught');
      if (!isFirst) return;
      isFirst = false;
      const said = error instanceof Error ? error.message : String(error);
      complainToOperator(`Candor met an error that nobody caught, and stops: ${said}`);
      setTimeout(() => process.exit(CRASHED), CRASH_MS);
      resolve(new Crashed(said));
    };
    process.on('uncaughtException', hear);
    process.on('unhandledRejection', hear);
  });
}

/** Errors whose one sentence is all an operator needs. */
function isPlain(error: unknown): error is Error {
  return (
    error instanceof ConfigRefused ||
    error instanceof SecretsRefused ||
    error instanceof DataDirInUse ||
    error instanceof InstallationRefused ||
    error instanceof DatabaseInUse ||
    error instanceof EmbeddedPostgresError ||
    error instanceof UnsafeDatabaseSettings ||
    error instanceof FeedRefused ||
    (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  );
}

try {
  await run(readConfig(undefined, process.argv.slice(2)));
  process.exit(0);
} catch (error) {
  // It was said when it happened.
  if (error instanceof Crashed) process.exit(CRASHED);
  if (isPlain(error)) sayToOperator(error.message);
  else sayToOperator(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}
