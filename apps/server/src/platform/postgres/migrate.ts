import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import pg from 'pg';
import { addKind } from './installation.ts';

/** Login role of the application; it owns nothing and may only what migrations grant. */
export const APP_ROLE = 'candor_app';
/** Login role of the desk's web server; it decides, and writes no entry, price or parameter. */
export const DESK_ROLE = 'candor_desk';

const FOLDER = new URL('../../../migrations/', import.meta.url);
/** The file that brought kinds of installations; what was there before it is no rehearsal. */
const INSTALLATION = '0125_platform_installation.sql';
/** Any number will do as long as every copy of the product uses the same. */
const LOCK = 4_210_021;

/**
 * How long our role may wait or keep others waiting. A forgotten transaction holds back every fact
 * of the outbox and, inside one, the process that takes over from a process that was paused. No
 * statement of a call takes longer than the call may; what does by its nature says so with `set
 * local`.
 */
const APP_LIMITS = {
  statement_timeout: '30s',
  lock_timeout: '20s',
  idle_in_transaction_session_timeout: '10s',
} as const;
/** Migrations and backups take what they take; only a forgotten transaction is ended. */
const OWNER_LIMITS = { idle_in_transaction_session_timeout: '5min' } as const;

type Applied = { name: string; checksum: string };

async function migrationFiles(): Promise<{ name: string; text: string; checksum: string }[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function createRole(client: pg.Client, role: string, password: string): Promise<void> {
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  const secret = client.escapeLiteral(password);
  // Only a superuser may say again what the role is not; a role that made it may give it a
  // password.
  await client.query(
    known.rowCount === 0
      ? `create role ${role} login nosuperuser nocreatedb nocreaterole password ${secret}`
      : `alter role ${role} login password ${secret}`,
  );
}

const SAID = `
  select coalesce(setconfig, '{}') as said from pg_db_role_setting
  where setrole = (select oid from pg_roles where rolname = $1)
    and setdatabase = coalesce((select oid from pg_database where datname = $2), 0)`;

/** Says to the server what holds for each connection of a role, here or in the whole cluster. */
async function limitRole(
  client: pg.Client,
  options: { role: string; database: string | null; limits: Readonly<Record<string, string>> },
): Promise<void> {
  const { role, database, limits } = options;
  const name = client.escapeIdentifier(role);
  const { rows } = await client.query<{ said: string[] }>(SAID, [name, database]);
  const where = database === null ? '' : ` in database ${client.escapeIdentifier(database)}`;
  for (const [key, value] of Object.entries(limits)) {
    // Said once: two starts on one cluster would change the same row.
    if (rows[0]?.said.includes(`${key}=${value}`) === true) continue;
    await client.query(`alter role ${name}${where} set ${key} = ${client.escapeLiteral(value)}`);
  }
}

async function limitRoles(client: pg.Client): Promise<void> {
  for (const role of [APP_ROLE, DESK_ROLE]) {
    await limitRole(client, { role, database: null, limits: APP_LIMITS });
  }
  const { rows } = await client.query<{ role: string; database: string }>(
    'select current_user as role, current_database() as database',
  );
  for (const here of rows) await limitRole(client, { ...here, limits: OWNER_LIMITS });
}

/**
 * Brings a database to the newest version: creates the roles of product and desk, then runs each numbered
 * file once, in order, each in one transaction, under an advisory lock.
 *
 * @throws Error when a file that ran before was changed since, or when a role cannot be created
 */
export async function migrate(options: {
  connection: pg.ClientConfig;
  appPassword: string;
  /** Where no desk is opened its role gets one that nobody knows. */
  deskPassword: string | null;
}): Promise<void> {
  const client = new pg.Client(options.connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await createRole(client, APP_ROLE, options.appPassword);
    await createRole(
      client,
      DESK_ROLE,
      options.deskPassword ?? randomBytes(32).toString('base64url'),
    );
    await limitRoles(client);
    await client.query(
      `create table if not exists public.migration (
         name text primary key, checksum text not null, at timestamptz not null default now())`,
    );
    const { rows } = await client.query<Applied>('select name, checksum from public.migration');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    for (const file of await migrationFiles()) {
      const before = applied.get(file.name);
      if (before === file.checksum) continue;
      if (before !== undefined) throw new Error(`${file.name} was changed after it ran`);
      await client.query('begin');
      await client.query(file.text);
      await client.query('insert into public.migration (name, checksum) values ($1, $2)', [
        file.name,
        file.checksum,
      ]);
      await client.query('commit');
    }
    if (applied.size > 0 && !applied.has(INSTALLATION)) await addKind(client, 'real');
  } finally {
    await client.end();
  }
}
