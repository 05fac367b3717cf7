import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@candor/kernel';
import type { StepUpAction } from '@candor/protocol';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'a quiet harbour at nine';

let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await startTestApp();
  // Messages carry links only once it is known where our pages are.
  await app.app.http.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await app.stop();
});

const nextMail = (): string => `reader-${(count += 1)}@mail.example`;
const nextName = (): string => `reader-${(count += 1)}`;

const send = (
  target: string,
  purpose: 'register' | 'reset' | 'security',
  headers: Record<string, string> = {},
) => app.call('accounts.send-code', { body: { channel: 'email', target, purpose }, headers });

async function registerWith(rest: object, username = nextName()) {
  return app.call('accounts.register', {
    odd: { username, password: PASSWORD, client: 'api', ...rest },
  });
}

/** An account with a proven mailbox. */
async function withMail(email = nextMail()) {
  await send(email, 'register');
  const username = nextName();
  const answer = await registerWith({ email, code: await app.codeFor(email) }, username);
  expect(answer.code).toBe('200');
  const { token, user } = answer.result;
  return { email, username, token, userId: user.id };
}

const login = (username: string, password = PASSWORD) =>
  app.call('accounts.login', { body: { username, password, client: 'api' } });

/** A confirmation by password, as an account without a second factor has it. */
async function confirm(
  token: string,
  action: StepUpAction,
  subject?: string,
  password = PASSWORD,
): Promise<string> {
  const body = subject === undefined ? { action } : { action, subject };
  const asked = await app.call('accounts.step-up', { token, body });
  const { challenge } = asked.result;
  const proof = await app.call('accounts.step-up-proof', {
    token,
    body: { challenge, password },
  });
  expect(proof.code).toBe('200');
  return proof.result.stepUp;
}

const messagesTo = async (to: string) => (await app.messages()).filter((one) => one.to === to);

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

describe('a change of mail or phone', () => {
  const begin = (token: string, target: string, stepUp?: string) =>
    app.call('accounts.begin-contact', {
      token,
      body: { channel: 'email', target, ...(stepUp === undefined ? {} : { stepUp }) },
    });
  const finish = (token: string, code: string) =>
    app.call('accounts.confirm-contact', { token, body: { code } });

  test('needs a confirmation, then the code of the new mailbox', async () => {
    const { token, username, userId } = await app.register();
    const email = nextMail();
    expect((await begin(token, email)).code).toBe('11020');
    expect((await finish(token, '123456')).code).toBe('10091');
    const stepUp = await confirm(token, 'contact', 'email');
    expect((await begin(token, email, stepUp)).result).toEqual({ retryAfterSeconds: 60 });
    expect((await begin(token, nextMail(), stepUp)).code).toBe('11020');
    const answer = await finish(token, await app.codeFor(email));
    expect(answer.message).toBe('20005');
    expect(answer.result).toMatchObject({ channel: 'email', target: email });
    expect(signedIn((await login(email)).result).user.username).toBe(username);
    const events = await app.db.query(
      'select kind, facts from accounts.security_event where user_id = $1',
      [userId],
    );
    expect(events).toContainEqual({ kind: 'contact-added', facts: { channel: 'email' } });
  });

  test('tells the mailbox that is no longer in use, and that one opens nothing any more', async () => {
    const { token, email: before } = await withMail();
    const email = nextMail();
    await begin(token, email, await confirm(token, 'contact', 'email'));
    expect((await finish(token, await app.codeFor(email))).code).toBe('200');
    const told = await messagesTo(before);
    expect(told.map(({ subject }) => subject)).toContain(
      'Your Candor account uses another mail address now',
    );
    expect((await login(before)).code).toBe('10004');
    expect((await login(email)).code).toBe('200');
  });

  test('gives the mailbox that was in use the link that freezes, also for a change just before', async () => {
    const { token: first, username, userId, email: before } = await withMail();
    const changed = await app.call('accounts.change-password', {
      token: first,
      body: { oldPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });
    expect(changed.code).toBe('200');
    const { token } = changed.result;
    const email = nextMail();
    await begin(token, email, await confirm(token, 'contact', 'email', NEW_PASSWORD));
    expect((await finish(token, await app.codeFor(email))).code).toBe('200');
    await app.app.security.settled();
    const linksTo = async (to: string) =>
      (await messagesTo(to)).flatMap(({ text }) => [...text.matchAll(/not-me#(\S+)/gi)]);
    const [links, theirs] = [await linksTo(before), await linksTo(email)];
    // Password and address to the old one; the new one hears of itself alone.
    expect([links.length, theirs.length]).toEqual([2, 1]);
    const secret = links.at(-1)?.[1] ?? '';
    expect((await app.call('accounts.not-me', { body: { token: secret } })).code).toBe('200');
    const frozen = await app.db.query('select until from accounts.freeze where user_id = $1', [
      userId,
    ]);
    expect(frozen).toEqual([{ until: null }]);
    expect((await login(username, NEW_PASSWORD)).code).toBe('200');
  });

  test('tells the phone that is no longer in use', async () => {
    const phone = { channel: 'phone', areaCode: '+49' } as const;
    const target = '0151 000-4801';
    await app.call('accounts.send-code', { body: { ...phone, target, purpose: 'register' } });
    const code = await app.codeFor('+491510004801');
    const { token } = signedIn(
      (await registerWith({ phone: target, areaCode: '+49', code })).result,
    );
    const stepUp = await confirm(token, 'contact', 'phone');
    const body = { ...phone, target: '0151 000-4802', stepUp };
    expect((await app.call('accounts.begin-contact', { token, body })).code).toBe('200');
    expect((await finish(token, await app.codeFor('+491510004802'))).code).toBe('200');
    const told = (await messagesTo('+491510004801')).map(({ text }) => text);
    expect(told.at(-1)).toContain('does not use this phone any more');
    expect((await messagesTo('+491510004802')).length).toBe(1);
  });

  test('writes to one phone ten times a day, however many accounts ask', async () => {
    const phone = { channel: 'phone', target: '0151 000-4820', areaCode: '+49' } as const;
    const asks = async () => {
      const { token } = await app.register();
      const stepUp = await confirm(token, 'contact', 'phone');
      return app.call('accounts.begin-contact', { token, body: { ...phone, stepUp } });
    };
    // A caller without an account uses none of them up.
    for (let n = 0; n < 10; n += 1) {
      const body = { ...phone, purpose: 'security' } as const;
      expect((await app.call('accounts.send-code', { body })).code).toBe('200');
      app.clock.advance(MINUTE_MS);
    }
    const codes = [];
    for (let n = 0; n < 12; n += 1) codes.push((await asks()).code);
    expect(codes).toEqual([...Array<string>(10).fill('200'), '429', '429']);
    expect(await messagesTo('+491510004820')).toHaveLength(10);
    app.clock.advance(DAY_MS);
    expect((await asks()).code).toBe('200');
  });

  test('says 19999 for a mailbox that is another’s, and only to who has its code', async () => {
    const { email } = await withMail();
    const { token } = await app.register();
    await begin(token, email, await confirm(token, 'contact', 'email'));
    expect((await finish(token, '12')).code).toBe('10091');
    expect((await finish(token, await app.codeFor(email))).code).toBe('19999');
  });

  test('is nobody else’s to finish', async () => {
    const [mine, other] = [await app.register(), await app.register()];
    const email = nextMail();
    await begin(mine.token, email, await confirm(mine.token, 'contact', 'email'));
    const code = await app.codeFor(email);
    expect((await finish(other.token, code)).code).toBe('10091');
    expect((await finish(mine.token, code)).code).toBe('200');
  });

  test('may have its code sent again by sendCode', async () => {
    const { token } = await app.register();
    const email = nextMail();
    await begin(token, email, await confirm(token, 'contact', 'email'));
    await app.messages();
    app.clock.advance(MINUTE_MS);
    expect((await send(email, 'security')).code).toBe('200');
    expect(await messagesTo(email)).toHaveLength(2);
    expect((await finish(token, await app.codeFor(email))).code).toBe('200');
  });
});

describe('the words in every mail', () => {
  test('need a confirmation, and then stand in each mail to their owner alone', async () => {
    const { token, email } = await withMail();
    const set = (stepUp?: string) =>
      app.call('accounts.set-anti-phishing', {
        token,
        body: { text: 'Grüne  Teekanne', ...(stepUp === undefined ? {} : { stepUp }) },
      });
    expect((await set()).code).toBe('11020');
    const answer = await set(await confirm(token, 'anti-phishing'));
    expect([answer.message, answer.result]).toEqual(['20005', { text: 'Grüne Teekanne' }]);
    app.clock.advance(HOUR_MS);
    const { token: fresh } = signedIn((await login(email)).result);
    expect(fresh).not.toBe(token);
    // Notices may come between.
    const textOf = async (subject: string) =>
      (await messagesTo(email)).findLast((one) => one.subject.includes(subject))?.text;
    await send(email, 'reset');
    expect(await textOf('set a new Candor password')).toContain('words: Grüne Teekanne.');
    await send(email, 'register');
    expect(await textOf('open a Candor account')).not.toContain('Teekanne');
  });

  test('are refused when they are none', async () => {
    const { token } = await app.register();
    for (const [text, code] of [
      ['', '11014'],
      ['abc', '400'],
      ['<b>bold</b>', '400'],
      ['x'.repeat(33), '400'],
    ] as const) {
      const answer = await app.call('accounts.set-anti-phishing', { token, body: { text } });
      expect(answer.code, text).toBe(code);
    }
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
