// Promise: a member changes what proves them with the password they have, keeps one factor at least,
// and can end every session but the one in hand; all of it is in the audit log.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDesk, type TestMember, codeAt, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let member: TestMember;

beforeAll(async () => {
  product = await startTestDesk();
});
afterAll(() => product.stop());
beforeEach(async () => {
  member = await product.member('support');
});

const NEXT = 'seven lanterns over the bay';
const isIn = async (cookie: string | null): Promise<boolean> =>
  (await product.desk('staff.session', { cookie })).status === 200;

/** Signs in once more, with the passkey. */
async function again(password = member.password): Promise<string | null> {
  const { email, device } = member;
  const asked = await product.desk('staff.sign-in', { body: { email, password } });
  if (asked.message !== 'ok') return null;
  const { challenge, passkeyOptions } = asked.result;
  const passkey = device.answer(passkeyOptions ?? {});
  const opened = await product.desk('staff.second', { body: { challenge, passkey } });
  expect(opened.message).toBe('ok');
  return opened.cookie;
}

const change = (password: string, next: string) =>
  product.desk('staff.change-password', { cookie: member.cookie, body: { password, next } });
const lastAct = async () => {
  const [row] = await product.db.query<{ action: string; details: string }>(
    'select action, details from audit.record where actor = $1 order by seq desc limit 1',
    [member.id],
  );
  return { ...row, details: JSON.parse(row?.details ?? '{}') as unknown };
};

const mailsToMember = async (): Promise<string[]> =>
  (await product.messages()).filter(({ to }) => to === member.email).map(({ subject }) => subject);

test('a password is changed with the one before, and ends every other session', async () => {
  const other = await again();
  expect((await change('not this one at all', NEXT)).message).toBe('credentials-wrong');
  for (const weak of ['short', member.password]) {
    const refused = await change(member.password, weak);
    expect([refused.message, refused.result]).toMatchObject(['password-weak', { field: 'next' }]);
  }
  expect([await isIn(member.cookie), await isIn(other)]).toEqual([true, true]);
  // Begun with the password before: it is not gone on with.
  const { email, password, device } = member;
  const begun = await product.desk('staff.sign-in', { body: { email, password } });
  expect((await change(password, NEXT)).message).toBe('ok');
  expect(await lastAct()).toEqual({
    action: 'staff.password-change',
    details: { sessionsEnded: '1' },
  });
  expect([await isIn(member.cookie), await isIn(other)]).toEqual([true, false]);
  const { challenge, passkeyOptions } = begun.result;
  const late = await product.desk('staff.second', {
    body: { challenge, passkey: device.answer(passkeyOptions ?? {}) },
  });
  expect(late.message).toBe('challenge-over');
  expect(await again()).toBeNull();
  expect(await isIn(await again(NEXT))).toBe(true);
  expect(await mailsToMember()).toContain('Your password for the Candor desk was changed');
});

test('own sessions are listed, and all but this one end', async () => {
  const other = await again();
  const { cookie } = member;
  const list = async () => (await product.desk('staff.sessions', { cookie })).result.records;
  const before = await list();
  expect(before.map(({ isThis }) => isThis).toSorted()).toEqual([false, true]);
  const colleague = await product.member('content');
  const ended = await product.desk('staff.end-others', { cookie });
  expect(ended.result).toEqual({ ended: 1 });
  expect(await lastAct()).toEqual({ action: 'staff.sessions-end', details: { ended: '1' } });
  expect([await isIn(cookie), await isIn(other), await isIn(colleague.cookie)]).toEqual([
    true,
    false,
    true,
  ]);
  expect((await list()).map(({ isThis }) => isThis)).toEqual([true]);
});

test('a code app is removed beside a passkey, and never when it is the last factor', async () => {
  const { cookie, password } = member;
  const removeTotp = (said = password) =>
    product.desk('staff.remove-totp', { cookie, body: { password: said } });
  expect((await removeTotp()).message).toBe('not-found');
  const addTotp = async () => {
    const { result } = await product.desk('staff.begin-factor', { cookie, body: { password } });
    const totp = codeAt(result.totp.secret, product.clock.now());
    const body = { challenge: result.challenge, totp };
    expect((await product.desk('staff.finish-factor', { cookie, body })).message).toBe('ok');
  };
  await addTotp();
  expect(await mailsToMember()).toContain('A second factor was added for the Candor desk');
  expect((await removeTotp('not this one')).message).toBe('credentials-wrong');
  expect((await removeTotp()).message).toBe('ok');
  expect((await lastAct()).action).toBe('staff.factor-remove');
  const removed = async () =>
    (await mailsToMember()).filter(
      (one) => one === 'A second factor was removed for the Candor desk',
    );
  expect(await removed()).toHaveLength(1);
  await addTotp();
  const { passkeys } = (await product.desk('staff.factors', { cookie })).result;
  const params = { id: passkeys[0]?.id ?? '' };
  const dropped = await product.desk('staff.remove-passkey', {
    cookie,
    params,
    body: { password },
  });
  expect(dropped.message).toBe('ok');
  expect(await removed()).toHaveLength(2);
  expect((await removeTotp()).message).toBe('last-way-in');
  expect(await removed()).toHaveLength(2);
  expect((await product.desk('staff.factors', { cookie })).result.totpSince).not.toBeNull();
});

test('what opened the desk before a renewal opens it no more, though the link was not used', async () => {
  const { cookie } = await product.member('admin');
  const { id } = member;
  expect(await isIn(await again())).toBe(true);
  const renewed = await product.desk('staff.renew', { cookie, params: { id } });
  expect(renewed.message).toBe('ok');
  expect(await again()).toBeNull();
  const left = await product.owner.query('select from staff.passkey where member_id = $1', [id]);
  expect(left).toEqual([]);
});
