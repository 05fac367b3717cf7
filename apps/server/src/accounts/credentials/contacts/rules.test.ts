import { DAY_MS, MINUTE_MS, SECOND_MS, plusMs, unixMs } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { SENDS_MAX, readCode, readPhrase, waitForCode } from './rules.ts';

describe('the wait for the next code', () => {
  const now = unixMs(1_790_000_000_000);

  test('is a minute from the last one', () => {
    const last = { sentAt: now, sends: 1, countedFrom: now };
    expect(waitForCode({ sentAt: null, sends: 1, countedFrom: now }, now)).toBe(0);
    expect(waitForCode(last, now)).toBe(MINUTE_MS);
    expect(waitForCode(last, plusMs(now, MINUTE_MS - 1))).toBe(1);
    expect(waitForCode(last, plusMs(now, MINUTE_MS))).toBe(0);
  });

  test('is the rest of the day after ten', () => {
    const last = (sends: number) => ({ sentAt: now, sends, countedFrom: plusMs(now, -DAY_MS / 2) });
    const later = plusMs(now, 61 * SECOND_MS);
    expect(waitForCode(last(SENDS_MAX - 1), later)).toBe(0);
    expect(waitForCode(last(SENDS_MAX), later)).toBe(DAY_MS / 2 - 61 * SECOND_MS);
    expect(waitForCode(last(SENDS_MAX), plusMs(now, DAY_MS / 2))).toBe(0);
  });
});

test('a code is six digits, however it was copied', () => {
  expect(readCode('012 345')).toBe('012345');
  expect(readCode(' 012345\n')).toBe('012345');
  for (const odd of ['', '12345', '1234567', '١٢٣٤٥٦', '12345a', '1e5000', '-12345']) {
    expect(readCode(odd), odd).toBeNull();
  }
});

test('the words of an owner are one line people can read', () => {
  expect(readPhrase('  Grüne  Teekanne, 7 ')).toBe('Grüne Teekanne, 7');
  expect(readPhrase('مركب في الميناء')).toBe('مركب في الميناء');
  for (const odd of [
    '',
    'abc',
    'x'.repeat(33),
    'a\nbcd',
    '<b>bold</b>',
    'see http://x.y',
    'ab\u202Ecd',
  ]) {
    expect(readPhrase(odd), odd).toBeNull();
  }
});
