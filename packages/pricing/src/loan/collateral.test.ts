import {
  type Money,
  type Price,
  type Rate,
  formatDecimal,
  money,
  price,
  rate,
} from '@candor/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  LOAN_LINES,
  collateralValue,
  isWithin,
  linePrices,
  loanStep,
  loanToValue,
  ltvPercent,
  pricesAtLine,
  withCollateral,
} from './collateral.ts';

const usdt = (units: bigint) => money('USDT', units);
const bids = { BTC: price('60000'), ETH: price('3000') };
const half = money('BTC', 50_000_000n);

test('a loan never reads as further from a line than it is', () => {
  const read = (ltv: string) => formatDecimal(ltvPercent(rate(ltv)));
  expect(['0.65', '0.7', '0.70000001', '0.829999', '1.2'].map(read)).toEqual([
    ...['65', '70', '70.01', '83', '120'],
  ]);
});

describe('what collateral is worth', () => {
  test('is its bids, rounded down for each asset, and USDT themselves', () => {
    expect(collateralValue([half, usdt(5n)], bids)).toEqual(usdt(30_000_000_005n));
    // 1 satoshi at 60,000 is 0.0006; at 60 it is 0.0000006, which USDT cannot name.
    expect(collateralValue([money('BTC', 1n)], bids)).toEqual(usdt(600n));
    expect(collateralValue([money('BTC', 1n)], { BTC: price('60') })).toEqual(usdt(0n));
  });

  test('cannot be judged without the bid of a coin that is held', () => {
    expect(collateralValue([half], { ETH: price('3000') })).toBeNull();
    expect(collateralValue([half, money('ETH', 0n)], { BTC: price('60000') })).not.toBeNull();
    expect(() => collateralValue([half], { BTC: 0n as Price })).toThrow('positive');
    expect(() => collateralValue([money('BTC', -1n)], bids)).toThrow('negative');
  });

  test('changes by one amount, never below nothing', () => {
    expect(withCollateral([half], usdt(1n))).toEqual([half, usdt(1n)]);
    expect(withCollateral([half], money('BTC', -50_000_000n))).toEqual([]);
    expect(() => withCollateral([half], money('BTC', -50_000_001n))).toThrow('than is held');
  });
});

describe('debt as a share of collateral', () => {
  test('is rounded up; of collateral worth nothing it is above every line', () => {
    expect(loanToValue(usdt(65n), usdt(100n))).toBe(rate('0.65'));
    expect(formatDecimal(loanToValue(usdt(1n), usdt(3n)) ?? (0n as Rate))).toBe(
      '0.333333333333333334',
    );
    expect(loanToValue(usdt(1n), usdt(0n))).toBeNull();
    expect(loanToValue(usdt(0n), usdt(0n))).toBe(0n);
    expect(loanStep(usdt(1n), usdt(0n))).toEqual({ kind: 'sale' });
    expect(loanStep(usdt(0n), usdt(0n))).toEqual({ kind: 'calm' });
  });

  test.each([
    [699_999n, 'calm', null],
    [700_000n, 'notice', '0.7'],
    [749_999n, 'notice', '0.7'],
    [750_000n, 'notice', '0.75'],
    [800_000n, 'notice', '0.8'],
    [829_999n, 'notice', '0.8'],
    [830_000n, 'sale', null],
    [2_000_000n, 'sale', null],
  ])('of %s in a million is %s %s', (debt, kind, line) => {
    const step = loanStep(usdt(debt), usdt(1_000_000n));
    expect(step.kind).toBe(kind);
    expect(step.kind === 'notice' ? formatDecimal(step.line) : null).toBe(line);
  });
});

describe('the prices of a line', () => {
  test('are told for each coin, and as a share of today’s prices', () => {
    // 0.5 BTC at 60,000 is 30,000; 15,000 owed reach 83 % at 15,000 ÷ 0.83 = 18,072.29 of value.
    const found = pricesAtLine({
      debt: usdt(15_000_000_000n),
      collateral: [half],
      bids,
      line: LOAN_LINES.sale,
    });
    expect(formatDecimal(found?.ofToday ?? (0n as Rate))).toBe('0.602409638554216868');
    expect(formatDecimal(found?.bids.BTC ?? (0n as Price))).toBe('36144.57831325301208');
    const facts = { debt: usdt(15_000_000_000n), collateral: [half], bids };
    expect(linePrices(facts).map(({ line }) => formatDecimal(line))).toEqual([
      '0.7',
      '0.75',
      '0.8',
      '0.83',
    ]);
  });

  test('are none where no price decides', () => {
    const line = LOAN_LINES.sale;
    expect(pricesAtLine({ debt: usdt(0n), collateral: [half], bids, line })).toBeNull();
    expect(pricesAtLine({ debt: usdt(1n), collateral: [usdt(5n)], bids, line })).toBeNull();
    expect(pricesAtLine({ debt: usdt(1n), collateral: [half], bids: {}, line })).toBeNull();
    const safe = [half, usdt(100n)];
    expect(pricesAtLine({ debt: usdt(83n), collateral: safe, bids, line })).toBeNull();
    expect(pricesAtLine({ debt: usdt(84n), collateral: safe, bids, line })).not.toBeNull();
  });

  test('are those at which the line is reached: above them the loan is within, well below it is not', () => {
    const anyBid = fc.bigInt({ min: 10n ** 18n, max: 10n ** 23n }).map((units) => units as Price);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10n ** 6n, max: 10n ** 12n }),
        fc.bigInt({ min: 10n ** 6n, max: 10n ** 12n }),
        fc.bigInt({ min: 10n ** 15n, max: 10n ** 20n }),
        anyBid,
        anyBid,
        fc.constantFrom(...LOAN_LINES.notices, LOAN_LINES.sale),
        (debt, btc, eth, first, second, line) => {
          const collateral: readonly Money[] = [money('BTC', btc), money('ETH', eth)];
          const found = pricesAtLine({
            debt: usdt(debt),
            collateral,
            bids: { BTC: first, ETH: second },
            line,
          });
          if (found === null) throw new Error('coins of worth have a price at every line');
          const valueAt = (share: bigint) => {
            const scaled = (bid: Price | undefined) =>
              (((bid ?? 0n) * share) / 1_000_000n) as Price;
            return collateralValue(collateral, {
              BTC: scaled(found.bids.BTC),
              ETH: scaled(found.bids.ETH),
            });
          };
          const [above, below] = [valueAt(1_001_000n), valueAt(999_000n)];
          if (above === null || below === null) throw new Error('both coins have a price');
          // Each asset's worth is rounded down by less than a unit.
          expect(isWithin(usdt(debt), usdt(above.units + 2n), line)).toBe(true);
          expect(isWithin(usdt(debt), below, line)).toBe(false);
        },
      ),
    );
  });
});
