import { DAY_MS, HOUR_MS, type UnixMs, plusMs } from '@candor/kernel';
import { SECURITY_KINDS, security } from '@candor/protocol';
import { describe, expect, test } from 'vitest';
import {
  canFreezeByLink,
  changedBy,
  decideFreeze,
  decideUnfreeze,
  hourOf,
  isInForce,
  isNewDevice,
  isLoosening,
  isTold,
  offersFreeze,
  stillOpen,
} from './rules.ts';

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

test('a log-in is news when the account was entered before, and never from there', () => {
  expect(isNewDevice({ hasEntered: false, isKnown: false })).toBe(false);
  expect(isNewDevice({ hasEntered: true, isKnown: true })).toBe(false);
  expect(isNewDevice({ hasEntered: true, isKnown: false })).toBe(true);
});

test('refused tries are counted by the hour', () => {
  expect(hourOf(later(HOUR_MS))).toBe(hourOf(NOW) + 1);
  const start = (hourOf(NOW) * HOUR_MS) as UnixMs;
  expect(hourOf(start)).toBe(hourOf(plusMs(start, HOUR_MS - 1)));
});

describe('an account', () => {
  const nothing = { positions: 0, waiting: 0, money: null };

  test('is closed only with nothing open, and the refusal says what there is first', () => {
    expect(stillOpen(nothing)).toBeNull();
    const named = (change: object) => stillOpen({ ...nothing, ...change })?.facts;
    expect(named({ positions: 2, waiting: 1, money: '1 USDT' })).toEqual({
      what: 'positions',
      count: '2',
    });
    expect(named({ waiting: 1, money: '1 USDT' })).toEqual({ what: 'waiting', count: '1' });
    expect(named({ money: '0.000001 USDT' })).toEqual({ what: 'money', amount: '0.000001 USDT' });
  });
});

describe('a change', () => {
  test('is said to be of whoever made it', () => {
    expect(changedBy({ device: 'Firefox on Windows', facts: {} })).toBe('owner');
    expect(changedBy({ device: '', facts: {} })).toBe('owner');
    expect(changedBy({ device: '', facts: { by: 'link' } })).toBe('link');
    expect(changedBy({ device: null, facts: { by: 'operator' } })).toBe('operator');
    expect(changedBy({ device: null, facts: {} })).toBe('product');
    // What somebody wrote elsewhere into the facts makes nobody an operator.
    expect(changedBy({ device: '', facts: { by: 'nobody' } })).toBe('owner');
  });

  test('that a thief would make is told with a way to stop them', () => {
    for (const kind of SECURITY_KINDS.filter(offersFreeze)) expect(isTold(kind), kind).toBe(true);
    expect(offersFreeze('new-device')).toBe(true);
    expect(offersFreeze('password-changed')).toBe(true);
    expect(offersFreeze('frozen')).toBe(false);
  });

  test('of a limit is told when it loosens', () => {
    const changed = (facts: Record<string, string>) =>
      isLoosening({ kind: 'limit-changed', facts, at: NOW });
    expect(changed({ effectiveAt: String(NOW) })).toBe(false);
    expect(changed({ effectiveAt: String(later(1)) })).toBe(true);
    expect(changed({})).toBe(false);
  });
});
