import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client, type ClientConfig } from 'pg';
import type { PostgresConnection } from '../src/platform/cluster/embedded-postgres.ts';

const CHILD = new URL('./embedded-postgres-child.ts', import.meta.url).pathname;

export type ChildAnswer = {
  uid?: number;
  connection: PostgresConnection;
  serverPid: number;
  refused?: string;
  message?: string;
};

export type DatabaseProcess = {
  answer: ChildAnswer;
  /** Leads a process group of its own, as a server started from a shell does. */
  pid: number;
  /** Sends a signal to the process alone and waits for its end. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

/** Starts a database in a process of its own, through `prefix` (another user, a namespace). */
export async function startDatabaseProcess(
  dataDir: string,
  prefix: readonly string[] = [],
): Promise<DatabaseProcess> {
  const [file = process.execPath, ...args] = [...prefix, process.execPath, CHILD, dataDir];
  const child = spawn(file, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line'), exited.then(() => null)]);
  if (line === null) throw new Error(`The database process ended: ${errors}`);
  return {
    answer: JSON.parse(String(line[0])) as ChildAnswer,
    pid: child.pid ?? 0,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}

/** Runs statements over one connection and answers the rows of the last. */
export async function ask(
  connection: ClientConfig,
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  const client = new Client(connection);
  // A killed database also says so here; the statement under way is rejected with the same.
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
