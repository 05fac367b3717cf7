import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { inject } from 'vitest';

/** What the test run's set-up says about the one database server of the run. */
export type ProvidedPostgres = {
  host: string;
  port: number;
  owner: { user: string; password: string };
  app: { user: string; password: string };
  desk: { user: string; password: string };
  /** The migrated database that every clone is made from. */
  template: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ProvidedPostgres;
  }
}

/** A database of a test file's own. */
export type TestDatabase = {
  /** The role the product works as: the ledger is append-only for it. */
  config: ClientConfig;
  /** The role the desk works as: it writes no posting. */
  deskConfig: ClientConfig;
  /** The superuser that owns the tables, for migrations and planted faults. */
  ownerConfig: ClientConfig;
  drop(): Promise<void>;
};

/**
 * A fresh copy of the migrated database: call it in `beforeAll`, `drop` it in `afterAll`.
 *
 * All clones stand on one server; nothing in one is seen from another.
 */
export async function cloneDatabase(): Promise<TestDatabase> {
  return createFrom(inject('postgres').template);
}

/**
 * A database without any table, for tests of the migrations themselves.
 *
 * Roles belong to the whole server: a migration run here must give the application's role the
 * password of `config`, or every other test file loses its connection.
 */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom('template0');
}

async function createFrom(template: string): Promise<TestDatabase> {
  const { host, port, owner, app, desk } = inject('postgres');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  // Files are copied as files: through the log each page would be read, checked and written twice.
  await asOwner(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY file_copy`);
  return {
    config: { host, port, database, ...app },
    deskConfig: { host, port, database, ...desk },
    ownerConfig: { host, port, database, ...owner },
    drop: () => asOwner(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
  };
}

async function asOwner(statement: string): Promise<void> {
  const { host, port, owner } = inject('postgres');
  const client = new Client({ host, port, database: 'postgres', ...owner });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
