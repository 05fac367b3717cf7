// Promise: a page opens with the market it was asked for, else with one that has a price.
import type { MarketItem } from '@candor/protocol/light';
import { describe, expect, it } from 'vitest';
import { chosenMarket } from './chosen-market.ts';

function item(code: string, parts: Partial<MarketItem> = {}): MarketItem {
  return {
    id: code,
    code,
    type: 2,
    appName: code,
    logo: '',
    price: '1',
    zdf: null,
    hundred: [],
    bid: '1',
    ask: '1',
    source: 's',
    sourceTime: 1,
    receivedAt: 1,
    status: 'open',
    tickSize: '0.1',
    ...parts,
  };
}

const items = [
  item('ADA/USDT', { price: null, status: 'noSource', appName: 'Cardano to Tether' }),
  item('BTC/USDT', { appName: 'Bitcoin to Tether' }),
  item('EUR/USD', { type: 1, appName: 'Euro to US dollar' }),
];

describe('the market list', () => {
  it('opens the market asked for, else the first with a price', () => {
    expect(chosenMarket(items, { code: 'EUR/USD', id: null })?.code).toBe('EUR/USD');
    expect(chosenMarket(items, { code: null, id: 'ADA/USDT' })?.code).toBe('ADA/USDT');
    expect(chosenMarket(items, { code: 'NONE', id: null })?.code).toBe('BTC/USDT');
    expect(chosenMarket([], { code: null, id: null })).toBeUndefined();
  });
});
