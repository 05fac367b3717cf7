import { setTimeout as pause } from 'node:timers/promises';
import type { Nft, TokensMoved } from '../nft/index.ts';
import type { Live } from './index.ts';

/** How often tokens that are looked at are read, however many bids come. @units milliseconds */
const READ_TOKENS_MS = 250;
/** Readings in a row that may fail before what was asked for is given up: ten seconds. */
const READ_TRIES_MAX = 40;

/**
 * Reads the tokens that moved and that anyone looks at, all of them together and four times a second at most: what
 * many bids changed is read once.
 */
export function tokenNews(
  live: Pick<Live, 'isWatched' | 'publishToken'>,
  nft: Pick<Nft, 'newsOf'>,
): (moved: TokensMoved) => void {
  const waiting = new Set<string>();
  let isReading = false;
  let failures = 0;

  async function read(): Promise<void> {
    isReading = true;
    try {
      while (waiting.size > 0) {
        const ids = [...waiting];
        waiting.clear();
        const found = await nft.newsOf(ids).catch(() => null);
        failures = found === null ? (failures + 1) % READ_TRIES_MAX : 0;
        // What failed is read again: the last act on a token has no other behind it.
        if (failures > 0) for (const id of ids) waiting.add(id);
        for (const news of found ?? []) live.publishToken(news);
        await pause(READ_TOKENS_MS, undefined, { ref: false });
      }
    } finally {
      isReading = false;
    }
  }

  return ({ tokenIds }) => {
    for (const id of tokenIds) if (live.isWatched(id)) waiting.add(id);
    if (!isReading && waiting.size > 0) void read().catch(() => undefined);
  };
}
