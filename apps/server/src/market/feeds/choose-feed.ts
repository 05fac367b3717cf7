import type { Clock } from '@candor/kernel';
import type { Log } from '../../platform/process/log.ts';
import type { Feed } from './feed.ts';
import { createLiveFeed } from './live.ts';
import { FeedRefused } from './refused.ts';
import { openReplay, parseReplay } from './replay.ts';
import { createSimulatedFeed } from './simulated.ts';

/** Seed of the simulation where none is asked for. */
const SEED = '1';
/** How long a start waits for the first live price. */
const LIVE_WITHIN_MS = 4_000;
const SIMULATED = /^simulated(?::(\d+))?$/;

/** What decides which prices run. */
export type FeedChoice = {
  /** `auto`, `live`, `simulated[:SEED]` or `replay:PATH[@SPEED]`. */
  readonly feed: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Loopback stand-ins for venues, by venue; tests only. */
  readonly venueUrls: Readonly<Record<string, string>>;
};

/**
 * The feed an installation asked for.
 *
 * @throws FeedRefused when the text names none, or the one it names cannot run
 */
export async function chooseFeed(choice: FeedChoice): Promise<Feed> {
  const { feed, clock, log } = choice;
  const simulated = SIMULATED.exec(feed);
  if (simulated !== null) return createSimulatedFeed({ clock, seed: simulated[1] ?? SEED });
  if (feed.startsWith('replay:')) {
    return openReplay({ ...parseReplay(feed.slice('replay:'.length)), clock, log });
  }
  if (feed === 'live' || feed === 'auto') {
    const live = createLiveFeed({ clock, log, venueUrls: choice.venueUrls });
    const isHeard = await live.connect(LIVE_WITHIN_MS);
    if (isHeard || feed === 'live') return live;
    await live.stop();
    log.warn('no venue answers: prices are simulated');
    return createSimulatedFeed({ clock, seed: SEED, notice: 'noVenueAnswered' });
  }
  throw new FeedRefused(
    `"${feed}" is no feed: auto, live, simulated[:SEED] or replay:PATH[@SPEED].`,
  );
}
