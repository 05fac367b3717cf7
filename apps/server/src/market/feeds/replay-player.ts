import type { UnixMs } from '@candor/kernel';
import type { Log } from '../../platform/process/log.ts';
import type { FeedSink } from './feed.ts';
import type { Recording } from './replay-file.ts';
import { type TimedTick, ticksOf } from './replay-ticks.ts';

/** Ticks read ahead of market time; reading goes on when half of them are played. */
const AHEAD = 2_000;

/** One file being played. */
export type Player = {
  readonly source: string;
  /** Reads ahead; to be awaited before the first step. */
  fill(): Promise<void>;
  /** Hands over everything due by a moment of market time. */
  playUntil(market: UnixMs, sink: FeedSink): void;
  isOver(): boolean;
  lastTime(): UnixMs | null;
  close(): Promise<void>;
};

/** Plays a recording from its start, or from its first tick after a moment. */
export function createPlayer(recording: Recording, after: UnixMs | null, log: Log): Player {
  const ticks = ticksOf(recording);
  const ahead: TimedTick[] = [];
  let next = 0;
  let isRead = false;
  let lastTime: UnixMs | null = null;
  let filling: Promise<void> | null = null;

  async function read(): Promise<void> {
    ahead.splice(0, next);
    next = 0;
    // Playing goes on meanwhile: `next` moves, the array only grows.
    while (ahead.length - next < AHEAD) {
      const { value, done } = await ticks.next();
      if (done === true) {
        isRead = true;
        return;
      }
      if (after === null || value.sourceTime > after) ahead.push(value);
    }
  }

  function fill(): Promise<void> {
    if (isRead || filling !== null) return filling ?? Promise.resolve();
    filling = read()
      .catch((error: unknown) => {
        isRead = true;
        log.error({ err: error, file: recording.name }, 'the recording cannot be read further');
      })
      .finally(() => {
        filling = null;
      });
    return filling;
  }

  return {
    source: recording.source,
    fill,
    playUntil(market, sink) {
      for (;;) {
        const tick = ahead[next];
        if (tick === undefined || tick.sourceTime > market) break;
        next += 1;
        lastTime = tick.sourceTime;
        sink.offer(tick);
      }
      if (ahead.length - next < AHEAD / 2) void fill();
    },
    isOver: () => isRead && filling === null && next >= ahead.length,
    lastTime: () => lastTime,
    async close() {
      isRead = true;
      await filling;
      await ticks.return(undefined);
    },
  };
}
