// Promise: a market is found by what people type, also with a slip, and the best answer is first.
import type { MarketItem } from '@candor/protocol/light';
import { describe, expect, it } from 'vitest';
import { searchMarkets } from './search.ts';

const NAMES: readonly (readonly [code: string, name: string])[] = [
  ['BTC/USDT', 'Bitcoin'],
  ['WBTC/USDT', 'Wrapped Bitcoin'],
  ['ETH/USDT', 'Ethereum'],
  ['ETC/USDT', 'Ethereum Classic'],
  ['EUR/USD', 'Euro to US dollar'],
  ['XAU/USD', 'Gold'],
  ['MCD', 'McDonald’s'],
  ['SAN', 'Banco Santander (Á)'],
];
const items = NAMES.map(([code, appName]) => ({ code, appName })) as MarketItem[];
const find = (text: string): string[] => searchMarkets(items, text).map(({ code }) => code);

describe('the search', () => {
  it.each([
    ['btc', ['BTC/USDT', 'WBTC/USDT']],
    ['BTC-usdt', ['BTC/USDT', 'WBTC/USDT']],
    ['eurusd', ['EUR/USD']],
    ['usd', ['EUR/USD', 'XAU/USD', 'BTC/USDT', 'WBTC/USDT', 'ETH/USDT', 'ETC/USDT']],
    ['bitcoin', ['BTC/USDT', 'WBTC/USDT']],
    ['classic', ['ETC/USDT']],
    ['mcdonalds', ['MCD']],
    ['gold', ['XAU/USD']],
  ])('finds %s', (text, codes) => {
    expect(find(text).toSorted()).toEqual([...codes].toSorted());
    expect(find(text)[0]).toBe(codes[0]);
  });

  it.each([
    ['one wrong', 'bitcoim', 'BTC/USDT'],
    ['one missing', 'bicoin', 'BTC/USDT'],
    ['one too many', 'etherreum', 'ETH/USDT'],
    ['two exchanged', 'ehtereum', 'ETH/USDT'],
    ['a beginning with a slip', 'ehte', 'ETH/USDT'],
  ])('forgives %s', (_, text, code) => {
    expect(find(text)).toContain(code);
  });

  it('forgives nothing in a short word, and not two slips', () => {
    expect(find('btx')).toEqual([]);
    expect(find('bitkoim')).toEqual([]);
  });

  it('puts an exact code before what begins with it', () => {
    expect(find('ETH')[0]).toBe('ETH/USDT');
    expect(find('etc')[0]).toBe('ETC/USDT');
  });
});
