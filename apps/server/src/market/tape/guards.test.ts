import { unixMs } from '@candor/kernel';
import { expect, test } from 'vitest';
import { findByCode } from '../catalogue/catalogue.ts';
import { isAbsurd, readTick } from './guards.ts';
import type { RawTick } from '../feeds/feed.ts';

const now = unixMs(1_704_067_200_000);
const good: RawTick = {
  code: 'BTC/USDT',
  bid: '60000',
  ask: '60001',
  source: 'binance',
  sourceTime: now,
};

function verdict(change: Partial<RawTick>, knowsSource = true): string {
  const raw = { ...good, ...change };
  const instrument = findByCode(raw.code);
  const read = readTick(raw, {
    instrument,
    knowsSource,
    receivedAt: now,
    marketTime: now,
    timeToleranceMs: 5_000,
  });
  return read.ok ? 'sound' : read.failure;
}

test('a price is taken only as plain decimal text, whatever else a source may send', () => {
  expect(verdict({})).toBe('sound');
  const hostile = [
    Number.NaN,
    60_000,
    '',
    ' ',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e309',
    '1e5',
    '+1',
    '0x10',
    '1'.repeat(40),
    `0.${'0'.repeat(18)}1`,
    '1,000',
    '١٢٣',
    null,
    undefined,
    {},
    [],
    true,
    60_000n,
  ];
  for (const value of hostile) {
    expect(verdict({ bid: value }), String(value)).toBe('notANumber');
    expect(verdict({ ask: value }), String(value)).toBe('notANumber');
  }
});

test('zero, negative, crossed and absurdly wide prices are refused by name', () => {
  expect(verdict({ bid: '0' })).toBe('notPositive');
  expect(verdict({ bid: '-1' })).toBe('notPositive');
  expect(verdict({ bid: '60001', ask: '60000' })).toBe('crossed');
  expect(verdict({ bid: '60000', ask: '60000' })).toBe('sound');
  expect(verdict({ bid: '1', ask: '5' })).toBe('absurdSpread');
});

test('a wrong symbol, an unknown source, an odd volume or time are refused by name', () => {
  expect(verdict({ code: 'BTCUSDT' })).toBe('unknownInstrument');
  expect(verdict({ code: '__proto__' })).toBe('unknownInstrument');
  expect(verdict({}, false)).toBe('unknownSource');
  expect(verdict({ volume: '-1' })).toBe('badVolume');
  expect(verdict({ volume: 'many' })).toBe('badVolume');
  expect(verdict({ sourceTime: now + 5_000 })).toBe('sound');
  expect(verdict({ sourceTime: now + 5_001 })).toBe('badTime');
  expect(verdict({ sourceTime: now - 5_000 })).toBe('sound');
  expect(verdict({ sourceTime: now - 5_001 })).toBe('outdated');
  expect(verdict({ sourceTime: 1.5 })).toBe('badTime');
  expect(verdict({ sourceTime: 'now' })).toBe('badTime');
  expect(verdict({ sourceTime: null })).toBe('sound');
});

test('a price is absurd beyond four times or below a quarter of the last', () => {
  const price = (whole: number) => (BigInt(whole) * 10n ** 18n) as Parameters<typeof isAbsurd>[0];
  expect(isAbsurd(price(400), price(100))).toBe(false);
  expect(isAbsurd(price(401), price(100))).toBe(true);
  expect(isAbsurd(price(25), price(100))).toBe(false);
  expect(isAbsurd(price(24), price(100))).toBe(true);
});
