import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, MINUTE_MS, SECOND_MS, type SessionId } from '@candor/kernel';
import { CLOSE_CODES } from '@candor/protocol';
import type { Database } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import { closeConnection, isOpen } from '../connection/connection.ts';
import type { LiveSessions } from './authentication.ts';
import { type Fanout, SOCKETS_PER_TURN } from './fanout.ts';
import { sweepTickets } from '../tickets/store.ts';

/** What is done to all sockets from time to time. */
export type Watch = {
  /** Closes the sockets of a session; answers how many. */
  revoke(sessionId: SessionId): number;
  /** Hangs up on those who did not answer since the last beat, and asks the others. */
  beat(): Promise<void>;
  /** Closes the sockets whose access token ended and that did not come with a newer one. */
  expire(): Promise<void>;
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
/** Tokens asked for in one statement. */
const TOKENS_MAX = 500;

const hashOf = ({ tokenHash }: { tokenHash: string }): string => tokenHash;

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
      fanout.accounts.sweep();
    },
    async expire() {
      let closed = 0;
      for (const connection of fanout.connections) {
        const { tokenUntil } = connection;
        if (tokenUntil === null || tokenUntil > clock.now() || !isOpen(connection)) continue;
        closeConnection(connection, CLOSE_CODES.ticket, 'a newer ticket is needed');
        closed += 1;
        if (closed % SOCKETS_PER_TURN === 0) await nextTurn();
      }
    },
    async check() {
      const asked = new Map<string, SessionId>();
      for (const { sessionId, tokenHash } of fanout.connections) {
        if (sessionId !== null && tokenHash !== null) asked.set(tokenHash, sessionId);
      }
      const tokens = [...asked].map(([tokenHash, sessionId]) => ({ sessionId, tokenHash }));
      for (let from = 0; from < tokens.length; from += TOKENS_MAX) {
        if (isStopped) return;
        const some = tokens.slice(from, from + TOKENS_MAX);
        const untils = await sessions.liveUntil(some);
        const over = new Set(some.filter((_, index) => untils[index] === null).map(hashOf));
        if (over.size === 0) continue;
        for (const connection of fanout.connections) {
          if (connection.tokenHash === null || !over.has(connection.tokenHash)) continue;
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
  const expiries = setInterval(guarded(watch.expire), EXPIRE_MS);
  return watch;
}
