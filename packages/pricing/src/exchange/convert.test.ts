import {
  ASSETS,
  type Asset,
  DECIMAL_ONE,
  type Price,
  type Rate,
  formatDecimal,
  formatMoney,
  money,
  parseMoney,
  price,
  rate,
} from '@candor/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Coin, coinsOf, conversionProblem, convert, paidByHouse } from './convert.ts';

const prices = {
  BTC: { bid: price('60000'), ask: price('60010') },
  ETH: { bid: price('3000'), ask: price('3001') },
};
const spreadRate = rate('0.002');

const of = (text: string, asset: Asset) => {
  const amount = parseMoney(text, asset);
  if (amount === null) throw new Error(text);
  return amount;
};
const done = (text: string, from: Asset, to: Asset) =>
  convert({ amount: of(text, from), to, prices, spreadRate });

describe('a conversion', () => {
  test.each([
    // 1000 − 2 = 998 at the ask.
    ['1000', 'USDT', 'BTC', '0.01663056', '2', '0.000016663889351774'],
    ['0.5', 'BTC', 'USDT', '29940', '60', '60000'],
    // 60000 − 120 = 59880 at the ask of ETH.
    ['1', 'BTC', 'ETH', '19.953348883705431522', '120', '19.993335554815061646'],
    ['0.000001', 'USDT', 'BTC', '0', '0.000001', '0.000016663889351774'],
    ['0.00000001', 'BTC', 'USDT', '0.000598', '0.000002', '60000'],
  ] as const)('%s %s to %s brings %s and costs %s USDT', (amount, from, to, receive, cost, at) => {
    const conversion = done(amount, from, to);
    expect(formatMoney(conversion.receive)).toBe(receive);
    expect(formatMoney(conversion.spread)).toBe(cost);
    expect(formatDecimal(conversion.rate)).toBe(at);
  });

  test('names the coins it needs the price of, in the order of its legs', () => {
    expect(coinsOf({ from: 'ETH', to: 'BTC' })).toEqual(['ETH', 'BTC']);
    expect(coinsOf({ from: 'USDT', to: 'BTC' })).toEqual(['BTC']);
    expect(coinsOf({ from: 'BTC', to: 'BTC' })).toEqual([]);
  });

  test('takes from the house what it brings, and of coins through USDT the spread', () => {
    const texts = (amount: string, from: Asset, to: Asset) =>
      paidByHouse(done(amount, from, to)).map((one) => `${formatMoney(one)} ${one.asset}`);
    expect(texts('1000', 'USDT', 'BTC')).toEqual(['0.01663056 BTC']);
    expect(texts('0.5', 'BTC', 'USDT')).toEqual(['30000 USDT']);
    expect(texts('1', 'BTC', 'ETH')).toEqual(['19.953348883705431522 ETH', '120 USDT']);
  });

  test('of nothing, of too many places, or into nothing is a problem', () => {
    expect(conversionProblem(null, null)).toBe('malformed');
    expect(conversionProblem(money('USDT', 0n), null)).toBe('malformed');
    const dust = done('0.000001', 'USDT', 'BTC');
    expect(conversionProblem(dust.amount, dust)).toBe('dust');
    expect(conversionProblem(money('USDT', 1n), null)).toBeNull();
    expect(() => done('1', 'BTC', 'BTC')).toThrow('two assets');
    expect(() => convert({ amount: of('1', 'BTC'), to: 'USDT', prices: {}, spreadRate })).toThrow();
  });
});

const anyPrice = fc
  .tuple(fc.bigInt({ min: 10n ** 15n, max: 10n ** 24n }), fc.bigInt({ min: 0n, max: 10n ** 20n }))
  .map(([bid, more]) => ({ bid: bid as Price, ask: (bid + more) as Price }));
const anyPrices = fc.record({ BTC: anyPrice, ETH: anyPrice });
const anySpread = fc.bigInt({ min: 0n, max: DECIMAL_ONE / 20n }).map((value) => value as Rate);
const anyPair = fc
  .tuple(fc.constantFrom(...ASSETS), fc.constantFrom(...ASSETS))
  .filter(([from, to]) => from !== to);
const anyUnits = fc.bigInt({ min: 1n, max: 10n ** 18n });

describe('whatever the prices', () => {
  test('each figure is its exact value rounded against the user by less than one unit', () => {
    fc.assert(
      fc.property(anyPair, anyUnits, anyPrices, anySpread, ([from, to], units, at, share) => {
        const facts = { amount: money(from, units), to, prices: at, spreadRate: share };
        const { legs, spread, receive } = convert(facts);
        const scale = { USDT: 10n ** 6n, BTC: 10n ** 8n, ETH: 10n ** 18n };
        for (const { side, price: asked, given, received } of legs) {
          const [over, exact] =
            side === 'sell'
              ? [scale[given.asset] * DECIMAL_ONE, given.units * asked * scale.USDT]
              : [scale.USDT * asked, given.units * scale[received.asset] * DECIMAL_ONE];
          expect(received.units * over).toBeLessThanOrEqual(exact);
          expect(exact - received.units * over).toBeLessThan(over);
        }
        const usdt = from === 'USDT' ? units : (legs[0]?.received.units ?? 0n);
        expect(spread.units * DECIMAL_ONE).toBeGreaterThanOrEqual(usdt * share);
        expect(spread.units * DECIMAL_ONE - usdt * share).toBeLessThan(DECIMAL_ONE);
        // Nothing is lost on the way: each leg gives what the one before it left.
        expect(legs[0]?.given.units).toBe(from === 'USDT' ? units - spread.units : units);
        if (legs.length === 2) expect(legs[1]?.given.units).toBe(usdt - spread.units);
        const last = legs.at(-1)?.received.units ?? 0n;
        expect(receive.units).toBe(to === 'USDT' ? last - spread.units : last);
        for (const { units: paid } of paidByHouse(convert(facts))) {
          expect(paid).toBeGreaterThan(0n);
        }
      }),
    );
  });

  test('there and back never brings more than was given', () => {
    fc.assert(
      fc.property(anyPair, anyUnits, anyPrices, anySpread, ([from, to], units, at, share) => {
        const there = convert({
          amount: money(from, units),
          to,
          prices: at,
          spreadRate: share,
        }).receive;
        if (there.units <= 0n) return;
        const back = convert({ amount: there, to: from, prices: at, spreadRate: share }).receive;
        expect(back.units).toBeLessThanOrEqual(units);
      }),
    );
  });

  test('around all three never brings more than was given', () => {
    const coins: readonly Coin[] = ['BTC', 'ETH'];
    fc.assert(
      fc.property(anyUnits, anyPrices, anySpread, (units, at, share) => {
        let amount = money('USDT', units);
        for (const to of [...coins, 'USDT' as const]) {
          if (amount.units <= 0n) return;
          amount = convert({ amount, to, prices: at, spreadRate: share }).receive;
        }
        expect(amount.units).toBeLessThanOrEqual(units);
      }),
    );
  });
});
