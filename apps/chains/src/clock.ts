import { type UnixMs, unixMs } from '@candor/kernel';

/** The time blocks are made at: a chain has its own, which no test clock moves. */
export const now = (): UnixMs => unixMs(Date.now());
