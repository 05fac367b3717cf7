// Promise: own fills are named by side, size, price and time, and lead to their receipt; what has no
// receipt is no mark.
import { t } from '@candor/locales';
import type { Order } from '@candor/protocol/light';
import { beforeEach, expect, it } from 'vitest';
import { aLong } from '../../../testing/market-info.ts';
import { speak } from '../../../testing/speak.ts';
import { ownFills } from './own-fills.ts';

beforeEach(() => speak('en'));

const closed: Order = {
  ...aLong,
  status: 'closed',
  reason: 'user',
  openTime: Date.UTC(2026, 10, 28, 9, 15),
  closeTime: Date.UTC(2026, 10, 28, 10, 30),
  closePrice: '60100.5',
  receiptNo: 'a/b',
};
const named = (orders: readonly Order[]): string[] =>
  ownFills(orders, { t, tickSize: '0.01' }).map(({ name }) =>
    name.replaceAll(/[\u2066-\u2069]/g, ''),
  );

it('says both ends of a long, the newest first', () => {
  const [end, start] = named([closed]);
  expect(end).toMatch(/^Sold 0\.05 lots at 60,100\.50, 28 Nov, \d\d:30: receipt$/);
  expect(start).toMatch(/^Bought 0\.05 lots at 60,008\.50, 28 Nov, \d\d:15: receipt$/);
  expect(ownFills([closed], { t, tickSize: '0.01' })).toMatchObject([
    { at: closed.closeTime, price: 60_100.5, href: '/receipt/a%2Fb' },
    { at: closed.openTime, price: 60_008.5, href: '/receipt/a%2Fb' },
  ]);
});

it('turns the sides of a short', () => {
  expect(named([{ ...closed, direction: 'sell' }])[0]).toMatch(/^Bought/);
});

it('marks no order without a receipt, and none that was never filled', () => {
  const { receiptNo: _, ...open } = closed;
  const { openTime: __, closePrice: ___, ...unfilled } = closed;
  expect(named([open, unfilled])).toEqual([]);
});
