// Promise: a price is divided into what reaches the charity, the creator and the house, to the unit. (RELIABILITY N5)
import { money } from '@candor/kernel';
import { property, integer, assert as holds, bigInt } from 'fast-check';
import { expect, test } from 'vitest';
import { isSplit, shareOfBasis, shareTexts, sharesOf } from './split.ts';

const usdt = (units: bigint) => money('USDT', units);

test('the shares of any price make up the price, and nobody gets more than their part', () => {
  holds(
    property(
      bigInt({ min: 0n, max: 10n ** 20n }),
      integer({ min: 1, max: 10_000 }),
      integer({ min: 0, max: 9_999 }),
      (units, charity, other) => {
        const creator = Math.min(other, 10_000 - charity);
        const split = { charity, creator, house: 10_000 - charity - creator };
        const shares = sharesOf(usdt(units), split);
        const { units: given } = shares.charity;
        expect(given + shares.creator.units + shares.house.units).toBe(units);
        expect(shares.creator.units * 10_000n <= units * BigInt(creator)).toBe(true);
        expect(shares.house.units * 10_000n <= units * BigInt(split.house)).toBe(true);
        // What rounding leaves goes to the charity: never less than its part, at most two units more.
        expect(given * 10_000n >= units * BigInt(charity)).toBe(true);
        expect(given * 10_000n < units * BigInt(charity) + 20_000n).toBe(true);
      },
    ),
  );
});

test('a unit that cannot be divided reaches the charity', () => {
  const shares = sharesOf(usdt(1n), { charity: 3_333, creator: 3_334, house: 3_333 });
  expect([shares.charity, shares.creator, shares.house]).toEqual([usdt(1n), usdt(0n), usdt(0n)]);
});

test('parts that are not the whole are none', () => {
  expect(isSplit({ charity: 8_800, creator: 700, house: 500 })).toBe(true);
  expect(isSplit({ charity: 8_800, creator: 700, house: 499 })).toBe(false);
  expect(isSplit({ charity: 0, creator: 9_500, house: 500 })).toBe(false);
  expect(isSplit({ charity: 10_500, creator: -500, house: 0 })).toBe(false);
  expect(isSplit({ charity: 9_999.5, creator: 0.5, house: 0 })).toBe(false);
  expect(() => sharesOf(usdt(-1n), { charity: 10_000, creator: 0, house: 0 })).toThrow();
});

test.each([
  [10_000, '1'],
  [8_850, '0.885'],
  [700, '0.07'],
  [1, '0.0001'],
  [0, '0'],
])('%i ten-thousandths are %s of the whole', (basis, share) => {
  expect(shareOfBasis(basis)).toBe(share);
});

test('what each gets is said as decimal texts', () => {
  const shares = sharesOf(usdt(10_000_000n), { charity: 8_800, creator: 700, house: 500 });
  expect(shareTexts(shares)).toEqual({ price: '10', charity: '8.8', creator: '0.7', house: '0.5' });
});
