import { expect, test } from 'vitest';
import { readTotpCode } from './totp.ts';

test('a code of an app is six digits, spaces or not', () => {
  expect([readTotpCode('123 456'), readTotpCode('123456\n')]).toEqual(['123456', '123456']);
  for (const wrong of ['', '12345', '1234567', '12345a', '１２３４５６']) {
    expect(readTotpCode(wrong)).toBeNull();
  }
});
