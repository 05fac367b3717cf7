import { money, unixMs } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { losingShare, shareOfLosers } from './rules.ts';

const results = (...units: number[]) => units.map((one) => money('USDT', BigInt(one)));
const FROM = unixMs(1_000);

describe('the share of losers', () => {
  test('counts accounts below nothing, whatever the size of their loss', () => {
    expect(shareOfLosers(results(-1, -1_000_000, 5, 0))).toBe('0.5');
    expect(shareOfLosers(results(0, 0))).toBe('0');
    expect(shareOfLosers(results(-1))).toBe('1');
  });

  test('is never shown smaller than it is', () => {
    expect(shareOfLosers(results(-1, 1, 1))).toBe('0.333334');
    expect(shareOfLosers(results(-1, -1, 1))).toBe('0.666667');
  });
});

describe('what is published', () => {
  const hundred = results(...Array.from({ length: 100 }, (_, index) => (index < 71 ? -1 : 1)));
  const of = (facts: { results: ReturnType<typeof results>; firstAt: number | null }) =>
    losingShare({
      results: facts.results,
      firstAt: facts.firstAt === null ? null : unixMs(facts.firstAt),
      from: FROM,
    });

  test('is a share from a hundred accounts and a whole year on', () => {
    expect(of({ results: hundred, firstAt: 1_000 })).toBe('0.71');
  });

  test('is nothing before: fewer accounts, less time, or none at all', () => {
    expect(of({ results: hundred.slice(1), firstAt: 1_000 })).toBeNull();
    expect(of({ results: hundred, firstAt: 1_001 })).toBeNull();
    expect(of({ results: hundred, firstAt: null })).toBeNull();
    expect(of({ results: [], firstAt: null })).toBeNull();
  });
});
