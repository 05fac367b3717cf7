import {
  type Decimal,
  type InstrumentCode,
  type Money,
  type Price,
  type Rate,
  addMoney,
  decimal,
  ensure,
  money,
  price,
  rate,
  subMoney,
} from '@candor/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Fund,
  type FundPrice,
  fundValue,
  emptyFund,
  joinFund,
  leaveFund,
  markFund,
  settleFund,
  tradeTo,
} from './fund.ts';
import { NO_POSITION, quantityTowards, tradePosition, worthOf } from './position.ts';

const usdt = (units: bigint): Money => money('USDT', units);
const feeRate = rate('0.001');
const BTC = 'BTC/USDT' as InstrumentCode;
const ETH = 'ETH/USDT' as InstrumentCode;
const quote = (bid: string, ask: string): FundPrice => ({
  bid: price(bid),
  ask: price(ask),
  at: 't',
});

const anyPrice = fc.bigInt({ min: 10n ** 14n, max: 10n ** 24n }).map((units) => units as Price);
const anyQuantity = fc
  .bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
  .filter((units) => units !== 0n)
  .map((units) => (units * 10n ** 10n) as Decimal);
const anyFee = fc.bigInt({ min: 0n, max: 3n * 10n ** 15n }).map((units) => units as Rate);
const anyQuote = fc
  .tuple(anyPrice, fc.bigInt({ min: 0n, max: 10n ** 13n }))
  .map(([bid, wide]): FundPrice => ({
    bid,
    ask: (bid + (bid * wide) / 10n ** 16n) as Price,
    at: 't',
  }));

describe('a position', () => {
  test('a long is paid for, marked at the bid and sold with its result', () => {
    // 0.5 × 10,000.01 = 5,000.005 paid; fee 0.1 % = 5.000005.
    const bought = tradePosition(NO_POSITION, {
      ...{ quantity: decimal('0.5'), price: price('10000.01'), feeRate },
    });
    expect(bought.position.cost).toEqual(usdt(5_000_005_000n));
    expect([bought.result.units, bought.fee.units]).toEqual([0n, 5_000_005n]);
    expect(worthOf(bought.position, quote('10100', '10101'))).toEqual(usdt(5_050_000_000n));
    // A third of it sold at 10,100: 1,683.333367 less a third of the cost, 1,666.668367.
    const third = decimal('-0.16666667');
    const sold = tradePosition(bought.position, {
      quantity: third,
      price: price('10100'),
      feeRate,
    });
    expect(sold.result.units).toBe(1_683_333_367n - 1_666_668_367n);
    const rest = decimal('-0.33333333');
    const all = tradePosition(sold.position, { quantity: rest, price: price('10100'), feeRate });
    expect(all.position).toEqual(NO_POSITION);
    // Both parts together: 5,050 − 5,000.005.
    expect(addMoney(sold.result, all.result).units).toBe(49_995_000n);
  });

  test('a short receives, and wins when the price falls', () => {
    const sold = tradePosition(NO_POSITION, {
      ...{ quantity: decimal('-2'), price: price('100'), feeRate },
    });
    expect(sold.position.cost).toEqual(usdt(-200_000_000n));
    const back = tradePosition(sold.position, {
      ...{ quantity: decimal('2'), price: price('90'), feeRate },
    });
    expect(back.result).toEqual(usdt(20_000_000n));
    expect(back.position).toEqual(NO_POSITION);
  });

  test('sold beyond what is held, it closes and opens a short in one trade', () => {
    const long = tradePosition(NO_POSITION, {
      ...{ quantity: decimal('1'), price: price('100'), feeRate },
    });
    const turned = tradePosition(long.position, {
      ...{ quantity: decimal('-3'), price: price('110'), feeRate },
    });
    expect(turned.result).toEqual(usdt(10_000_000n));
    expect(turned.position).toEqual({ quantity: decimal('-2'), cost: usdt(-220_000_000n) });
    expect(turned.fee).toEqual(usdt(330_000n));
  });

  test('any trades, closed in the end: results are what was received less what was paid', () => {
    const trades = fc.array(fc.tuple(anyQuantity, anyPrice), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(trades, anyFee, (list, fees) => {
        let position = NO_POSITION;
        let result = 0n;
        let cash = 0n;
        // One unit for each rounding, of which a trade has three at most.
        let roundings = 0n;
        const trade = (quantity: Decimal, at: Price): void => {
          const made = tradePosition(position, { quantity, price: at, feeRate: fees });
          ({ position } = made);
          result += made.result.units;
          cash -= quantity * at;
          roundings += 3n;
          expect(made.fee.units >= 0n).toBe(true);
        };
        for (const [quantity, at] of list) trade(quantity, at);
        if (position.quantity !== 0n) {
          trade(-position.quantity as Decimal, ensure(list[0], 'a trade')[1]);
        }
        expect(position).toEqual(NO_POSITION);
        const exact = cash / 10n ** 30n;
        expect(result <= exact + 1n).toBe(true);
        expect(result >= exact - roundings).toBe(true);
      }),
    );
  });

  test('is traded towards a share of the value, its fee paid from it, and never beyond', () => {
    const facts = fc.record({
      weight: fc.integer({ min: -10_000, max: 10_000 }),
      value: fc.bigInt({ min: 1_000_000n, max: 10n ** 13n }),
      at: anyQuote,
      fee: anyFee,
    });
    fc.assert(
      fc.property(facts, ({ weight, value, at, fee }) => {
        const quantity = quantityTowards(NO_POSITION, {
          ...{ weight, value: usdt(value), quote: at, feeRate: fee },
        });
        if (quantity === 0n) return;
        const side = quantity > 0n ? at.ask : at.bid;
        const made = tradePosition(NO_POSITION, { quantity, price: side, feeRate: fee });
        const cost = made.position.cost.units;
        const size = cost < 0n ? -cost : cost;
        const most = (value * BigInt(Math.abs(weight))) / 10_000n;
        // Paid and fee are each rounded up once.
        expect(size + made.fee.units <= most + 2n).toBe(true);
        expect(quantity > 0n).toBe(weight > 0);
      }),
    );
  });
});

const instruments = [
  { code: BTC, feeRate },
  { code: ETH, feeRate },
];
const anyFund = fc
  .tuple(
    fc.bigInt({ min: 1_000_000_000n, max: 10n ** 13n }),
    fc.integer({ min: -5000, max: 5000 }),
    fc.integer({ min: -5000, max: 5000 }),
    anyQuote,
    anyQuote,
  )
  .map(([value, first, second, one, two]) => {
    const fund = settleFund(emptyFund(instruments), usdt(value));
    const prices = [one, two];
    return { fund: tradeTo(fund, { weights: [first, second], prices })?.fund ?? fund, prices };
  });

describe('a fund', () => {
  test('a mark books what the positions won, and the value stays', () => {
    fc.assert(
      fc.property(anyFund, anyQuote, anyQuote, ({ fund }, one, two) => {
        const prices = [one, two];
        const before = fundValue(fund, prices);
        const marked = ensure(markFund(fund, prices), 'there are prices');
        const after = fundValue(marked.fund, prices);
        expect(after).toEqual(before);
        const { settled, result } = marked.fund;
        expect(addMoney(settled, result)).toEqual(after);
        const sum = marked.marks.reduce((total, mark) => addMoney(total, mark.result), fund.result);
        expect(sum).toEqual(result);
      }),
    );
  });

  test('has no value, mark or trade while something held has no price', () => {
    const fund = settleFund(emptyFund(instruments), usdt(10_000_000_000n));
    const prices = [quote('100', '101'), quote('50', '51')];
    const held = ensure(tradeTo(fund, { weights: [5000, 0], prices }), 'it trades').fund;
    expect(fundValue(held, [null, quote('50', '51')])).toBeNull();
    expect(markFund(held, [null, null])).toBeNull();
    expect(tradeTo(held, { weights: [0, 0], prices: [null, prices[1] ?? null] })).toBeNull();
    // What is not held needs none.
    expect(fundValue(held, [prices[0] ?? null, null])).not.toBeNull();
  });

  test('who leaves takes what is theirs, and costs the others nothing', () => {
    const shares = fc.tuple(
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      fc.bigInt({ min: 0n, max: 10n ** 9n }),
    );
    fc.assert(
      fc.property(
        anyFund,
        anyQuote,
        anyQuote,
        shares,
        ({ fund, prices: paid }, one, two, [part, more]) => {
          const prices = [one, two];
          const whole = part + more;
          const settled = usdt((fund.settled.units * part) / whole);
          const before = ensure(fundValue(fund, prices), 'there are prices');
          const left = ensure(
            leaveFund(fund, { share: { part, whole }, settled, prices }),
            'prices',
          );
          const after = ensure(fundValue(left.fund, prices), 'there are prices');
          // What is taken out and what stays is what was there, less the fees of the way out.
          const taken = addMoney(settled, left.own);
          const fees = left.fills.reduce((sum, { fee }) => sum + fee.units, 0n);
          const gone = subMoney(before, addMoney(after, taken)).units;
          const rounding = 3n * BigInt(left.fills.length) + 1n;
          expect(gone >= fees - rounding && gone <= fees + rounding).toBe(true);
          // Those who stay have their part of the value, and nothing less than a few units.
          const fair = (before.units * more) / whole;
          // A share of a position is cut to eight places: worth that much of each price, then and now.
          const all = [...paid, ...prices].reduce((sum, { ask }) => sum + ask, 0n);
          const cut = all / 10n ** 20n + 10n;
          expect(after.units >= fair - cut).toBe(true);
          if (more === 0n) {
            expect(left.fund.positions.every(({ quantity }) => quantity === 0n)).toBe(true);
            expect([left.fund.settled.units, left.fund.result.units]).toEqual([0n, 0n]);
          }
        },
      ),
    );
  });

  test('who joins buys a share of what is held, and costs the others nothing', () => {
    const amounts = fc.bigInt({ min: 100_000_000n, max: 10n ** 13n });
    fc.assert(
      fc.property(anyFund, anyQuote, anyQuote, amounts, ({ fund }, one, two, amount) => {
        const prices = [one, two];
        const marked = ensure(markFund(fund, prices), 'there are prices').fund;
        const value = addMoney(marked.settled, marked.result);
        fc.pre(value.units > 0n);
        const settled = settleFund(marked, value);
        const joined = ensure(joinFund(settled, { amount: usdt(amount), prices }), 'prices');
        expect(joined.own.units <= 0n).toBe(true);
        expect(joined.fund.settled).toEqual(addMoney(addMoney(value, usdt(amount)), joined.own));
        expect(joined.fund.result.units).toBe(0n);
        expect(fundValue(joined.fund, prices)).toEqual(joined.fund.settled);
      }),
    );
  });

  test('sells before it buys, so that what is bought is paid', () => {
    const fund = settleFund(emptyFund(instruments), usdt(10_000_000_000n));
    const prices = [quote('100', '100'), quote('50', '50')];
    const first = ensure(tradeTo(fund, { weights: [0, 10_000], prices }), 'it trades').fund;
    const second = ensure(tradeTo(first, { weights: [10_000, 0], prices }), 'it trades');
    expect(second.fills.map(({ code, quantity }) => [code, quantity > 0n])).toEqual([
      [ETH, false],
      [BTC, true],
    ]);
    expect((second.fund satisfies Fund).positions[1]).toEqual(NO_POSITION);
  });
});
