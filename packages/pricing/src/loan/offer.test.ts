import {
  type Money,
  type UtcDay,
  formatDecimal,
  formatMoney,
  money,
  price,
  rate,
} from '@candor/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOAN_DAYS, collateralFigures, loanFigures, loanProblem } from './offer.ts';

const usdt = (units: bigint) => money('USDT', units);
const loan = { freeDays: 3, rateDaily: rate('0.0002') };
const drawnOn = '2026-11-24' as UtcDay;
const btc = money('BTC', 10_000_000n);
const bids = { BTC: price('60000') };

describe('an offer', () => {
  test.each([
    [7, '0.8', '2026-12-01', '0.041714285714285715'],
    [14, '2.2', '2026-12-08', '0.057357142857142858'],
    [30, '5.4', '2026-12-24', '0.0657'],
    [60, '11.4', '2027-01-23', '0.06935'],
    [90, '17.4', '2027-02-22', '0.070566666666666667'],
  ])('of 1,000 USDT for %i days costs %s until %s', (days, interest, dueOn, yearly) => {
    const figures = loanFigures({ principal: usdt(1_000_000_000n), drawnOn, days, price: loan });
    expect(formatMoney(figures.interest)).toBe(interest);
    expect(figures.dueOn).toBe(dueOn);
    expect(formatDecimal(figures.annualRate)).toBe(yearly);
    expect(figures.total.units).toBe(1_000_000_000n + figures.interest.units);
    expect(figures.schedule.at(-1)?.day).toBe(dueOn);
  });

  test('tells what its collateral means, and nothing without a price', () => {
    const debt = usdt(3_000_000_000n);
    const figures = collateralFigures({ debt, collateral: [btc], bids });
    expect(figures?.value.units).toBe(6_000_000_000n);
    expect(figures?.ltv).toBe(rate('0.5'));
    expect(figures?.lines).toHaveLength(4);
    expect(collateralFigures({ debt, collateral: [btc], bids: {} })).toBeNull();
  });
});

describe('a loan is refused', () => {
  const facts = {
    principal: usdt(3_900_000_000n) as Money | null,
    days: 30,
    levelMax: usdt(10_000_000_000n),
    owed: usdt(0n),
    collateral: [btc],
    bids,
    line: rate('0.65'),
    netAssets: usdt(6_000_000_000n) as Money | null,
  };

  test('not when each line holds exactly', () => {
    expect(loanProblem(facts)).toBeNull();
    for (const days of LOAN_DAYS) expect(loanProblem({ ...facts, days })).toBeNull();
  });

  test.each([
    ['malformed', { principal: null }],
    ['malformed', { principal: usdt(0n) }],
    ['malformed', { principal: btc }],
    ['days', { days: 31 }],
    ['above-level', { levelMax: usdt(3_899_999_999n) }],
    ['above-level', { owed: usdt(6_100_000_001n) }],
    ['unjudgeable', { bids: {} }],
    ['unjudgeable', { netAssets: null }],
    ['above-collateral', { principal: usdt(3_900_000_001n) }],
    ['above-own', { netAssets: usdt(5_999_999_999n) }],
    ['above-own', { netAssets: usdt(-1n) }],
    ['above-own', { owed: usdt(1n) }],
  ])('as %s', (problem, change) => {
    expect(loanProblem({ ...facts, ...change })).toBe(problem);
  });

  test('when it would let its owner borrow on what was borrowed', () => {
    // 6,000 of one's own as collateral and 3,900 drawn: what is owned without debt stays 6,000.
    const drawn = { ...facts, owed: usdt(3_900_000_000n), principal: usdt(1n) };
    const more = { ...drawn, collateral: [btc, usdt(3_900_000_000n)] };
    expect(loanProblem(more)).toBe('above-own');
  });

  test('however often what was borrowed is pledged again: debts stay within the share of what is owned', () => {
    const anyAsked = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 30 });
    const anyOwn = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(anyOwn, anyAsked, (own, asked) => {
        let owed = 0n;
        for (const share of asked) {
          // All there is secures the next loan, borrowed money and what is pledged already with it.
          const all = own + owed;
          const principal = usdt((all * BigInt(share) * 65n) / 100_000n);
          const problem = loanProblem({
            ...facts,
            principal,
            levelMax: usdt(10n ** 20n),
            owed: usdt(owed),
            collateral: [usdt(all)],
            netAssets: usdt(own),
          });
          if (problem === null) owed += principal.units;
          expect(owed * 100n <= own * 65n).toBe(true);
          // Refused is only what would pass it, or is nothing.
          const isBeyond = (owed + principal.units) * 100n > own * 65n;
          if (problem !== null && principal.units > 0n) expect(isBeyond).toBe(true);
        }
      }),
    );
  });
});
