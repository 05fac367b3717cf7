import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOwner } from '../../../test/factors.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** How many rows of an account each table has. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  const [row] = await app.db.query<{ counts: Record<string, number> }>(
    `select jsonb_build_object(
       'tokens', (select count(*) from accounts.token where user_id = $1),
       'questions', (select count(*) from accounts.challenge where user_id = $1),
       'confirmations', (select count(*) from accounts.step_up where user_id = $1),
       'offers', (select count(*) from accounts.totp_offer where user_id = $1),
       'fresh', (select count(*) from accounts.social_fresh where user_id = $1)) as counts`,
    [userId],
  );
  return row?.counts ?? {};
}
const tried = async (): Promise<number> =>
  (await app.db.query('select subject from accounts.refused_try')).length;

test('what expired is forgotten although nobody came back, and what still counts is kept', async () => {
  const ann = await newOwner(app);
  const [account] = await app.db.query<{ user_id: string }>(
    'select user_id from accounts.account where username = $1',
    [ann.username],
  );
  const userId = account?.user_id ?? '';
  await app.call('accounts.totp-begin', {
    token: ann.token,
    body: { stepUp: await ann.confirm('totp-add') },
  });
  await ann.confirm('wallet-link');
  await app.db.query(
    `insert into accounts.social_fresh (user_id, session_id, expires_at)
     select user_id, id, platform.from_ms($2) from accounts.session where user_id = $1`,
    [userId, app.clock.now() + MINUTE_MS],
  );
  const body = { username: ann.username, password: 'not the password', client: 'api' } as const;
  expect((await app.call('accounts.login', { body })).code).toBe('10004');
  const all = { tokens: 2, questions: 2, confirmations: 1, offers: 1, fresh: 1 };
  await app.app.accounts.sweep();
  expect([await rowsOf(userId), await tried()]).toEqual([all, 2]);

  app.clock.advance(HOUR_MS);
  await app.app.accounts.sweep();
  const kept = { tokens: 1, questions: 2, confirmations: 0, offers: 0, fresh: 0 };
  expect([await rowsOf(userId), await tried()]).toEqual([kept, 0]);

  app.clock.advance(30 * DAY_MS);
  await app.app.accounts.sweep();
  const none = { tokens: 0, questions: 0, confirmations: 0, offers: 0, fresh: 0 };
  expect(await rowsOf(userId)).toEqual(none);
});

test('log-ins and sessions go when they are old, the log of changes never', async () => {
  const ann = await newOwner(app);
  const [account] = await app.db.query<{ user_id: string }>(
    'select user_id from accounts.account where username = $1',
    [ann.username],
  );
  const userId = account?.user_id ?? '';
  await app.db.query(
    `insert into accounts.former_contact (user_id, channel, target, replaced_at)
     values ($1, 'email', 'before@mail.example', platform.from_ms($2))`,
    [userId, app.clock.now()],
  );
  await app.db.query(
    `insert into accounts.wallet_nonce (hash, purpose, chain, address, message_hash, expires_at)
     values ('swept', 'login', 'ethereum', '0x', 'm', platform.from_ms($1))`,
    [app.clock.now() + HOUR_MS],
  );
  const stepUp = await ann.confirm('anti-phishing');
  const body = { text: 'a green gate', stepUp };
  await app.call('accounts.set-anti-phishing', { token: ann.token, body });
  const counts = async () => {
    const [row] = await app.db.query<{ counts: number[] }>(
      `select array[
         (select count(*) from accounts.login where user_id = $1),
         (select count(*) from accounts.session where user_id = $1),
         (select count(*) from accounts.former_contact where user_id = $1),
         (select count(*) from accounts.security_event where user_id = $1),
         (select count(*) from accounts.wallet_nonce where hash = 'swept')]::int[] as counts`,
      [userId],
    );
    return row?.counts;
  };
  const days = app.app.parameters.count('retention.loginDays');
  expect([days, await counts()]).toEqual([400, [1, 1, 1, 1, 1]]);
  app.clock.advance(days * DAY_MS);
  await app.app.accounts.sweep();
  expect(await counts()).toEqual([1, 1, 1, 1, 0]);
  app.clock.advance(HOUR_MS);
  await app.app.accounts.sweep();
  expect(await counts()).toEqual([0, 0, 0, 1, 0]);
  // Five years on it is still there: no role of the product can take it away.
  app.clock.advance(5 * 366 * DAY_MS);
  await app.app.accounts.sweep();
  await app.app.security.tidy();
  expect((await counts())?.[3]).toBe(1);
});

test('a token that is being refreshed is passed over, not waited for', async () => {
  const { userId } = await app.register();
  app.clock.advance(31 * DAY_MS);
  await app.db.transaction(async (tx) => {
    const held = `select hash from accounts.token where user_id = $1 and kind = 'refresh' for update`;
    expect(await tx.query(held, [userId])).toHaveLength(1);
    await app.app.accounts.sweep();
  });
  expect(await rowsOf(userId)).toMatchObject({ tokens: 1 });
  await app.app.accounts.sweep();
  expect(await rowsOf(userId)).toMatchObject({ tokens: 0 });
});
