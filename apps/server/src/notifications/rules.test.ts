import { NOTIFICATION_CATEGORIES, NOTIFICATION_KINDS } from '@candor/protocol';
import { describe, expect, test } from 'vitest';
import {
  categoryOf,
  channelsOf,
  endKind,
  isLocked,
  PASSING,
  maySay,
  preferencesOf,
} from './rules.ts';

const NONE = { inApp: false, mail: false, push: false };
const ALL = { inApp: true, mail: true, push: true };

describe('security and money cannot be muted', () => {
  test('they are told by every channel, whatever is stored about them', () => {
    for (const category of ['security', 'money'] as const) {
      expect(isLocked(category)).toBe(true);
      const told = preferencesOf({ [category]: NONE }).find((one) => one.category === category);
      expect(told).toEqual({ category, ...ALL, locked: true });
    }
    const event = { kind: 'order-close-out', mode: 'real' } as const;
    expect(channelsOf(event, { money: NONE })).toEqual(ALL);
  });

  test.each(['inApp', 'mail', 'push'] as const)('without %s they may not be said', (channel) => {
    expect(maySay('money', ALL)).toBe(true);
    expect(maySay('money', { ...ALL, [channel]: false })).toBe(false);
    expect(maySay('security', { ...ALL, [channel]: false })).toBe(false);
    expect(maySay('orders', { ...ALL, [channel]: false })).toBe(true);
  });
});

test('nobody gets offers who did not ask for them', () => {
  const marketing = preferencesOf({}).find(({ category }) => category === 'marketing');
  expect(marketing).toEqual({ category: 'marketing', ...NONE, locked: false });
});

test('every kind has a category of the list', () => {
  for (const kind of NOTIFICATION_KINDS)
    expect(NOTIFICATION_CATEGORIES).toContain(categoryOf(kind));
});

describe('mail', () => {
  const said = { orders: ALL };
  test.each([
    ['of the real account as its owner chose', 'order-filled', 'real', true],
    ['never of the demo account', 'order-filled', 'demo', false],
    ['never of the demo account, money included', 'margin-level', 'demo', false],
    ['of a plan by default', 'plan-loss-reached', 'real', true],
    ['of a bid that is back, which nobody mutes', 'token-outbid', 'real', true],
    ['never of a plan on paper', 'plan-loss-reached', 'demo', false],
    ['not of the account’s safety: the accounts write that', 'security', null, false],
  ] as const)('%s', (_, kind, mode, mail) => {
    expect(channelsOf({ kind, mode }, said).mail).toBe(mail);
  });
});

describe('what its owner did is not told', () => {
  test.each(['user', 'cancelled', 'expiry', 'void'])('an order that ended by %s', (reason) => {
    expect(endKind(reason)).toBeNull();
  });
});

test('what cannot be muted is a record and stays; the rest passes', () => {
  expect(PASSING).toEqual(['orders', 'options', 'plans', 'support', 'marketing']);
});
