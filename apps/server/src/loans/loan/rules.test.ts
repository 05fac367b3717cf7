// Promise: each midnight is charged once however often a loan is looked at, and each line is told once until the loan
// is back where it was drawn. (PRODUCT 7; RELIABILITY L2)
import { type Rate, type UtcDay, addMoney, money, rate } from '@candor/kernel';
import { dayAfter } from '@candor/pricing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargesOf, lateNotices, noticesAfter, noticesLeft } from './rules.ts';

const usdt = (units: bigint) => money('USDT', units);
const drawnOn = '2028-02-20' as UtcDay;
const anyUnits = fc.bigInt({ min: 1n, max: 10n ** 13n });

test('midnights come to the same however they are parted, each once', () => {
  fc.assert(
    fc.property(
      anyUnits,
      fc.integer({ min: 0, max: 10 }),
      fc.bigInt({ min: 0n, max: 10n ** 16n }),
      fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 }),
      (units, freeDays, rateDaily, waits) => {
        const price = { freeDays, rateDaily: rateDaily as Rate };
        const owed = { principal: usdt(units), interest: usdt(0n) };
        const whole = waits.reduce((sum, days) => sum + days, 0);
        const loan = { owed, price, drawnOn };
        let chargedThrough = drawnOn;
        const parts = waits.flatMap((days) => {
          const today = dayAfter(chargedThrough, days);
          const charges = chargesOf({ ...loan, chargedThrough }, today);
          chargedThrough = today;
          return charges;
        });
        const atOnce = chargesOf({ ...loan, chargedThrough: drawnOn }, dayAfter(drawnOn, whole));
        expect(parts).toEqual(atOnce);
        expect(new Set(parts.map(({ night }) => night)).size).toBe(parts.length);
        // In whole numbers, apart from the product: up to a unit, each night behind the free ones.
        const night = (units * rateDaily + 10n ** 18n - 1n) / 10n ** 18n;
        const nights = BigInt(Math.max(0, whole - freeDays));
        const sum = parts.reduce((all, { interest }) => addMoney(all, interest), usdt(0n));
        expect(sum.units).toBe(night * nights);
      },
    ),
  );
});

/** Lines that a debt has reached of a value, by the papers. */
const reachedOf = (debt: bigint, value: bigint): number =>
  [70n, 75n, 80n].filter((line) => debt * 100n >= value * line).length;

test('what is told only grows until the loan is back at the share it was drawn at', () => {
  const line = rate('0.65');
  const anyLook = fc.record({ debt: anyUnits, value: anyUnits, isOwners: fc.boolean() });
  fc.assert(
    fc.property(fc.array(anyLook, { maxLength: 40 }), (looks) => {
      let told = 0;
      for (const { debt, value, isOwners } of looks) {
        const look = { debt: usdt(debt), value: usdt(value), line };
        const after = isOwners ? noticesLeft(told, look) : noticesAfter(told, look);
        const isCalm = debt * 100n <= value * 65n;
        const reached = reachedOf(debt, value);
        const grown = !isOwners && reached > told ? reached : told;
        expect(after).toBe(isCalm ? 0 : grown);
        told = after;
      }
    }),
  );
});

test.each([
  ['2028-02-27', 0],
  ['2028-02-28', 1],
  ['2028-03-01', 1],
  ['2028-03-02', 2],
  ['2028-03-05', 3],
  ['2028-12-31', 3],
])('of a loan due on the 27th, on %s %i notices are due', (today, due) => {
  // The first, fourth and seventh day behind it, over the end of a leap year's February.
  expect(lateNotices('2028-02-27' as UtcDay, today as UtcDay)).toBe(due);
});
