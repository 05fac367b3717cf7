import type { CallName, SessionResult, StepUpAction } from '@candor/protocol/light';
import { MINUTE_MS, ensure } from '@candor/kernel';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../../test/authenticator.ts';
import { PASSWORD, codeApp, newOwner } from '../../../test/factors.ts';
import { type Answered, type TestApp, startTestApp } from '../../../test/start-app.ts';
import type { Database } from '../../platform/postgres/db.ts';

const NEW_PASSWORD = 'a quiet harbour at nine';

const ORIGIN = 'https://candor.example';

let app: TestApp;
/** What a log-in waits for when it has read its account and has not compared the password yet. */
let afterLookUp: (() => Promise<void>) | null = null;

const heldLookUps = (db: Database): Database =>
  ({
    ...db,
    async query(text, values) {
      const rows = await db.query(text, values);
      const wait = afterLookUp;
      if (wait === null || !/from accounts\.account\s+where username = \$1 or/.test(text))
        return rows;
      afterLookUp = null;
      await wait();
      return rows;
    },
  }) as Database;
let count = 0;

beforeAll(async () => {
  app = await startTestApp({ between: heldLookUps, publicUrl: ORIGIN });
});

afterAll(async () => {
  await app.stop();
});

type Pair = { readonly token: string; readonly refreshToken: string };

const pairOf = ({ token, refreshToken }: SessionResult): Pair => ({
  token,
  refreshToken: ensure(refreshToken, 'an api client keeps its own refresh token'),
});

const refresh = ({ refreshToken }: Pair) =>
  app.call('accounts.refresh', { body: { refreshToken } });

const logIn = (username: string, password = PASSWORD) =>
  app.call('accounts.login', { body: { username, password, client: 'api' } });

/** Two branches of one session: the owner's, and that of a thief who was as quick with a copy. */
async function twins(username: string): Promise<{ own: Pair; stolen: Pair }> {
  const first = pairOf(signedIn((await logIn(username)).result));
  const own = pairOf((await refresh(first)).result);
  const stolen = pairOf((await refresh(first)).result);
  return { own, stolen };
}

async function expectDead(pair: Pair): Promise<void> {
  expect((await app.call('accounts.list-sessions', { token: pair.token })).code).toBe('401');
  expect((await refresh(pair)).code).toBe('401');
}

async function expectAlive(pair: Pair): Promise<void> {
  expect((await app.call('accounts.list-sessions', { token: pair.token })).code).toBe('200');
  expect((await refresh(pair)).code).toBe('200');
}

const change = (token: string) =>
  app.call('accounts.change-password', {
    token,
    body: { oldPassword: PASSWORD, newPassword: NEW_PASSWORD },
  });

const PUT_MAILBOX = `
  insert into accounts.contact (user_id, channel, target, confirmed_at)
  select user_id, 'email', $2, platform.from_ms($3) from accounts.account where username = $1`;

/** A user with a mailbox; answers how to reset their password. */
async function withMail() {
  const target = `fixed-${(count += 1)}@mail.example`;
  const to = { channel: 'email', target } as const;
  const owner = await newOwner(app);
  await app.db.query(PUT_MAILBOX, [owner.username, target, app.clock.now()]);
  return {
    ...owner,
    async reset(): Promise<void> {
      app.clock.advance(MINUTE_MS);
      await app.call('accounts.send-code', { body: { ...to, purpose: 'reset' } });
      const given = { ...to, code: await app.codeFor(target), newPassword: NEW_PASSWORD };
      expect((await app.call('accounts.reset-password', { body: given })).code).toBe('200');
    },
  };
}

describe('a token from before', () => {
  test('a log-in is not one after it: every log-in begins a session of its own', async () => {
    const { username } = await app.register();
    const before = pairOf(signedIn((await logIn(username)).result));
    const headers = { authorization: before.token };
    const body = { username, password: PASSWORD, client: 'api' } as const;
    const after = pairOf(signedIn((await app.call('accounts.login', { body, headers })).result));
    expect(after.token).not.toBe(before.token);
    expect(after.refreshToken).not.toBe(before.refreshToken);
    const logout = await app.call('accounts.logout', { token: after.token });
    expect(logout.code).toBe('200');
    await expectDead(after);
    await expectAlive(before);
  });

  test('a change of password opens nothing, a copy made within the grace included', async () => {
    const { username } = await app.register();
    const { own, stolen } = await twins(username);
    const answer = await change(own.token);
    expect(answer.code).toBe('200');
    await expectDead(stolen);
    await expectDead(own);
    const renewed = pairOf(answer.result);
    const { result } = await app.call('accounts.list-sessions', { token: renewed.token });
    expect(result).toHaveLength(1);
    await expectAlive(renewed);
  });

  test('a refresh that comes with the change of password gives nothing that lives on', async () => {
    const { username } = await app.register();
    for (let round = 0; round < 5; round += 1) {
      const password = round === 0 ? PASSWORD : `${NEW_PASSWORD} ${round}`;
      const own = pairOf(signedIn((await logIn(username, password)).result));
      const [changed, refreshed] = await Promise.all([
        app.call('accounts.change-password', {
          token: own.token,
          body: { oldPassword: password, newPassword: `${NEW_PASSWORD} ${round + 1}` },
        }),
        refresh(own),
      ]);
      expect(changed.code).toBe('200');
      if (refreshed.code === '200') await expectDead(pairOf(refreshed.result));
    }
  });

  test('in a browser: the change brings a new cookie and the old one is dead', async () => {
    const { username } = await app.register();
    const origin = ORIGIN;
    const headers = { origin };
    const body = { username, password: PASSWORD } as const;
    const entered = await app.call('accounts.login', { body, headers });
    const cookieOf = (set: unknown) => ensure(String(set).split(';')[0], 'a cookie');
    const old = cookieOf(entered.headers['set-cookie']);
    const answer = await change(signedIn(entered.result).token);
    expect(answer.result.refreshToken).toBeUndefined();
    const fresh = cookieOf(answer.headers['set-cookie']);
    const byCookie = (cookie: string) =>
      app.call('accounts.refresh', { body: {}, headers: { origin, cookie } });
    expect((await byCookie(old)).code).toBe('401');
    expect((await byCookie(fresh)).code).toBe('200');
  });
});

describe('a change of what opens the account', () => {
  /** What each of these actions answers, whatever else it does. */
  type Renewing = Pick<Answered<CallName>, 'code' | 'headers' | 'refused'> & {
    readonly result: { readonly session: SessionResult };
  };
  type Commands = {
    readonly own: Pair;
    confirm(action: StepUpAction, more?: { subject?: string; proof?: object }): Promise<string>;
  };
  type Command = (commands: Commands) => Promise<Renewing>;

  const confirmBy =
    (token: string): Commands['confirm'] =>
    async (action, { subject, proof = { password: PASSWORD } } = {}) => {
      const body = subject === undefined ? { action } : { action, subject };
      const { challenge } = (await app.call('accounts.step-up', { token, body })).result;
      const odd = { challenge, ...proof };
      return (await app.call('accounts.step-up-proof', { token, odd })).result.stepUp;
    };

  const sessionOf = ({ result }: Renewing): Pair => pairOf(result.session);

  const addApp = async ({ own: { token }, confirm }: Commands) => {
    const stepUp = await confirm('totp-add');
    const { secret } = (await app.call('accounts.totp-begin', { token, body: { stepUp } })).result;
    const codes = codeApp(app, secret);
    const body = { code: codes.code() };
    return { codes, answer: await app.call('accounts.totp-confirm', { token, body }) };
  };
  /**
   * A code app is on; the actions that follow are confirmed by it, with the session's new tokens.
   */
  const withApp = async (
    commands: Commands,
    act: (own: Pair, proof: object) => ReturnType<Command>,
  ) => {
    const { codes, answer } = await addApp(commands);
    app.clock.advance(MINUTE_MS);
    return act(sessionOf(answer), { totp: codes.code() });
  };
  const addPasskey = async ({ own: { token }, confirm }: Commands) => {
    const stepUp = await confirm('passkey-add');
    const begun = (await app.call('accounts.passkey-begin', { token, body: { stepUp } })).result;
    const passkey = createAuthenticator(ORIGIN).make(begun.options);
    const body = { challenge: begun.challenge, name: 'Phone', passkey };
    return app.call('accounts.passkey-finish', { token, body });
  };

  test.each<[string, Command]>([
    ['adding a code app', async (commands) => (await addApp(commands)).answer],
    [
      'removing a code app',
      (commands) =>
        withApp(commands, async ({ token }, proof) => {
          const stepUp = await confirmBy(token)('totp-remove', { proof });
          return app.call('accounts.totp-remove', { token, body: { stepUp } });
        }),
    ],
    [
      'making recovery codes',
      (commands) =>
        withApp(commands, async ({ token }, proof) => {
          const stepUp = await confirmBy(token)('recovery-codes', { proof });
          return app.call('accounts.recovery-codes', { token, body: { stepUp } });
        }),
    ],
    ['adding a passkey', addPasskey],
    [
      'removing a passkey',
      async (commands) => {
        const added = await addPasskey(commands);
        const { id, recoveryCodes } = added.result;
        const { token } = sessionOf(added);
        const proof = { recoveryCode: recoveryCodes[0] };
        const stepUp = await confirmBy(token)('passkey-remove', { subject: id, proof });
        return app.call('accounts.passkey-remove', { token, params: { id }, body: { stepUp } });
      },
    ],
    [
      'adding a mailbox',
      async ({ own: { token }, confirm }) => {
        const target = `added-${(count += 1)}@mail.example`;
        const stepUp = await confirm('contact', { subject: 'email' });
        const asked = { channel: 'email', target, stepUp } as const;
        await app.call('accounts.begin-contact', { token, body: asked });
        const body = { code: await app.codeFor(target) };
        return app.call('accounts.confirm-contact', { token, body });
      },
    ],
  ])('%s leaves one session, with tokens nobody copied', async (_, command) => {
    const { username } = await app.register();
    const other = pairOf(signedIn((await logIn(username)).result));
    const { own, stolen } = await twins(username);
    const answer = await command({ own, confirm: confirmBy(own.token) });
    expect([answer.code, answer.refused.name]).toEqual(['200', undefined]);
    expect(answer.headers['cache-control']).toBe('no-store');
    for (const pair of [own, stolen, other]) await expectDead(pair);
    const renewed = sessionOf(answer);
    const { result } = await app.call('accounts.list-sessions', { token: renewed.token });
    expect(result).toHaveLength(1);
    await expectAlive(renewed);
  });
});

describe('what a socket is held by', () => {
  const untilOf = async ({ token }: Pair) => {
    const session = await app.app.accounts.sessions.find(token);
    const { id: sessionId, tokenHash } = ensure(session, 'a session');
    return async () => (await app.app.accounts.liveUntil([{ sessionId, tokenHash }]))[0];
  };

  test('is the token it came by: it ends with its ten minutes, whatever its owner refreshes', async () => {
    const { username } = await app.register();
    const stolen = pairOf(signedIn((await logIn(username)).result));
    const until = await untilOf(stolen);
    expect(await until()).toBe(app.clock.now() + 10 * MINUTE_MS);
    app.clock.advance(9 * MINUTE_MS);
    const own = pairOf((await refresh(stolen)).result);
    const ownUntil = await untilOf(own);
    app.clock.advance(MINUTE_MS);
    expect(await until()).toBeNull();
    expect(await ownUntil()).toBe(app.clock.now() + 9 * MINUTE_MS);
  });

  test('is gone at once when the session is given new tokens', async () => {
    const { username } = await app.register();
    const { own, stolen } = await twins(username);
    const untils = [await untilOf(own), await untilOf(stolen)];
    expect((await change(own.token)).code).toBe('200');
    for (const until of untils) expect(await until()).toBeNull();
  });
});

describe('a sign-in that is under way', () => {
  test('ends nowhere when the password is reset while it is compared', async () => {
    const { username, reset } = await withMail();
    afterLookUp = reset;
    const answer = await logIn(username);
    expect(afterLookUp).toBeNull();
    expect(answer.code).toBe('10004');
    expect((await logIn(username, NEW_PASSWORD)).code).toBe('200');
  });

  test('at its second step is over after a reset', async () => {
    const { addCodeApp, begin, reset } = await withMail();
    const { app: codes } = await addCodeApp();
    const { challenge } = await begin();
    await reset();
    const answer = await app.call('accounts.second', {
      body: { challenge, totp: codes.code(), client: 'api' },
    });
    expect(answer.refused.name).toBe('challenge-over');
  });

  test('at its second step is over after a change of the password', async () => {
    const owner = await newOwner(app);
    const { app: codes } = await owner.addCodeApp();
    const { challenge } = await owner.begin();
    app.clock.advance(MINUTE_MS);
    const stepUp = await owner.confirm('password', { proof: { totp: codes.code() } });
    const changed = await app.call('accounts.change-password', {
      token: owner.token,
      body: { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, stepUp },
    });
    expect(changed.code).toBe('200');
    app.clock.advance(MINUTE_MS);
    const answer = await app.call('accounts.second', {
      body: { challenge, totp: codes.code(), client: 'api' },
    });
    expect(answer.refused.name).toBe('challenge-over');
  });
});
