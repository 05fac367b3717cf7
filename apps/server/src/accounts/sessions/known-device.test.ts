// Promise: callers who use up the login attempts of a name, or the codes of a mailbox, lock no
// owner out of the browser in which the account was entered before; and a caller without such a
// browser learns nothing.
import { MINUTE_MS, type UserId, ensure } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../../../test/factors.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { hashSecret } from '../../platform/secrets/session.ts';
import { countedApart } from './known-device.ts';

const ORIGIN = 'https://candor.example';
const NEW_PASSWORD = 'a quiet harbour at nine';

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await startTestApp({ publicUrl: ORIGIN });
});
afterAll(() => app.stop());

type Headers = Record<string, string>;

const setCookies = (headers: Record<string, unknown>): string[] =>
  [headers['set-cookie'] ?? []].flat().map(String);

/** What a browser sends that came in once: its cookie, and nothing else. */
function knownAfter(headers: Record<string, unknown>): Headers {
  const line = setCookies(headers).find((one) => one.startsWith('__Host-candor-device='));
  const [cookie = ''] = ensure(line, 'a cookie of the browser').split(';');
  return { origin: ORIGIN, cookie };
}

const logIn = (username: string, headers: Headers, password = PASSWORD) =>
  app.call('accounts.login', {
    body: { username, password },
    headers: { origin: ORIGIN, ...headers },
  });

/** A user with a mailbox who signed in with a browser once. */
async function owner() {
  const { username, userId } = await app.register();
  const target = `known-${(count += 1)}@mail.example`;
  await app.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', $2, platform.from_ms($3))`,
    [userId satisfies UserId, target, app.clock.now()],
  );
  const browser = knownAfter((await logIn(username, {})).headers);
  return { username, target, browser };
}

/**
 * Unknown browsers used up every attempt of a name; a test installation lets a thousand times as
 * many pass.
 */
async function spend(username: string): Promise<void> {
  await app.db.query(
    `insert into accounts.refused_try (subject, tries)
     values ($1, array_fill(platform.from_ms($2)::timestamptz, array[33000]))
     on conflict (subject) do update set tries = excluded.tries`,
    [hashSecret(username), app.clock.now()],
  );
}

test('the owner’s browser comes in when strangers have used every try up', async () => {
  const { username, browser } = await owner();
  const other = await owner();
  await spend(username);
  expect((await logIn(username, {})).code).toBe('429');
  expect((await logIn(username, browser)).code).toBe('200');
  // A browser known for another account, or an invented cookie, is an unknown browser.
  const madeUp = { cookie: `__Host-candor-device=${'x'.repeat(43)}` };
  expect((await logIn(username, other.browser)).code).toBe('429');
  expect((await logIn(username, madeUp)).code).toBe('429');
});

test('codes that strangers ask for and guess at are not those of the owner’s browser', async () => {
  const { username, target, browser } = await owner();
  const other = await owner();
  const to = { channel: 'email', target } as const;
  const ask = (headers: Headers) =>
    app.call('accounts.send-code', { body: { ...to, purpose: 'reset' }, headers });
  for (let n = 0; n < 10; n += 1) {
    expect((await ask({})).code).toBe('200');
    app.clock.advance(MINUTE_MS);
  }
  expect([(await ask({})).code, (await ask(other.browser)).code]).toEqual(['429', '429']);
  await app.messages();
  expect((await ask(browser)).code).toBe('200');
  const code = await app.codeFor(target);
  const reset = (headers: Headers, typed: string) =>
    app.call('accounts.reset-password', {
      body: { ...to, code: typed, newPassword: NEW_PASSWORD },
      headers,
    });
  for (let n = 0; n < 6; n += 1) {
    expect((await reset({}, code === '000000' ? '111111' : '000000')).code).toBe('10091');
  }
  // The code came to the mailbox, and opens nothing outside the browser that asked for it.
  expect((await reset({}, code)).code).toBe('10091');
  expect((await reset(browser, code)).code).toBe('200');
  // One of the browsers may be a thief's: after a reset each comes in anew.
  expect((await ask(browser)).code).toBe('429');
  expect((await logIn(username, browser, NEW_PASSWORD)).code).toBe('200');
});

test('what a browser keeps is a secret of its own, that no script reads and no table holds', async () => {
  const { username, browser } = await owner();
  const answer = await logIn(username, browser);
  const line = ensure(
    setCookies(answer.headers).find((one) => one.startsWith('__Host-candor-device=')),
    'a cookie',
  );
  expect(line).toMatch(
    /^__Host-candor-device=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(line.startsWith(ensure(browser['cookie'], 'a cookie'))).toBe(true);
  const secret = line.slice('__Host-candor-device='.length).split(';')[0];
  const rows = await app.db.query<{ hash: string }>('select hash from accounts.device');
  expect(rows.map(({ hash }) => hash)).not.toContain(secret);
  const api = { username, password: PASSWORD, client: 'api' } as const;
  expect((await app.call('accounts.login', { body: api })).headers['set-cookie']).toBeUndefined();
});

test('a made-up cookie is counted with unknown callers, as is another account’s', async () => {
  const { username, target, browser } = await owner();
  const other = await owner();
  const rules = { secureCookies: true, origins: () => [ORIGIN] };
  const apart = (headers: Headers, body: unknown) =>
    countedApart({ headers, body } as never, rules, app.app.accounts.devices);
  const madeUp = (n: number) => ({ cookie: `__Host-candor-device=${String(n).padStart(43, 'x')}` });
  const bodies = [
    { username },
    { username: target.toUpperCase() },
    { channel: 'email', target, purpose: 'reset' },
  ];
  for (const body of bodies) {
    expect(await apart(browser, body)).not.toBe('');
    expect(await apart(other.browser, body)).toBe('');
    for (let n = 0; n < 20; n += 1) expect(await apart(madeUp(n), body)).toBe('');
  }
  for (const odd of [null, undefined, 7, [], { username: 7 }, { channel: 'x', target: 'y' }]) {
    expect(await apart(browser, odd)).toBe('');
  }
});

test('a secret is known for one account: its owner cannot make another’s log-ins look known', async () => {
  const ann = await owner();
  const ben = await owner();
  const rules = { secureCookies: true, origins: () => [ORIGIN] };
  const isApart = async (headers: Headers, { username }: { username: string }) =>
    (await countedApart(
      { headers, body: { username } } as never,
      rules,
      app.app.accounts.devices,
    )) !== '';
  // Ben enters in the browser Ann came in with before; she knows what it kept then.
  const shared = knownAfter((await logIn(ben.username, ann.browser)).headers);
  expect(await isApart(ann.browser, ben)).toBe(false);
  expect([await isApart(shared, ann), await isApart(shared, ben)]).toEqual([true, true]);
  // Either of them enters again, and both stay known.
  const again = knownAfter((await logIn(ann.username, shared)).headers);
  expect([await isApart(again, ann), await isApart(again, ben)]).toEqual([true, true]);
  expect(await isApart(ann.browser, ann)).toBe(true);
  // No table row lets one secret stand for two accounts, whichever transaction writes it.
  const [row] = await app.db.query<{ hash: string }>('select hash from accounts.device limit 1');
  const { userId } = await app.register();
  await expect(
    app.app.accounts.devices.remember(userId, ensure(row, 'a device').hash),
  ).rejects.toThrow(/duplicate key/);
});

test('a browser is known for the last four accounts that were entered in it', async () => {
  const rules = { secureCookies: true, origins: () => [ORIGIN] };
  const { devices } = app.app.accounts;
  const names: string[] = [];
  let browser: Headers = { origin: ORIGIN };
  for (let n = 0; n < 5; n += 1) {
    const { username } = await app.register();
    names.push(username);
    browser = knownAfter((await logIn(username, browser)).headers);
  }
  const known: boolean[] = [];
  for (const username of names) {
    const asked = { headers: browser, body: { username } } as never;
    known.push((await countedApart(asked, rules, devices)) !== '');
  }
  expect(known).toEqual([false, true, true, true, true]);
  const long = { cookie: `${browser['cookie']}.${'x'.repeat(43)}` };
  const asked = { headers: long, body: { username: names[4] } } as never;
  expect(await countedApart(asked, rules, devices)).toBe('');
});

test('refused log-ins are counted for the operator', async () => {
  const { username } = await owner();
  expect((await logIn(username, {}, 'not the password')).code).toBe('10004');
  const metrics = (await app.app.http.inject('/metrics')).body;
  expect(metrics).toMatch(
    /candor_calls_refused\{call="accounts.login",refusal="credentials-wrong"\} [1-9]/,
  );
  // Those of the tests before, which came too often.
  expect(metrics).toMatch(
    /candor_calls_refused\{call="accounts.send-code",refusal="too-many"\} [1-9]/,
  );
});

test('refused access and what cannot be read are counted for the operator, by call', async () => {
  const { token } = await app.register();
  const strange = { params: { id: '00000000-0000-4000-8000-000000000000' }, token } as const;
  expect((await app.call('contracts.get', strange)).code).toBe('404');
  expect((await app.call('portfolio.info', { token: 'made up' })).code).toBe('401');
  const odd = { username: 7 };
  expect((await app.call('accounts.register', { odd })).code).toBe('400');
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  const web = { username: 'nobody-at-all', password: 'not the password', client: 'web' } as const;
  expect((await app.call('accounts.login', { body: web, headers: foreign })).code).toBe('403');
  const metrics = (await app.app.http.inject('/metrics')).body;
  for (const [call, refusal] of [
    ['contracts.get', 'not-found'],
    ['portfolio.info', 'session-over'],
    ['accounts.register', 'unreadable'],
    ['accounts.login', 'forbidden'],
  ]) {
    expect(metrics).toContain(`candor_calls_refused{call="${call}",refusal="${refusal}"} 1`);
  }
});
