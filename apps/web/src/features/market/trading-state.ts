import type { MarketItem } from '@candor/protocol/light';
import type { PriceAge } from './age.ts';

/** Whether one may trade now, as the page sees it: the server's word, and the age here. */
export function tradingState(facts: {
  readonly status: MarketItem['status'];
  readonly age: PriceAge | null;
}): MarketItem['status'] {
  if (facts.status !== 'open' && facts.status !== 'stale') return facts.status;
  if (facts.age === null) return 'noSource';
  // The server says `stale` once and then, without ticks, nothing more; a new tick says `open`.
  return facts.age.isStale || facts.status === 'stale' ? 'stale' : 'open';
}
