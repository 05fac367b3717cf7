import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { type ClientConfig, Pool } from 'pg';
import { runHelper } from './helper-process.ts';

const CONNECTIONS_MAX = 2;

/** The books of a started product, looked at with SQL by the database's owner. */
export type OwnerDatabase = {
  rows<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The answer kept for each request: in its own row, or packed with the others of its batch. */
  keptAnswers(): Promise<{ request_id: string; answer: string }[]>;
  /** Begins a transaction with a statement that takes locks, and holds them until the database ends. */
  hold(statement: string): Promise<void>;
  /** What the product's own look over all books finds; empty when every promise holds. */
  faults(): Promise<string[]>;
  end(): Promise<void>;
};

const KEPT = `
  select r.request_id::text, r.answer, a.packed, r.line from platform.request r
  left join platform.answers a on a.id = r.kept_in`;

type KeptRow = {
  request_id: string;
  answer: string | null;
  packed: Buffer | null;
  line: number | null;
};

/** Raw DEFLATE of the answers of a batch, a line each. */
function answerOf({ answer, packed, line }: KeptRow): string {
  if (answer !== null || packed === null || line === null) return answer ?? '';
  return inflateRawSync(packed).toString('utf8').split('\n')[line] ?? '';
}

/** How the owner enters the database that runs in a data folder. */
function connectionIn(dataDir: string): ClientConfig {
  const home = join(dataDir, 'postgres');
  // PostgreSQL's own note: process, folder, time, port, socket folder, listening address.
  const note = readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  const [port = '', socketFolder = '', address = ''] = note.slice(3, 6);
  return {
    host: socketFolder === '' ? address : socketFolder,
    port: Number.parseInt(port, 10),
    user: 'candor',
    password: readFileSync(join(home, 'superuser-password'), 'utf8').trim(),
    database: 'candor',
  };
}

/** Enters the database of a running product, or one that is told by its connection. */
export async function ownerDatabase(
  at: { readonly dataDir: string } | { readonly connection: ClientConfig },
): Promise<OwnerDatabase> {
  const connection = 'connection' in at ? at.connection : connectionIn(at.dataDir);
  // Tests that run side by side ask side by side.
  const pool = new Pool({ ...connection, max: CONNECTIONS_MAX });
  // A killed database also says so here; the statement under way is rejected with the same.
  pool.on('error', () => undefined);
  await pool.query('select 1');
  return {
    rows: async (statement, values = []) => (await pool.query(statement, [...values])).rows,
    async keptAnswers() {
      const { rows } = await pool.query<KeptRow>(KEPT);
      return rows.map((row) => ({ request_id: row.request_id, answer: answerOf(row) }));
    },
    async hold(statement) {
      const client = await pool.connect();
      await client.query('begin');
      await client.query(statement);
      client.on('error', (error) => client.release(error));
    },
    async faults() {
      const said = await runHelper('reconcile-child.ts', [JSON.stringify(connection)]);
      return (JSON.parse(said) as { faults: string[] }).faults;
    },
    end: () => pool.end(),
  };
}
