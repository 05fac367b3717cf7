import { price, quantity } from '@candor/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notionalUsdt } from './margin.ts';
import { NO_PNL, addPnlSums, addToPnlSum, exposureOfSum, leastPnl } from './pnl-sum.ts';
import { type OpenTrade, unrealizedPnl } from './pnl.ts';

const figure = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 99_999_999 }))
  .map(([whole, part]) => `${whole}.${String(part).padStart(8, '0')}`);
const trade = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  lots: figure,
  contractSize: fc.constantFrom('1', '0.001', '100000'),
  openPrice: figure,
});
const market = fc.record({ bid: figure, spread: figure, link: figure });

const tradeOf = (seed: { side: 'long' | 'short'; [key: string]: string }) => ({
  side: seed.side,
  lots: quantity(seed['lots'] ?? ''),
  contractSize: quantity(seed['contractSize'] ?? ''),
  openPrice: price(seed['openPrice'] ?? ''),
});

test('the least a sum says is never more than all results, and less by two units each at most', () => {
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 40 }), fc.nat(), market, (seeds, taken, said) => {
      const trades = seeds.map(tradeOf);
      let sum = NO_PNL;
      for (const one of trades) sum = addToPnlSum(sum, one, 1n);
      // Some are taken out again: what is left counts alone.
      const left = trades.slice(trades.length === 0 ? 0 : taken % trades.length);
      for (const one of trades.slice(0, trades.length - left.length)) {
        sum = addToPnlSum(sum, one, -1n);
      }
      const bid = price(said.bid);
      const ask = (bid + price(said.spread)) as typeof bid;
      const link = price(said.link);
      const whole = left.reduce((units, one) => {
        const mark = one.side === 'long' ? bid : ask;
        return (
          units +
          unrealizedPnl({ ...one, link, mark } satisfies OpenTrade & { mark: typeof bid }).units
        );
      }, 0n);
      const least = leastPnl(sum, { bid, ask, link }).units;
      expect(least <= whole).toBe(true);
      expect(whole - least <= 2n * BigInt(left.length)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('no contracts have won nothing', () => {
  const at = { bid: price('1'), ask: price('2'), link: price('1') };
  expect(leastPnl(NO_PNL, at).units).toBe(0n);
});

test('sums together are what their contracts say by themselves, within a unit each', () => {
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 20 }), fc.nat(), market, (seeds, cut, said) => {
      const trades = seeds.map(tradeOf);
      const bid = price(said.bid);
      const ask = (bid + price(said.spread)) as typeof bid;
      const at = { bid, ask, link: price(said.link) };
      const sumOf = (some: typeof trades) =>
        some.reduce((sum, one) => addToPnlSum(sum, one, 1n), NO_PNL);
      const place = trades.length === 0 ? 0 : cut % trades.length;
      const both = addPnlSums(sumOf(trades.slice(0, place)), sumOf(trades.slice(place)));
      expect(both).toEqual(sumOf(trades));
      const each = { long: 0n, short: 0n, pnl: 0n };
      for (const one of trades) {
        const mark = one.side === 'long' ? bid : ask;
        each[one.side] += notionalUsdt({ ...one, link: at.link, price: mark }).units;
        each.pnl += unrealizedPnl({ ...one, link: at.link, mark }).units;
      }
      const found = exposureOfSum(both, at);
      for (const name of ['long', 'short', 'pnl'] as const) {
        const apart = found[name].units - each[name];
        expect((apart < 0n ? -apart : apart) <= BigInt(trades.length)).toBe(true);
      }
    }),
  );
});
