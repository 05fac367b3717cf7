// Promise: a coin is worth only what real money could be converted at: a fresh price of a market that may be
// sold on, of a feed that may price real money.
import { type Price, price } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { describe, expect, test } from 'vitest';
import { type CoinMarket, type TermsFacts, decideBid } from './rules.ts';

const QUOTE = { bid: price('60000'), ask: price('60010') } as Quote;

function bidOf(status: CoinMarket['status'], feed: Partial<TermsFacts['feed']> = {}): Price | null {
  const market = { instrument: null, quote: QUOTE, status };
  return decideBid(market, { feed: { key: 'live', mode: 'live', ...feed }, isRehearsal: false });
}

describe('what a coin is sold at', () => {
  test('is the bid while its market is open, and while only closing is', () => {
    expect([bidOf('open'), bidOf('closeOnly')]).toEqual([QUOTE.bid, QUOTE.bid]);
  });

  test.each(['stale', 'closed', 'noSource', 'suspended'] as const)(
    'is nothing when %s',
    (status) => {
      expect(bidOf(status)).toBeNull();
    },
  );

  test.each(['simulated', 'replay'] as const)(
    'is nothing by a %s feed, but in a rehearsal',
    (mode) => {
      expect(bidOf('open', { mode })).toBeNull();
      const market = { instrument: null, quote: QUOTE, status: 'open' } as const;
      expect(decideBid(market, { feed: { key: 'x', mode }, isRehearsal: true })).toBe(QUOTE.bid);
    },
  );
});
