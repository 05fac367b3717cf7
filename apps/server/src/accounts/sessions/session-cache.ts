import { type Clock, type SessionId, type UnixMs, plusMs } from '@candor/kernel';
import { type Session, type Sessions, hashSecret } from '../../platform/secrets/session.ts';

/** How long a session is believed without asking the database again. */
const FRESH_MS = 5_000;
/** Sessions remembered at once; the one asked for longest ago is dropped. */
const SIZE_MAX = 10_000;

/**
 * How long a token that opens nothing is remembered: each costs one look-up in it. A token is told to
 * its owner after the commit that makes it, and one that ended never comes back, so that none that
 * opens a session is among them.
 */
const DEAD_MS = 60_000;

type Remembered = { readonly session: Session; readonly until: UnixMs };

/** Sessions by what callers show, remembered for a moment. */
export type SessionCache = Sessions & {
  /** Forgets a session at once, whatever its tokens. */
  forget(sessionId: SessionId): void;
};

/**
 * Remembers what `find` says of a token's hash: a session for a moment, that there is none longer. Under
 * the hash of what the caller showed, so that the mark on it is looked at only where nothing is
 * remembered; what carries no mark of ours is not remembered at all.
 */
export function createSessionCache(options: {
  clock: Clock;
  /** The token under what a caller showed; null where it is none of ours. */
  read?(shown: string): string | null;
  find(hash: string): Promise<Session | null>;
}): SessionCache {
  const { clock, read = (shown: string) => shown } = options;
  const known = new Map<string, Remembered>();
  /** Tokens that open nothing, and until when that is believed; the earliest first. */
  const dead = new Map<string, UnixMs>();
  const hashesOf = new Map<SessionId, Set<string>>();
  // An answer that was read before a revocation must not be remembered after it.
  let revocations = 0;

  function drop(hash: string): void {
    const sessionId = known.get(hash)?.session.id;
    known.delete(hash);
    if (sessionId === undefined) return;
    const hashes = hashesOf.get(sessionId);
    hashes?.delete(hash);
    if (hashes?.size === 0) hashesOf.delete(sessionId);
  }

  function remember(hash: string, session: Session): void {
    drop(hash);
    const [oldest] = known.keys();
    if (known.size >= SIZE_MAX && oldest !== undefined) drop(oldest);
    known.set(hash, { session, until: plusMs(clock.now(), FRESH_MS) });
    const hashes = hashesOf.get(session.id);
    if (hashes === undefined) hashesOf.set(session.id, new Set([hash]));
    else hashes.add(hash);
  }

  function bury(hash: string, now: UnixMs): void {
    dead.delete(hash);
    const [oldest] = dead.keys();
    if (dead.size >= SIZE_MAX && oldest !== undefined) dead.delete(oldest);
    dead.set(hash, plusMs(now, DEAD_MS));
  }

  function isDead(hash: string, now: UnixMs): boolean {
    const until = dead.get(hash);
    return until !== undefined && until > now && until <= plusMs(now, DEAD_MS);
  }

  return {
    async find(shown) {
      const hash = hashSecret(shown);
      const now = clock.now();
      const remembered = known.get(hash);
      // A clock that was set back must not make a memory last.
      const isFresh =
        remembered !== undefined &&
        remembered.until > now &&
        remembered.until <= plusMs(now, FRESH_MS);
      if (isFresh) return remembered.session.expiresAt > now ? remembered.session : null;
      if (isDead(hash, now)) return null;
      drop(hash);
      const token = read(shown);
      if (token === null) return null;
      const before = revocations;
      const session = await options.find(hashSecret(token));
      if (session === null || session.expiresAt <= clock.now()) {
        bury(hash, clock.now());
        return null;
      }
      if (before === revocations) remember(hash, session);
      return session;
    },
    forget(sessionId) {
      revocations += 1;
      for (const hash of [...(hashesOf.get(sessionId) ?? [])]) drop(hash);
    },
  };
}
