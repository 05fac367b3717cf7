import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/kernel';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEW_PASSWORD, PASSWORD, mailboxCalls } from '../../../../test/mailboxes.ts';
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

const { nextMail, send, registerWith, withMail, login, confirm, messagesTo } = mailboxCalls(
  () => app,
);

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
      'Your Candor account now uses another e-mail address',
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
    expect(told.at(-1)).toContain('no longer uses this phone');
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
    expect(await textOf('set a new Candor password')).toContain('phrase: Grüne Teekanne.');
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
