import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { lockDataDir, type DataDirLock } from './data-dir-lock.ts';
import { choosePostgresAddress, type PostgresAddress } from './postgres-address.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import {
  clusterOwner,
  clusterPaths,
  makeHome,
  openCluster,
  SUPERUSER,
} from './postgres-cluster.ts';
import { assertDurable } from './postgres-durability.ts';
import { stopOrphans } from './postgres-orphans.ts';
import { launchPostgres, type PostgresCommand, type PostgresServer } from './postgres-server.ts';
import { choosePostgresUser, listPostgresUsers, type PostgresUser } from './postgres-user.ts';

export { DataDirInUse } from './data-dir-lock.ts';
export { EmbeddedPostgresError, UnsafeDatabaseSettings } from './postgres-errors.ts';

/** Everything a client needs to enter as the superuser. */
export type PostgresConnection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

export type EmbeddedPostgres = {
  connection: PostgresConnection;
  /** The postmaster's process number now; it changes when a lost database is started again. */
  readonly serverPid: number;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: (line: string) => void;
  settings?: Record<string, string>;
  /** Only for tests: the identities to try instead of the ones for this machine. */
  users?: readonly PostgresUser[];
};

const DATABASE = 'candor';

/**
 * For one machine that also runs the server. Nothing here trades safety for speed: what keeps a
 * confirmed commit is left at PostgreSQL's defaults and asserted after every start.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: '256MB',
  wal_buffers: '16MB',
  min_wal_size: '160MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // The first change of a page after a checkpoint writes the whole page to the log; packed, that is
  // two thirds of it. These binaries are built without LZ4.
  wal_compression: 'pglz',
  random_page_cost: '1.1',
  // Our queries are short; helpers would only fight the server over two cores.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '[%p] ',
  log_checkpoints: 'off',
  // A failed statement may carry a user's data; the caller gets the error anyway.
  log_min_error_statement: 'panic',
};

/**
 * Runs the embedded PostgreSQL of a data folder and keeps it running until `stop`.
 *
 * Holds the folder's lock for as long, recovers what a crash of either side left, starts the
 * database again when it is lost, and refuses settings under which a confirmed commit could be
 * lost. Works for root and for ordinary users, below folders only they may enter.
 *
 * @throws DataDirInUse when another Candor works on this folder
 * @throws UnsafeDatabaseSettings when the database would not keep what it confirms
 * @throws EmbeddedPostgresError when it cannot run here; the message says what to do
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const lock = lockDataDir(dataDir);
  try {
    return await startLocked({ ...options, dataDir }, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(
  options: EmbeddedPostgresOptions,
  lock: DataDirLock,
): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const paths = clusterPaths(dataDir);
  makeHome(paths);
  const binaries = findPostgresBinaries(paths.links);
  const candidates = options.users ?? listPostgresUsers(clusterOwner(paths));
  const user = choosePostgresUser({ candidates, binaries, folder: paths.home });
  const password = await openCluster({ paths, binaries, user });
  const address = await choosePostgresAddress(paths.socket);
  const settings = { ...SETTINGS, ...options.settings, ...address.settings };
  settings['port'] = String(address.port);
  const command = { binaries, user, cluster: paths.cluster, settings, log };
  const { host, port } = address;
  const connection = { host, port, user: SUPERUSER, password, database: DATABASE };
  const parts = { command, connection, address };
  const first = await launchChecked(parts).catch((error: unknown) => {
    address.remove();
    throw error;
  });
  return keepRunning(first, parts, lock);
}

type Parts = {
  command: PostgresCommand;
  connection: PostgresConnection;
  address: PostgresAddress;
};

async function launchChecked(parts: Parts): Promise<PostgresServer> {
  const { command, connection, address } = parts;
  await stopOrphans(command.cluster, command.log);
  address.clear();
  const server = await launchPostgres(command);
  try {
    await prepareDatabase(connection);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function prepareDatabase(connection: PostgresConnection): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await assertDurable(client);
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function keepRunning(first: PostgresServer, parts: Parts, lock: DataDirLock): EmbeddedPostgres {
  const { command, connection, address } = parts;
  let server = first;
  let stopping: Promise<void> | null = null;
  const watch = async (): Promise<void> => {
    for (;;) {
      await server.exited;
      if (stopping !== null) return;
      command.log('the embedded database ended unexpectedly: starting it again');
      const next = await launchAgain(parts);
      // stop() waits for this loop, so a database that came back too late is stopped here.
      if (stopping !== null) await next?.stop();
      if (next === null || stopping !== null) return;
      server = next;
    }
  };
  const watching = watch();
  const stopAll = async (): Promise<void> => {
    await server.stop();
    await watching;
    address.remove();
    lock.release();
  };
  return {
    connection,
    get serverPid() {
      return server.pid;
    },
    stop: () => (stopping ??= stopAll()),
  };
}

const RELAUNCH_ATTEMPTS = 5;

async function launchAgain(parts: Parts): Promise<PostgresServer | null> {
  const { log } = parts.command;
  for (let attempt = 1; attempt <= RELAUNCH_ATTEMPTS; attempt += 1) {
    try {
      return await launchChecked(parts);
    } catch (error) {
      log(error instanceof Error ? error.message : 'the embedded database did not start');
      await pause(attempt * 200);
    }
  }
  log('the embedded database does not come back: stop Candor and look at the lines above');
  return null;
}
