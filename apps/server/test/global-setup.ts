import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import type { TestProject } from 'vitest/node';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../src/platform/cluster/embedded-postgres.ts';
import { APP_ROLE, DESK_ROLE, migrate } from '../src/platform/postgres/migrate.ts';
import type { ProvidedPostgres } from '@candor/testkit/postgres';

const TEMPLATE = 'candor_template';

type Running = { readonly provided: ProvidedPostgres; stop(): Promise<void> };

/** Two projects of a run stand on one server; each has this module to itself, so it is kept here. */
const run = globalThis as { candorPostgres?: { users: number; running: Promise<Running> } };

/** Starts the run's one database server and migrates the template its clones are made from. */
export async function setup(project: TestProject): Promise<void> {
  run.candorPostgres ??= { users: 0, running: start() };
  run.candorPostgres.users += 1;
  const { provided } = await run.candorPostgres.running;
  project.provide('postgres', provided);
}

/** Stops the server and takes its folder away, whatever the tests did. */
export async function teardown(): Promise<void> {
  const shared = run.candorPostgres;
  if (shared === undefined) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  delete run.candorPostgres;
  await (await shared.running).stop();
}

async function start(): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-test-'));
  const lines: string[] = [];
  let server: EmbeddedPostgres | null = null;
  const stop = async (): Promise<void> => {
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    server = await startEmbeddedPostgres({
      dataDir,
      // Refused statements are what many tests are about: told only when the set-up fails.
      log: (line) => lines.push(line),
      settings: {
        max_connections: '300',
        // A log that never grows large: it may stand in memory.
        max_wal_size: '256MB',
        // Thousands of connections are opened, and nobody guesses this password.
        scram_iterations: '1',
      },
    });
    const { host, port, user, password } = server.connection;
    const owner = { user, password };
    const passwordOf = () => randomBytes(18).toString('base64url');
    const app = { user: APP_ROLE, password: passwordOf() };
    const desk = { user: DESK_ROLE, password: passwordOf() };
    await makeTemplate({ host, port, owner, app, desk });
    await trustTheMachine({ host, port, ...owner });
    return { provided: { host, port, owner, app, desk, template: TEMPLATE }, stop };
  } catch (error) {
    await stop();
    const told = lines.slice(-20).join('\n');
    throw new Error(`The tests' database did not come up.\n${told}`, { cause: error });
  }
}

/**
 * From here on nothing is forced to the disk: this database ends with the run, and waiting for a
 * slow disk would prove nothing. What survives a crash is tested on databases of the product's own
 * start, which refuses this setting.
 */
async function trustTheMachine(connection: ClientConfig): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await client.query('ALTER SYSTEM SET fsync = off');
    // Each clone is a checkpoint: after one, every page that changes would be packed into the log.
    await client.query('ALTER SYSTEM SET full_page_writes = off');
    await client.query('SELECT pg_reload_conf()');
  } finally {
    await client.end();
  }
}

async function makeTemplate(options: {
  host: string;
  port: number;
  owner: { user: string; password: string };
  app: { user: string; password: string };
  desk: { user: string; password: string };
}): Promise<void> {
  const { host, port, owner, app, desk } = options;
  const connection = { host, port, ...owner };
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
    await migrate({
      connection: { ...connection, database: TEMPLATE },
      appPassword: app.password,
      deskPassword: desk.password,
    });
    // A session in the template would make every clone fail.
    await client.query(`ALTER DATABASE ${TEMPLATE} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  } finally {
    await client.end();
  }
}
