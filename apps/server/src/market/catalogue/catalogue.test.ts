import {
  type Decimal,
  type UtcDay,
  DAY_MS,
  isOnStep,
  msIntoUtcWeek,
  startOfDay,
  unixMs,
} from '@candor/kernel';
import { isTradingAt } from '@candor/pricing';
import { expect, test } from 'vitest';
import { CATALOGUE, LISTS, findByCode, findById, idOf, conversionPairFor } from './catalogue.ts';
import { CLOSED_DAYS, NEW_YORK_EARLY, NEW_YORK_HOLIDAYS } from './holidays.ts';
import { REFERENCE_CODES } from './reference-prices.ts';

const ofClass = (...classes: string[]): number =>
  CATALOGUE.filter((one) => classes.includes(one.class)).length;

test('the catalogue offers what the product promises, of each class', () => {
  expect(ofClass('crypto')).toBeGreaterThanOrEqual(350);
  expect(ofClass('forex', 'forexMajor')).toBe(28);
  expect(ofClass('stock')).toBeGreaterThanOrEqual(60);
  expect(ofClass('etf')).toBeGreaterThanOrEqual(20);
  expect(CATALOGUE.filter((one) => one.type === 4).length).toBeGreaterThanOrEqual(15);
  expect(CATALOGUE.filter((one) => one.type === 5 && one.class !== 'etf').length).toBe(6);
});

test('no two instruments share a code or an id', () => {
  expect(new Set(CATALOGUE.map((one) => one.code)).size).toBe(CATALOGUE.length);
  expect(new Set(CATALOGUE.map((one) => idOf(one.code))).size).toBe(CATALOGUE.length);
});

test('every list says its venue and the day it was recorded', () => {
  for (const list of LISTS) {
    expect(list.venue).not.toBe('');
    expect(list.asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
  }
  expect(LISTS.map((list) => list.venue)).toContain('okx');
});

test('every specification can be traded by: steps, bounds, caps and sources make sense', () => {
  for (const one of CATALOGUE) {
    const positive: Decimal[] = [one.contractSize, one.tickSize, one.lotStep, one.spreadRate];
    expect(
      positive.every((value) => value > 0n),
      one.code,
    ).toBe(true);
    expect(one.lotsMin >= one.lotStep && one.lotsMax > one.lotsMin, one.code).toBe(true);
    expect(isOnStep(one.lotsMin, one.lotStep) && isOnStep(one.lotsMax, one.lotStep)).toBe(true);
    expect([2, 5, 10, 20, 30], one.code).toContain(one.leverageMax);
    expect(one.freshForMs, one.code).toBe(one.class === 'crypto' ? 5_000 : 15_000);
    expect(one.sources.length, one.code).toBeGreaterThan(0);
    expect(one.name, one.code).not.toBe('');
    expect(conversionPairFor(one.quoteCurrency), one.code).not.toBeNull();
  }
});

test('an amount in any quote currency finds its way to USDT', () => {
  expect(conversionPairFor('USDT')).toEqual({ kind: 'one' });
  expect(conversionPairFor('USD')).toEqual({ kind: 'one' });
  expect(conversionPairFor('JPY')).toEqual({ kind: 'pair', code: 'USD/JPY', direction: 'inverse' });
  expect(conversionPairFor('GBP')).toEqual({ kind: 'pair', code: 'GBP/USD', direction: 'direct' });
  expect(conversionPairFor('XYZ')).toBeNull();
});

test('the names of recordings lead to their instruments', () => {
  const names = [
    'ADAUSDT',
    'BTCUSDT',
    'BTCUSD',
    'EOSUSD',
    'ETHUSDT',
    'ETHUSD',
    'LTCUSD',
    'XRPUSD',
    'EEM',
    'GLD',
    'IWM',
    'QQQ',
    'SPY',
    'VOO',
    'AUDUSD',
    'EURUSD',
    'GBPUSD',
    'USDJPY',
    'BRENT',
    'ESZ3',
    'ES',
    'GCZ3',
    'GC',
    'NQ',
    'SPX500',
    'USOIL',
    'WTI',
    'COPPER',
    'XAGUSD',
    'XAUUSD',
    'AAPL',
    'AMZN',
    'BAC',
    'GOOG',
    'IBM',
    'JPM',
    'MSFT',
    'TSLA',
    'V',
  ];
  expect(names.filter((name) => findById(name) === undefined)).toEqual([]);
});

test('the table of invented prices names no instrument the catalogue does not have', () => {
  expect(REFERENCE_CODES.filter((code) => findByCode(code) === undefined)).toEqual([]);
});

test('markets open and close at the hours their specification says', () => {
  const at = (text: string) => unixMs(Date.parse(text));
  const open = (code: string, text: string) =>
    isTradingAt(findByCode(code) ?? { hours: [] }, at(text));
  expect(open('BTC/USDT', '2024-08-10T03:00:00Z')).toBe(true);
  expect(open('EUR/USD', '2024-02-09T21:59:59Z')).toBe(true);
  expect(open('EUR/USD', '2024-02-09T22:00:00Z')).toBe(false);
  expect(open('EUR/USD', '2024-02-11T22:00:00Z')).toBe(true);
  expect(open('AAPL', '2024-02-07T14:29:59Z')).toBe(false);
  expect(open('AAPL', '2024-02-07T14:30:00Z')).toBe(true);
  expect(open('AAPL', '2024-02-07T21:00:00Z')).toBe(false);
  expect(open('XAU/USD', '2024-02-07T22:30:00Z')).toBe(false);
  expect(open('XAU/USD', '2024-02-07T23:00:00Z')).toBe(true);
  expect(open('XAU/USD', '2024-02-10T12:00:00Z')).toBe(false);
});

test('hours follow the summer time of the exchange, and its holidays', () => {
  const at = (text: string) => unixMs(Date.parse(text));
  const open = (code: string, text: string) =>
    isTradingAt(findByCode(code) ?? { hours: [] }, at(text));
  // New York opens at 9:30 there: an hour earlier in UTC from March to November.
  expect(open('AAPL', '2026-07-08T13:29:59Z')).toBe(false);
  expect(open('AAPL', '2026-07-08T13:30:00Z')).toBe(true);
  expect(open('AAPL', '2026-07-08T20:00:00Z')).toBe(false);
  expect(open('EUR/USD', '2024-08-09T20:59:59Z')).toBe(true);
  expect(open('EUR/USD', '2024-08-09T21:00:00Z')).toBe(false);
  expect(open('EUR/USD', '2024-08-11T21:00:00Z')).toBe(true);
  expect(open('ES', '2026-07-08T21:30:00Z')).toBe(false);
  expect(open('ES', '2026-07-08T22:00:00Z')).toBe(true);
  // Thanksgiving, and the short day after it.
  expect(open('AAPL', '2026-11-26T15:00:00Z')).toBe(false);
  expect(open('AAPL', '2026-11-27T17:59:59Z')).toBe(true);
  expect(open('AAPL', '2026-11-27T18:00:00Z')).toBe(false);
  expect(open('EUR/USD', '2026-12-24T22:00:00Z')).toBe(false);
});

test('every listed holiday is a weekday and stands once', () => {
  const days = [...NEW_YORK_HOLIDAYS, ...NEW_YORK_EARLY];
  expect(new Set(days).size).toBe(days.length);
  const weekend = [...days, ...CLOSED_DAYS].filter(
    (day) => msIntoUtcWeek(startOfDay(day as UtcDay)) >= 5 * DAY_MS,
  );
  expect(weekend).toEqual([]);
});
