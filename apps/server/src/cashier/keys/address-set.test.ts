import { expect, test } from 'vitest';
import { createAddressSet } from './address-set.ts';

test('a set holds every address that was added, and no other of many', () => {
  const set = createAddressSet();
  const of = (name: string, number: number) => `${name}${(number * 7_919).toString(36)}Kx${number}`;
  for (let number = 0; number < 20_000; number += 1) {
    set.add(of('T', number));
    set.add(of('T', number));
  }
  expect(set.size()).toBe(20_000);
  for (let number = 0; number < 20_000; number += 1) {
    expect(set.has(of('T', number))).toBe(true);
    expect(set.has(of('0x', number))).toBe(false);
  }
});
