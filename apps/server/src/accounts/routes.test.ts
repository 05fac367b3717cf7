import { callAddress, signedIn } from '@candor/testkit';
import { MINUTE_MS, SECOND_MS, newUuid } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, type TestApp, startTestApp } from '../../test/start-app.ts';

const PASSWORD = 'a quiet harbour at nine';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

let app: TestApp;
/** Headers a browser sends from one of our pages. */
let own: Record<string, string>;
let names = 0;

beforeAll(async () => {
  app = await startTestApp();
  // Our own origins are known once the server listens.
  await app.app.http.listen({ port: 0, host: '127.0.0.1' });
  const [address] = app.app.http.addresses();
  if (typeof address !== 'object') throw new Error('the server does not listen');
  own = { origin: `http://localhost:${address.port}`, 'user-agent': FIREFOX };
});

afterAll(async () => {
  await app.stop();
});

const nextName = (): string => `person-${(names += 1)}`;
const credentials = (username = nextName()) => ({ username, password: PASSWORD });

type AnyAnswer = Pick<Answered<'accounts.login'>, 'headers'>;

/** The cookie of the refresh token; the browser's own comes after it. */
const cookieOf = (answer: AnyAnswer): string =>
  String([answer.headers['set-cookie'] ?? ''].flat()[0]);
/** What a browser sends back of a cookie. */
const keptOf = (answer: AnyAnswer): string => cookieOf(answer).split(';')[0] ?? '';

const register = (username?: string) =>
  app.call('accounts.register', { body: credentials(username), headers: own });

const refresh = (cookie: string, headers: Record<string, string> = own) =>
  app.call('accounts.refresh', { headers: { ...headers, cookie } });

const isIn = async (token: string): Promise<boolean> =>
  (await app.call('accounts.list-sessions', { token })).status === 200;

/** A confirmation of ending other sessions, or the one that is named. */
async function confirmed(token: string, id?: string): Promise<string> {
  const body = { action: 'sessions', ...(id === undefined ? {} : { subject: id }) } as const;
  const { challenge } = (await app.call('accounts.step-up', { token, body })).result;
  const proof = { challenge, password: PASSWORD };
  return (await app.call('accounts.step-up-proof', { token, body: proof })).result.stepUp;
}

describe('a browser', () => {
  test('gets its refresh token in a cookie no script and no other site can read', async () => {
    const answer = await register();
    expect(answer.code).toBe('200');
    expect(cookieOf(answer)).toMatch(
      /^candor_refresh=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.result).toEqual({
      // The token, and the mark by which it is told from one that was made up.
      token: expect.stringMatching(/^[\w-]{43}\.[\w-]{22}$/),
      expiresAt: app.clock.now() + 10 * MINUTE_MS,
      user: { id: expect.any(String), username: expect.any(String), demoDisabled: false },
    });
    expect(await isIn(answer.result.token)).toBe(true);
  });

  test('refreshes with the cookie alone and gets the next one', async () => {
    const first = await register();
    const second = await refresh(keptOf(first));
    expect(second.code).toBe('200');
    expect(second.result.user).toEqual(first.result.user);
    expect(keptOf(second)).not.toBe(keptOf(first));
    expect('refreshToken' in second.result).toBe(false);
    expect((await refresh(keptOf(second))).code).toBe('200');
  });

  test('sending a used cookie again later ends the session on every device that has it', async () => {
    const first = await register();
    const second = await refresh(keptOf(first));
    app.clock.advance(11 * SECOND_MS);
    const again = await refresh(keptOf(first));
    expect([again.status, again.code]).toEqual([401, '401']);
    expect(await isIn(second.result.token)).toBe(false);
    expect((await refresh(keptOf(second))).status).toBe(401);
  });

  test('is refused when a foreign page made it refresh, and the session lives on', async () => {
    const answer = await register();
    const cookie = keptOf(answer);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${own['origin']}.evil.example` },
      { origin: `${own['origin']}/` },
      { origin: own['origin']?.toUpperCase() ?? '' },
      { origin: 'http://localhost:1' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      {},
    ];
    for (const headers of foreign) {
      const refused = await refresh(cookie, headers);
      expect([refused.status, refused.code], JSON.stringify(headers)).toEqual([403, '403']);
    }
    for (const site of ['same-origin', 'none']) {
      const twin = await refresh(cookie, { 'sec-fetch-site': site });
      expect(twin.code).toBe('200');
    }
    const loopback = own['origin']?.replace('localhost', '127.0.0.1') ?? '';
    expect((await refresh(cookie, { origin: loopback })).code).toBe('200');
  });

  test('cannot be signed in or registered by a foreign page', async () => {
    const { result } = await register();
    const headers = { origin: 'https://evil.example' };
    const body = credentials(result.user.username);
    const login = await app.call('accounts.login', { body, headers });
    const opened = await app.call('accounts.register', { body: credentials('by-force'), headers });
    expect([login.code, opened.code]).toEqual(['403', '403']);
    expect(cookieOf(login) + cookieOf(opened)).toBe('');
    const free = await app.call('accounts.check-user-name', { query: { value: 'by-force' } });
    expect(free.result).toEqual({ exists: false });
  });

  test('with two cookies that contradict, or none, is signed out', async () => {
    const cookie = keptOf(await register());
    for (const odd of [`${cookie}; candor_refresh=x`, '', 'other=1', 'candor_refresh=']) {
      expect((await refresh(odd)).status).toBe(401);
    }
    expect((await refresh(`a=b; ${cookie}; c=d`)).code).toBe('200');
  });

  test('that signs out loses its cookie and its session at once', async () => {
    const answer = await register();
    const { token } = answer.result;
    const out = await app.call('accounts.logout', { token, headers: own });
    expect([out.code, out.result]).toEqual(['200', {}]);
    expect(cookieOf(out)).toMatch(/^candor_refresh=; Path=\/; Max-Age=0; HttpOnly/);
    expect(await isIn(token)).toBe(false);
    expect((await refresh(keptOf(answer))).status).toBe(401);
  });
});

describe('an API client', () => {
  const api = { client: 'api' } as const;

  test('gets its refresh token in the body, no cookie, and needs no origin', async () => {
    const body = { ...credentials(), ...api };
    const answers = [
      await app.call('accounts.register', { body }),
      await app.call('accounts.login', { body }),
    ];
    for (const { headers, result } of answers) {
      expect(headers['set-cookie']).toBeUndefined();
      const { refreshToken = '' } = signedIn(result);
      const next = await app.call('accounts.refresh', { body: { refreshToken } });
      expect(next.headers['set-cookie']).toBeUndefined();
      expect(next.result.refreshToken).toMatch(/^[\w-]{43}$/);
      expect(await isIn(next.result.token)).toBe(true);
    }
  });

  test('cannot use a token that was stolen out of a browser, nor the other way round', async () => {
    const answer = await register();
    const stolen = keptOf(answer).split('=')[1] ?? '';
    const taken = await app.call('accounts.refresh', { body: { refreshToken: stolen } });
    expect(taken.status).toBe(401);
    const body = { ...credentials(), ...api };
    const { result } = await app.call('accounts.register', { body });
    expect((await refresh(`candor_refresh=${result.refreshToken}`)).status).toBe(401);
  });
});

describe('devices', () => {
  test('are listed, and ended one by one or all but this one', async () => {
    const first = await register();
    const { username } = first.result.user;
    const body = credentials(username);
    app.clock.advance(SECOND_MS);
    const phone = await app.call('accounts.login', {
      body,
      headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Mobile Safari/604.1' },
    });
    app.clock.advance(SECOND_MS);
    const { token } = signedIn((await app.call('accounts.login', { body, headers: own })).result);
    const listed = (await app.call('accounts.list-sessions', { token })).result;
    expect(listed.map(({ device, address, current }) => ({ device, address, current }))).toEqual([
      { device: 'Firefox on Windows', address: '127.0.0.0/24', current: true },
      { device: 'Safari on iPhone', address: '127.0.0.0/24', current: false },
      { device: 'Firefox on Windows', address: '127.0.0.0/24', current: false },
    ]);
    const id = listed[1]?.id ?? '';
    const unconfirmed = (params: { id: string } | { others: true }, stepUp?: string) =>
      app.call('accounts.revoke-session', { token, body: { ...params, stepUp } });
    const revoke = async (params: { id: string } | { others: true }) =>
      unconfirmed(params, await confirmed(token, 'id' in params ? params.id : undefined));
    for (const asked of [{ id }, { others: true }] as const) {
      expect((await unconfirmed(asked)).code).toBe('11020');
      expect((await unconfirmed(asked, 'x')).code).toBe('11020');
    }
    expect((await unconfirmed({ others: true }, await confirmed(token, id))).code).toBe('11020');
    expect((await unconfirmed({ id }, await confirmed(token))).code).toBe('11020');
    expect(await isIn(signedIn(phone.result).token)).toBe(true);
    expect((await revoke({ id })).code).toBe('200');
    expect((await revoke({ id })).code).toBe('404');
    expect(await isIn(signedIn(phone.result).token)).toBe(false);
    expect((await revoke({ others: true })).code).toBe('200');
    expect(await isIn(first.result.token)).toBe(false);
    expect(await isIn(token)).toBe(true);
    const here = listed.find(({ current }) => current)?.id ?? '';
    expect((await unconfirmed({ id: here })).code).toBe('200');
    expect(await isIn(token)).toBe(false);
  });

  test('of somebody else cannot be told from devices that are not there', async () => {
    const [mine, theirs] = [(await register()).result, (await register()).result];
    const [their] = (await app.call('accounts.list-sessions', { token: theirs.token })).result;
    const revoke = async (id: string) => {
      const body = { id, stepUp: await confirmed(mine.token, id) };
      return app.call('accounts.revoke-session', { token: mine.token, body });
    };
    const [other, nobody] = [await revoke(their?.id ?? ''), await revoke(newUuid(app.clock.now()))];
    expect([other.status, other.text]).toEqual([404, nobody.text]);
    expect(await isIn(theirs.token)).toBe(true);
  });
});

describe('a session', () => {
  test('is over after 10 minutes, and without its exact token never began', async () => {
    const { token } = (await register()).result;
    expect(await isIn(`Bearer ${token}`)).toBe(true);
    for (const odd of ['', 'Bearer', 'x', `${token}x`, token.slice(1), 'Bearer '.repeat(30)]) {
      expect(await isIn(odd), odd).toBe(false);
    }
    app.clock.advance(10 * MINUTE_MS - 1);
    expect(await isIn(token)).toBe(true);
    app.clock.advance(1);
    const over = await app.call('accounts.list-sessions', { token });
    expect([over.status, over.code, over.message]).toEqual([401, '401', 'session-over']);
  });

  test('is asked for by every call that needs one', async () => {
    const body = { id: newUuid(app.clock.now()) };
    expect((await app.call('accounts.list-sessions')).status).toBe(401);
    expect((await app.call('accounts.logout')).status).toBe(401);
    expect((await app.call('accounts.revoke-session', { body })).status).toBe(401);
  });
});

describe('registration is refused', () => {
  const good = credentials('somebody');
  test.each<[string, object, string, string | null]>([
    ['without a name', { password: PASSWORD }, '10001', 'username'],
    ['with a blank name', { ...good, username: '   ' }, '10001', 'username'],
    ['with two letters', { ...good, username: 'ab' }, '10003', 'username'],
    ['with a space', { ...good, username: 'some body' }, '10003', 'username'],
    ['with a kelvin sign', { ...good, username: 'so\u212Aey' }, '10003', 'username'],
    ['with 33 letters', { ...good, username: 'a'.repeat(33) }, '10003', 'username'],
    ['with a mail address as name', { ...good, username: 'a@b.example' }, '10003', 'username'],
    ['without a password', { username: 'somebody' }, '11014', 'password'],
    ['with nine characters', { ...good, password: 'k7#mQ2!vx' }, '11023', 'password'],
    ['with a common password', { ...good, password: 'Password123!' }, '11023', 'password'],
    ['with one’s own name', { ...good, password: 'Somebody2024' }, '11023', 'password'],
    ['with mail but no code', { ...good, email: 'a@b.example' }, '11014', 'code'],
    ['with no mail address', { ...good, email: 'a@b', code: '123456' }, '10002', 'email'],
    ['with a code nobody sent', { ...good, email: 'a@b.example', code: '1' }, '10091', 'code'],
    ['with a phone without area', { ...good, phone: '1701234567', code: '1' }, '400', 'phone'],
    ['with a code for nothing', { ...good, code: '123456' }, '400', 'code'],
    ['with mail and phone', { ...good, email: 'a@b.example', phone: '170' }, '400', 'phone'],
    ['with no invite code', { ...good, inviteCode: 'FRIEND' }, '10009', 'inviteCode'],
    ['with nobody’s invite code', { ...good, inviteCode: '0123456789AB' }, '10009', 'inviteCode'],
  ])('%s', async (_what, body, code, field) => {
    const before = (await app.app.accounts.countAccounts()).count;
    const answer = await app.call('accounts.register', { odd: body, headers: own });
    expect([answer.code, answer.refused.field]).toEqual([code, field]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await app.app.accounts.countAccounts()).count).toBe(before);
  });

  test('under a name that is taken, in any case', async () => {
    const { username } = (await register()).result.user;
    const answer = await register(username.toUpperCase());
    expect([answer.code, answer.refused.field]).toEqual(['10006', 'username']);
  });
});

describe('log-in', () => {
  const login = (body: object) => app.call('accounts.login', { odd: body, headers: own });

  test('answers 10004 for an unknown name and a wrong password, byte for byte alike', async () => {
    const { username } = (await register()).result.user;
    const wrong = await login({ username, password: 'not the password' });
    const unknown = await login({ username: 'nobody-at-all', password: PASSWORD });
    expect([wrong.status, wrong.code]).toEqual([200, '10004']);
    expect(unknown.text).toBe(wrong.text);
    expect((await login(credentials(username.toUpperCase()))).code).toBe('200');
  });

  test('without a name answers 10001, without a password 11014', async () => {
    expect((await login({ password: PASSWORD })).code).toBe('10001');
    expect((await login({ username: '  ', password: PASSWORD })).code).toBe('10001');
    expect((await login({ username: 'somebody' })).code).toBe('11014');
  });

  test('turns callers away with 503 when 50 wait, and serves the others', async () => {
    const busy = await startTestApp({ hashesAsProduct: true });
    const answers = await Promise.all(
      Array.from({ length: 70 }, () =>
        busy.app.http.inject({
          method: 'POST',
          url: callAddress('accounts.login', {}),
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(credentials('nobody-at-all')),
        }),
      ),
    );
    const away = answers.filter(({ statusCode }) => statusCode === 503);
    expect(away.length).toBeGreaterThan(0);
    expect(away.length).toBeLessThanOrEqual(18);
    for (const one of away) {
      const { code, message } = one.json<{ code: string; message: string }>();
      expect([code, message, one.headers['retry-after']]).toEqual(['503', 'unavailable', '2']);
    }
    const served = answers.filter((one) => one.json<{ code: string }>().code === '10004');
    expect(served.length).toBe(answers.length - away.length);
    await busy.stop();
  });
});

describe('names and codes', () => {
  test('a user name is told truthfully, mail and phone always as free', async () => {
    const { username } = (await register()).result.user;
    const exists = async (value: string): Promise<boolean> =>
      (await app.call('accounts.check-user-name', { query: { value } })).result.exists;
    expect(await exists(username)).toBe(true);
    expect(await exists(username.toUpperCase())).toBe(true);
    for (const free of ['nobody-at-all', 'a@b.example', '+49170123', ' ', '%00']) {
      expect(await exists(free), free).toBe(false);
    }
  });
});
