import { type App, createApp } from '../../apps/server/src/app.ts';
import { ConfigRefused } from '../../apps/server/src/config-refused.ts';
import { type Config, readKeyFile } from '../../apps/server/src/config.ts';
import { reconcile } from '../../apps/server/src/ledger/index.ts';
import type { Feed } from '../../apps/server/src/market/index.ts';
import { lockDatabase } from '../../apps/server/src/platform/postgres/database-lock.ts';
import {
  ACTING_CONNECTIONS,
  type Database,
  openDatabase,
} from '../../apps/server/src/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/cluster/embedded-postgres.ts';
import type { Log } from '../../apps/server/src/platform/process/log.ts';
import { APP_ROLE, migrate } from '../../apps/server/src/platform/postgres/migrate.ts';
import { settleInstallation } from '../../apps/server/src/platform/postgres/installation.ts';
import { openRecordKeys } from '../../apps/server/src/platform/secrets/record-keys.ts';
import { openSecrets } from '../../apps/server/src/platform/secrets/secrets.ts';
import type { TestClock } from '@candor/testkit';

/** A stopped installation's product in this process, on a clock and prices of the seed. */
export type Installation = {
  readonly app: App;
  readonly db: Database;
  /** Stops the product; its books are checked first. @throws Error when one does not sum to zero */
  stop(): Promise<void>;
};

/** Only a folder on which nobody has an account and no price was stored can be filled. */
async function refuseUsed({ accounts, market }: App, dataDir: string): Promise<void> {
  const { count } = await accounts.countAccounts();
  const ends = await market.tapeEnds();
  if (count === 0 && ends === null) return;
  throw new ConfigRefused(
    `The data folder ${dataDir} has ${count > 0 ? 'accounts' : 'stored prices'}: ` +
      'only an empty one is filled. Name another with DATA_DIR, or take this one away.',
  );
}

/** What others come to, or what stands elsewhere, is no place for invented accounts. */
function refuseServing({ databaseUrl, publicUrl }: Config): void {
  if (databaseUrl !== null) {
    throw new ConfigRefused('DATABASE_URL is set: only the database of a data folder is filled.');
  }
  if (publicUrl !== null) {
    throw new ConfigRefused('PUBLIC_URL is set: an installation others come to is not filled.');
  }
}

/**
 * Opens the product of a data folder that is empty.
 *
 * @throws ConfigRefused when the folder is not empty, or the settings name a place others use
 * @throws DataDirInUse when a Candor runs on it
 * @throws InstallationRefused when a rehearsal is asked for and it is none
 */
export async function openInstallation(options: {
  readonly config: Config;
  readonly clock: TestClock;
  readonly log: Log;
  readonly feed: Feed;
}): Promise<Installation> {
  const { config, clock, log, feed } = options;
  refuseServing(config);
  const { dataDir } = config;
  const kek = await readKeyFile(config.keyFile);
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const closers: (() => Promise<unknown>)[] = [() => server.stop()];
  const close = async (): Promise<void> => {
    for (const one of closers.toReversed()) await one();
  };
  try {
    const lock = await lockDatabase({ connection: server.connection, log });
    closers.push(() => lock.release());
    const secrets = await openSecrets({ dataDir, kek });
    const password = await secrets.get('app-role');
    await migrate({ connection: server.connection, appPassword: password, deskPassword: null });
    const { wantsRehearsal } = config;
    const installation = await settleInstallation({
      connection: server.connection,
      wantsRehearsal,
    });
    await lock.takeEpoch();
    const { host, port, database } = server.connection;
    const connection = { host, port, database, user: APP_ROLE, password };
    const db = openDatabase(connection, 'beside', lock);
    closers.push(() => db.end());
    const acting = openDatabase({ ...connection, max: ACTING_CONNECTIONS }, 'beside', lock);
    closers.push(() => acting.end());
    const supportKey = await secrets.get('support');
    const app = await createApp({
      db,
      acting,
      clock,
      log,
      installation,
      feed,
      publicUrl: null,
      metricsToken: null,
      // Weeks of calls in a minute.
      limitScale: 1_000,
      socialServices: [],
      sealingKey: await secrets.get('sealing'),
      fileKey: await secrets.get('files'),
      formerFileKey: kek,
      recordKeys: await openRecordKeys({ dataDir, kek }),
      supportKey,
      signingSecrets: secrets,
      ethereumRpc: null,
      transports: { email: null, phone: null },
      turns: 'byHand',
      pages: new URL('file:///nowhere/'),
    });
    await refuseUsed(app, dataDir);
    return {
      app,
      db,
      async stop() {
        try {
          const { faults } = await db.transaction((tx) => reconcile(tx));
          if (faults.length > 0) throw new Error(`The books do not add up:\n${faults.join('\n')}`);
        } finally {
          await app.stop();
          await close();
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
