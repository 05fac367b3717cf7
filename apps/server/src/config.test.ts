import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const GOOGLE = { SOCIAL_GOOGLE_CLIENT_ID: 'id', SOCIAL_GOOGLE_CLIENT_SECRET: 'secret' };
const HARBOUR = { SOCIAL_HARBOUR_CLIENT_ID: 'id', SOCIAL_HARBOUR_CLIENT_SECRET: 'secret' };

test('nobody else signs people in unless the operator says so', () => {
  expect(readConfig({}).socialServices).toEqual([]);
  expect(readConfig({ SOCIAL_GOOGLE_CLIENT_ID: '' }).socialServices).toEqual([]);
});

test('Google needs its two secrets, any other service also its address', () => {
  expect(readConfig(GOOGLE).socialServices).toEqual([
    {
      service: 'google',
      title: 'Google',
      url: 'https://accounts.google.com',
      clientId: 'id',
      clientSecret: 'secret',
      allowsHttp: false,
    },
  ]);
  const ISSUER = 'https://id.harbour.example/a';
  const [other] = readConfig({ ...HARBOUR, SOCIAL_HARBOUR_ISSUER: ISSUER }).socialServices;
  expect(other).toMatchObject({ service: 'harbour', title: 'id.harbour.example', url: ISSUER });
  const half = { SOCIAL_GOOGLE_CLIENT_ID: 'id' };
  expect(() => readConfig(half)).toThrow('SOCIAL_GOOGLE needs');
  expect(() => readConfig(HARBOUR)).toThrow('SOCIAL_HARBOUR_ISSUER');
});

test('a service speaks https; plain http is for a stand-in on the loopback, in tests', () => {
  const at = (SOCIAL_HARBOUR_ISSUER: string, env: Record<string, string> = {}) =>
    readConfig({ ...HARBOUR, SOCIAL_HARBOUR_ISSUER, ...env }).socialServices[0]?.allowsHttp;
  expect(at('https://id.harbour.example')).toBe(false);
  expect(at('http://127.0.0.1:4000', { CANDOR_TEST: '1' })).toBe(true);
  expect(() => at('http://127.0.0.1:4000')).toThrow('https:');
  expect(() => at('http://id.harbour.example', { CANDOR_TEST: '1' })).toThrow('https:');
  expect(() => at('ftp://id.harbour.example')).toThrow('https:');
  expect(() => at('not an address')).toThrow('must be an address');
});

test('a proxy is trusted by its address, and by nothing else', () => {
  expect(readConfig({}).proxies).toEqual([]);
  expect(readConfig({ TRUSTED_PROXY: '127.0.0.1, ::1' }).proxies).toEqual(['127.0.0.1', '::1']);
  for (const TRUSTED_PROXY of ['true', '10.0.0.0/8', 'localhost', '127.0.0.1;::1']) {
    expect(() => readConfig({ TRUSTED_PROXY })).toThrow('TRUSTED_PROXY must be addresses');
  }
});
