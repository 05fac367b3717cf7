import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START = Date.parse('2024-08-08T12:00:00Z');
const SPEED = 60;
/** Four ticks in each second on the wall. */
const TICKS_PER_SECOND = 4;
const TICK_MS = (1_000 / TICKS_PER_SECOND) * SPEED;
/** A price stands long enough to be read and compared, and moves while one watches. */
const STAIR_TICKS = 2 * TICKS_PER_SECOND;
const STAIRS = 20;
const LOWEST = 60_000;
const STAIR = 15;
const HALF_SPREAD = 3;
/** An hour on the wall: longer than any run of the tests. */
const TICKS = 3_600 * TICKS_PER_SECOND;

/** What the page says of prices that come from a price path. */
export const PATH_SOURCE = 'Rehearsal, recorded quotes';

/** A recording made for tests. */
export type PricePath = {
  /** What `FEED` is set to. */
  readonly feed: string;
  remove(): Promise<void>;
};

function midAt(tick: number, stairs: number): number {
  const stair = Math.floor(tick / STAIR_TICKS) % (2 * stairs);
  return LOWEST + STAIR * Math.min(stair, 2 * stairs - stair);
}

/**
 * A recording of BTC/USDT whose prices are known: stairs up and down between two bounds, played
 * sixty times as fast as it was written. With few stairs it comes back to each price soon.
 */
export async function writePricePath({ stairs = STAIRS } = {}): Promise<PricePath> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-path-'));
  const file = join(folder, 'BTCUSDT_rehearsal_quotes.csv');
  const rows = Array.from({ length: TICKS }, (_, tick) => {
    const mid = midAt(tick, stairs);
    return `${START + tick * TICK_MS},${mid - HALF_SPREAD}.00,${mid + HALF_SPREAD}.00`;
  });
  await writeFile(file, `time,bid,ask\n${rows.join('\n')}\n`);
  return {
    feed: `replay:${file}@${SPEED}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
