// Promise: a price never looks younger than it is, nor tradable when it is not.
import { describe, expect, it } from 'vitest';
import { ageText, priceAge } from './age.ts';
import { tradingState } from './trading-state.ts';

describe('age of a price', () => {
  it.each([
    [0, '0', 'ms'],
    [999, '999', 'ms'],
    [1_000, '1.0', 's'],
    [1_290, '1.2', 's'],
    [9_999, '9.9', 's'],
    [14_900, '14', 's'],
    [119_999, '119', 's'],
    [120_000, '2', 'min'],
    [7_200_000, '2', 'h'],
  ] as const)('%i ms reads %s %s', (ms, value, unit) => {
    expect(ageText(ms)).toEqual({ value, unit });
  });

  const base = { monotonicNow: 9_000, receivedAt: null, wallNow: 50_000, freshForMs: 5_000 };

  it('counts a socket quote on the monotonic clock', () => {
    expect(priceAge({ ...base, arrivedAt: 8_880 })).toEqual({ ms: 120, isStale: false });
    expect(priceAge({ ...base, arrivedAt: 3_999 })).toEqual({ ms: 5_001, isStale: true });
  });

  it('counts a listed quote on the wall clock and is unknown without either', () => {
    const listed = { ...base, arrivedAt: undefined, receivedAt: 44_000 };
    expect(priceAge(listed)).toEqual({ ms: 6_000, isStale: true });
    expect(priceAge({ ...listed, receivedAt: 51_000 })).toEqual({ ms: 0, isStale: false });
    expect(priceAge({ ...listed, receivedAt: null })).toBeNull();
  });
});

describe('whether one may trade', () => {
  it('needs the server and a fresh price', () => {
    const fresh = { ms: 10, isStale: false };
    const old = { ms: 9_000, isStale: true };
    expect(tradingState({ status: 'open', age: fresh })).toBe('open');
    expect(tradingState({ status: 'open', age: old })).toBe('stale');
    expect(tradingState({ status: 'stale', age: fresh })).toBe('stale');
    expect(tradingState({ status: 'open', age: null })).toBe('noSource');
    expect(tradingState({ status: 'closed', age: fresh })).toBe('closed');
    expect(tradingState({ status: 'suspended', age: old })).toBe('suspended');
  });
});
