import { DAY_MS, MINUTE_MS, SECOND_MS } from '@candor/kernel';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEW_PASSWORD, mailboxCalls } from '../../../../test/mailboxes.ts';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  // Messages carry links only once it is known where our pages are.
  await app.app.http.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await app.stop();
});

const { nextMail, nextName, send, registerWith, withMail, login, messagesTo } = mailboxCalls(
  () => app,
);

describe('registering with a mailbox', () => {
  test('needs the code that went there, and then the mailbox opens the account', async () => {
    const email = nextMail();
    const sent = await send(email.toUpperCase(), 'register');
    expect([sent.code, sent.result]).toEqual(['200', { retryAfterSeconds: 60 }]);
    const code = await app.codeFor(email);
    const wrong = code === '000000' ? '000001' : '000000';
    const refused = await registerWith({ email, code: wrong });
    expect([refused.code, refused.refused.field]).toEqual(['10091', 'code']);
    const username = nextName();
    expect((await registerWith({ email, code }, username)).code).toBe('200');
    const { user } = signedIn((await login(` ${email.toUpperCase()} `)).result);
    expect(user.username).toBe(username);
  });

  test('works with a phone too, typed the way one dials it', async () => {
    const target = '0151 000-4711';
    const areaCode = '+49';
    const body = { channel: 'phone', target, areaCode, purpose: 'register' } as const;
    expect((await app.call('accounts.send-code', { body })).code).toBe('200');
    const code = await app.codeFor('+491510004711');
    const answer = await registerWith({ phone: target, areaCode, code });
    expect(answer.code).toBe('200');
    expect((await login('+49 1510004711')).code).toBe('200');
  });

  test('says that a mailbox is taken only to who has its code, and opens no account', async () => {
    const { email } = await withMail();
    app.clock.advance(MINUTE_MS);
    const sent = await send(email, 'register');
    expect(sent.result).toEqual({ retryAfterSeconds: 60 });
    const before = (await app.app.accounts.countAccounts()).count;
    expect((await registerWith({ email, code: '12' })).code).toBe('10091');
    const answer = await registerWith({ email, code: await app.codeFor(email) });
    expect([answer.code, answer.refused.field]).toEqual(['10007', 'email']);
    expect((await app.app.accounts.countAccounts()).count).toBe(before);
  });

  test('of fifty registrations with one code exactly one is taken', async () => {
    const email = nextMail();
    await send(email, 'register');
    const code = await app.codeFor(email);
    const names = Array.from({ length: 50 }, nextName);
    const answers = await Promise.all(names.map((name) => registerWith({ email, code }, name)));
    const codes = answers.map((one) => one.code);
    expect(codes.filter((one) => one === '200')).toHaveLength(1);
    expect(codes.filter((one) => !['200', '10091', '429'].includes(one))).toEqual([]);
    const [row] = await app.db.query<{ sessions: number }>(
      `select count(*)::int as sessions from accounts.session s
       join accounts.contact c on c.user_id = s.user_id where c.target = $1`,
      [email],
    );
    expect(row?.sessions).toBe(1);
  });
});

describe('a code', () => {
  test('is dead after five wrong tries, the right one included', async () => {
    const email = nextMail();
    await send(email, 'register');
    const code = await app.codeFor(email);
    const wrong = code === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await registerWith({ email, code: wrong })).code).toBe('10091');
    }
    expect((await registerWith({ email, code })).code).toBe('10091');
  });

  test('lives ten minutes and not a moment longer', async () => {
    const [early, late] = [nextMail(), nextMail()];
    await send(early, 'register');
    await send(late, 'register');
    const codes = [await app.codeFor(early), await app.codeFor(late)];
    app.clock.advance(10 * MINUTE_MS - 1);
    expect((await registerWith({ email: early, code: codes[0] })).code).toBe('200');
    app.clock.advance(1);
    expect((await registerWith({ email: late, code: codes[1] })).code).toBe('10091');
  });

  test('of one purpose is worth nothing for another', async () => {
    const { email } = await withMail();
    app.clock.advance(MINUTE_MS);
    await send(email, 'register');
    const code = await app.codeFor(email);
    const body = { channel: 'email', target: email, code, newPassword: NEW_PASSWORD } as const;
    expect((await app.call('accounts.reset-password', { body })).code).toBe('10091');
    expect((await login(email)).code).toBe('200');
  });

  test('is not sent again within a minute, and the last one stays good', async () => {
    const email = nextMail();
    await send(email, 'register');
    const code = await app.codeFor(email);
    app.clock.advance(20 * SECOND_MS);
    expect((await send(email, 'register')).result).toEqual({ retryAfterSeconds: 40 });
    expect(await messagesTo(email)).toHaveLength(1);
    expect((await registerWith({ email, code })).code).toBe('200');
  });

  test('asked for twice at the same moment is sent once', async () => {
    const email = nextMail();
    await Promise.all(Array.from({ length: 8 }, () => send(email, 'register')));
    expect(await messagesTo(email)).toHaveLength(1);
  });

  test('replaces the one before', async () => {
    const email = nextMail();
    await send(email, 'register');
    const first = await app.codeFor(email);
    app.clock.advance(MINUTE_MS);
    await send(email, 'register');
    const second = await app.codeFor(email);
    if (first !== second) {
      expect((await registerWith({ email, code: first })).code).toBe('10091');
    }
    expect((await registerWith({ email, code: second })).code).toBe('200');
  });

  test('is sent ten times a day; the next caller hears when', async () => {
    const email = nextMail();
    for (let sends = 0; sends < 10; sends += 1) {
      expect((await send(email, 'register')).code).toBe('200');
      app.clock.advance(MINUTE_MS);
    }
    const away = await send(email, 'register');
    expect([away.status, away.code]).toEqual([429, '429']);
    expect(away.headers['retry-after']).toBe(String((DAY_MS - 10 * MINUTE_MS) / SECOND_MS));
    expect((await send(nextMail(), 'register')).code).toBe('200');
    app.clock.advance(DAY_MS);
    expect((await send(email, 'register')).code).toBe('200');
  });

  test('is forgotten a day after it was sent, and not before', async () => {
    const email = nextMail();
    await send(email, 'register');
    const rows = () =>
      app.db.query('select 1 as one from accounts.code where target = $1', [email]);
    app.clock.advance(DAY_MS - 1);
    await app.app.contacts.sweep();
    expect(await rows()).toHaveLength(1);
    app.clock.advance(1);
    await app.app.contacts.sweep();
    expect(await rows()).toHaveLength(0);
  });

  test('is kept as a hash, and its letter forgets it once it was sent', async () => {
    const email = nextMail();
    await send(email, 'register');
    const code = await app.codeFor(email);
    const kept = await app.db.query(
      `select row_to_json(c)::text as text from accounts.code c where target = $1
       union all select row_to_json(l)::text from platform.letter l where address = $1`,
      [email],
    );
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain(code);
  });

  test.each([
    ['no mail address', { channel: 'email', target: 'a@b', purpose: 'reset' }, '10002'],
    ['no phone', { channel: 'phone', target: 'abc', areaCode: '+49', purpose: 'reset' }, '400'],
    ['a phone without area', { channel: 'phone', target: '1511234', purpose: 'reset' }, '400'],
    ['an area we do not serve', { channel: 'phone', target: '1511234', areaCode: '+1' }, '400'],
  ])('is refused for %s', async (_what, odd, code) => {
    expect((await app.call('accounts.send-code', { odd })).code).toBe(code);
  });
});

describe('who has a mailbox', () => {
  const strip = (headers: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'date'));

  test('cannot be told from sendCode, whatever it is asked for', async () => {
    const { email } = await withMail();
    app.clock.advance(MINUTE_MS);
    for (const purpose of ['register', 'reset', 'security'] as const) {
      const known = await send(email, purpose);
      const unknown = await send(nextMail(), purpose);
      expect(unknown.text).toBe(known.text);
      expect(strip(unknown.headers)).toEqual(strip(known.headers));
    }
  });

  test('cannot be told from a reset with a wrong code', async () => {
    const { email } = await withMail();
    const reset = (target: string) =>
      app.call('accounts.reset-password', {
        body: { channel: 'email', target, code: '000000', newPassword: NEW_PASSWORD },
      });
    await send(email, 'reset');
    const [known, unknown] = [await reset(email), await reset(nextMail())];
    expect(known.code).toBe('10091');
    expect(unknown.text).toBe(known.text);
    expect(strip(unknown.headers)).toEqual(strip(known.headers));
  });

  test('gets the letters; nobody else does', async () => {
    const outsider = nextMail();
    await send(outsider, 'reset');
    await send(outsider, 'security');
    app.clock.advance(MINUTE_MS);
    await send(outsider, 'security');
    expect(await messagesTo(outsider)).toEqual([]);
    const rows = await app.db.query('select state from platform.letter where address = $1', [
      outsider,
    ]);
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ state: 'void' })));
  });
});

test('a mail speaks the language of the page that asked for it', async () => {
  const [arabic, english] = [nextMail(), nextMail()];
  await send(arabic, 'register', { 'accept-language': 'ar' });
  await send(english, 'register', { 'accept-language': 'x-klingon' });
  expect((await messagesTo(arabic)).at(-1)?.subject).toBe('رمزك لفتح حساب في Candor');
  expect((await messagesTo(english)).at(-1)?.subject).toBe('Your code to open a Candor account');
});

test('an invite code says who brought somebody, once and for good', async () => {
  const { userId } = await app.register();
  const [row] = await app.db.query<{ code: string }>(
    'select invite_code as code from accounts.account where user_id = $1',
    [userId],
  );
  const code = (row?.code ?? '').toLowerCase();
  const answer = await registerWith({ inviteCode: `${code.slice(0, 4)}-${code.slice(4)}` });
  expect(answer.code).toBe('200');
  const invited = answer.result.user.id;
  const [kept] = await app.db.query('select inviter from accounts.invitation where user_id = $1', [
    invited,
  ]);
  expect(kept).toEqual({ inviter: userId });
  await expect(
    app.db.query('update accounts.invitation set inviter = user_id where user_id = $1', [invited]),
  ).rejects.toThrow();
});
