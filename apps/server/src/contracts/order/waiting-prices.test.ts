import {
  type InstrumentCode,
  type Price,
  type TickId,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import type { Instrument } from '@candor/pricing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decidePrices, reached } from './waiting-prices.ts';

const instrument: Instrument = {
  code: 'BTC/USDT' as InstrumentCode,
  name: 'Bitcoin',
  type: 2,
  class: 'crypto',
  base: 'BTC',
  quoteCurrency: 'USDT',
  contractSize: quantity('1'),
  tickSize: price('1'),
  lotStep: quantity('0.001'),
  lotsMin: quantity('0.001'),
  lotsMax: quantity('100'),
  leverageMax: 10,
  feeRate: rate('0.001'),
  financingRate: rate('0.0005'),
  spreadRate: rate('0.0002'),
  freshForMs: 5000,
  bandRate: rate('0.02'),
  hours: [],
  sources: ['test'],
  status: 'open',
};

const at = (value: number): Price => price(String(value));
const anyPrice = fc.integer({ min: 500, max: 1_500 });
const anyQuote = fc
  .record({ bid: anyPrice, spread: fc.integer({ min: 0, max: 50 }) })
  .map(({ bid, spread }) => ({ bid: at(bid), ask: at(bid + spread) }));

const anyAsked = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  orderType: fc.constantFrom('limit' as const, 'stop' as const, 'stopLimit' as const),
  price: anyPrice,
  stopPrice: anyPrice,
});

function ordered(params: {
  side: 'long' | 'short';
  orderType: 'limit' | 'stop' | 'stopLimit';
  price: number;
  stopPrice: number;
}) {
  const { side, orderType } = params;
  return {
    side,
    orderType,
    askedPrice: orderType === 'stop' ? null : at(params.price),
    stopPrice: orderType === 'limit' ? null : at(params.stopPrice),
    armedBy: null as TickId | null,
  };
}

describe('an order that waits', () => {
  test('is never taken when the market it was taken in would set it off', () => {
    fc.assert(
      fc.property(anyAsked, anyQuote, (params, quote) => {
        const { orderType, side } = params;
        const texts = {
          ...(orderType === 'stop' ? {} : { price: String(params.price) }),
          ...(orderType === 'limit' ? {} : { stopPrice: String(params.stopPrice) }),
        };
        const decided = decidePrices({ orderType, ...texts }, { instrument, side, quote });
        if (decided.ok) expect(reached(ordered(params), quote)).toBeNull();
        else expect(decided.failure.name).toBe('quote-expired');
      }),
    );
  });

  test('fills at its limit or better; a stop at its stop or worse', () => {
    fc.assert(
      fc.property(anyAsked, anyQuote, fc.boolean(), (params, quote, isArmed) => {
        const order = { ...ordered(params), armedBy: isArmed ? ('2026-11-21/1' as TickId) : null };
        if (reached(order, quote) !== 'fill') return;
        const fill = order.side === 'long' ? quote.ask : quote.bid;
        const sign = order.side === 'long' ? 1n : -1n;
        if (order.askedPrice !== null) {
          expect(sign * (fill - order.askedPrice)).toBeLessThanOrEqual(0n);
        } else expect(sign * (fill - (order.stopPrice ?? 0n))).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  test('is armed at most once, and only as a stop-limit', () => {
    fc.assert(
      fc.property(anyAsked, anyQuote, (params, quote) => {
        const order = ordered(params);
        if (reached(order, quote) !== 'arm') return;
        expect(order.orderType).toBe('stopLimit');
        const armed = { ...order, armedBy: '2026-11-21/1' as TickId };
        expect(reached(armed, quote)).not.toBe('arm');
      }),
    );
  });

  test('a buy and a sell at one price wait on opposite sides of the market', () => {
    fc.assert(
      fc.property(anyPrice, anyQuote, (limit, quote) => {
        const asked = { orderType: 'limit' as const, price: String(limit) };
        const buys = decidePrices(asked, { instrument, side: 'long', quote }).ok;
        const sells = decidePrices(asked, { instrument, side: 'short', quote }).ok;
        // Between bid and ask neither fills at once, so both may wait there.
        const isInside = at(limit) > quote.bid && at(limit) < quote.ask;
        if (!isInside) expect(buys && sells).toBe(false);
      }),
    );
  });
});
