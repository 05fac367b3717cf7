import pg from 'pg';
import { NotHeld, isFenced } from './fence.ts';

/**
 * When callers may come again who were turned away for what is no limit of theirs: a queue that is full, a
 * database that is away. Calls wait a moment, sockets as long as they do after any abnormal close.
 *
 * @units seconds
 * @source WIRE 6
 */
export const RETRY_AFTER = { call: 2, socket: 5 } as const;

/** The service cannot take a call now, and nothing of it was done. */
export class Busy extends Error {
  override readonly name = 'Busy';
  /** When the caller may come again. @units seconds */
  readonly retryAfter = RETRY_AFTER.call;

  constructor() {
    super('more calls wait than can be decided in time');
  }
}

/**
 * States of PostgreSQL in which it took nothing, or nobody knows what became of it: connection lost
 * or refused, out of a resource, shut down or starting, a time-out of ours.
 */
const AWAY_STATES = /^(?:08|53|57P0|57014|55P03|25P0[34])/;
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
]);
/** What the driver says of a connection that ended or was not to be had; it has no codes for that. */
const AWAY_TEXTS =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout)/;

const away = new WeakSet<Error>();

function isAway(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return AWAY_STATES.test(error.code ?? '');
  const { code } = error as NodeJS.ErrnoException;
  return AWAY_TEXTS.test(error.message) || (code !== undefined && AWAY_CODES.has(code));
}

/**
 * Remembers of an error of the database's connection whether the database was away. Only where a
 * statement was sent: the same codes come of other services, which are no reason to come again.
 */
export function fromDatabase(error: unknown): unknown {
  if (error instanceof Error && isAway(error)) away.add(error);
  return error;
}

/** Seconds after which a call that failed with this may come again; null: it failed for good. */
export function retryAfterOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof Busy) return error.retryAfter;
  if (error instanceof NotHeld || isFenced(error) || away.has(error)) return RETRY_AFTER.call;
  return error.cause === undefined ? null : retryAfterOf(error.cause);
}

/** What one statement waited for too long, while the database answers others. */
const OF_ONE = new Set(['57014', '55P03']);
/** What is said when no connection was to be had in the time for it, or one answered nothing. */
const UNANSWERED =
  /^(?:timeout exceeded when trying to connect|Connection terminated due to connection timeout|Query read timeout)/;

/**
 * Whether the database is away for all callers: another command would meet the same. A lock or a
 * statement that took too long is not: it may be one command alone that meets it.
 */
export function isAwayForAll(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && OF_ONE.has(error.code ?? '')) return false;
  return retryAfterOf(error) !== null;
}

/** Whether nothing answered in time: another try would wait for as long. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && away.has(error) && UNANSWERED.test(error.message);
}
