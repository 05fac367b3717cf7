// Promise: the trader's own prices stand on the chart with their money, and one that is moved says
// beforehand what it would mean and whether it may stand there.
import { t } from '@candor/locales';
import type { Order } from '@candor/protocol/light';
import { beforeEach, describe, expect, it } from 'vitest';
import { BTC, aLong } from '../../../testing/market-info.ts';
import { speak } from '../../../testing/speak.ts';
import { ownLineMoves } from './own-line-moves.ts';
import { type LineFacts, lineId, ownPriceLines } from './own-lines.ts';
import { pricesOf, termsOf } from '../order/preview.ts';

// Opened at 60,008.50 with 0.05 lots of one bitcoin.
const long: Order = { ...aLong, stopLoss: '59500', takeProfit: '61000' };
const limit: Order = {
  ...aLong,
  id: '0190c6a0-0000-7000-8000-000000000009',
  status: 'pending',
  orderType: 'limit',
  direction: 'sell',
  price: '60500',
  stopLoss: '60600',
};
delete (limit as { openPrice?: string }).openPrice;
const stopLimit: Order = { ...limit, id: 'x', orderType: 'stopLimit', stopPrice: '60550' };

const facts = (): LineFacts => ({ code: 'BTC/USDT', tickSize: '0.01', terms: termsOf(BTC), t });
const shown = (orders: readonly Order[]) =>
  ownPriceLines(orders, facts()).map(({ tone, label, priceText }) => [tone, label, priceText]);

beforeEach(() => speak('en'));

describe('own lines', () => {
  it('are entry with the result so far, stop and target with what they would bring', () => {
    // 0.05 × (59,500 − 60,008.5) = −25.425; 0.05 × (61,000 − 60,008.5) = 49.575, toward zero.
    expect(shown([long])).toEqual([
      ['entry', 'Your long 0.05 −0.72', '60,008.50'],
      ['stop', 'Stop loss −25.42', '59,500.00'],
      ['target', 'Take profit +49.58', '61,000.00'],
    ]);
  });

  it('count the lots still open, and name a stop that follows', () => {
    const part: Order = { ...long, openLots: '0.02', trailingDistance: '500' };
    // 0.02 × −508.5 = −10.17
    expect(shown([part])[1]).toEqual(['stop', 'Trailing stop −10.17', '59,500.00']);
  });

  it('are orders that wait at their prices, with their own stops', () => {
    expect(shown([limit])).toEqual([
      ['pending', 'Sell limit 0.05', '60,500.00'],
      ['stop', 'Stop loss −5.00', '60,600.00'],
    ]);
    expect(shown([stopLimit]).slice(0, 2)).toEqual([
      ['pending', 'Sell stop-limit 0.05', '60,550.00'],
      ['pending', 'then limit 0.05', '60,500.00'],
    ]);
  });

  it('are the forced close once for all contracts, and nothing of other markets or the past', () => {
    const forced = { ...aLong, closeOutPrice: '41000' };
    const both = shown([forced, { ...forced, id: 'y' }]);
    expect(both.filter(([tone]) => tone === 'forced')).toEqual([
      ['forced', 'Forced close', '41,000.00'],
    ]);
    expect(
      shown([
        { ...long, code: 'ETH/USDT' },
        { ...long, status: 'closed' },
      ]),
    ).toEqual([]);
  });

  it('can be moved where the trader set them, not where they opened or are forced', () => {
    const lines = ownPriceLines([long, limit], facts());
    expect(lines.filter(({ move }) => move !== undefined).map(({ id }) => id)).toEqual([
      lineId(long, 'stopLoss'),
      lineId(long, 'takeProfit'),
      lineId(limit, 'price'),
      lineId(limit, 'stopLoss'),
    ]);
  });
});

describe('a line that is moved', () => {
  const moves = () =>
    ownLineMoves({
      orders: [long, limit],
      facts: facts(),
      prices: () => pricesOf(BTC),
      amend: async () => ({ kind: 'notSent' }),
    });

  it('says its money at the new price', () => {
    // 0.05 × (59,800 − 60,008.5) = −10.425
    expect(moves().preview(lineId(long, 'stopLoss'), '59800')).toEqual({
      priceText: '59,800.00',
      label: 'Stop loss −10.42',
      problem: null,
    });
  });

  it.each([
    ['a stop above the bid', 'stopLoss', '59994'],
    ['a target below the ask', 'takeProfit', '60006'],
  ] as const)('says that it may not stand there: %s', (_, field, price) => {
    expect(moves().preview(lineId(long, field), price).problem).toMatch(/^Wrong side of the price/);
  });

  it('measures the stop of an order that waits by the price it waits for', () => {
    const id = lineId(limit, 'stopLoss');
    expect(moves().preview(id, '60510').problem).toBeNull();
    expect(moves().preview(id, '60490').problem).toMatch(/^Wrong side of the price/);
    expect(moves().preview(lineId(limit, 'price'), '60490')).toMatchObject({
      label: 'Sell limit 0.05',
      problem: null,
    });
  });

  it('says that a waiting price may not stand there: it would fill at once, or is too far', () => {
    const at = (text: string) => moves().preview(lineId(limit, 'price'), text).problem;
    // Sell limits wait above the bid, 59,994, and no farther than half the price away.
    expect(at('59990')).toMatch(/^This would fill at once: the market is at 59,994/);
    expect(at('95000')).toMatch(/^Too far from the market/);
  });

  it('measures its stop again by the price it is moved to', () => {
    expect(moves().preview(lineId(limit, 'price'), '60700').problem).toMatch(
      /^The stop loss is on/,
    );
  });

  it('says that a stop beyond the forced close could never act', () => {
    const moved = ownLineMoves({
      orders: [{ ...long, closeOutPrice: '59200' }],
      facts: facts(),
      prices: () => pricesOf(BTC),
      amend: async () => ({ kind: 'notSent' }),
    });
    const at = (text: string) => moved.preview(lineId(long, 'stopLoss'), text).problem;
    expect(at('59200')).toBeNull();
    expect(at('59199.99')).not.toBeNull();
  });

  it('sends nothing for an order that has closed meanwhile', async () => {
    expect(await moves().commit('gone/stopLoss', '59800')).toMatch(/closed/i);
  });
});
