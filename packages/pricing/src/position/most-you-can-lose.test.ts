// Promise: "most you can lose" is the smallest of three bounds and says which; no closing price
// that a long can reach costs more than its value and fees.
import { anyFeeRate, anyMoney, anyPosition } from '@candor/testkit';
import {
  type Money,
  type Price,
  formatMoney,
  parseMoney,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tradeFee } from './fee.ts';
import { mostYouCanLose } from './most-you-can-lose.ts';
import { type OpenTrade, lossAtStop, realizedPnl } from './pnl.ts';

const usdt = (text: string): Money => parseMoney(text, 'USDT') as Money;
const feeRate = rate('0.001');
const long: OpenTrade = {
  side: 'long',
  lots: quantity('0.5'),
  contractSize: quantity('1'),
  openPrice: price('60000'),
  link: price('1'),
};
const short: OpenTrade = { ...long, side: 'short' };

type Case = [trade: OpenTrade, stop: string | null, equity: string | null, most: string | null];

/** What closing at a price takes away, with both fees. */
function lost(trade: OpenTrade, closePrice: Price, fee: typeof feeRate): bigint {
  const { openPrice, ...size } = trade;
  const charge = (at: Price): bigint => tradeFee({ ...size, price: at, feeRate: fee }).units;
  return charge(openPrice) + charge(closePrice) - realizedPnl({ ...trade, closePrice }).units;
}

describe('the most you can lose', () => {
  it.each<Case>([
    // 0.5 × 1,000 lost + 30 to open + 29.50 to close.
    [long, '59000', '100000', '559.5 stop'],
    [long, '59000', '300', '300 equity'],
    // 0.5 × 60,000 and 30 to open: the price ends at 0.
    [long, null, '100000', '30030 value'],
    [long, null, '30029.99', '30029.99 equity'],
    [long, null, '-12', '0 equity'],
    // Nobody is signed in, or the account cannot be judged.
    [long, null, null, '30030 value'],
    [long, '59000', null, '559.5 stop'],
    // A short's price has no end.
    [short, null, '100000', '100000 equity'],
    [short, null, null, null],
    // 0.5 × 1,000 lost + 30 to open + 30.50 to close.
    [short, '61000', '100000', '560.5 stop'],
  ])('of %o with a stop at %s and an equity of %s is %s', (trade, stop, equity, most) => {
    const found = mostYouCanLose({
      trade,
      feeRate,
      stopLoss: stop === null ? null : price(stop),
      equity: equity === null ? null : usdt(equity),
    });
    expect(found === null ? null : `${formatMoney(found.amount)} ${found.by}`).toBe(most);
  });

  it.each<[OpenTrade, string]>([
    [long, '60000'],
    [long, '61000'],
    [long, '0'],
    [short, '60000'],
    [short, '59000'],
  ])('of %o is not known with a stop at %s, which bounds no loss', (trade, stop) => {
    const facts = { trade, feeRate, stopLoss: price(stop), equity: usdt('100000') };
    expect(mostYouCanLose(facts)).toBeNull();
  });

  it('is never below zero, never above the equity and never above the loss at the stop', () => {
    const anyEquity = anyMoney({ asset: 'USDT' });
    fc.assert(
      fc.property(anyPosition(), anyFeeRate(), anyEquity, fc.nat(), (trade, fee, equity, part) => {
        const parts = 1_000_000n;
        const away = (trade.openPrice * (BigInt(part) % parts)) / parts;
        const sign = trade.side === 'long' ? -1n : 1n;
        const stopLoss = (trade.openPrice + sign * (away + 1n)) as Price;
        const found = mostYouCanLose({ trade, feeRate: fee, stopLoss, equity });
        const most = found?.amount.units ?? -1n;
        expect(most).toBeGreaterThanOrEqual(0n);
        expect(most).toBeLessThanOrEqual(equity.units > 0n ? equity.units : 0n);
        const atStop = lossAtStop({ ...trade, stopLoss, feeRate: fee });
        expect(most).toBeLessThanOrEqual(atStop.units);
      }),
    );
  });

  it('of a long covers every closing price of 0 and above, to the unit', () => {
    fc.assert(
      fc.property(
        anyPosition(),
        anyFeeRate(),
        fc.bigInt(0n, 10n ** 6n),
        (position, fee, millionths) => {
          const trade: OpenTrade = { ...position, side: 'long' };
          const facts = { trade, feeRate: fee, stopLoss: null, equity: null };
          const most = mostYouCanLose(facts);
          expect(most?.by).toBe('value');
          const closePrice = ((trade.openPrice * millionths) / 10n ** 6n) as Price;
          expect(lost(trade, closePrice, fee)).toBeLessThanOrEqual(most?.amount.units ?? -1n);
          // And it is no idle bound: ending at 0 costs it, but for the unit it was rounded up by.
          const atZero = lost(trade, price('0'), fee);
          expect((most?.amount.units ?? 0n) - atZero).toBeLessThanOrEqual(1n);
        },
      ),
    );
  });
});
