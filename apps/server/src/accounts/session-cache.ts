import { type Clock, type SessionId, type UnixMs, plusMs } from '@candor/kernel';
import { type Session, type Sessions, hashSecret } from '../platform/session.ts';

/** How long a session is believed without asking the database again. */
const FRESH_MS = 5_000;
/** Sessions remembered at once; the one asked for longest ago is dropped. */
const SIZE_MAX = 10_000;

type Remembered = { readonly session: Session; readonly until: UnixMs };

/** Sessions by token, remembered for a moment. */
export type SessionCache = Sessions & {
  /** Forgets a session at once, whatever its tokens. */
  forget(sessionId: SessionId): void;
};

/** Remembers what `find` says of a token's hash. Unknown tokens are not remembered. */
export function createSessionCache(options: {
  clock: Clock;
  find(hash: string): Promise<Session | null>;
}): SessionCache {
  const { clock } = options;
  const known = new Map<string, Remembered>();
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

  return {
    async find(token) {
      const hash = hashSecret(token);
      const now = clock.now();
      const remembered = known.get(hash);
      // A clock that was set back must not make a memory last.
      const isFresh =
        remembered !== undefined &&
        remembered.until > now &&
        remembered.until <= plusMs(now, FRESH_MS);
      if (isFresh) return remembered.session.expiresAt > now ? remembered.session : null;
      drop(hash);
      const before = revocations;
      const session = await options.find(hash);
      if (session === null || session.expiresAt <= clock.now()) return null;
      if (before === revocations) remember(hash, session);
      return session;
    },
    forget(sessionId) {
      revocations += 1;
      for (const hash of [...(hashesOf.get(sessionId) ?? [])]) drop(hash);
    },
  };
}
