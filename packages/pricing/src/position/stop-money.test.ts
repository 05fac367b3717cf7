import { formatDecimal, money, price, quantity } from '@candor/kernel';
import { anyInstrument, anyConversionRate, anyLots, anyQuote, anySide } from '@candor/testkit';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONVERSION_ONE } from './conversion.ts';
import { realizedPnl } from './pnl.ts';
import { openingPrice } from '../price/quote.ts';
import { stopFromMoney } from './stop-money.ts';

const trade = {
  lots: quantity('0.1'),
  contractSize: quantity('1'),
  link: CONVERSION_ONE,
  openPrice: price('60010'),
  tickSize: price('0.1'),
};

describe('a stop given in money', () => {
  test.each([
    ['a long that may lose 100 stops 1,000 below its opening', 'long', 'loss', 100, '59010'],
    ['a long that takes 50 ends 500 above it', 'long', 'gain', 50, '60510'],
    ['a short that may lose 100 stops 1,000 above', 'short', 'loss', 100, '61010'],
    ['a short that takes 50 ends 500 below', 'short', 'gain', 50, '59510'],
  ] as const)('%s', (_what, side, kind, whole, expected) => {
    const amount = money('USDT', BigInt(whole) * 1_000_000n);
    expect(formatDecimal(stopFromMoney({ ...trade, side, kind, amount }))).toBe(expected);
  });

  test('never loses more than was said, never wins less, and is one tick from the exact price', () => {
    const anyTrade = anyInstrument().chain((instrument) =>
      fc.record({
        instrument: fc.constant(instrument),
        quote: anyQuote(instrument),
        lots: anyLots(instrument),
        side: anySide(),
        link: anyConversionRate(),
        kind: fc.constantFrom('loss' as const, 'gain' as const),
        units: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      }),
    );
    fc.assert(
      fc.property(anyTrade, ({ instrument, quote, lots, side, link, kind, units }) => {
        const { contractSize, tickSize } = instrument;
        const openPrice = openingPrice(side, quote);
        const size = { side, lots, contractSize, link, openPrice };
        const amount = money('USDT', units);
        const stop = stopFromMoney({ ...size, amount, kind, tickSize });
        const result = realizedPnl({ ...size, closePrice: stop }).units;
        expect(stop % tickSize).toBe(0n);
        if (kind === 'loss') expect(-result).toBeLessThanOrEqual(units);
        // The price is exact to 18 places; the result is rounded toward zero after it.
        else expect(result).toBeGreaterThanOrEqual(units - 1n);
      }),
    );
  });
});
