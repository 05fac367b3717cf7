import { GRACE_MS, SESSION_MS, decideRefresh } from './rules.ts';
import { type UnixMs, plusMs, unixMs } from '@candor/kernel';
import { describe, expect, test } from 'vitest';

const NOW = unixMs(1_704_067_200_000);

describe('a refresh token', () => {
  const facts = {
    expiresAt: plusMs(NOW, 1),
    usedAt: null as UnixMs | null,
    begunAt: plusMs(NOW, 1 - SESSION_MS),
    isSessionOver: false,
    isDisabled: false,
    isWhereItBelongs: true,
  };

  test.each([
    ['unused', {}, 'rotate'],
    ['at its last millisecond', { expiresAt: plusMs(NOW, 1) }, 'rotate'],
    ['expired', { expiresAt: NOW }, 'refuse'],
    ['of a session that ended', { isSessionOver: true }, 'refuse'],
    ['of a disabled account', { isDisabled: true }, 'refuse'],
    ['out of its place', { isWhereItBelongs: false }, 'refuse'],
    ['used within the grace', { usedAt: plusMs(NOW, -GRACE_MS) }, 'rotate'],
    ['used before the grace', { usedAt: plusMs(NOW, -GRACE_MS - 1) }, 'end-family'],
    ['used and out of its place', { usedAt: unixMs(0), isWhereItBelongs: false }, 'end-family'],
    ['used and expired', { usedAt: unixMs(0), expiresAt: NOW }, 'refuse'],
    ['used, of a session that ended', { usedAt: unixMs(0), isSessionOver: true }, 'refuse'],
    ['of a session that began 90 days ago', { begunAt: plusMs(NOW, -SESSION_MS) }, 'refuse'],
    ['used by a clock ahead of ours', { usedAt: plusMs(NOW, 500) }, 'rotate'],
  ])('%s', (_what, rest, decision) => {
    expect(decideRefresh({ ...facts, ...rest }, NOW)).toBe(decision);
  });
});
