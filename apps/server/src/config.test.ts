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

test('mails need a server and a sender, text messages a gateway, its token and a sender', () => {
  expect(readConfig({}).posts).toEqual({ smtp: null, sms: null });
  const SMTP_URL = 'smtps://candor:s%40fe@mail.example';
  const MAIL_FROM = 'Candor <no-reply@candor.example>';
  const sms = { SMS_URL: 'https://gateway.example/send', SMS_TOKEN: 'secret', SMS_FROM: 'Candor' };
  expect(readConfig({ SMTP_URL, MAIL_FROM, ...sms }).posts).toEqual({
    smtp: { url: SMTP_URL, from: MAIL_FROM },
    sms: { url: sms.SMS_URL, token: 'secret', from: 'Candor' },
  });
  expect(() => readConfig({ SMTP_URL })).toThrow('MAIL_FROM');
  expect(() => readConfig({ SMTP_URL, MAIL_FROM: 'a@b\r\nBcc: c@d' })).toThrow('MAIL_FROM');
  expect(() => readConfig({ SMTP_URL: 'https://mail.example', MAIL_FROM })).toThrow('SMTP_URL');
  expect(() => readConfig({ ...sms, SMS_TOKEN: undefined })).toThrow('SMS_TOKEN');
  expect(() => readConfig({ ...sms, SMS_URL: 'http://gateway.example' })).toThrow('https:');
  expect(readConfig({ ...sms, SMS_URL: 'http://127.0.0.1:4000' }).posts.sms).not.toBeNull();
});
