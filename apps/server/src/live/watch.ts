import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, MINUTE_MS, SECOND_MS, type SessionId } from '@candor/kernel';
import { CLOSE_CODES } from '@candor/protocol';
import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { closeConnection, isOpen } from './connection.ts';
import type { Fanout } from './fanout.ts';
import type { LiveSessions } from './socket.ts';
import { sweepTickets } from './store.ts';

/** What is done to all sockets from time to time. */
export type Watch = {
  /** Closes the sockets of a session; answers how many. */
  revoke(sessionId: SessionId): number;
  /** Hangs up on those who did not answer since the last beat, and asks the others. */
  beat(): Promise<void>;
  /** Closes the sockets whose access token ended and that did not come with a newer one. */
  expire(): void;
  /** Asks for every token whether it still opens its session, and removes tickets nobody used. */
  check(): Promise<void>;
  stop(): void;
};

/** @source RELIABILITY P17 */
const BEAT_MS = 30 * SECOND_MS;
/** The revocation may have been lost on its way to this process. @source RELIABILITY 4.2 */
const CHECK_MS = MINUTE_MS;
/** How late a socket may be closed after its token ended. */
const EXPIRE_MS = SECOND_MS;
const SOCKETS_PER_TURN = 500;

/** Starts the watch over the sockets of a fan-out. */
export function createWatch(parts: {
  db: Database;
  clock: Clock;
  log: Log;
  sessions: LiveSessions;
  fanout: Fanout;
}): Watch {
  const { db, clock, log, sessions, fanout } = parts;
  let isStopped = false;

  const guarded = (work: () => Promise<void>) => (): void => {
    work().catch((error: unknown) => {
      if (!isStopped) log.error({ err: error }, 'the watch over the sockets failed once');
    });
  };

  const watch: Watch = {
    revoke(sessionId) {
      const own = [...fanout.connections].filter(
        (connection) => connection.sessionId === sessionId && isOpen(connection),
      );
      for (const connection of own) {
        closeConnection(connection, CLOSE_CODES.revoked, 'session over');
      }
      return own.length;
    },
    async beat() {
      let visited = 0;
      for (const connection of fanout.connections) {
        if (!connection.isAlive) connection.ws.terminate();
        else if (isOpen(connection)) {
          connection.isAlive = false;
          connection.ws.ping();
        }
        visited += 1;
        if (visited % SOCKETS_PER_TURN === 0) await nextTurn();
      }
      fanout.books.sweep();
    },
    expire() {
      const now = clock.now();
      for (const connection of fanout.connections) {
        const { tokenUntil } = connection;
        if (tokenUntil === null || tokenUntil > now) continue;
        closeConnection(connection, CLOSE_CODES.ticket, 'a newer ticket is needed');
      }
    },
    async check() {
      const asked = new Map<string, SessionId>();
      for (const { sessionId, tokenHash } of fanout.connections) {
        if (sessionId !== null && tokenHash !== null) asked.set(tokenHash, sessionId);
      }
      for (const [tokenHash, sessionId] of asked) {
        if (isStopped) return;
        if ((await sessions.liveUntil({ sessionId, tokenHash })) !== null) continue;
        for (const connection of fanout.connections) {
          if (connection.tokenHash !== tokenHash) continue;
          closeConnection(connection, CLOSE_CODES.revoked, 'session over');
        }
      }
      await sweepTickets(db, clock.now());
    },
    stop() {
      isStopped = true;
      clearInterval(beats);
      clearInterval(checks);
      clearInterval(expiries);
    },
  };
  const beats = setInterval(guarded(watch.beat), BEAT_MS);
  const checks = setInterval(guarded(watch.check), CHECK_MS);
  const expiries = setInterval(watch.expire, EXPIRE_MS);
  return watch;
}
