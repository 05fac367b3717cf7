import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/kernel';
import { createAuthenticator } from '../../../test/authenticator.ts';
import { type TestDesk, type TestMember, codeAt, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let admin: TestMember;
let supporter: TestMember;

beforeAll(async () => {
  product = await startTestDesk();
  admin = await product.administrator();
  supporter = await product.member('support');
});
afterAll(() => product.stop());

const actions = async (): Promise<string[]> => {
  const rows = await product.db.query<{ action: string }>(
    'select action from audit.record order by seq',
  );
  return rows.map(({ action }) => action);
};

const signIn = (email: string, password: string) =>
  product.desk('staff.sign-in', { body: { email, password } });

describe('the first administrator', () => {
  test('is made by a link that is good once', async () => {
    const session = await product.desk('staff.session', { cookie: admin.cookie });
    expect(session.result).toMatchObject({
      memberId: admin.id,
      email: 'first@candor.example',
      roles: ['admin'],
      hasPasskey: true,
    });
    expect(await product.app.desk?.staff.firstLink()).toBeNull();
    expect(await actions()).toEqual(
      expect.arrayContaining(['staff.administrator-link', 'staff.enrol']),
    );
  });

  test('a link that was used, or invented, opens nothing and says no more than that', async () => {
    const other = await startTestDesk();
    try {
      const link = await other.administratorLink();
      const body = { link, email: 'one@candor.example', name: 'One', password: admin.password };
      const begun = await other.desk('staff.begin-enrolment', { body });
      const late = await other.desk('staff.begin-enrolment', {
        body: { ...body, email: 'two@candor.example' },
      });
      const finish = (challenge: string, secret: string) =>
        other.desk('staff.finish-enrolment', {
          body: { challenge, totp: codeAt(secret, other.clock.now()) },
        });
      const made = await finish(begun.result.challenge, begun.result.totp.secret);
      expect(made.message).toBe('ok');
      // Begun before it was used: the link is good once all the same.
      const again = await finish(late.result.challenge, late.result.totp.secret);
      expect(again.message).toBe('staff-link-over');
      for (const odd of [link, 'invented']) {
        const answer = await other.desk('staff.begin-enrolment', { body: { ...body, link: odd } });
        expect(answer.message).toBe('staff-link-over');
        const opened = await other.desk('staff.open-link', { body: { link: odd } });
        expect(opened.message).toBe('staff-link-over');
      }
      const [row] = await other.db.query<{ count: number }>(
        'select count(*)::int as count from staff.member',
      );
      expect(row?.count).toBe(1);
    } finally {
      await other.stop();
    }
  });
});

describe('a sign-in', () => {
  test('asks for a factor, and opens a session of eight hours in a cookie no script reads', async () => {
    const asked = await signIn('First@Candor.example', admin.password);
    expect(asked.result.methods).toEqual(['passkey']);
    expect(asked.cookie).toBeNull();
    const passkey = admin.device.answer(asked.result.passkeyOptions ?? {});
    const { challenge } = asked.result;
    const opened = await product.desk('staff.second', { body: { challenge, passkey } });
    expect(opened.message).toBe('ok');
    const [set, browser] = [opened.headers['set-cookie']].flat();
    expect(browser).toMatch(
      /^candor-desk-browser=[\w-]{86}\.[\w-]{22}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    );
    expect(set).toMatch(
      /^candor-desk=[\w-]{43}\.[\w-]{22}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    );
    expect(opened.result.expiresAt - product.clock.now()).toBe(8 * HOUR_MS);
    const { cookie } = opened;
    expect((await product.desk('staff.session', { cookie })).status).toBe(200);
    const replayed = await product.desk('staff.second', { body: { challenge, passkey } });
    expect(replayed.message).toBe('challenge-over');
    product.clock.advance(8 * HOUR_MS);
    const late = await product.desk('staff.session', { cookie });
    expect([late.status, late.message]).toEqual([401, 'session-over']);
    admin = { ...admin, cookie: await signedIn(admin) };
    supporter = { ...supporter, cookie: await signedIn(supporter) };
  });

  test('an unknown address and a wrong password are answered alike', async () => {
    const unknown = await signIn('nobody@candor.example', 'some other words');
    const wrong = await signIn(admin.email, 'some other words');
    expect(unknown.text).toBe(wrong.text);
    expect(unknown.message).toBe('credentials-wrong');
    expect(await actions()).toContain('staff.sign-in-refused');
  });

  test('a passkey of another page, or one that is no member’s, opens nothing', async () => {
    for (const odd of [{ origin: 'http://localhost:3000' }, { isVerified: false }]) {
      const { result } = await signIn(admin.email, admin.password);
      const passkey = admin.device.answer(result.passkeyOptions ?? {}, odd);
      const { challenge } = result;
      const answer = await product.desk('staff.second', { body: { challenge, passkey } });
      expect(answer.message).toBe('second-factor-wrong');
    }
    const { result } = await signIn(admin.email, admin.password);
    const passkey = createAuthenticator(product.origin).answer(result.passkeyOptions ?? {});
    const { challenge } = result;
    const answer = await product.desk('staff.second', { body: { challenge, passkey } });
    expect(answer.message).toBe('second-factor-wrong');
  });

  test('ends when its member signs out', async () => {
    const cookie = await signedIn(admin);
    const ended = await product.desk('staff.sign-out', { cookie });
    expect(ended.message).toBe('ok');
    expect((await product.desk('staff.session', { cookie })).status).toBe(401);
  });
});

async function signedIn(member: TestMember, on = product): Promise<string> {
  const { email, password } = member;
  const { result } = await on.desk('staff.sign-in', { body: { email, password } });
  const passkey = member.device.answer(result.passkeyOptions ?? {});
  const { challenge } = result;
  const opened = await on.desk('staff.second', { body: { challenge, passkey } });
  expect(opened.message).toBe('ok');
  return opened.cookie ?? '';
}

describe('factors of a member', () => {
  test('a code app is added with the password, used once a code, and the last factor stays', async () => {
    const { cookie, password } = admin;
    const wrong = await product.desk('staff.begin-factor', { cookie, body: { password: 'no' } });
    expect(wrong.message).toBe('credentials-wrong');
    const begun = await product.desk('staff.begin-factor', { cookie, body: { password } });
    const { challenge, totp } = begun.result;
    const odd = await product.desk('staff.finish-factor', {
      cookie,
      body: { challenge, totp: '000000' },
    });
    expect(odd.message).toBe('second-factor-wrong');
    const code = codeAt(totp.secret, product.clock.now());
    const added = await product.desk('staff.finish-factor', {
      cookie,
      body: { challenge, totp: code },
    });
    expect(added.message).toBe('ok');
    const asked = await signIn(admin.email, password);
    expect(asked.result.methods).toEqual(['passkey', 'totp']);
    const used = await product.desk('staff.second', {
      body: { challenge: asked.result.challenge, totp: code },
    });
    expect(used.message).toBe('second-factor-wrong');
    const { result } = await product.desk('staff.factors', { cookie });
    expect(result.passkeys).toHaveLength(1);
    const [id = ''] = result.passkeys.map((one) => one.id);
    const removed = await product.desk('staff.remove-passkey', {
      cookie,
      params: { id },
      body: { password },
    });
    expect(removed.message).toBe('ok');
    const offered = await product.desk('staff.begin-factor', { cookie, body: { password } });
    const device = createAuthenticator(product.origin);
    const passkey = device.make(offered.result.passkeyOptions);
    const back = await product.desk('staff.finish-factor', {
      cookie,
      body: { challenge: offered.result.challenge, passkey, passkeyName: 'Desk key' },
    });
    expect(back.message).toBe('ok');
    admin = { ...admin, device };
  });

  test('a member with one passkey alone keeps it', async () => {
    const { cookie, password } = supporter;
    const { result } = await product.desk('staff.factors', { cookie });
    const [id = ''] = result.passkeys.map((one) => one.id);
    const params = { id };
    const answer = await product.desk('staff.remove-passkey', {
      cookie,
      params,
      body: { password },
    });
    expect(answer.message).toBe('last-way-in');
  });
});

test('a link that is a day old opens nothing', async () => {
  const other = await startTestDesk();
  try {
    const link = await other.administratorLink();
    other.clock.advance(DAY_MS);
    const opened = await other.desk('staff.open-link', { body: { link } });
    expect(opened.message).toBe('staff-link-over');
  } finally {
    await other.stop();
  }
});

test('factors are changed right after a sign-in by the strongest of them, never with what was stolen', async () => {
  const other = await startTestDesk();
  const member = await other.administrator();
  const { password, email } = member;
  const begin = (cookie: string | null) =>
    other.desk('staff.begin-factor', { cookie, body: { password } });
  // Right after the link a code app can be set up beside the passkey.
  const { challenge, totp } = (await begin(member.cookie)).result;
  const code = () => codeAt(totp.secret, other.clock.now());
  const body = { challenge, totp: code() };
  const added = await other.desk('staff.finish-factor', { cookie: member.cookie, body });
  expect(added.message).toBe('ok');
  // A cookie that was taken, with a password that was overheard.
  other.clock.advance(10 * MINUTE_MS);
  expect((await begin(member.cookie)).message).toBe('staff-sign-in-old');
  // A code that was talked out of the member.
  const asked = (await other.desk('staff.sign-in', { body: { email, password } })).result;
  const phished = await other.desk('staff.second', {
    body: { challenge: asked.challenge, totp: code() },
  });
  expect(phished.message).toBe('ok');
  expect((await begin(phished.cookie)).message).toBe('staff-sign-in-old');
  const { result } = await other.desk('staff.factors', { cookie: phished.cookie });
  const params = { id: result.passkeys[0]?.id ?? '' };
  const { cookie } = phished;
  const removed = await other.desk('staff.remove-passkey', {
    cookie,
    params,
    body: { password },
  });
  expect(removed.message).toBe('staff-sign-in-old');
  expect((await begin(await signedIn(member, other))).message).toBe('ok');
  await other.stop();
});
