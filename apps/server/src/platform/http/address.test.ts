import { expect, test } from 'vitest';
import { hostOf, networkOf } from './address.ts';

test('one caller is an IPv4 address, or what a provider gives one customer', () => {
  expect(hostOf('192.0.2.7')).toBe('192.0.2.7');
  expect(hostOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(hostOf('2001:db8:0:1:aaaa::1')).toBe('2001:db8:0:1');
  expect(hostOf('2001:DB8::1:ffff:ffff:ffff:ffff')).toBe('2001:db8:0:1');
  expect(hostOf('2001:0db8:0000:0001:0:0:0:2')).toBe('2001:db8:0:1');
  expect(hostOf('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(hostOf('::1')).toBe('0:0:0:0');
  expect(hostOf('')).toBe('');
});

test('a network holds its neighbours and nobody else', () => {
  expect(networkOf('192.0.2.7')).toBe(networkOf('192.0.2.250'));
  expect(networkOf('192.0.2.7')).not.toBe(networkOf('192.0.3.7'));
  expect(networkOf('::ffff:192.0.2.7')).toBe(networkOf('192.0.2.8'));
  expect(networkOf('2001:db8:0:1::1')).toBe(networkOf('2001:db8:0:2::1'));
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8:1:1::1'));
});
