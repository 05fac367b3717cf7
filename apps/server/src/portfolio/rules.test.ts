import {
  type Asset,
  type InstrumentCode,
  type Money,
  fromDecimal,
  decimal,
  price,
  unixMs,
  zero,
} from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { type PortfolioFacts, figuresOf, nothingOwned } from './rules.ts';

const of = (asset: Asset, text: string): Money =>
  fromDecimal(decimal(text), { asset, rounding: 'down' });
const usdt = (text: string): Money => of('USDT', text);

const nothing = zero('USDT');
const HELD = { cash: nothing, margin: nothing, deficit: nothing, reversed: nothing };

function figures(change: Partial<PortfolioFacts>): ReturnType<typeof figuresOf> {
  return figuresOf({
    margin: { isJudged: true, marginState: { ...HELD, floatingPnl: nothing } },
    owned: nothingOwned(),
    debt: nothing,
    profit: nothing,
    marks: { BTC: null, ETH: null },
    markedAt: [],
    ...change,
  });
}

const mark = (bid: string, at = 5) => ({ bid: price(bid), at: unixMs(at) });

describe('total assets', () => {
  test('count every asset at its bid, rounded down once, and debts apart', () => {
    const owned = { USDT: usdt('1000'), BTC: of('BTC', '0.00000003'), ETH: of('ETH', '2') };
    const shown = figures({
      owned,
      marks: { BTC: mark('60000.5'), ETH: mark('3000') },
      debt: usdt('-250'),
    });
    // 0.00000003 × 60,000.5 = 0.001800015
    expect(shown.totalAssets).toBe('7000.0018');
    expect(shown.netAssets).toBe('6750.0018');
    expect(shown.loanAmount).toBe('250');
  });

  test('are not known while something is owned that never had a price', () => {
    const owned = { ...nothingOwned(), USDT: usdt('1000'), BTC: of('BTC', '1') };
    const shown = figures({ owned, marks: { BTC: null, ETH: mark('3000') } });
    expect([shown.totalAssets, shown.netAssets]).toEqual([null, null]);
    // What trading stands on is known all the same.
    expect(shown.amount).toBe('0');
  });

  test('and whatever else follows from marks are not known while a contract has none', () => {
    const unmarked = ['EUR/USD' as InstrumentCode] as const;
    const owned = { ...nothingOwned(), USDT: usdt('1000') };
    const held = { ...HELD, cash: usdt('900'), margin: usdt('100') };
    expect(figures({ owned, margin: { isJudged: false, held, unmarked } })).toMatchObject({
      amount: '900',
      bondAmount: '100',
      floatingPnL: null,
      totalAssets: null,
      netAssets: null,
      tradingEquity: null,
      freeMargin: null,
      marginLevel: null,
      unmarked: ['EUR/USD'],
    });
  });

  test('do not ask for the price of what is not owned', () => {
    const owned = { ...nothingOwned(), USDT: usdt('1000') };
    expect(figures({ owned }).totalAssets).toBe('1000');
  });
});

describe('when they were valued', () => {
  test('is the oldest mark among those needed, of contracts and of assets owned', () => {
    const owned = { ...nothingOwned(), ETH: of('ETH', '1') };
    const marks = { BTC: mark('60000', 1), ETH: mark('3000', 7) };
    expect(figures({ owned, marks, markedAt: [unixMs(9)] }).valuedAt).toBe(7);
    expect(figures({ owned, marks, markedAt: [unixMs(3), unixMs(9)] }).valuedAt).toBe(3);
    expect(figures({ marks }).valuedAt).toBeNull();
  });
});
