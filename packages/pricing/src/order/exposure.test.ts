// Promise: an account that opens an order is left with a margin level of 100 % or more, and the
// close-out price of it is that of everything it has open of the instrument.
import { type Money, DECIMAL_ONE, money, price, quantity, rate } from '@candor/kernel';
import { anyFeeRate, anyMoney, anyPosition } from '@candor/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeOutPrice, freeMargin, marginLevel, tradingEquity } from '../position/margin.ts';
import type { Side } from '../price/quote.ts';
import { openingCost } from './cost.ts';
import { closeOutAfterOpening, isAffordable, marginStateAfterOpening } from './exposure.ts';

const amounts = anyMoney({ asset: 'USDT', min: 0n, max: 10n ** 13n });
const debts = anyMoney({ asset: 'USDT', min: -(10n ** 8n), max: 0n });
const anyCase = fc.record({
  position: anyPosition(),
  feeRate: anyFeeRate(),
  before: fc.record({
    cash: amounts,
    margin: amounts,
    deficit: debts,
    reversed: debts,
    floatingPnl: anyMoney({ asset: 'USDT', min: -(10n ** 12n), max: 10n ** 12n }),
  }),
  spare: fc.bigInt({ min: -2n, max: 10n ** 10n }),
});

type Case = typeof anyCase extends fc.Arbitrary<infer One> ? One : never;

/** A case whose free margin is what the order needs, and something to spare. */
function costOf({ position, feeRate, before, spare }: Case) {
  const { side, lots, contractSize, link, leverage, quote } = position;
  const order = { side, lots, contractSize, link, leverage, feeRate };
  const cost = openingCost(order, quote);
  const owed = before.deficit.units + before.reversed.units + before.floatingPnl.units;
  const cash = cost.need.units + spare + (owed < 0n ? -owed : 0n);
  return { order, cost, before: { ...before, cash: money('USDT', cash > 0n ? cash : 0n) } };
}

describe('an account that opens an order', () => {
  it('can when all that it needs is free, and not with a unit less', () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const { cost, before } = costOf(drawn);
        const free = freeMargin(before).units;
        expect(isAffordable(cost, before)).toBe(free >= cost.need.units);
      }),
    );
  });

  it('loses the fee and the spread of its equity, and holds what it held and the margin', () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const { cost, before } = costOf(drawn);
        const after = marginStateAfterOpening(before, cost);
        const equity = (of: typeof before): bigint => tradingEquity(of).units;
        const lost = equity(before) - equity(after);
        expect(lost).toBe(cost.fee.units + cost.openingLoss.units);
        expect(after.margin.units).toBe(before.margin.units + cost.margin.units);
        expect([after.deficit, after.reversed]).toEqual([before.deficit, before.reversed]);
      }),
    );
  });

  it('has a margin level of 100 % or more when it could', () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const { cost, before } = costOf(drawn);
        fc.pre(isAffordable(cost, before));
        const after = marginStateAfterOpening(before, cost);
        expect(marginLevel(after) ?? DECIMAL_ONE).toBeGreaterThanOrEqual(DECIMAL_ONE);
        expect(after.cash.units).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});

describe('the close-out price of an order', () => {
  const usdt = (units: bigint): Money => money('USDT', units * 1_000_000n);
  const order = {
    side: 'long' as const,
    lots: quantity('1'),
    contractSize: quantity('1'),
    link: price('1'),
    leverage: 10,
    feeRate: rate('0'),
  };
  const market = { bid: price('60000'), ask: price('60000') };
  const nothing = { deficit: usdt(0n), reversed: usdt(0n), floatingPnl: usdt(0n) };
  const before = { cash: usdt(10_000n), margin: usdt(0n), ...nothing };
  const after = marginStateAfterOpening(before, openingCost(order, market));

  it('by hand: 10,000 of equity and 6,000 held reach 50 % after a loss of 7,000', () => {
    const alone = closeOutAfterOpening({ order, after, market, exposures: [] });
    expect(alone).toBe(price('53000'));
  });

  it('counts what is open of the instrument: more of it is closed out sooner', () => {
    const size = { lots: quantity('1'), contractSize: quantity('1') };
    const withOne = (side: Side) =>
      closeOutAfterOpening({ order, after, market, exposures: [{ side, ...size }] });
    expect([withOne('long'), withOne('short')]).toEqual([price('56500'), null]);
  });

  it('is that of the account with the order among its contracts', () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const { order: one, cost, before: own } = costOf(drawn);
        const left = marginStateAfterOpening(own, cost);
        const { quote } = drawn.position;
        const found = closeOutAfterOpening({
          order: one,
          after: left,
          market: quote,
          exposures: [one],
        });
        const facts = { marginState: left, quote, exposures: [one, one], link: one.link };
        expect(found).toBe(closeOutPrice(facts));
      }),
    );
  });
});
