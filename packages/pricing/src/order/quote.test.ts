// Promise: everything said of an order before it is sent follows from what it is charged; an order
// that waits is weighed at its own price, and of a stop that cannot work no loss is said.
import {
  type Money,
  type Price,
  formatDecimal,
  formatMoney,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import { anyPosition, anyPriceOnTick } from '@candor/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarginState } from '../position/margin.ts';
import { lossAtStop } from '../position/pnl.ts';
import { openingCost } from './cost.ts';
import { isAffordable, marginStateAfterOpening } from './exposure.ts';
import { type QuotedOrder, quoteOrder } from './quote.ts';

const terms = {
  contractSize: quantity('1'),
  tickSize: price('0.1'),
  feeRate: rate('0.001'),
  financingRate: rate('0.0005'),
  link: price('1'),
};
const market = { bid: price('60000'), ask: price('60010') };
const order: QuotedOrder = {
  side: 'long',
  lots: quantity('0.1'),
  leverage: 10,
  waitsFor: null,
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
};
const accountWith = (cash: Money): MarginState => {
  const nothing = money('USDT', 0n);
  return { cash, margin: nothing, deficit: nothing, reversed: nothing, floatingPnl: nothing };
};
const marginState = accountWith(money('USDT', 10n ** 10n));
const text = (amount: Money | null): string | null =>
  amount === null ? null : formatMoney(amount);
const quoted = (parts: Partial<QuotedOrder>, account: MarginState | null = marginState) =>
  quoteOrder({ terms, market, order: { ...order, ...parts }, marginState: account, exposures: [] });

describe('the figures of an order', () => {
  it('by hand', () => {
    const figures = quoted({ stopLoss: price('59000'), takeProfit: price('61000') });
    const { openPrice, notional, margin, fee, totalCost, needed } = figures;
    expect(formatDecimal(openPrice)).toBe('60010');
    expect([notional, margin, fee, totalCost, needed].map(formatMoney)).toEqual([
      '6001',
      '600.1',
      '6.001',
      '606.101',
      '607.101',
    ]);
    // 0.1 × 1,010 and 6.001 + 5.9 of fees; 0.1 × 990 less 6.001 + 6.1.
    expect([text(figures.lossAtStop), text(figures.gainAtTarget)]).toEqual(['112.901', '86.899']);
    expect(text(figures.freeMarginAfter)).toBe('9392.899');
    expect([figures.hold.d1, figures.hold.d7, figures.hold.d30].map(text)).toEqual([
      '3.0005',
      '21.0035',
      '90.015',
    ]);
  });

  it('of one that waits are those at its own price', () => {
    const { openPrice, fee, openingLoss } = quoted({ waitsFor: price('50000') });
    expect([openPrice, fee.units, openingLoss.units]).toEqual([price('50000'), 5_000_000n, 0n]);
  });

  it('say nothing of a loss while its stop cannot work, and of no account without one', () => {
    const wrong = quoted({ stopLoss: price('60000') });
    expect([wrong.stopsFailure, wrong.mostYouCanLose, wrong.lossAtStop]).toEqual([
      'stop-loss-unreasonable',
      null,
      null,
    ]);
    const nobody = quoted({}, null);
    expect([nobody.freeMarginAfter, nobody.closeOutPrice, nobody.isAffordable]).toEqual([
      null,
      null,
      true,
    ]);
  });

  it('measure the stop of what fills now by the close-out price, and of what waits not', () => {
    const large = { lots: quantity('1'), stopLoss: price('30000') };
    expect(quoted(large).stopsFailure).toBe('stop-loss-unreasonable');
    expect(quoted({ ...large, waitsFor: price('59000') }).stopsFailure).toBeNull();
    // Without the margin nothing is opened that could be closed out.
    expect(quoted(large, accountWith(money('USDT', 1n))).stopsFailure).toBeNull();
  });

  it('are what the order would be charged and leave the account', () => {
    const anyCase = fc.record({
      position: anyPosition(),
      cash: fc.bigInt({ min: 0n, max: 10n ** 14n }),
      waits: fc.option(fc.constant(true)),
    });
    fc.assert(
      fc.property(anyCase, ({ position, cash, waits }) => {
        const { instrument, quote, side, lots, leverage, link } = position;
        const { contractSize, feeRate } = instrument;
        const waitsFor = waits === null ? null : quote.bid;
        const at = waitsFor === null ? quote : { bid: waitsFor, ask: waitsFor };
        const before = accountWith(money('USDT', cash));
        const figures = quoteOrder({
          terms: { ...instrument, link },
          market: quote,
          order: { ...order, side, lots, leverage, waitsFor },
          marginState: before,
          exposures: [],
        });
        const cost = openingCost({ side, lots, contractSize, link, leverage, feeRate }, at);
        expect(figures).toMatchObject({
          openPrice: cost.openPrice,
          margin: cost.margin,
          fee: cost.fee,
          openingLoss: cost.openingLoss,
          needed: cost.need,
          isAffordable: isAffordable(cost, before),
        });
        const { cash: left } = marginStateAfterOpening(before, cost);
        expect(figures.totalCost.units).toBe(cash - left.units);
      }),
    );
  });

  it('name a loss at the stop that is what closing there would cost', () => {
    const anyCase = anyPosition().chain((position) =>
      fc.tuple(fc.constant(position), anyPriceOnTick(position.instrument.tickSize)),
    );
    fc.assert(
      fc.property(anyCase, ([position, stopLoss]) => {
        const { instrument, quote, side, lots, leverage, link } = position;
        const figures = quoteOrder({
          terms: { ...instrument, link },
          market: quote,
          order: { ...order, side, lots, leverage, stopLoss },
          marginState: null,
          exposures: [],
        });
        if (figures.stopsFailure !== null) return;
        const { contractSize, feeRate } = instrument;
        const openPrice: Price = figures.openPrice;
        const trade = { side, lots, contractSize, link, openPrice };
        expect(figures.lossAtStop).toEqual(lossAtStop({ ...trade, stopLoss, feeRate }));
        const most = figures.mostYouCanLose?.amount.units ?? -1n;
        expect(most).toBeLessThanOrEqual(figures.lossAtStop?.units ?? 0n);
      }),
    );
  });
});
