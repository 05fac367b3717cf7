import { expect, test } from 'vitest';
import { hashSecret, newSecret, tokenOf } from './session.ts';

test('a secret has 256 random bits, and what is stored of it does not give it away', () => {
  const secrets = new Set(Array.from({ length: 1_000 }, newSecret));
  expect(secrets.size).toBe(1_000);
  for (const secret of secrets) {
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(hashSecret(secret)).toBe(hashSecret(secret));
    expect(secrets.has(hashSecret(secret))).toBe(false);
  }
});

test('a token is read with and without "Bearer", and only when it could be one', () => {
  expect(tokenOf('abc')).toBe('abc');
  expect(tokenOf('Bearer abc')).toBe('abc');
  for (const odd of [undefined, '', ' ', 'Bearer ', 'x'.repeat(129)]) {
    expect(tokenOf(odd)).toBeNull();
  }
});
