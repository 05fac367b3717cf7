// Promises: a hundred wrong codes in a row are the most an account ever takes, its owner is told after
// five; an old password is guessed no oftener where it is changed; a copied session ends and is told of.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@candor/kernel';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../../test/authenticator.ts';
import { type Owner, PASSWORD, newOwner } from '../../../test/factors.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { beginRestoring } from '../index.ts';

const HERE = 'https://candor.example';
const NEW_PASSWORD = 'a quiet harbour at nine';
let product: TestApp;

beforeAll(async () => {
  product = await startTestApp({ publicUrl: HERE });
});
afterAll(() => product.stop());

const halfMinute = (): void => {
  product.clock.advance(30 * SECOND_MS);
};
const userIdOf = '(select user_id from accounts.account where username = $1)';

/** A user with a mailbox. */
async function withMail() {
  const owner = await newOwner(product);
  const email = `${owner.username}@mail.example`;
  await product.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values (${userIdOf}, 'email', $2, platform.from_ms($3))`,
    [owner.username, email, product.clock.now()],
  );
  return { owner, email };
}

/** A user with a mailbox and a code app. */
async function withCodeApp() {
  const { owner, email } = await withMail();
  const { app, recoveryCodes } = await owner.addCodeApp();
  halfMinute();
  return { owner, email, app, recoveryCodes };
}

async function messagesTo(email: string, saying: string) {
  await product.app.security.settled();
  return (await product.messages()).filter(({ to, text }) => to === email && text.includes(saying));
}

const logIn = ({ username }: Owner) =>
  product.call('accounts.login', { body: { username, password: PASSWORD, client: 'api' } });

/** Answers a sign-in, past any wait between questions. */
async function answer(owner: Owner, given: () => object) {
  product.clock.advance(15 * MINUTE_MS);
  const { challenge } = await owner.begin();
  return owner.second({ challenge, ...given() });
}

/** A hundred answers, one after the other, take long on a machine that has other work. */
const SLOW_MS = 120_000;

/** So many wrong codes in a row. */
async function wrong(owner: Owner, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 5) {
    product.clock.advance(15 * MINUTE_MS);
    const { challenge } = await owner.begin();
    for (let count = 0; count < Math.min(5, left); count += 1) {
      const { refused } = await owner.second({ challenge, totp: '000000' });
      expect(refused.name).toBe('second-factor-wrong');
    }
  }
}

/**
 * An account after so many wrong codes in a row. The first test below gives a hundred of them one by
 * one; the others begin where what they are about happens.
 */
async function wrongBefore({ username }: Owner, count: number): Promise<void> {
  await product.db.query(
    `insert into accounts.wrong_codes (user_id, in_a_row) values (${userIdOf}, $2)
     on conflict (user_id) do update set in_a_row = excluded.in_a_row`,
    [username, count],
  );
}

describe('codes of the second factor', () => {
  test(
    'are looked at a hundred times in a row over the account’s life, and no more',
    async () => {
      const { owner, app, email } = await withCodeApp();
      await wrong(owner, 100);
      // Told after five of them, and not again at any other number.
      expect(await messagesTo(email, 'several times in a row')).toHaveLength(1);
      const right = () => ({ totp: app.code() });
      expect((await answer(owner, right)).refused.name).toBe('codes-closed');
      product.clock.advance(400 * DAY_MS);
      expect((await answer(owner, right)).refused.name).toBe('codes-closed');
    },
    SLOW_MS,
  );

  test('sent at once are counted one after the other', async () => {
    const { owner } = await withCodeApp();
    await wrongBefore(owner, 95);
    product.clock.advance(15 * MINUTE_MS);
    const steps = await Promise.all([owner.begin(), owner.begin(), owner.begin()]);
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, at) =>
        owner.second({ challenge: steps[at % 3]?.challenge, totp: '000000' }),
      ),
    );
    const names = answers.map(({ refused }) => refused.name);
    expect(names.filter((name) => name === 'second-factor-wrong')).toHaveLength(5);
    expect(names.filter((name) => name === 'codes-closed')).toHaveLength(10);
  });

  test('are closed with a letter that names the operator as whom to ask', async () => {
    const { owner, email } = await withCodeApp();
    await wrongBefore(owner, 95);
    await wrong(owner, 5);
    const said = (await messagesTo(email, 'authenticator app is blocked')).at(-1)?.text ?? '';
    expect(said).toContain('recovery code or a passkey still opens the account');
    expect(said).toContain(`the operator of this installation can help`);
    expect(said).toContain('Where to ask: https://candor.example/service.html');
    expect(said).toContain('freeze the account now: https://candor.example/');

    // An operator who says where they are reached is named with it.
    const { parameters } = product.app;
    const from = product.clock.now();
    const stated = {
      'operator.name': 'Harbour Ltd',
      'operator.contacts': 'help@harbour.example',
    };
    for (const [key, value] of Object.entries(stated)) {
      const set = { key: key as 'operator.name', value, from, note: 'a test' };
      expect((await parameters.set(set)).ok).toBe(true);
    }
    const next = await withCodeApp();
    await wrongBefore(next.owner, 95);
    await wrong(next.owner, 5);
    const named = (await messagesTo(next.email, 'authenticator app is blocked')).at(-1)?.text ?? '';
    expect(named).toContain('Harbour Ltd. Where to ask: help@harbour.example');
  });

  test('begin anew with a right one', async () => {
    const { owner, app } = await withCodeApp();
    await wrongBefore(owner, 93);
    for (let run = 0; run < 2; run += 1) {
      // The second five would be the hundredth, had the right one forgotten nothing.
      await wrong(owner, 5);
      expect((await answer(owner, () => ({ totp: app.code() }))).code).toBe('200');
    }
  });

  test('are opened again by a recovery code, and by a passkey', async () => {
    const { owner, app, recoveryCodes } = await withCodeApp();
    const byCode = async () => answer(owner, () => ({ totp: app.code() }));
    await wrongBefore(owner, 95);
    await wrong(owner, 5);
    const entered = await answer(owner, () => ({ recoveryCode: recoveryCodes[0] }));
    expect((await byCode()).code).toBe('200');
    owner.token = signedIn((await logInBy(owner, recoveryCodes[1])).result).token;
    expect(entered.code).toBe('200');

    const { token } = owner;
    const proof = { recoveryCode: recoveryCodes[2] };
    const stepUp = await owner.confirm('passkey-add', { proof });
    const asked = await product.call('accounts.passkey-begin', { token, body: { stepUp } });
    const { challenge, options } = asked.result;
    const device = createAuthenticator(HERE);
    const body = { challenge, name: 'My phone', passkey: device.make(options) };
    expect((await product.call('accounts.passkey-finish', { token, body })).code).toBe('200');
    await wrongBefore(owner, 95);
    await wrong(owner, 5);
    expect((await byCode()).refused.name).toBe('codes-closed');
    product.clock.advance(15 * MINUTE_MS);
    const step = await owner.begin();
    const passkey = device.answer(step.passkeyOptions ?? {});
    expect((await owner.second({ challenge: step.challenge, passkey })).code).toBe('200');
    expect((await byCode()).code).toBe('200');
  });

  test('are opened again by an operator who gives access back', async () => {
    const { owner } = await withCodeApp();
    const { username } = owner;
    await wrongBefore(owner, 95);
    await wrong(owner, 5);
    const asked = { username, contact: null, reason: 'A test', by: 'ada@here' };
    expect((await beginRestoring(product, asked)).ok).toBe(true);
    product.clock.advance(DAY_MS);
    await product.app.security.tidy();
    const next = await newOwnerOf(owner);
    const { app } = await next.addCodeApp();
    expect((await answer(owner, () => ({ totp: app.code() }))).code).toBe('200');
  });

  test('five wrong ones in a row, and the last one there is, are told with a link', async () => {
    const { owner, email } = await withCodeApp();
    const several = 'several times in a row';
    await wrong(owner, 4);
    expect(await messagesTo(email, several)).toEqual([]);
    await wrong(owner, 1);
    const [message, ...more] = await messagesTo(email, several);
    expect([message?.text.includes('not-me#'), more.length]).toEqual([true, 0]);
    await wrong(owner, 5);
    await wrongBefore(owner, 94);
    await wrong(owner, 5);
    expect(await messagesTo(email, several)).toHaveLength(1);
    await wrong(owner, 1);
    expect(await messagesTo(email, 'authenticator app is blocked')).toHaveLength(1);
  });

  test('of a step earlier than one that was used are worth nothing', async () => {
    const { owner, app } = await withCodeApp();
    product.clock.advance(2 * MINUTE_MS);
    const [earlier, used] = [app.code(-1), app.code()];
    const say = async (totp: string) =>
      (await owner.second({ challenge: (await owner.begin()).challenge, totp })).code;
    expect(await say(app.code(-2))).toBe('11021');
    expect(await say(app.code(1))).toBe('11021');
    expect(await say(used)).toBe('200');
    expect(await say(earlier)).toBe('11021');
    expect(await say(used)).toBe('11021');
  });
});

/** Logs in with a recovery code. */
async function logInBy(owner: Owner, recoveryCode: string | undefined) {
  return answer(owner, () => ({ recoveryCode }));
}

/** The same owner, signed in again by the password alone. */
async function newOwnerOf(owner: Owner): Promise<Owner> {
  owner.token = signedIn((await logIn(owner)).result).token;
  return owner;
}

describe('guesses of the old password', () => {
  const change = (token: string, oldPassword: string) =>
    product.call('accounts.change-password', {
      token,
      body: { oldPassword, newPassword: NEW_PASSWORD },
    });
  const confirm = async (token: string, password: string) => {
    const body = { action: 'close-account' } as const;
    const { challenge } = (await product.call('accounts.step-up', { token, body })).result;
    return product.call('accounts.step-up-proof', { token, body: { challenge, password } });
  };

  test('are counted with those of confirmations, whichever comes first', async () => {
    const { token } = await newOwner(product);
    for (let count = 0; count < 8; count += 1) {
      expect((await change(token, `not it ${count}`)).code).toBe('10004');
    }
    for (let count = 0; count < 7; count += 1) {
      expect((await confirm(token, `not it ${count}`)).code).toBe('11021');
    }
    const late = await change(token, PASSWORD);
    expect([late.status, late.refused.facts?.['seconds']]).toEqual([429, '900']);
    expect((await confirm(token, PASSWORD)).status).toBe(429);
  });

  test('sent at once are fifteen, and a right one is none', async () => {
    const { token } = await newOwner(product);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => change(token, `not it ${at}`)),
    );
    expect(answers.filter(({ code }) => code === '10004')).toHaveLength(15);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
    const other = await newOwner(product);
    for (let count = 0; count < 20; count += 1) {
      const same = { oldPassword: PASSWORD, newPassword: PASSWORD };
      const changed = await product.call('accounts.change-password', {
        token: other.token,
        body: same,
      });
      other.token = changed.result.token;
    }
    expect((await change(other.token, PASSWORD)).code).toBe('200');
  });

  test('stand in the log-in history, wherever they were made', async () => {
    const { token } = await newOwner(product);
    await change(token, 'not it');
    await confirm(token, 'not it');
    await product.app.security.settled();
    const query = { page: 1, size: 20 };
    const { records } = (await product.call('accounts.list-logins', { token, query })).result;
    expect(records.map(({ outcome, way, tries }) => [outcome, way, tries])).toContainEqual([
      'refused',
      'password',
      2,
    ]);
  });
});

describe('a session', () => {
  const refresh = (refreshToken: string) =>
    product.call('accounts.refresh', { body: { refreshToken } });
  const reusedSoFar = async (): Promise<number> => {
    const { body } = await product.app.http.inject('/metrics');
    return Number.parseInt(/^candor_refresh_tokens_reused (\d+)$/m.exec(body)?.[1] ?? '-1', 10);
  };

  test('somebody copied ends, and the owner gets a letter with the link that freezes', async () => {
    const { owner, email } = await withMail();
    const { refreshToken = '' } = signedIn((await logIn(owner)).result);
    const { refreshToken: next = '' } = signedIn((await refresh(refreshToken)).result);
    product.clock.advance(11 * SECOND_MS);
    const before = await reusedSoFar();
    expect((await refresh(refreshToken)).code).toBe('401');
    expect((await refresh(next)).code).toBe('401');
    const messages = await messagesTo(email, 'its session was used from a copy');
    expect(messages.map(({ text }) => text.includes('not-me#'))).toEqual([true]);
    expect(await reusedSoFar()).toBe(before + 1);
    const { token } = owner;
    const query = { page: 1, size: 20 };
    const { records } = (await product.call('accounts.access-log', { token, query })).result;
    expect(records.filter(({ kind }) => kind === 'token-reused')).toHaveLength(1);
  });

  test('is over after 90 days, however often it was refreshed', async () => {
    const owner = await newOwner(product);
    const begun = product.clock.now();
    let { token, refreshToken = '' } = signedIn((await logIn(owner)).result);
    for (let day = 20; day <= 80; day += 20) {
      product.clock.advance(20 * DAY_MS);
      ({ token, refreshToken = '' } = signedIn((await refresh(refreshToken)).result));
    }
    product.clock.advance(begun + 90 * DAY_MS - MINUTE_MS - product.clock.now());
    ({ token, refreshToken = '' } = signedIn((await refresh(refreshToken)).result));
    expect((await product.call('accounts.list-sessions', { token })).code).toBe('200');
    product.clock.advance(MINUTE_MS);
    expect((await product.call('accounts.list-sessions', { token })).code).toBe('401');
    expect((await refresh(refreshToken)).code).toBe('401');
  });
});
