import type { Clock, UnixMs } from '@candor/kernel';

/** A value with when it was made and how long that took. */
export type Made<Value> = { readonly value: Value; readonly at: UnixMs; readonly tookMs: number };

/** A long look may take so much of one processor's time at most: it rests as many times its length. */
const REST = 19;

/**
 * Keeps something that is long in the making fresh while it is asked for: who asks has the last one at
 * once, and an older one than `everyMs` has the next made behind the caller's back. Nothing is made
 * while nobody asks; one is made at a time, and only the first is waited for.
 */
export function createRefreshed<Value>(
  deps: {
    readonly clock: Clock;
    readonly everyMs: number;
    readonly failed: (error: unknown) => void;
  },
  make: () => Promise<Value>,
): () => Promise<Made<Value>> {
  const { clock, everyMs, failed } = deps;
  let last: Made<Value> | null = null;
  let triedAt: UnixMs | null = null;
  let running: Promise<Made<Value>> | null = null;

  function start(): Promise<Made<Value>> {
    triedAt = clock.now();
    const at = triedAt;
    const began = performance.now();
    running = make()
      .then((value) => {
        last = { value, at, tookMs: Math.round(performance.now() - began) };
        return last;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  return async () => {
    if (last === null) return running ?? start();
    const restMs = Math.max(everyMs, last.tookMs * REST);
    const isOld = triedAt === null || clock.now() - triedAt >= restMs;
    if (isOld && running === null) start().catch(failed);
    return last;
  };
}
