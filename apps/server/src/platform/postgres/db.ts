import { createHash, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type NamedStatement, runBatch } from './batch.ts';
import { type Fence, holdEpoch, isFenced } from './fence.ts';
import { plain, sendable } from './sql-values.ts';
import { createTurnSocket } from './turn-socket.ts';
import { fromDatabase } from './unavailable.ts';

/** One row as the driver gives it; columns are named in the statement. */
export type Row = Record<string, unknown>;

/** Something that runs statements: the pool, or one transaction. */
export interface Sql {
  /**
   * Runs one statement. `numeric` and `int8` come back as text, `timestamptz` as Unix ms, so that
   * no money ever passes through a float.
   */
  query<Result extends Row>(text: string, values?: readonly unknown[]): Promise<Result[]>;
}

/** A statement that was put together and not sent yet. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** One open transaction. */
export type Tx = Sql & { readonly inTransaction: true };

/** The database as the application's role sees it. */
export interface Database extends Sql {
  /** Runs `work` in one transaction; rolls back when it throws. */
  transaction<Value>(work: (tx: Tx) => Promise<Value>): Promise<Value>;
  /**
   * Reads within one snapshot: what is committed between its statements is seen by none of them.
   * Nothing can be written in it.
   */
  snapshot<Value>(work: (tx: Tx) => Promise<Value>): Promise<Value>;
  /**
   * Runs statements as one transaction that travels at once, its commit included; answers the rows
   * of the last. Nobody looks at an answer before the commit, so each statement must fail by itself
   * where it may not stand.
   * Another may travel behind it, so none should wait for a lock: it fails where it would. Where a
   * connection had to be waited for, `isStillGood` is asked before anything is sent.
   *
   * @throws when one of them failed, or they were not good any more, and then nothing was written
   */
  commitAll(statements: readonly Statement[], isStillGood?: () => boolean): Promise<Row[]>;
  /** Waits for running statements and closes all connections. */
  end(): Promise<void>;
}

const TIMESTAMPTZ = 1184;
const DATE = 1082;
const types = new pg.TypeOverrides();
// Connections speak UTC, so the text always ends in "+00".
types.setTypeParser(TIMESTAMPTZ, (text) =>
  Date.parse(text.replace(' ', 'T').replace(/\+00$/, 'Z')),
);
types.setTypeParser(DATE, (text) => text);

/** Prepared statements are named by their text, so that each is planned once a connection. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}

function throwsFromDatabase(error: unknown): never {
  throw fromDatabase(error);
}

function sqlOf(client: pg.ClientBase): Sql {
  return {
    async query<Result extends Row>(text: string, values: readonly unknown[] = []) {
      const asked = { name: nameOf(text), text, values: plain(values) };
      const answer = await client.query<Result>(asked).catch(throwsFromDatabase);
      return answer.rows;
    },
  };
}

/** Gives statements that need no answer of one another to one transaction; they travel together. */
export async function sendAll(tx: Tx, statements: readonly Statement[]): Promise<void> {
  await Promise.all(statements.map(({ text, values }) => tx.query(text, values)));
}

/** States of PostgreSQL that another try may not meet again: serialization, deadlock. */
const RETRIED = new Set(['40001', '40P01']);
const TRIES_MAX = 3;
/** How far apart those who met may come before they try again. @units milliseconds */
const SPREAD_MS = 50;

/** The SQLSTATE of an error of the driver, or null. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}

/** States in which the server ends the connection with its answer: lost, shut down, timed out. */
const ENDING = /^(?:08|57P0|25P0[34])/;

/** Whether a connection is of no more use after this error. */
function isLost(error: unknown): boolean {
  const state = sqlState(error);
  return state === null || ENDING.test(state);
}

/**
 * UTC, so that times read the same everywhere. Generic plans: our statements are prepared once and
 * look rows up by key, and planning them again for every array costs more than running them.
 */
const SESSION = '-c timezone=UTC -c plan_cache_mode=force_generic_plan -c jit=off';

/**
 * How long a connection nobody uses is kept, with all it has planned: a user who orders after a
 * quiet minute should not wait for a new one. Shorter than the hour after which firewalls forget.
 *
 * @units milliseconds
 */
const IDLE_MS = 600_000;

/**
 * How long a statement waits for a connection, a busy pool's or one that a host does not answer: a
 * call is decided, or answered 503, within its 30 s.
 *
 * @units milliseconds
 */
const CONNECT_MS = 20_000;

/**
 * How long an answer is waited for. The server ends a statement after 30 s itself, so one that takes
 * longer is not coming: the connection is gone and nobody said so. It is destroyed then, with
 * whatever else is on its way over it, and never used again. What became of a commit that was not
 * answered is not known: it is asked for again under the same key.
 *
 * @units milliseconds
 */
const ANSWER_MS = 35_000;

/**
 * Connections apart from those callers read over, for whatever a price sets off: the tape, orders,
 * facts. However many callers wait, none of that waits behind them. As many as work at once: the
 * tape's writer and its reader, two batches of commands, two of options, what is heard, nights,
 * keeping, facts.
 */
export const ACTING_CONNECTIONS = 10;

/** The desk's own: a few members of staff read and decide, and none of it waits behind callers. */
export const DESK_CONNECTIONS = 4;

const SNAPSHOT = 'begin isolation level repeatable read read only';

/** Whether the database works on the cores of this machine. */
export type DatabasePlace = 'beside' | 'elsewhere';

/**
 * On so few cores two connections at work only take turns with each other and with this process,
 * and every turn is a wait. Behind one another on one connection, the next transaction is there
 * when the one before it ends.
 */
const CORES_FEW = 2;
const ON_WAY_MAX = 2;
/** As many as there are batches at once; more wait. */
const LINES_MAX = 2;

/** What was to be committed is not good any more; nothing was sent. */
class Outdated extends Error {
  override readonly name = 'Outdated';
}

/** A connection while transactions are on their way over it. */
type Line = {
  readonly client: pg.PoolClient;
  readonly planned: Set<string>;
  onWay: number;
  isPlanning: boolean;
  broken: Error | undefined;
};

function openPool(config: pg.PoolConfig): pg.Pool {
  const times = {
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
  };
  const how = { pipeline: true, stream: createTurnSocket };
  const defaults = { max: 10, ...times, options: SESSION, ...how };
  const pool = new pg.Pool({ ...defaults, ...config, types });
  // A connection that breaks is replaced at the next statement; its error is not news. In a
  // transaction it may break between two statements, where nobody else would be listening.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Opens connections, most of them for everything and two for `commitAll`; none is made before the
 * first statement. Statements that are given to one transaction without waiting between them travel
 * together, in their order. With a fence every transaction carries its number, and one whose number
 * is not the newest writes nothing.
 */
export function openDatabase(
  config: pg.PoolConfig,
  place: DatabasePlace = 'beside',
  fence: Fence | null = null,
): Database {
  const pool = openPool(config);
  // Of their own, so that no order waits for a connection that reads, and each finds its plans.
  // What is not in a batch's own transaction may write nothing there: if `begin` alone failed, the
  // statements behind it, which are on their way already, would be committed one by one.
  const lines = openPool({
    ...config,
    max: LINES_MAX,
    options: `${SESSION} -c default_transaction_read_only=on`,
  });

  /** What a failure means for this process, besides that nothing was written. */
  function noteFailure(error: unknown): unknown {
    if (isFenced(error)) fence?.refused();
    return error;
  }

  async function attempt<Value>(
    work: (tx: Tx) => Promise<Value>,
    { begin, fence: held }: { begin: string; fence: Fence | null } = { begin: 'begin', fence },
  ): Promise<Value> {
    const hold = held === null ? null : holdEpoch(held);
    const client = await pool.connect().catch(throwsFromDatabase);
    let broken: Error | undefined;
    let begun: Promise<unknown> = Promise.resolve();
    try {
      // Sent together with the first statement; the connection keeps their order.
      begun = Promise.all([
        client.query(begin),
        hold === null ? null : client.query({ ...hold, values: [...hold.values] }),
      ]).catch(throwsFromDatabase);
      begun.catch(() => undefined);
      const value = await work({ ...sqlOf(client), inTransaction: true });
      await begun;
      const { command } = await client.query('commit').catch(throwsFromDatabase);
      // PostgreSQL answers ROLLBACK to the commit of a transaction in which something failed.
      if (command !== 'COMMIT') throw new Error('a statement failed and nobody waited for it');
      return value;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      // What stood first in the way says more than what could not follow it.
      await begun.catch((first: unknown) => {
        throw noteFailure(first);
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  const onWayMax = place === 'beside' && availableParallelism() <= CORES_FEW ? ON_WAY_MAX : 1;
  let newest: Line | null = null;
  /** What each connection has planned in batches that were committed. */
  const planned = new WeakMap<pg.PoolClient, Set<string>>();

  function plannedBy(client: pg.PoolClient): Set<string> {
    const names = planned.get(client) ?? new Set();
    planned.set(client, names);
    return names;
  }

  /**
   * A line takes no more while it plans: what fails there leaves statements unplanned that a batch
   * behind it would take for planned.
   */
  async function lineFor(
    statements: readonly NamedStatement[],
  ): Promise<{ line: Line; isPlanner: boolean }> {
    let line = newest;
    if (line === null || line.onWay === onWayMax || line.isPlanning || line.broken !== undefined) {
      const client = await lines.connect().catch(throwsFromDatabase);
      line = {
        client,
        planned: plannedBy(client),
        onWay: 0,
        isPlanning: false,
        broken: undefined,
      };
      newest = line;
    }
    const { planned: known } = line;
    line.onWay += 1;
    line.isPlanning = statements.some(({ name }) => !known.has(name));
    return { line, isPlanner: line.isPlanning };
  }

  async function commitAll(
    statements: readonly Statement[],
    isStillGood: () => boolean = () => true,
  ): Promise<Row[]> {
    const acts = statements.map(({ text, values }) => ({
      name: nameOf(text),
      text,
      values: values.map(sendable),
    }));
    const named = fence === null ? acts : [holdEpoch(fence), ...acts];
    const { line, isPlanner } = await lineFor(named);
    try {
      if (!isStillGood()) throw new Outdated('what was decided waited too long for a connection');
      const rows = await runBatch<Row>(line.client, named);
      if (isPlanner) for (const { name } of named) line.planned.add(name);
      return rows;
    } catch (error) {
      if (!(error instanceof Outdated) && isLost(error)) line.broken = error as Error;
      throw noteFailure(fromDatabase(error));
    } finally {
      line.onWay -= 1;
      if (isPlanner) line.isPlanning = false;
      if (line.onWay === 0) {
        if (newest === line) newest = null;
        line.client.release(line.broken);
      }
    }
  }

  return {
    commitAll,
    async query<Result extends Row>(text: string, values: readonly unknown[] = []) {
      const asked = { name: nameOf(text), text, values: plain(values) };
      const answer = await pool.query<Result>(asked).catch(throwsFromDatabase);
      return answer.rows;
    },
    // It writes nothing that a process which was taken over from may not.
    snapshot: (work) => attempt(work, { begin: SNAPSHOT, fence: null }),
    async transaction(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work);
        } catch (error) {
          if (tries === TRIES_MAX || !RETRIED.has(sqlState(error) ?? '')) throw error;
          // At once it would take the same rows from the waiter that has just been let through.
          await pause(randomInt(10, 10 + SPREAD_MS * tries));
        }
      }
    },
    async end() {
      await Promise.all([pool.end(), lines.end()]);
    },
  };
}
