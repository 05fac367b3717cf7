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

test('without case an address is found however its letters are written, and no other', () => {
  const written = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const set = createAddressSet({ isCaseless: true });
  set.add(written);
  for (const one of [written, written.toLowerCase()]) expect(set.has(one)).toBe(true);
  expect(set.has(written.replace('5a', '6a'))).toBe(false);
  const exact = createAddressSet();
  exact.add(written);
  expect(exact.has(written.toLowerCase())).toBe(false);
});
