import { type Clock, unixMs } from '@candor/kernel';

/** Wall time of this machine; the only place the product asks it. */
export const systemClock: Clock = {
  now: () => unixMs(Date.now()),
};
