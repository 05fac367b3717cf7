import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { APP_ROLE, migrate } from '../src/platform/migrate.ts';
import type { ProvidedPostgres } from '@candor/testkit/postgres';

const TEMPLATE = 'candor_template';

let server: EmbeddedPostgres | null = null;
let dataDir: string | null = null;

/** Starts the run's one database server and migrates the template its clones are made from. */
export async function setup(project: TestProject): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-test-'));
  const lines: string[] = [];
  try {
    server = await startEmbeddedPostgres({
      dataDir,
      // Refused statements are what many tests are about: told only when the set-up fails.
      log: (line) => lines.push(line),
      settings: { max_connections: '300' },
    });
    const { host, port, user, password } = server.connection;
    const owner = { user, password };
    const app = { user: APP_ROLE, password: randomBytes(18).toString('base64url') };
    await makeTemplate({ host, port, owner, app });
    await trustTheMachine({ host, port, ...owner });
    const provided: ProvidedPostgres = { host, port, owner, app, template: TEMPLATE };
    project.provide('postgres', provided);
  } catch (error) {
    await teardown();
    const told = lines.slice(-20).join('\n');
    throw new Error(`The tests' database did not come up.\n${told}`, { cause: error });
  }
}

/** Stops the server and takes its folder away, whatever the tests did. */
export async function teardown(): Promise<void> {
  await server?.stop();
  if (dataDir !== null) await rm(dataDir, { recursive: true, force: true });
  server = null;
  dataDir = null;
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
}): Promise<void> {
  const { host, port, owner, app } = options;
  const connection = { host, port, ...owner };
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
    await migrate({
      connection: { ...connection, database: TEMPLATE },
      appPassword: app.password,
    });
    // A session in the template would make every clone fail.
    await client.query(`ALTER DATABASE ${TEMPLATE} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  } finally {
    await client.end();
  }
}
