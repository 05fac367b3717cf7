// Promise: what many people chose before is refused as a password, and what nobody chose is not.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';
import { PASSWORD, newOwner } from '../../../../test/factors.ts';
import { filterOf, isLeaked } from '../../../platform/credentials/leaked-passwords.ts';

let product: TestApp;
beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

const LEAKED = ['jonathan123', 'welkom112233', 'Jonathan123', 'JONATHAN123', 'jonathan 123'];

test.each([...LEAKED, 'm@nchester'])('%s was leaked', (password) => {
  expect(isLeaked(password)).toBe(true);
});

test('of 50,000 random passwords hardly one is taken for a leaked one', () => {
  let wrong = 0;
  for (let count = 0; count < 50_000; count += 1) {
    if (isLeaked(randomBytes(9).toString('base64'))) wrong += 1;
  }
  // Three forms at 1 in 100,000 each: more than ten is less likely than one in a million.
  expect(wrong).toBeLessThanOrEqual(10);
});

test('a list is read without case, and what is too short takes no room', () => {
  const filter = filterOf(['short', 'LONG enough one', 'long ENOUGH one']);
  expect(filter).toEqual(filterOf(['long enough one']));
  expect(filter).toHaveLength(3);
});

test('a text of the greatest length is looked up like any other', () => {
  expect(isLeaked('a'.repeat(256))).toBe(false);
});

test('it is refused at registration and at a change, and the answer says so', async () => {
  for (const password of LEAKED) {
    const body = { username: `leaked-${randomBytes(4).toString('hex')}`, password } as const;
    const { refused } = await product.call('accounts.register', { body });
    expect([refused.name, refused.field]).toEqual(['password-weak', 'password']);
  }
  const { token } = await newOwner(product);
  const body = { oldPassword: PASSWORD, newPassword: 'jonathan123' };
  const { refused } = await product.call('accounts.change-password', { token, body });
  expect([refused.name, refused.field]).toEqual(['password-weak', 'newPassword']);
});

test('it is refused at a reset, whoever the mailbox belongs to', async () => {
  const body = {
    channel: 'email',
    target: 'nobody@mail.example',
    code: '000000',
    newPassword: 'jonathan123',
  } as const;
  const { refused } = await product.call('accounts.reset-password', { body });
  expect(refused.name).toBe('password-weak');
});
