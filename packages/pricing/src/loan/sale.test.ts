import { type Money, type Price, type Rate, formatMoney, money, price, rate } from '@candor/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bids, LOAN_LINES, collateralValue, isWithin, loanStep } from './collateral.ts';
import { type Sale, decideSale } from './sale.ts';

const usdt = (units: bigint) => money('USDT', units);
const line = rate('0.65');
const toLine = { kind: 'line', line } as const;
const spreadRate = rate('0.002');
const one = money('BTC', 100_000_000n);
const texts = (sale: Sale | null) =>
  sale?.parts.map((part) => `${formatMoney(part.given)} ${part.given.asset}`);

describe('a sale of collateral', () => {
  test('restores the line with the least that does', () => {
    // 1 BTC at 60,000; 49,800 owed is 83 %. q × 60,000 × (1 − 0.002 − 0.65) = 49,800 − 39,000.
    const sale = decideSale({
      debt: usdt(49_800_000_000n),
      collateral: [one],
      bids: { BTC: price('60000') },
      spreadRate,
      aim: toLine,
    });
    // 10,800 ÷ 20,880 = 0.5172413793…, up to the next satoshi.
    expect(texts(sale)).toEqual(['0.51724138 BTC']);
    expect(sale?.isReached).toBe(true);
    expect(formatMoney(sale?.paid ?? usdt(0n))).toBe('30972.413834');
    expect(formatMoney(sale?.debtAfter ?? usdt(0n))).toBe('18827.586166');
  });

  test('gives USDT first, which cost no spread, then the coin worth most', () => {
    const facts = {
      collateral: [money('ETH', 10n ** 18n), one, usdt(1_000_000_000n)],
      bids: { BTC: price('60000'), ETH: price('3000') },
      spreadRate,
    };
    const little = decideSale({ ...facts, debt: usdt(42_000_000_000n), aim: toLine });
    // (42,000 − x) = 0.65 × (64,000 − x): x = 1,142.857…: more than the USDT held.
    expect(texts(little)?.[0]).toBe('1000 USDT');
    expect(texts(little)?.[1]).toMatch(/ BTC$/);
    const less = decideSale({ ...facts, debt: usdt(41_800_000_000n), aim: toLine });
    expect(texts(less)).toEqual(['571.428572 USDT']);
    const gap = decideSale({ ...facts, debt: usdt(90_000_000_000n), aim: toLine });
    expect(texts(gap)).toEqual(['1000 USDT', '1 BTC', '1 ETH']);
  });

  test('through a gap below the debt sells everything and leaves the rest owed', () => {
    const sale = decideSale({
      debt: usdt(49_800_000_000n),
      collateral: [one],
      bids: { BTC: price('30000') },
      spreadRate,
      aim: toLine,
    });
    expect(texts(sale)).toEqual(['1 BTC']);
    expect(sale?.isReached).toBe(false);
    expect(formatMoney(sale?.debtAfter ?? usdt(0n))).toBe('19860');
    expect(sale?.collateralAfter).toEqual([]);
  });

  test('is nothing while the line holds, and nothing without the price of a coin held', () => {
    const facts = { debt: usdt(39_000_000_000n), collateral: [one], spreadRate, aim: toLine };
    expect(decideSale({ ...facts, bids: { BTC: price('60000') } })).toBeNull();
    expect(decideSale({ ...facts, debt: usdt(0n), bids: { BTC: price('1') } })).toBeNull();
    expect(decideSale({ ...facts, debt: usdt(60_000_000_000n), bids: {} })).toBeNull();
  });

  test('of what is due pays that and no more than its last satoshi brings', () => {
    const facts = { collateral: [one], bids: { BTC: price('60000') }, spreadRate };
    const sale = decideSale({
      ...facts,
      debt: usdt(10_000_000_000n),
      aim: { kind: 'pay', amount: usdt(10_000_000_000n) },
    });
    // 10,000 ÷ 59,880 = 0.16700067…: the next satoshi.
    expect(texts(sale)).toEqual(['0.16700067 BTC']);
    expect(sale?.debtAfter.units).toBe(0n);
    expect((sale?.over.units ?? 0n) < 600n).toBe(true);
    expect(
      decideSale({ ...facts, debt: usdt(5n), aim: { kind: 'pay', amount: usdt(0n) } }),
    ).toBeNull();
  });
});

const anyCollateral = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 10n ** 11n }),
    fc.bigInt({ min: 0n, max: 10n ** 10n }),
    fc.bigInt({ min: 0n, max: 10n ** 21n }),
  )
  .map(([first, second, third]): readonly Money[] => [
    usdt(first),
    money('BTC', second),
    money('ETH', third),
  ]);
const anyPrice = fc.bigInt({ min: 10n ** 14n, max: 10n ** 23n }).map((units) => units as Price);
const anyBids = fc.record({ BTC: anyPrice, ETH: anyPrice });
const anySpread = fc.bigInt({ min: 0n, max: 5n * 10n ** 16n }).map((units) => units as Rate);
const anyDebt = fc.bigInt({ min: 1n, max: 10n ** 13n }).map(usdt);

/** What a coin brings, in whole numbers and apart from the product. */
function brings(given: Money, bids: Bids, spread: bigint): bigint {
  if (given.asset === 'USDT') return given.units;
  const scale = given.asset === 'BTC' ? 10n ** 8n : 10n ** 18n;
  const gross = (given.units * (bids[given.asset] ?? 0n) * 10n ** 6n) / (scale * 10n ** 18n);
  return gross - (gross * spread + 10n ** 18n - 1n) / 10n ** 18n;
}

describe('any sale', () => {
  test('pays what it received, takes nothing it does not hold, and sells no unit too many', () => {
    fc.assert(
      fc.property(anyDebt, anyCollateral, anyBids, anySpread, (debt, collateral, bids, spread) => {
        const sale = decideSale({ debt, collateral, bids, spreadRate: spread, aim: toLine });
        const before = collateralValue(collateral, bids);
        if (before === null) throw new Error('every coin has a bid');
        if (sale === null) {
          expect(isWithin(debt, before, line)).toBe(true);
          return;
        }
        const received = sale.parts.reduce((sum, part) => {
          expect(part.received.units).toBe(brings(part.given, bids, spread));
          return sum + part.received.units;
        }, 0n);
        expect(sale.paid.units + sale.over.units).toBe(received);
        expect(sale.debtAfter.units).toBe(debt.units - sale.paid.units);
        for (const held of collateral) {
          const given = sale.parts.find((part) => part.given.asset === held.asset);
          const left = sale.collateralAfter.find((rest) => rest.asset === held.asset);
          expect((given?.given.units ?? 0n) + (left?.units ?? 0n)).toBe(held.units);
        }
        if (!sale.isReached) {
          // Whatever is left would bring nothing.
          const rest = sale.collateralAfter.reduce(
            (sum, one) => sum + brings(one, bids, spread),
            0n,
          );
          expect(rest).toBe(0n);
          return;
        }
        const last = sale.parts.at(-1);
        if (last === undefined) throw new Error('a sale has a part');
        const lastBut = { ...last.given, units: last.given.units - 1n };
        const paid = received - last.received.units + brings(lastBut, bids, spread);
        const debtBut = usdt(debt.units > paid ? debt.units - paid : 0n);
        const valueAfter = collateralValue(
          [
            ...sale.collateralAfter.filter(({ asset }) => asset !== last.given.asset),
            {
              asset: last.given.asset,
              units:
                (sale.collateralAfter.find(({ asset }) => asset === last.given.asset)?.units ??
                  0n) + 1n,
            },
          ],
          bids,
        );
        if (valueAfter === null) throw new Error('every coin has a bid');
        expect(isWithin(debtBut, valueAfter, line)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('that restores the line leaves no step reached', () => {
    fc.assert(
      fc.property(anyDebt, anyCollateral, anyBids, (debt, collateral, bids) => {
        const sale = decideSale({ debt, collateral, bids, spreadRate, aim: toLine });
        if (sale === null || !sale.isReached) return;
        const value = collateralValue(sale.collateralAfter, bids);
        if (value === null) throw new Error('every coin has a bid');
        expect(loanStep(sale.debtAfter, value)).toEqual({ kind: 'calm' });
        expect(LOAN_LINES.notices.every((notice) => notice > line)).toBe(true);
      }),
    );
  });

  test('of what is due pays it whole while the collateral can', () => {
    fc.assert(
      fc.property(anyDebt, anyCollateral, anyBids, (debt, collateral, bids) => {
        const aim = { kind: 'pay', amount: debt } as const;
        const sale = decideSale({ debt, collateral, bids, spreadRate, aim });
        const all = collateral.reduce((sum, held) => sum + brings(held, bids, spreadRate), 0n);
        const paid = all < debt.units ? all : debt.units;
        expect(sale?.paid.units ?? 0n).toBe(paid);
      }),
    );
  });
});
