// Promise: the loan book adds up what runs, names those nearest to a sale, and its stress table sells and
// loses what the same prices would.
import { type UserId, type UtcDay, money, price, rate } from '@candor/kernel';
import { collateralValue, decideSale } from '@candor/pricing';
import { describe, expect, test } from 'vitest';
import { type RunningRow, createLook, fallenBids } from './rules.ts';

const usdt = (units: bigint) => money('USDT', units * 1_000_000n);
const btc = (hundredths: bigint) => money('BTC', hundredths * 1_000_000n);
const BIDS = { BTC: price('50000') };
const SPREAD = rate('0.002');
let count = 0;

function loan(owed: bigint, collateral: RunningRow['collateral'], more: Partial<RunningRow> = {}) {
  count += 1;
  const row: RunningRow = {
    userId: `user ${count}` as UserId,
    id: `loan ${count}`,
    number: `L-${String(count).padStart(6, '0')}`,
    ordinal: String(count),
    state: 'repaymentInProgress',
    principal: usdt(owed),
    interest: usdt(0n),
    ltvMax: rate('0.65'),
    dueOn: '2026-12-01' as UtcDay,
    collateral,
    ...more,
  };
  return row;
}

const lookAt = (rows: readonly RunningRow[], bids = BIDS) => {
  const look = createLook({ bids, spreadRate: SPREAD });
  for (const row of rows) look.add(row);
  return look.done();
};

describe('the book', () => {
  test('adds up debts, worth, levels and what is overdue', () => {
    const found = lookAt([
      loan(20_000n, [btc(100n)]),
      loan(33_000n, [btc(100n)], { interest: usdt(1_000n) }),
      loan(42_000n, [btc(100n)], { state: 'overdue' }),
      loan(100n, [money('ETH', 1n)]),
    ]);
    expect(found).toMatchObject({ loans: 4, unjudged: 1, overdue: 1 });
    expect([found.owed, found.value, found.overdueOwed]).toEqual([
      usdt(96_100n),
      usdt(150_000n),
      usdt(42_000n),
    ]);
    // 40 %, 68 %, 84 %; what cannot be judged stands at no level.
    expect(found.levels.map(({ loans }) => loans)).toEqual([1, 0, 1, 0, 0, 0, 1]);
    expect(found.levels.at(-1)?.owed).toEqual(usdt(42_000n));
  });

  test('names what cannot be judged first, then what is nearest to a sale', () => {
    const far = loan(10_000n, [btc(100n)]);
    const near = loan(41_000n, [btc(100n)]);
    const worthless = loan(5n, [money('BTC', 0n)]);
    const unknown = loan(1n, [money('ETH', 1n)]);
    const { nearest } = lookAt([far, near, worthless, unknown]);
    expect(nearest.map(({ id }) => id)).toEqual([unknown.id, worthless.id, near.id, far.id]);
    expect(nearest.map(({ ltv }) => ltv)).toEqual([null, null, rate('0.82'), rate('0.2')]);
  });
});

describe('the stress table', () => {
  test('sells at each fall what the same sale would, and loses what no collateral is left for', () => {
    const rows = [
      loan(32_500n, [btc(100n)]),
      loan(37_000n, [btc(60n), usdt(8_000n)]),
      loan(10_000n, [btc(100n)]),
      loan(100n, [money('ETH', 1n)]),
    ];
    const { stress } = lookAt(rows);
    expect(stress.map(({ percent }) => percent)).toEqual([10, 20, 40]);
    for (const { percent, loans, sold, received, loss, lossLoans } of stress) {
      const bids = { BTC: price(String(500 * (100 - percent))) };
      const sums = { loans: 0, btc: 0n, usdt: 0n, received: 0n, loss: 0n, lossLoans: 0 };
      for (const { principal: debt, collateral } of rows.slice(0, 3)) {
        const worth = collateralValue(collateral, bids)?.units ?? 0n;
        if (debt.units * 100n < worth * 83n) continue;
        const aim = { kind: 'line', line: rate('0.65') } as const;
        const sale = decideSale({ debt, collateral, bids, spreadRate: SPREAD, aim });
        if (sale === null) throw new Error('a sale was due');
        sums.loans += 1;
        sums.received += sale.paid.units;
        for (const { given } of sale.parts) {
          if (given.asset === 'BTC') sums.btc += given.units;
          else sums.usdt += given.units;
        }
        if (sale.isReached || sale.debtAfter.units === 0n) continue;
        sums.loss += sale.debtAfter.units;
        sums.lossLoans += 1;
      }
      const given = (asset: string) => sold.find((one) => one.asset === asset)?.units ?? 0n;
      expect({
        loans,
        btc: given('BTC'),
        usdt: given('USDT'),
        received: received.units,
        loss: loss.units,
        lossLoans,
      }).toEqual(sums);
    }
    // 37,000 USDT owed against 8,000 USDT and 60 hundredths of a coin at 30,000: all goes, and is not enough.
    expect(stress.at(-1)).toMatchObject({ loans: 2, lossLoans: 2 });
  });

  test('a fall stands never above its price', () => {
    expect(fallenBids({ BTC: price('0.000000000000000001') }, 10)).toEqual({});
    expect(fallenBids({ BTC: price('100'), ETH: price('3') }, 40)).toEqual({
      BTC: price('60'),
      ETH: price('1.8'),
    });
  });
});
