import { HOUR_MS, type UnixMs, plusMs, DAY_MS, unixMs } from '@candor/kernel';
import { hourOf, isNewDevice, holdReasonOf, holdUntil } from './rules.ts';
import { SECURITY_KINDS } from '@candor/protocol';
import { describe, expect, test } from 'vitest';

const NOW = unixMs(1_800_000_000_000);

describe('how long withdrawals wait', () => {
  const at = unixMs(1_700_000_000_000);
  const running = (reason: 'totp-added' | 'password-changed', until: number) => [
    { reason, until: unixMs(until) },
  ];

  test('a day after any change', () => {
    expect(holdUntil('password-changed', [], at)).toBe(at + DAY_MS);
    expect(holdUntil('totp-removed', running('password-changed', at + 1), at)).toBe(at + DAY_MS);
  });

  test('three days after a recovery code, and when a second factor follows another', () => {
    expect(holdUntil('recovery-code-used', [], at)).toBe(at + 3 * DAY_MS);
    expect(holdUntil('passkey-removed', running('totp-added', at + 1), at)).toBe(at + 3 * DAY_MS);
    expect(holdUntil('passkey-removed', running('totp-added', at), at)).toBe(at + DAY_MS);
  });

  test('what changes no way in holds nothing up', () => {
    const none = SECURITY_KINDS.filter((kind) => holdReasonOf(kind) === null);
    expect(none).toEqual([
      'anti-phishing-changed',
      'address-added',
      'address-removed',
      'address-delay-changed',
      'wallet-authorized',
      'authorization-revoked',
      'codes-wrong',
      'codes-closed',
      'token-reused',
      'new-device',
      'sessions-ended',
      'frozen',
      'unfreeze-asked',
      'unfrozen',
      'limit-changed',
      'timed-out',
      'self-excluded',
      'data-exported',
      'demo-disabled',
      'demo-enabled',
      'account-disabled',
      'account-enabled',
      'account-closed',
      'access-restoring',
      'restoring-stopped',
      'staff-frozen',
      'staff-unfrozen',
    ]);
  });
});

test('a log-in is news when the account was entered before, and never from there', () => {
  expect(isNewDevice({ hasEntered: false, isKnown: false })).toBe(false);
  expect(isNewDevice({ hasEntered: true, isKnown: true })).toBe(false);
  expect(isNewDevice({ hasEntered: true, isKnown: false })).toBe(true);
});

test('refused tries are counted by the hour', () => {
  expect(hourOf(plusMs(NOW, HOUR_MS))).toBe(hourOf(NOW) + 1);
  const start = (hourOf(NOW) * HOUR_MS) as UnixMs;
  expect(hourOf(start)).toBe(hourOf(plusMs(start, HOUR_MS - 1)));
});
