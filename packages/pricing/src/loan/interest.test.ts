import {
  type Rate,
  type UtcDay,
  addMoney,
  formatDecimal,
  formatMoney,
  money,
  rate,
} from '@candor/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { annualRate, interestOfNight, loanSchedule, repaymentOf } from './interest.ts';

const usdt = (units: bigint) => money('USDT', units);
const day = (text: string) => text as UtcDay;
const usual = { freeDays: 3, rateDaily: rate('0.0002') };

describe('interest of a loan', () => {
  // By hand: 1,000 × 0.0002 = 0.2 a night; 333.333333 × 0.0002 = 0.0666666666, up to 0.066667.
  test.each([
    [1_000_000_000n, 1, '0'],
    [1_000_000_000n, 3, '0'],
    [1_000_000_000n, 4, '0.2'],
    [1_000_000_000n, 90, '0.2'],
    [333_333_333n, 4, '0.066667'],
    [1n, 4, '0.000001'],
    [0n, 4, '0'],
  ])('of %s units in night %i is %s USDT', (units, night, expected) => {
    expect(formatMoney(interestOfNight(usdt(units), night, usual))).toBe(expected);
  });

  test('is asked for nights from 1 and of no negative principal', () => {
    expect(() => interestOfNight(usdt(1n), 0, usual)).toThrow('counted from 1');
    expect(() => interestOfNight(usdt(1n), 1.5, usual)).toThrow('counted from 1');
    expect(() => interestOfNight(usdt(-1n), 1, usual)).toThrow('negative');
  });

  test('has a schedule whose days go over the end of a month and of a leap year’s February', () => {
    const rows = loanSchedule({
      principal: usdt(1_000_000_000n),
      drawnOn: day('2028-02-26'),
      days: 7,
      price: usual,
    });
    expect(rows.map((row) => [row.day, formatMoney(row.interest), formatMoney(row.owed)])).toEqual([
      ['2028-02-27', '0', '1000'],
      ['2028-02-28', '0', '1000'],
      ['2028-02-29', '0', '1000'],
      ['2028-03-01', '0.2', '1000.2'],
      ['2028-03-02', '0.2', '1000.4'],
      ['2028-03-03', '0.2', '1000.6'],
      ['2028-03-04', '0.2', '1000.8'],
    ]);
  });

  test.each([0, 367, 1.5])('has no schedule of %d days', (days) => {
    const facts = { principal: usdt(1n), drawnOn: day('2026-11-24'), price: usual };
    expect(() => loanSchedule({ ...facts, days })).toThrow('1 to 366 days');
  });

  test('of a year is rounded up, so that a loan never looks cheaper than it is', () => {
    // 27 nights of 0.2 on 1,000 in 30 days: 5.4 ÷ 1000 × 365 ÷ 30 = 0.0657.
    const facts = { principal: usdt(1_000_000_000n), interest: usdt(5_400_000n), days: 30 };
    expect(formatDecimal(annualRate(facts))).toBe('0.0657');
    expect(formatDecimal(annualRate({ ...facts, days: 7 }))).toBe('0.281571428571428572');
    expect(() => annualRate({ ...facts, days: 0 })).toThrow();
  });

  test('is linear: nothing bears interest but the principal, and the sum is that of its nights', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 90 }),
        fc.bigInt({ min: 0n, max: 10n ** 17n }),
        (units, freeDays, days, rateDaily) => {
          const price = { freeDays, rateDaily: rateDaily as Rate };
          const rows = loanSchedule({
            principal: usdt(units),
            drawnOn: day('2026-11-24'),
            days,
            price,
          });
          // In whole numbers, written apart from the product: ceil(principal × rate) a night.
          const night = (units * rateDaily + 10n ** 18n - 1n) / 10n ** 18n;
          const nights = BigInt(Math.max(0, days - freeDays));
          expect(rows.at(-1)?.owed.units).toBe(units + night * nights);
          expect(rows).toHaveLength(days);
        },
      ),
    );
  });
});

describe('a loan of 1,234.567891 USDT, of which parts are repaid', () => {
  // By hand, at 0.0002 a night, up to a unit. Of 1,234.567891: 0.2469135782, so 0.246914. After 300.5 were
  // repaid on the sixth day, 0.740742 of them interest, 934.808633 are left: 0.1869617266, so 0.186962.
  const TABLE = [
    // night, interest, owed of the principal, owed of the interest, and what is repaid behind it
    [1, '0', '1234.567891', '0', null],
    [2, '0', '1234.567891', '0', null],
    [3, '0', '1234.567891', '0', null],
    [4, '0.246914', '1234.567891', '0.246914', null],
    [5, '0.246914', '1234.567891', '0.493828', null],
    [6, '0.246914', '1234.567891', '0.740742', 300_500_000n],
    [7, '0.186962', '934.808633', '0.186962', null],
    [8, '0.186962', '934.808633', '0.373924', null],
    [9, '0.186962', '934.808633', '0.560886', null],
    // Half a USDT is interest alone, and 0.247848 of it stay.
    [10, '0.186962', '934.808633', '0.747848', 500_000n],
    [11, '0.186962', '934.808633', '0.43481', null],
    [12, '0.186962', '934.808633', '0.621772', null],
    [13, '0.186962', '934.808633', '0.808734', null],
    [14, '0.186962', '934.808633', '0.995696', 935_804_329n],
    // Nothing is owed, and nothing bears interest.
    [15, '0', '0', '0', null],
  ] as const;

  test('owes each night what a table worked by hand says, to the unit', () => {
    let owed = { principal: usdt(1_234_567_891n), interest: usdt(0n) };
    for (const [night, charged, principal, interest, repaid] of TABLE) {
      const added = interestOfNight(owed.principal, night, usual);
      owed = { ...owed, interest: addMoney(owed.interest, added) };
      const said = [added, owed.principal, owed.interest].map(formatMoney);
      expect([night, ...said]).toEqual([night, charged, principal, interest]);
      if (repaid !== null) owed = repaymentOf(owed, usdt(repaid)).left;
    }
    expect([owed.principal.units, owed.interest.units]).toEqual([0n, 0n]);
  });
});

describe('a repayment', () => {
  const owed = { principal: usdt(100n), interest: usdt(7n) };

  test.each([
    [1n, 1n, 0n],
    [7n, 7n, 0n],
    [8n, 7n, 1n],
    [107n, 7n, 100n],
  ])('of %s goes %s to interest and %s to principal', (paid, interest, principal) => {
    const done = repaymentOf(owed, usdt(paid));
    expect([done.interest.units, done.principal.units]).toEqual([interest, principal]);
  });

  test.each([0n, -1n, 108n])('of %s is refused', (paid) => {
    expect(() => repaymentOf(owed, usdt(paid))).toThrow('of what is owed');
  });

  test('and what is left owed is what was owed before', () => {
    const any = fc.bigInt({ min: 0n, max: 10n ** 20n });
    fc.assert(
      fc.property(any, any, fc.nat({ max: 1_000_000 }), (principal, interest, part) => {
        const whole = principal + interest;
        const paid = (whole * BigInt(part)) / 1_000_000n;
        fc.pre(paid > 0n);
        const before = { principal: usdt(principal), interest: usdt(interest) };
        const { left } = repaymentOf(before, usdt(paid));
        expect(addMoney(addMoney(left.principal, left.interest), usdt(paid)).units).toBe(whole);
        // Interest is owed only while no principal was repaid by this payment.
        if (left.interest.units > 0n) expect(left.principal.units).toBe(principal);
      }),
    );
  });
});
