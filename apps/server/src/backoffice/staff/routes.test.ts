import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS, ensure } from '@candor/kernel';
import { makeAdministratorLink } from '../../staff/index.ts';
import { codeAt, type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let admin: TestMember;

beforeAll(async () => {
  product = await startTestDesk({ limitScale: 1 });
  admin = await product.administrator();
});
afterAll(() => product.stop());

const list = async () => (await product.desk('staff.list', { cookie: admin.cookie })).result;
const stateOf = async ({ cookie }: TestMember): Promise<number> =>
  (await product.desk('staff.session', { cookie })).status;

async function lettersTo(email: string): Promise<string[]> {
  const letters = await product.messages();
  return letters.filter(({ to }) => to === email).map(({ text }) => text);
}

const linkIn = (text: string | undefined): string => /#([\w-]{43})/.exec(text ?? '')?.[1] ?? '';

describe('members', () => {
  test('an invitation is good once, and the one before it no more', async () => {
    const { cookie } = admin;
    const email = 'kim@candor.example';
    const body = { email: ' Kim@Candor.example ', roles: ['kyc', 'support'] };
    const invited = await product.desk('staff.invite', { cookie, body });
    expect(invited.result).toMatchObject({ link: null });
    // Mails leave side by side: the first is read before the second is written.
    const [letter = ''] = await lettersTo(email);
    const inviter = (await list()).members.find(({ id }) => id === admin.id)?.name ?? '?';
    expect(letter).toContain(`${inviter}, an administrator of Candor, invites you`);
    expect(letter).toContain('If you did not expect this');
    expect(letter).not.toContain('somebody');
    const first = linkIn(letter);
    await product.desk('staff.invite', { cookie, body });
    expect((await list()).invitations.map((one) => one.email)).toEqual([email]);
    const second = linkIn((await lettersTo(email)).at(-1));
    const opened = (link: string) => product.desk('staff.open-link', { body: { link } });
    expect((await opened(first)).message).toBe('staff-link-over');
    expect((await opened(second)).result).toMatchObject({ email, roles: ['kyc', 'support'] });
    const kim = await product.enrol(second, { name: 'Kim' });
    expect((await opened(second)).message).toBe('staff-link-over');
    const found = (await list()).members.find(({ id }) => id === kim.id);
    expect(found).toMatchObject({ name: 'Kim', email, state: 'active', hasPasskey: true });
    const again = await product.desk('staff.invite', { cookie, body });
    expect(again.message).toBe('staff-exists');
  });

  test('an invitation that was taken back opens nothing', async () => {
    const { cookie } = admin;
    const email = 'back@candor.example';
    const body = { email, roles: ['risk'] };
    const { result } = await product.desk('staff.invite', { cookie, body });
    const params = { id: result.id };
    const taken = await product.desk('staff.withdraw-invitation', { cookie, params });
    expect(taken.message).toBe('ok');
    const [text] = await lettersTo(email);
    const opened = await product.desk('staff.open-link', { body: { link: linkIn(text) } });
    expect(opened.message).toBe('staff-link-over');
    const twice = await product.desk('staff.withdraw-invitation', { cookie, params });
    expect(twice.status).toBe(404);
  });

  test('a weak password makes no member', async () => {
    const { cookie } = admin;
    const email = 'weak@candor.example';
    await product.desk('staff.invite', { cookie, body: { email, roles: ['risk'] } });
    const link = linkIn((await lettersTo(email))[0]);
    for (const password of ['short', 'password123', 'weakweakweak']) {
      const body = { link, name: 'Weak', password };
      const answer = await product.desk('staff.begin-enrolment', { body });
      expect([password, answer.message]).toEqual([password, 'password-weak']);
    }
  });

  test('a session ends with the role’s change and with the removal, at once', async () => {
    const { cookie } = admin;
    const member = await product.member('support');
    const params = { id: member.id };
    const body = { roles: ['risk'] };
    expect(await stateOf(member)).toBe(200);
    const changed = await product.desk('staff.set-roles', { cookie, params, body });
    expect(changed.result.roles).toEqual(['risk']);
    expect(await stateOf(member)).toBe(401);
    const other = await product.member('support');
    const removed = await product.desk('staff.remove', { cookie, params: { id: other.id } });
    expect(removed.message).toBe('ok');
    expect(await stateOf(other)).toBe(401);
    const { email, password } = other;
    const back = await product.desk('staff.sign-in', { body: { email, password } });
    expect(back.message).toBe('credentials-wrong');
    const kept = (await list()).members.find(({ id }) => id === other.id);
    expect(kept?.state).toBe('removed');
  });

  test('a question that was asked before the removal is not gone on with', async () => {
    const { cookie } = admin;
    const member = await product.member('support');
    const { email, password } = member;
    const { result } = await product.desk('staff.sign-in', { body: { email, password } });
    await product.desk('staff.remove', { cookie, params: { id: member.id } });
    const passkey = member.device.answer(result.passkeyOptions ?? {});
    const { challenge } = result;
    const answer = await product.desk('staff.second', { body: { challenge, passkey } });
    expect(answer.message).toBe('challenge-over');
  });

  test('a renewal sets password and factor anew, by mail, and the old device opens nothing', async () => {
    const { cookie } = admin;
    const member = await product.member('content');
    const params = { id: member.id };
    expect((await product.desk('staff.renew', { cookie, params })).result.link).toBeNull();
    expect(await stateOf(member)).toBe(401);
    const link = linkIn((await lettersTo(member.email)).at(-1));
    const back = await product.enrol(link, { name: 'Back again' });
    expect(back.id).toBe(member.id);
    const { email, password } = member;
    const { result } = await product.desk('staff.sign-in', { body: { email, password } });
    const passkey = member.device.answer(result.passkeyOptions ?? {});
    const { challenge } = result;
    const answer = await product.desk('staff.second', { body: { challenge, passkey } });
    expect(answer.message).toBe('second-factor-wrong');
  });

  test('the last administrator stays one, for the desk and for the database', async () => {
    const { cookie, id } = admin;
    const params = { id };
    const body = { roles: ['support'] };
    const changed = await product.desk('staff.set-roles', { cookie, params, body });
    expect(changed.message).toBe('last-administrator');
    const removed = await product.desk('staff.remove', { cookie, params });
    expect(removed.message).toBe('last-administrator');
    await expect(
      product.deskDb.query(`update staff.member set roles = array['support'] where id = $1`, [id]),
    ).rejects.toMatchObject({ constraint: 'last_administrator' });
    expect(await stateOf(admin)).toBe(200);
  });

  test('of two administrators who remove each other at once one stays', async () => {
    const one = await product.member('admin');
    const two = await product.member('admin');
    const [third] = [admin];
    const remove = (by: TestMember, whom: TestMember) =>
      product.desk('staff.remove', { cookie: by.cookie, params: { id: whom.id } });
    await Promise.all([remove(one, two), remove(two, one)]);
    await product.desk('staff.remove', { cookie: third.cookie, params: { id: one.id } });
    await product.desk('staff.remove', { cookie: third.cookie, params: { id: two.id } });
    const { members } = await list();
    const left = members.filter(
      ({ roles, state }) => roles.includes('admin') && state === 'active',
    );
    expect(left.map(({ id }) => id)).toEqual([admin.id]);
  });

  test('a link made at the terminal is told to every administrator, and makes one more', async () => {
    const { app, clock, deskDb: db, origin } = product;
    const { mailer } = app;
    const by = { kind: 'terminal', name: 'kim@machine' } as const;
    const deps = { db, clock, mailer, address: () => origin };
    const { link } = await makeAdministratorLink(deps, by);
    expect((await lettersTo(admin.email)).at(-1)).toContain('kim@machine');
    const more = await product.enrol(linkIn(link), { email: 'more@candor.example' });
    const { cookie } = admin;
    expect((await list()).members.find(({ id }) => id === more.id)?.roles).toEqual(['admin']);
    await product.desk('staff.remove', { cookie, params: { id: more.id } });
    const [row] = await product.db.query<{ actor: string }>(
      `select actor from audit.record where action = 'staff.administrator-link'
       order by seq desc limit 1`,
    );
    expect(row?.actor).toBe('kim@machine');
  });

  test('each act is a row of the audit log, by the member and the role', async () => {
    const acts = await product.db.query<{ action: string; actor: string; role: string }>(
      `select distinct action, actor, role from audit.record where action like 'staff.%'
       and actor = $1 order by action`,
      [admin.id],
    );
    const done = acts.map(({ action }) => action);
    expect(done).toEqual(
      expect.arrayContaining([
        'staff.enrol',
        'staff.invite',
        'staff.remove',
        'staff.renew',
        'staff.set-roles',
        'staff.withdraw-invitation',
      ]),
    );
    expect(new Set(acts.map(({ role }) => role))).toEqual(new Set(['admin']));
  });
});

describe('guessing', () => {
  test('a password is tried twenty times from one network, then not even the right one', async () => {
    const { email, password } = await product.member('auditor');
    const said = (word: string) =>
      product.desk('staff.sign-in', { body: { email, password: word } });
    for (let count = 0; count < 20; count += 1) {
      expect((await said('some other words')).message).toBe('credentials-wrong');
    }
    const late = await said(password);
    expect([late.status, late.message]).toEqual([429, 'too-many']);
    product.clock.advance(HOUR_MS);
    expect((await said(password)).message).toBe('ok');
  });

  test('who guesses locks no member out of a browser the member signed in with', async () => {
    const member = await product.member('auditor');
    const staff = ensure(product.app.desk, 'there is a desk').staff;
    // Past the web server, which counts calls of one address besides.
    const signIn = ({ email }: TestMember, password: string, browser: string | null = null) =>
      staff.signIn({ email, password }, { address: '192.0.2.1', device: '', browser });
    async function browserOf(who: TestMember): Promise<string> {
      const asked = await signIn(who, who.password);
      if (!asked.ok) return '';
      const { challenge, passkeyOptions = {} } = asked.value;
      const passkey = who.device.answer(passkeyOptions);
      const place = { address: '192.0.2.1', device: '', browser: null };
      const begun = await staff.second({ challenge, passkey }, place);
      return begun.ok ? begun.value.browser : '';
    }
    const said = async (password: string, browser: string | null = null) => {
      const came = await signIn(member, password, browser);
      return came.ok ? 'ok' : came.failure.name;
    };
    const own = await browserOf(member);
    const others = await browserOf(await product.member('auditor'));
    for (let count = 0; count < 20; count += 1) await said('some other words');
    const invented = `${own.startsWith('A') ? 'B' : 'A'}${own.slice(1)}`;
    for (const browser of [null, others, invented]) {
      expect(await said(member.password, browser)).toBe('too-many');
    }
    expect(await said(member.password, own)).toBe('ok');
    for (let count = 0; count < 20; count += 1) await said('some other words', own);
    expect(await said(member.password, own)).toBe('too-many');
  });

  test('codes are tried five times a question and fifteen times a quarter hour', async () => {
    admin = { ...admin, cookie: await cookieOf(admin) };
    const { cookie, password, email } = admin;
    const begun = await product.desk('staff.begin-factor', { cookie, body: { password } });
    const { challenge, totp } = begun.result;
    const right = () => codeAt(totp.secret, product.clock.now());
    await product.desk('staff.finish-factor', { cookie, body: { challenge, totp: right() } });
    product.clock.advance(30_000);
    const ask = async () =>
      (await product.desk('staff.sign-in', { body: { email, password } })).result.challenge;
    const answer = async (to: string, code: string) =>
      (await product.desk('staff.second', { body: { challenge: to, totp: code } })).message;
    const wrong = right() === '000000' ? '111111' : '000000';
    for (let round = 0; round < 3; round += 1) {
      const question = await ask();
      for (let count = 0; count < 5; count += 1) {
        expect(await answer(question, wrong)).toBe('second-factor-wrong');
      }
      expect(await answer(question, right())).toBe('challenge-over');
    }
    expect(await answer(await ask(), right())).toBe('too-many');
  });
});

async function cookieOf({ email, password, device }: TestMember): Promise<string> {
  const { result } = await product.desk('staff.sign-in', { body: { email, password } });
  const passkey = device.answer(result.passkeyOptions ?? {});
  const { challenge } = result;
  const opened = await product.desk('staff.second', { body: { challenge, passkey } });
  return opened.cookie ?? '';
}
