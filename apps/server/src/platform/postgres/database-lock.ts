import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Fence, NotHeld } from './fence.ts';
import type { Log } from '../process/log.ts';

/** Another Candor works on this database. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** What makes this process the only one that writes to a database. */
export type DatabaseLock = Fence & {
  /** Takes the next number, once the database has its newest shape. */
  takeEpoch(): Promise<void>;
  /** Resolves when another process took over: this one may never write again. */
  readonly lost: Promise<DatabaseInUse>;
  release(): Promise<void>;
};

/** Any numbers will do as long as every copy of the product uses the same. */
const LOCK = 4_210_023;
/** Taken shared by every transaction that carries a number; see migration 0052. */
const EPOCH_LOCK = 4_210_022;

/** A process that was just killed may need a moment until the server has seen it go. */
const PATIENCE_MS = 3_000;
const LOOK_MS = 100;

/** How long one try to hold the lock again waits for a server that may be silent. */
const AGAIN_MS = 10_000;

/**
 * A peer that vanished without a word is noticed after half a minute, so that its lock is free. A
 * lock that waits for others to end their transactions waits as long as these may take.
 */
const SESSION =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 ' +
  '-c idle_session_timeout=0 -c lock_timeout=0 -c statement_timeout=0';

const HOLDER = `
  select a.pid, a.client_addr::text as address, a.backend_start as since
  from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.granted
    and l.database = (select oid from pg_database where datname = current_database())`;

const OTHER =
  'stop that one first, or give this one a DATABASE_URL of its own. Two of them would write one tape.';

/** A connection that holds the lock. */
type Held = { readonly client: pg.Client; readonly pid: number };

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, options: SESSION, keepAlive: true });
  // What breaks it also ends it, and the end is what is watched.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Ends a connection that may be silent: without a word, for nobody would answer it. */
function destroy(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.destroy();
}

async function tryLock(client: pg.Client): Promise<Held | null> {
  const { rows } = await client.query<{ held: boolean; pid: number }>(
    'select pg_try_advisory_lock($1) as held, pg_backend_pid() as pid',
    [LOCK],
  );
  const [row] = rows;
  return row?.held === true ? { client, pid: row.pid } : null;
}

async function refusal(client: pg.Client): Promise<DatabaseInUse> {
  const { rows } = await client.query<{ address: string | null; since: Date }>(HOLDER, [LOCK]);
  const [holder] = rows;
  const from = holder?.address == null ? '' : ` from ${holder.address}`;
  const since = holder === undefined ? '' : ` since ${holder.since.toISOString()}`;
  return new DatabaseInUse(`Another Candor works on this database${from}${since}: ${OTHER}`);
}

/** Waits a moment for the lock. @throws DatabaseInUse when another process keeps it */
async function firstLock(connection: pg.ClientConfig): Promise<Held> {
  const client = await connect(connection);
  try {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const held = await tryLock(client);
      if (held !== null) return held;
      if (performance.now() > until) throw await refusal(client);
      await pause(LOOK_MS);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function readEpoch(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string }>('select number from platform.epoch');
  return Number.parseInt(rows[0]?.number ?? '', 10);
}

/** Behind the lock nobody else is inside a transaction with an earlier number. */
async function raiseEpoch(client: pg.Client): Promise<number> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [EPOCH_LOCK]);
  await client.query('update platform.epoch set number = number + 1, at = now()');
  const epoch = await readEpoch(client);
  await client.query('commit');
  return epoch;
}

/** The lock again, under the same number; null when it is not to be had yet. */
async function lockAgain(
  connection: pg.ClientConfig,
  before: { readonly epoch: number; readonly pid: number },
): Promise<Held | 'taken' | null> {
  const client = await connect({ ...connection, connectionTimeoutMillis: AGAIN_MS });
  let held: Held | null = null;
  // Nothing in it waits for a lock: what is not answered by then is asked anew on another one.
  const silent = setTimeout(() => destroy(client), AGAIN_MS);
  try {
    held = await tryLock(client);
    // Behind the lock, where we have it: nobody takes a number without it.
    if ((await readEpoch(client)) !== before.epoch) {
      held = null;
      return 'taken';
    }
    // Our own connection of before, which the server does not know to be broken.
    if (held === null) {
      await client.query(`select pg_terminate_backend(pid) from (${HOLDER}) h where pid = $2`, [
        LOCK,
        before.pid,
      ]);
    }
    return held;
  } finally {
    if (held === null) await client.end().catch(() => undefined);
    clearTimeout(silent);
  }
}

/**
 * Locks a database for this process, on a connection of its own that is watched: losing it, the
 * process writes nothing until it holds the lock again, and never again once another process has
 * taken the next number meanwhile.
 *
 * @throws DatabaseInUse when another Candor holds it
 */
export async function lockDatabase(options: {
  readonly connection: pg.ClientConfig;
  readonly log: Log;
}): Promise<DatabaseLock> {
  const { connection, log } = options;
  let held: Held | null = await firstLock(connection);
  let epoch: number | null = null;
  let isReleased = false;
  let isTaken = false;
  const { promise: lost, resolve: lose } = Promise.withResolvers<DatabaseInUse>();

  function taken(): void {
    if (isTaken || isReleased) return;
    isTaken = true;
    lose(new DatabaseInUse('Another Candor took over this database: this one ends.'));
  }

  /** Holds the lock again under the number we have; before one was taken nothing can be resumed. */
  async function holdAgain(pid: number): Promise<void> {
    log.error('the lock on the database was lost: nothing is written until it is held again');
    while (!isReleased && !isTaken) {
      if (epoch === null) return taken();
      const again = await lockAgain(connection, { epoch, pid }).catch(() => null);
      if (again === 'taken') return taken();
      if (again !== null) return watch(again);
      await pause(LOOK_MS);
    }
  }

  function watch(one: Held): void {
    const isOver = isReleased || isTaken;
    if (isOver) return void one.client.end().catch(() => undefined);
    held = one;
    one.client.once('end', () => {
      if (held === one) held = null;
      if (!isReleased) void holdAgain(one.pid);
    });
    if (epoch !== null) log.warn({ epoch }, 'the lock on the database is held again');
  }

  watch(held);
  return {
    lost,
    epoch() {
      if (held === null || epoch === null || isTaken) throw new NotHeld();
      return epoch;
    },
    refused: taken,
    async takeEpoch() {
      if (held === null) throw new NotHeld();
      epoch = await raiseEpoch(held.client);
    },
    async release() {
      isReleased = true;
      const last = held;
      held = null;
      await last?.client.end().catch(() => undefined);
    },
  };
}
