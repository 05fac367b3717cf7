import { DAY_MS, type UnixMs, plusMs } from '@candor/kernel';
import { security } from '@candor/protocol';
import { describe, expect, test } from 'vitest';
import { canFreezeByLink } from '../security/changes/rules.ts';
import { decideFreeze, decideUnfreeze, isInForce } from './freeze.ts';

const NOW = 1_800_000_000_000 as UnixMs;

const later = (ms: number): UnixMs => plusMs(NOW, ms);

describe('a freeze', () => {
  const own = { byLink: false, isProven: false };
  const standing = { ...own, since: NOW, until: null };
  const ending = { ...own, since: NOW, until: later(DAY_MS) };

  test('is in force until a day after its end was asked for, and not a millisecond longer', () => {
    expect(isInForce(null, NOW)).toBe(false);
    expect(isInForce(standing, later(1_000 * DAY_MS))).toBe(true);
    expect(isInForce(ending, later(DAY_MS - 1))).toBe(true);
    expect(isInForce(ending, later(DAY_MS))).toBe(false);
  });

  test('begins anew, prolongs one that was about to end, or stands', () => {
    expect(decideFreeze(null, NOW)).toBe('begin');
    expect(decideFreeze(standing, NOW)).toBe('stands');
    expect(decideFreeze(ending, NOW)).toBe('prolong');
    expect(decideFreeze(ending, later(DAY_MS))).toBe('begin');
  });

  test('ends a day after its owner asked, counted from the first time', () => {
    expect(decideUnfreeze(null, NOW)).toBeNull();
    expect(decideUnfreeze(standing, NOW)).toBe(later(security.UNFREEZE_MS));
    expect(security.UNFREEZE_MS).toBe(DAY_MS);
    expect(decideUnfreeze(ending, later(DAY_MS - 1))).toBe(ending.until);
    expect(decideUnfreeze(ending, later(DAY_MS))).toBeNull();
  });

  test('comes by a link that is known and not too old', () => {
    const link = { expiresAt: later(1), usedAt: null };
    expect(canFreezeByLink(null, NOW)).toBe(false);
    expect(canFreezeByLink(link, NOW)).toBe(true);
    expect(canFreezeByLink({ ...link, usedAt: NOW }, NOW)).toBe(true);
    expect(canFreezeByLink(link, later(1))).toBe(false);
  });
});
