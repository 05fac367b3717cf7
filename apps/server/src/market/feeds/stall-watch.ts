import { type Clock, type UnixMs } from '@candor/kernel';

/** How often it is looked whether the process got its turn. */
const BEAT_MS = 500;

/**
 * Notices that the process did not get its turn for a while: a long computation, a machine that
 * slept. Whatever sockets hold then is from before, and only seems to come now.
 */
export function createStallWatch(options: {
  readonly clock: Clock;
  /** A pause longer than this is a stall. */
  readonly limitMs: number;
  readonly onStall: (forMs: number) => void;
}) {
  const { clock, limitMs, onStall } = options;
  let lastBeat: UnixMs | null = null;
  let timer: NodeJS.Timeout | undefined;
  /** Also to be asked before a message is believed: it may be read before the timer has its turn. */
  function look(): void {
    const now = clock.now();
    const pausedMs = lastBeat === null ? 0 : now - lastBeat;
    lastBeat = now;
    if (pausedMs > limitMs) onStall(pausedMs);
  }
  return {
    start(): void {
      lastBeat = clock.now();
      timer = setInterval(look, BEAT_MS);
    },
    look,
    stop(): void {
      clearInterval(timer);
      lastBeat = null;
    },
  };
}
