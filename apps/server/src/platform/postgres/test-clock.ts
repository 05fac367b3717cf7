import { type Clock, plusMs } from '@candor/kernel';
import pg from 'pg';
import { systemClock } from '../process/clock.ts';
import type { Log } from '../process/log.ts';
import type { Database, Sql } from './db.ts';

/** A move is known to the running process within a second. @source PRODUCT 1 */
const LOOK_MS = 500;

/** How far the time of an installation is ahead of the machine's; 0 where money may be real. */
async function readAhead(db: Sql): Promise<number> {
  const [row] = await db.query<{ ahead: string }>(
    'select coalesce(max(ahead_ms), 0)::text as ahead from platform.test_clock',
  );
  return Number.parseInt(row?.ahead ?? '0', 10);
}

/** The time of an installation, as a command at the terminal that ends soon goes by. */
export async function readClock(db: Sql): Promise<Clock> {
  const ahead = await readAhead(db);
  return { now: () => plusMs(systemClock.now(), ahead) };
}

/** The time a process goes by. */
export type FollowedClock = Clock & { readonly stop?: () => void };

/** The time of a rehearsal, which its test clock may move ahead at any moment. */
export async function followTestClock(deps: {
  readonly db: Database;
  readonly log: Log;
}): Promise<Required<FollowedClock>> {
  const { db, log } = deps;
  let ahead = await readAhead(db);
  const look = async (): Promise<void> => {
    try {
      // A look that was overtaken by another one never takes the time back.
      ahead = Math.max(ahead, await readAhead(db));
    } catch (error) {
      log.warn({ err: error }, 'the test clock could not be read, and is read again');
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return {
    now: () => plusMs(systemClock.now(), ahead),
    stop: () => clearInterval(timer),
  };
}

/** Why a test clock was not moved. */
export type ClockRefusal = 'no-rehearsal' | 'too-far';

const REFUSALS: Readonly<Record<string, ClockRefusal>> = {
  test_clock_of_rehearsal: 'no-rehearsal',
  test_clock_ahead_ms_check: 'too-far',
};

/**
 * Moves the test clock of a rehearsal ahead; null when it was moved. The database refuses it
 * everywhere else, and every way back.
 */
export async function moveTestClock(db: Database, byMs: number): Promise<ClockRefusal | null> {
  try {
    await db.transaction((tx) =>
      tx.query(
        `insert into platform.test_clock (ahead_ms)
         select coalesce(max(ahead_ms), 0) + $1 from platform.test_clock`,
        [byMs],
      ),
    );
    return null;
  } catch (error) {
    const name = error instanceof pg.DatabaseError ? (error.constraint ?? '') : '';
    const refusal = REFUSALS[name];
    if (refusal === undefined) throw error;
    return refusal;
  }
}
