// Promise: an order reads the same way whichever direction it earns in.
import type { Order } from '@candor/protocol/light';
import { describe, expect, it } from 'vitest';
import { closeOutText, distanceBar, openQuantity, resultOf, toneOf } from './view.ts';

const long: Order = {
  id: 'o1',
  version: 2,
  orderNo: 'C-1',
  code: 'BTC/USDT',
  name: 'BTC/USDT',
  type: 2,
  direction: 'buy',
  orderType: 'market',
  status: 'running',
  reason: null,
  price: '66850',
  openPrice: '66850',
  createdTime: 1,
  lots: '0.03',
  contracts: '0.03',
  leverage: 10,
  margin: '200',
  fee: '2',
  financing: '0',
  floatingPnL: '16.88',
  markPrice: '67412.5',
  closeOutPrice: '60410.1',
  paused: false,
  mode: 'demo',
};

describe('the distance bar', () => {
  it('runs from the forced close through the entry to now', () => {
    const bar = distanceBar(long);
    expect(bar?.now).toBeCloseTo(0.88);
    expect(bar?.entry).toBeCloseTo(0.88 * (6439.9 / 7002.4));
  });

  it('mirrors a short, and stays on its ends when the price passed the forced close', () => {
    const short = { ...long, direction: 'sell' as const, closeOutPrice: '70000' };
    expect(distanceBar(short)?.entry).toBeCloseTo(0.88);
    expect(distanceBar({ ...long, markPrice: '60000' })).toMatchObject({ now: 0 });
  });

  it('is absent when this contract alone cannot close the account out', () => {
    expect(distanceBar({ ...long, closeOutPrice: null })).toBeNull();
  });
});

describe('figures of an order', () => {
  it('count the base that is still open', () => {
    expect(openQuantity({ contracts: '0.03', lots: '0.03' })).toBe('0.03');
    expect(openQuantity({ contracts: '3000', lots: '0.03', openLots: '0.01' })).toBe('1000');
  });

  it('are the floating result while it runs and the posted one afterwards', () => {
    expect(resultOf(long)).toBe('16.88');
    expect(resultOf({ ...long, status: 'closed', profit: '-3' })).toBe('-3');
  });

  it('have a tone by their sign', () => {
    expect(['1', '-0.01', '0.00', null, undefined].map(toneOf)).toEqual([
      'up',
      'down',
      'flat',
      'flat',
      'flat',
    ]);
  });
});

describe('the forced-close price', () => {
  it('is rounded toward the market, onto the steps of its market', () => {
    expect(closeOutText({ ...long, closeOutPrice: '60410.12345' }, '0.1')).toBe('60410.2');
    const short = { ...long, direction: 'sell' as const, closeOutPrice: '70410.98765' };
    expect(closeOutText(short, '0.1')).toBe('70410.9');
    expect(closeOutText({ ...long, closeOutPrice: null }, '0.1')).toBeNull();
    expect(closeOutText(long, undefined)).toBe('60410.1');
  });
});
