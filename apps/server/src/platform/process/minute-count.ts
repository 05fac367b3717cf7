/** Counts what may happen very often, and says it at most once a minute. */
export type MinuteCount = {
  /** Counts one; the first is said at once, what follows within the minute at its end. */
  add(key: string): void;
  /** Says what is left and counts no further. */
  stop(): void;
};

const MINUTE_MS = 60_000;
/** Different keys of one minute; what comes under further ones is counted together. */
const KEYS_MAX = 200;
const OTHERS = 'others';

/** Makes a count that calls `say` with how often each key came since it was called last. */
export function createMinuteCount(
  say: (counts: Readonly<Record<string, number>>) => void,
): MinuteCount {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;

  function tell(): void {
    timer = null;
    if (counts.size === 0) return;
    const told = Object.fromEntries(counts);
    counts.clear();
    timer = setTimeout(tell, MINUTE_MS);
    timer.unref();
    say(told);
  }
  return {
    add(key) {
      const under = counts.has(key) || counts.size < KEYS_MAX ? key : OTHERS;
      counts.set(under, (counts.get(under) ?? 0) + 1);
      if (timer === null) tell();
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      tell();
      if (timer !== null) clearTimeout(timer);
    },
  };
}
