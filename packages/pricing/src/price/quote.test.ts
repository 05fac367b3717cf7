import { anyInstrument, anyQuote } from '@candor/testkit';
import { type Price, price, unixMs } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closingPrice, isFresh, mid, openingPrice, sideSign, spread } from './quote.ts';

const quote = { bid: price('99.99'), ask: price('100.01') };

describe('quote', () => {
  it('is bought at the ask and sold at the bid', () => {
    expect(openingPrice('long', quote)).toBe(quote.ask);
    expect(closingPrice('long', quote)).toBe(quote.bid);
    expect(openingPrice('short', quote)).toBe(quote.bid);
    expect(closingPrice('short', quote)).toBe(quote.ask);
    expect([sideSign('long'), sideSign('short')]).toEqual([1n, -1n]);
  });

  it('opened and closed at once costs the spread, on either side', () => {
    fc.assert(
      fc.property(anyInstrument().chain(anyQuote), (drawn) => {
        for (const side of ['long', 'short'] as const) {
          const lost = sideSign(side) * (openingPrice(side, drawn) - closingPrice(side, drawn));
          expect(lost).toBe(spread(drawn));
        }
        expect(mid(drawn)).toBeGreaterThan(drawn.bid);
        expect(mid(drawn)).toBeLessThan(drawn.ask);
      }),
    );
  });

  it('is fresh up to its limit and stale one millisecond later', () => {
    const received = { receivedAt: unixMs(1000) };
    expect(isFresh(received, { now: unixMs(6000), freshForMs: 5000 })).toBe(true);
    expect(isFresh(received, { now: unixMs(6001), freshForMs: 5000 })).toBe(false);
  });
});

it('the middle is rounded half to even at the last place', () => {
  const units = (bid: bigint, ask: bigint) => mid({ bid: bid as Price, ask: ask as Price });
  expect(units(1n, 2n)).toBe(2n);
  expect(units(2n, 3n)).toBe(2n);
  expect(units(3n, 4n)).toBe(4n);
  expect(units(-1n, -2n)).toBe(-2n);
  expect(units(4n, 6n)).toBe(5n);
});
