import { randomUUID } from 'node:crypto';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp({ publicUrl: 'https://candor.example' });
});
afterAll(() => product.stop());

const ask = async (token: string) => (await product.call('invites.get', { token })).result;

/** A user who came by a code. */
async function join(code: string, username = `g${randomUUID().slice(0, 9)}`) {
  const body = { username, password: 'correct horse battery', client: 'api', inviteCode: code };
  const answer = await product.call('accounts.register', { odd: body });
  return { username, ...signedIn(answer.result) };
}

test('everybody has a code and a link, and nobody gets anything for it', async () => {
  const { token } = await product.register();
  const invite = await ask(token);
  expect(invite.code).toMatch(/^[0-9A-F]{12}$/);
  expect(invite.link).toBe(`https://candor.example/pass/register?invite=${invite.code}`);
  expect(invite.joined).toBe(0);
  expect(invite.disclosure).toEqual({
    reward: 'none',
    inviterSees: ['masked-name'],
    invitedSees: ['masked-name'],
  });
  expect(await ask(token)).toEqual(invite);
});

test('who came is counted and listed by the start of the name alone, the latest first', async () => {
  const { token } = await product.register();
  const { code } = await ask(token);
  const first = await join(code, `anna${randomUUID().slice(0, 6)}`);
  product.clock.advance(1_000);
  const second = await join(code.toLowerCase(), `berta${randomUUID().slice(0, 6)}`);
  expect((await ask(token)).joined).toBe(2);
  const listed = await product.call('invites.list', { token });
  expect(listed.result).toEqual({ records: [{ name: 'be***' }, { name: 'an***' }], total: 2 });
  for (const { username, user } of [first, second]) {
    expect(listed.text).not.toContain(username);
    expect(listed.text).not.toContain(user.id);
  }
  const page = await product.call('invites.list', { token, query: { page: 2, size: 1 } });
  expect(page.result).toEqual({ records: [{ name: 'an***' }], total: 2 });
  // Those who came brought nobody, and see nobody.
  expect((await product.call('invites.list', { token: first.token })).result.total).toBe(0);
});

test('an invitation pays nobody: every balance stays what it was', async () => {
  const { token } = await product.register();
  const before = (await product.call('portfolio.info', { token })).result;
  const { code } = await ask(token);
  const invited = await join(code);
  const alone = await product.register();
  expect((await product.call('portfolio.info', { token })).result).toEqual(before);
  const amounts = await Promise.all(
    [invited.token, alone.token].map(
      async (one) => (await product.call('portfolio.info', { token: one })).result.totalAssets,
    ),
  );
  expect(amounts[0]).toBe(amounts[1]);
});

test('whoever follows a link reads whose it is, by the start of the name', async () => {
  const { token, username } = await product.register(`carla${randomUUID().slice(0, 6)}`);
  const { code } = await ask(token);
  for (const typed of [code, code.toLowerCase(), `${code.slice(0, 4)}-${code.slice(4)}`]) {
    const answer = await product.call('invites.inviter', { params: { code: typed } });
    expect(answer.result).toEqual({ name: 'ca***' });
    expect(answer.text).not.toContain(username);
  }
});

test.each(['0123456789AB', 'FRIEND', "' or 1=1 --", '0'.repeat(40), '%00'])(
  'nobody’s code %s is 10009',
  async (code) => {
    const answer = await product.call('invites.inviter', { params: { code } });
    expect(answer.code).toBe('10009');
  },
);

test('odd questions are 400, and without a session nobody’s link is told', async () => {
  const code = '0'.repeat(41);
  expect((await product.call('invites.inviter', { params: { code } })).status).toBe(400);
  const { token } = await product.register();
  for (const oddQuery of ['page=0', 'size=101', 'page=x', 'sort=name']) {
    expect((await product.call('invites.list', { token, oddQuery })).status).toBe(400);
  }
  expect((await product.call('invites.get')).status).toBe(401);
  expect((await product.call('invites.list')).status).toBe(401);
});

test('the code of an account an operator disabled invites nobody any more', async () => {
  const { token, userId } = await product.register();
  const { code } = await ask(token);
  await product.db.query(`update accounts.account set status = 'disabled' where user_id = $1`, [
    userId,
  ]);
  const answer = await product.call('invites.inviter', { params: { code } });
  expect(answer.code).toBe('10009');
});
