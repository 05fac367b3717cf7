import type { Host } from '../platform/host.ts';
import { type HouseCheckpoint, createHouseCheckpoint } from './index.ts';

const CHECK_MS = 1_000;

/** Keeps what the house is worth fresh in a process. */
export function wireHouse(host: Host): HouseCheckpoint {
  const house = createHouseCheckpoint(host.db);
  host.onStart(() => house.refresh());
  host.every(CHECK_MS, () => house.refresh());
  return house;
}
