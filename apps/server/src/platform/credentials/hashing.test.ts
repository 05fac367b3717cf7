import { expect, test } from 'vitest';
import { HASHING_COST, createHashing } from './hashing.ts';
import { Busy } from '../postgres/unavailable.ts';

const CHEAP = { memoryKib: 64, passes: 1, atOnce: 2, queueMax: 50 };

test('a hash is argon2id with 19 MiB, two passes and one lane, never the same twice', async () => {
  const hashing = createHashing();
  const [one, two] = [await hashing.hash('a quiet harbour'), await hashing.hash('a quiet harbour')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(two);
  expect(HASHING_COST).toEqual({ memoryKib: 19_456, passes: 2, atOnce: 2, queueMax: 50 });
});

test('a password fits its own hash, however its characters were put together', async () => {
  const hashing = createHashing(CHEAP);
  const known = await hashing.hash('caf\u00e9 au lait ﬁn');
  expect(await hashing.verify('cafe\u0301 au lait fin', known)).toBe(true);
  expect(await hashing.verify('cafe au lait fin', known)).toBe(false);
  expect(await hashing.verify('', known)).toBe(false);
});

test('without a hash every password is wrong', async () => {
  const hashing = createHashing(CHEAP);
  expect(await hashing.verify('anything', null)).toBe(false);
});

test('two run, fifty wait, the next is turned away, and the place is free again after', async () => {
  const hashing = createHashing({ ...CHEAP, memoryKib: 4096 });
  const all = Array.from({ length: 60 }, () => hashing.hash('a quiet harbour'));
  const ends = await Promise.allSettled(all);
  expect(ends.slice(0, 52).every(({ status }) => status === 'fulfilled')).toBe(true);
  for (const end of ends.slice(52)) {
    expect(end.status === 'rejected' && end.reason instanceof Busy).toBe(true);
  }
  expect(await hashing.hash('a quiet harbour')).toMatch(/^\$argon2id\$/);
});

test('a hash that cannot be read is an error, and frees its place', async () => {
  const hashing = createHashing(CHEAP);
  for (let round = 0; round < 5; round += 1) {
    await expect(hashing.verify('x', 'not a hash')).rejects.toThrow();
  }
  expect(await hashing.hash('x')).toMatch(/^\$argon2id\$/);
});
