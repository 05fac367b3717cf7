import type { NftNews } from '@candor/protocol';
import { type Connection, isOpen, isWaiting, offer } from '../connection/connection.ts';
import { jsonFrame } from '../connection/frame.ts';
import { SOCKETS_PER_TURN } from './fanout.ts';

/** Who looks at which tokens. */
export type Lookers = {
  /** What a socket looks at from now on, and nothing else. */
  look(connection: Connection, ids: readonly string[]): void;
  leave(connection: Connection): void;
  /** Whether anyone looks at a token. */
  isWatched(id: string): boolean;
  /** Tells those who look at a token the newest of it, at most once in the interval. */
  publish(news: NftNews): void;
  stop(): void;
};

type Waiting = { readonly frame: Buffer; readonly version: number; readonly left: Set<Connection> };

/**
 * Makes the lists of those who look at tokens. Of a token only the newest waits, and a reader without room gets it in
 * a later round: nothing grows with the bids.
 */
export function createLookers(options: { readonly intervalMs: number }): Lookers {
  const byToken = new Map<string, Set<Connection>>();
  const looking = new Map<Connection, readonly string[]>();
  const waiting = new Map<string, Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let roundAtMs = -Infinity;
  let isStopped = false;

  function schedule(): void {
    if (isStopped || timer !== undefined || waiting.size === 0) return;
    const waitMs = roundAtMs + options.intervalMs - performance.now();
    timer = setTimeout(round, Math.max(0, Math.ceil(waitMs)));
  }

  function* sends(): Generator<null> {
    for (const [id, { frame, left }] of waiting) {
      for (const connection of left) {
        const isDone = !isOpen(connection) || (!isWaiting(connection) && offer(connection, frame));
        if (isDone) left.delete(connection);
        yield null;
      }
      // What is newer than this frame came meanwhile, and is sent in the next round.
      if (left.size === 0 && waiting.get(id)?.left === left) waiting.delete(id);
    }
  }

  function round(): void {
    roundAtMs = performance.now();
    walk(sends());
  }

  function walk(rest: Generator<null>): void {
    for (let visited = 0; visited < SOCKETS_PER_TURN; visited += 1) {
      if (rest.next().done === true) {
        timer = undefined;
        schedule();
        return;
      }
    }
    timer = setTimeout(walk, 0, rest);
  }

  function leave(connection: Connection): void {
    for (const id of looking.get(connection) ?? []) {
      const own = byToken.get(id);
      own?.delete(connection);
      if (own?.size === 0) byToken.delete(id);
      waiting.get(id)?.left.delete(connection);
    }
    looking.delete(connection);
  }

  return {
    look(connection, ids) {
      leave(connection);
      const wanted = [...new Set(ids)];
      if (wanted.length === 0 || !isOpen(connection)) return;
      looking.set(connection, wanted);
      for (const id of wanted) byToken.set(id, (byToken.get(id) ?? new Set()).add(connection));
    },
    leave,
    isWatched: (id) => byToken.has(id),
    publish(news) {
      const own = byToken.get(news.id);
      if (own === undefined || isStopped) return;
      // Two readings may meet: the newer one stays.
      if ((waiting.get(news.id)?.version ?? -1) > news.version) return;
      const frame = jsonFrame({ type: 'NFT_BID', data: news });
      waiting.set(news.id, { frame, version: news.version, left: new Set(own) });
      schedule();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
