import { Worker } from 'node:worker_threads';
import type { plans as protocol } from '@candor/protocol';
import type { FromBacktest, ToBacktest } from './backtest-worker.ts';

const PROGRAM = new URL('backtest-worker.ts', import.meta.url);
/** Bars of a year of minutes, twice, and the curves made of them. */
const HEAP_MB = 768;
/** A backtest that takes longer is given up. */
const TIME_MS = 10 * 60_000;

/**
 * Runs backtests in a thread, one at a time. It begins with the first and is kept: a thread for each makes the
 * engine compile and drop the same code again and again, and after some dozens it failed with the whole process.
 */
export function createThread(timeMs = TIME_MS) {
  let held: Worker | null = null;

  async function end(): Promise<void> {
    const ending = held;
    held = null;
    await ending?.terminate();
  }

  function start(): Worker {
    const made = new Worker(PROGRAM, {
      // Nothing of the installation is known to it but what it is asked to run.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    // A backtest that runs never keeps the process alive.
    made.unref();
    // A caller is told by a listener of its own backtest; between two there is none.
    made.on('error', () => undefined);
    made.on('exit', () => {
      if (held === made) held = null;
    });
    return made;
  }

  return {
    /**
     * What came of a backtest whose bars `feed` hands over, null where nothing did.
     *
     * @throws when the thread failed, or took too long
     */
    async run(
      /** Ends soon once the signal says that nobody waits for it any more. */
      feed: (say: (word: ToBacktest) => void, given: AbortSignal) => Promise<void>,
      told: (share: number) => void,
    ): Promise<protocol.PlanBacktest | null> {
      const worker = (held ??= start());
      const done = Promise.withResolvers<protocol.PlanBacktest | null>();
      const late = setTimeout(() => done.reject(new Error('a backtest took too long')), timeMs);
      const hear = (word: FromBacktest): void => {
        if (word.kind === 'progress') told(word.share);
        else done.resolve(word.report);
      };
      const ended = (): void => done.reject(new Error('the thread of a backtest ended'));
      worker.on('message', hear).on('error', done.reject).on('exit', ended);
      const given = new AbortController();
      let fed: Promise<void> = Promise.resolve();
      let isWhole = false;
      try {
        // A thread has no origin.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        fed = feed((word) => worker.postMessage(word), given.signal);
        const [report] = await Promise.all([done.promise, fed]);
        isWhole = true;
        return report;
      } finally {
        clearTimeout(late);
        done.promise.catch(() => undefined);
        worker.off('message', hear).off('error', done.reject).off('exit', ended);
        // The next one does not read beside it.
        given.abort();
        await fed.catch(() => undefined);
        // One that failed, or is in the middle of one that was given up, is never asked again.
        if (!isWhole && held === worker) await end();
      }
    },
    /** Ends the thread, and what runs in it. */
    stop: end,
  };
}
