import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createProxies } from './proxies.ts';

const asked = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

test('nobody is believed who is not a named proxy', () => {
  const nobody = createProxies([]);
  expect(nobody.callerOf(asked('127.0.0.1', '203.0.113.9'))).toBe('127.0.0.1');
  const one = createProxies(['127.0.0.1']);
  expect(one.callerOf(asked('198.51.100.1', '203.0.113.9'))).toBe('198.51.100.1');
});

test('a proxy says at the end whom it heard; what a caller wrote before it means nothing', () => {
  const proxies = createProxies(['127.0.0.1', '2001:DB8::1']);
  expect(proxies.callerOf(asked('::ffff:127.0.0.1', '203.0.113.9'))).toBe('203.0.113.9');
  expect(proxies.callerOf(asked('127.0.0.1', '127.0.0.1, 203.0.113.9'))).toBe('203.0.113.9');
  expect(proxies.callerOf(asked('2001:db8::1', '203.0.113.9,2001:db8::7'))).toBe('2001:db8::7');
});

test('a proxy that says nothing, or no address, stands for itself', () => {
  const proxies = createProxies(['127.0.0.1']);
  for (const said of [undefined, '', 'somebody', '203.0.113.9, unknown', '203.0.113.9:80']) {
    expect(proxies.callerOf(asked('127.0.0.1', said))).toBe('127.0.0.1');
  }
});
