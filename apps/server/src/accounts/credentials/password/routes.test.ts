import { DAY_MS, MINUTE_MS, SECOND_MS } from '@candor/kernel';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEW_PASSWORD, PASSWORD, mailboxCalls } from '../../../../test/mailboxes.ts';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.stop();
});

const { send, registerWith, withMail, login } = mailboxCalls(() => app);

describe('a reset', () => {
  const reset = (email: string, code: string, newPassword = NEW_PASSWORD) =>
    app.call('accounts.reset-password', {
      body: { channel: 'email', target: email, code, newPassword },
    });

  test('sets the password, ends every session, holds withdrawals and is written down', async () => {
    const { email, token, userId } = await withMail();
    const other = signedIn((await login(email)).result).token;
    app.clock.advance(MINUTE_MS);
    await send(email, 'reset');
    const code = await app.codeFor(email);
    const answer = await reset(email, code);
    expect([answer.code, answer.message]).toEqual(['200', '20005']);
    for (const dead of [token, other]) {
      expect((await app.call('accounts.list-sessions', { token: dead })).code).toBe('401');
    }
    expect((await login(email)).code).toBe('10004');
    expect((await login(email, NEW_PASSWORD)).code).toBe('200');
    expect((await reset(email, code)).code).toBe('10091');
    const [hold] = await app.db.query(
      `select reason, extract(epoch from until - at)::int as seconds from accounts.hold
       where user_id = $1`,
      [userId],
    );
    expect(hold).toEqual({ reason: 'password-reset', seconds: DAY_MS / SECOND_MS });
    const events = await app.db.query(
      'select kind from accounts.security_event where user_id = $1',
      [userId],
    );
    expect(events).toContainEqual({ kind: 'password-reset' });
  });

  test('of fifty with one code exactly one is taken', async () => {
    const { email } = await withMail();
    app.clock.advance(MINUTE_MS);
    await send(email, 'reset');
    const code = await app.codeFor(email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => reset(email, code)));
    expect(answers.filter((one) => one.code === '200')).toHaveLength(1);
  });

  test('refuses weak passwords before it looks at the code, and the user’s name after it', async () => {
    const { email, username } = await withMail();
    app.clock.advance(MINUTE_MS);
    await send(email, 'reset');
    const code = await app.codeFor(email);
    expect((await reset(email, code, 'password1234')).code).toBe('11023');
    expect((await reset(email, '000000', `${username}2026`)).code).toBe('10091');
    expect((await reset(email, code, `${username}2026`)).code).toBe('11023');
    expect((await login(email)).code).toBe('200');
  });

  test('works with a phone', async () => {
    const phone = { channel: 'phone', target: '9123456789', areaCode: '+91' } as const;
    await app.call('accounts.send-code', { body: { ...phone, purpose: 'register' } });
    const register = { phone: phone.target, areaCode: phone.areaCode };
    await registerWith({ ...register, code: await app.codeFor('+919123456789') });
    app.clock.advance(MINUTE_MS);
    await app.call('accounts.send-code', { body: { ...phone, purpose: 'reset' } });
    const code = await app.codeFor('+919123456789');
    const body = { ...phone, code, newPassword: NEW_PASSWORD };
    expect((await app.call('accounts.reset-password', { body })).code).toBe('200');
    expect((await login('+919123456789', NEW_PASSWORD)).code).toBe('200');
  });
});

describe('a change of password', () => {
  const change = (token: string, odd: object) =>
    app.call('accounts.change-password', { token, odd });

  test('needs the old one, keeps this session and ends the others', async () => {
    const { token, username } = await app.register();
    const other = signedIn((await login(username)).result).token;
    const wrong = await change(token, { oldPassword: 'not it at all', newPassword: NEW_PASSWORD });
    expect([wrong.code, wrong.refused.field]).toEqual(['10004', 'oldPassword']);
    const none = await change(token, { newPassword: NEW_PASSWORD });
    expect([none.code, none.refused.field]).toEqual(['11014', 'oldPassword']);
    const answer = await change(token, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD });
    expect([answer.code, answer.message]).toEqual(['200', '20005']);
    const { token: renewed } = answer.result;
    expect((await app.call('accounts.list-sessions', { token: renewed })).result).toHaveLength(1);
    for (const dead of [token, other]) {
      expect((await app.call('accounts.list-sessions', { token: dead })).code).toBe('401');
    }
    expect((await login(username, NEW_PASSWORD)).code).toBe('200');
  });

  test('of two at once one is taken', async () => {
    const { token, username } = await app.register();
    const wished = [NEW_PASSWORD, 'another quiet harbour'];
    const answers = await Promise.all(
      wished.map((newPassword) => change(token, { oldPassword: PASSWORD, newPassword })),
    );
    expect(answers.map((one) => one.code).toSorted()).toEqual(['10004', '200']);
    const logins = await Promise.all(wished.map((password) => login(username, password)));
    expect(logins.map((one) => one.code).toSorted()).toEqual(['10004', '200']);
  });

  test('without an old one needs a confirmation', async () => {
    const { token, userId } = await app.register();
    // As an account is that was opened by a wallet.
    await app.db.query('update accounts.account set password_hash = null where user_id = $1', [
      userId,
    ]);
    const answer = await change(token, { newPassword: NEW_PASSWORD });
    expect([answer.code, answer.refused.field]).toEqual(['11020', 'stepUp']);
  });

  test('refuses weak ones', async () => {
    const { token, username } = await app.register();
    for (const newPassword of ['short', 'password1234', username]) {
      expect((await change(token, { oldPassword: PASSWORD, newPassword })).code).toBe('11023');
    }
  });
});
