import { type UtcDay, utcDayOf } from '@candor/kernel';
import type { Host } from '../platform/host.ts';
import { type HouseCheckpoint, coverHouse, createHouseCheckpoint } from './index.ts';

const CHECK_MS = 1_000;
/** How often it is looked whether a new UTC day began, whose cover is due. */
const COVER_MS = 60_000;

/** Keeps what the house is worth fresh in a process, and covers its accounts once a day. */
export function wireHouse(host: Host): HouseCheckpoint {
  const house = createHouseCheckpoint(host.db);
  host.onStart(() => house.refresh());
  host.every(CHECK_MS, () => house.refresh());
  let covered: UtcDay | null = null;
  host.every(COVER_MS, async () => {
    const today = utcDayOf(host.clock.now());
    if (host.turns === 'byHand' || covered === today) return;
    if (await coverHouse(host)) host.committed();
    covered = today;
  });
  return house;
}
