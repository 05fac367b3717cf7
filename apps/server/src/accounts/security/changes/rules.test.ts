import { type UnixMs, plusMs } from '@candor/kernel';
import { SECURITY_KINDS } from '@candor/protocol';
import { describe, expect, test } from 'vitest';
import { changedBy, isLoosening, isTold, offersFreeze, stillOpen } from './rules.ts';

const NOW = 1_800_000_000_000 as UnixMs;

const later = (ms: number): UnixMs => plusMs(NOW, ms);

describe('an account', () => {
  const nothing = { positions: 0, waiting: 0, tokens: 0, money: null };

  test('is closed only with nothing open, and the refusal says what there is first', () => {
    expect(stillOpen(nothing)).toBeNull();
    const named = (change: object) => stillOpen({ ...nothing, ...change })?.facts;
    expect(named({ positions: 2, waiting: 1, money: '1 USDT' })).toEqual({
      what: 'positions',
      count: '2',
    });
    expect(named({ waiting: 1, money: '1 USDT' })).toEqual({ what: 'waiting', count: '1' });
    expect(named({ tokens: 3, money: '1 USDT' })).toEqual({ what: 'tokens', count: '3' });
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
    // A text that another field of the facts holds makes no caller an operator.
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
