import type { FeedsResult } from '@candor/protocol/light';

/** Whether orders of the real account are filled at these prices: live ones, and any in a rehearsal. */
export const fillsReal = ({ mode, rehearsal }: Pick<FeedsResult, 'mode' | 'rehearsal'>): boolean =>
  mode === 'live' || rehearsal === true;
