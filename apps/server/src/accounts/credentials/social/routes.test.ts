import { MINUTE_MS } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForger, startProvider } from '../../../../test/oidc-service.ts';
import { type Answered, type TestApp, startTestApp } from '../../../../test/start-app.ts';

const PASSWORD = 'a quiet harbour at nine';

let app: TestApp;
let provider: Awaited<ReturnType<typeof startProvider>>;
let forger: Awaited<ReturnType<typeof startForger>>;
/** Headers a browser sends from one of our pages. */
let own: Record<string, string>;

beforeAll(async () => {
  provider = await startProvider('google');
  forger = await startForger('forger', ['RS256', 'none', 'HS256']);
  app = await startTestApp({ socialServices: [provider.setup, forger.setup] });
  await app.app.http.listen({ port: 0, host: '127.0.0.1' });
  const [address] = app.app.http.addresses();
  if (typeof address !== 'object') throw new Error('the server does not listen');
  const origin = `http://localhost:${address.port}`;
  own = { origin, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  provider.open([`${origin}/api/loginCallback/google`]);
});

afterAll(async () => {
  await app.stop();
  await provider.stop();
  await forger.stop();
});

type Headed = Pick<Answered<'accounts.social-start'>, 'headers'>;

const cookiesOf = ({ headers }: Headed): string[] =>
  [headers['set-cookie'] ?? []].flat().map(String);
/** What a browser sends back of the cookies it was given. */
const keptOf = (answer: Headed): string =>
  cookiesOf(answer)
    .map((one) => one.split(';')[0] ?? '')
    .join('; ');

/** One browser on its way: where the service waits, and the cookie it was given. */
type Flow = { readonly address: URL; readonly cookie: string; readonly state: string };

async function start(body: {
  issuer: string;
  next?: string;
  fresh?: true;
  language?: string;
}): Promise<Flow> {
  const answer = await app.call('accounts.social-start', { body, headers: own });
  expect(answer.code).toBe('200');
  const address = new URL(answer.result.url);
  const state = address.searchParams.get('state') ?? '';
  return { address, cookie: keptOf(answer), state };
}

const callbackOf = (url: URL): { code: string; state: string; iss?: string } => {
  const { code = '', state = '', iss } = Object.fromEntries(url.searchParams);
  return { code, state, ...(iss === undefined ? {} : { iss }) };
};

const finish = (flow: Flow, body: object, headers: Record<string, string> = own) =>
  app.call('accounts.login-by-social', {
    odd: body,
    headers: { ...headers, cookie: flow.cookie },
  });

async function signIn(person: string, next?: string) {
  provider.person = person;
  const flow = await start({ issuer: 'google', ...(next === undefined ? {} : { next }) });
  const back = await provider.visit(flow.address.href);
  return { flow, back, answer: await finish(flow, callbackOf(back)) };
}

/** The session a log-in led to. */
function sessionIn(answer: Answered<'accounts.login-by-social'>) {
  expect(answer.code).toBe('200');
  if (!('token' in answer.result)) throw new Error('a second factor was asked for');
  return answer.result;
}

describe('a service that knows somebody', () => {
  test('opens an account with its demo book, and the same one the next time', async () => {
    const first = await signIn('mara', '/profile?tab=orders');
    const { token, user, next, opened } = sessionIn(first.answer);
    expect(opened).toBe(true);
    expect(user.username).toMatch(/^google-[a-z0-9]{8}$/);
    expect(next).toBe('/profile?tab=orders');
    expect(first.back.pathname).toBe('/api/loginCallback/google');
    const info = await app.call('portfolio.info', { token, mode: 'demo' });
    expect(info.result.amount).toBe('10000');
    const again = sessionIn((await signIn('mara')).answer);
    expect(again.user.id).toBe(user.id);
    expect([again.next, again.opened]).toEqual([undefined, undefined]);
    expect(sessionIn((await signIn('noor')).answer).user.id).not.toBe(user.id);
  });

  test('is asked for nothing but who it is, with PKCE, state and nonce of this flow alone', async () => {
    const one = await start({ issuer: 'google' });
    const other = await start({ issuer: 'google' });
    const asked = Object.fromEntries(one.address.searchParams);
    expect(asked).toMatchObject({
      scope: 'openid',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${own['origin']}/api/loginCallback/google`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.address.searchParams.get(name)).toMatch(/[\w-]{43}$/);
      expect(one.address.searchParams.get(name)).not.toBe(other.address.searchParams.get(name));
    }
    expect(asked).not.toHaveProperty('prompt');
  });

  test('keeps its half of the flow in a cookie no script and no other site can read', async () => {
    const answer = await app.call('accounts.social-start', {
      body: { issuer: 'google' },
      headers: own,
    });
    expect(cookiesOf(answer)).toEqual([
      expect.stringMatching(
        /^candor_social=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const rows = await app.db.query('select * from accounts.social_flow');
    expect(JSON.stringify(rows)).not.toContain(keptOf(answer).split('=')[1]);
    expect(JSON.stringify(rows)).not.toContain(
      new URL(answer.result.url).searchParams.get('state'),
    );
  });

  test('lets two tabs of one browser sign in side by side', async () => {
    provider.person = 'mara';
    const one = await start({ issuer: 'google' });
    const answer = await app.call('accounts.social-start', {
      body: { issuer: 'google' },
      headers: { ...own, cookie: one.cookie },
    });
    const other = { address: new URL(answer.result.url), cookie: keptOf(answer), state: '' };
    expect(other.cookie).toBe(one.cookie);
    for (const flow of [one, other]) {
      const back = await provider.visit(flow.address.href);
      expect((await finish(flow, callbackOf(back))).code).toBe('200');
    }
  });

  test('opens one account when two first log-ins of one person finish at once', async () => {
    forger.forgery = {};
    forger.subject = 'twin';
    const flow = await start({ issuer: 'forger' });
    forger.nonce = flow.address.searchParams.get('nonce') ?? '';
    const before = await app.app.accounts.countAccounts();
    sessionIn(await finish(flow, { code: 'x', state: flow.state }));
    const flows = [];
    for (let n = 0; n < 4; n += 1) {
      provider.person = 'together';
      const one = await start({ issuer: 'google' });
      flows.push({ one, back: await provider.visit(one.address.href) });
    }
    const answers = await Promise.all(flows.map(({ one, back }) => finish(one, callbackOf(back))));
    const users = new Set(answers.map((answer) => sessionIn(answer).user.id));
    expect(users.size).toBe(1);
    expect((await app.app.accounts.countAccounts()).count).toBe(before.count + 2);
  });
});

describe('what was begun', () => {
  test('is finished once: fifty who come back with the same address open one session', async () => {
    provider.person = 'fifty';
    const flow = await start({ issuer: 'google' });
    const body = callbackOf(await provider.visit(flow.address.href));
    const answers = await Promise.all(Array.from({ length: 50 }, () => finish(flow, body)));
    const good = answers.filter(({ code }) => code === '200');
    expect(good).toHaveLength(1);
    const { user } = sessionIn(good[0] as (typeof answers)[number]);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['200', '11025']));
    const sessions = await app.db.query('select 1 from accounts.session where user_id = $1', [
      user.id,
    ]);
    expect(sessions).toHaveLength(1);
  });

  test('is finished only in the browser that began it, and stays there to be finished', async () => {
    provider.person = 'mara';
    const flow = await start({ issuer: 'google' });
    const body = callbackOf(await provider.visit(flow.address.href));
    const outsider = await start({ issuer: 'google' });
    for (const cookie of ['', outsider.cookie, 'candor_social=short']) {
      expect((await finish({ ...flow, cookie }, body)).code).toBe('11025');
    }
    expect((await finish(flow, body)).code).toBe('200');
  });

  test('is finished within ten minutes', async () => {
    for (const [ms, code] of [
      [10 * MINUTE_MS - 1, '200'],
      [10 * MINUTE_MS, '11025'],
    ] as const) {
      provider.person = 'mara';
      const flow = await start({ issuer: 'google' });
      const body = callbackOf(await provider.visit(flow.address.href));
      app.clock.advance(ms);
      expect((await finish(flow, body)).code).toBe(code);
    }
  });

  test('is finished by its own code and state, and by nobody else’s', async () => {
    provider.person = 'mara';
    const [one, other] = [await start({ issuer: 'google' }), await start({ issuer: 'google' })];
    const [mine, theirs] = [
      callbackOf(await provider.visit(one.address.href)),
      callbackOf(await provider.visit(other.address.href)),
    ];
    // The code belongs to the other flow's challenge: PKCE refuses it.
    expect((await finish(one, { ...mine, code: theirs.code })).code).toBe('11025');
    expect((await finish(other, { ...theirs, state: `${theirs.state}x` })).code).toBe('11025');
    expect((await finish(other, { ...theirs, iss: 'https://else.example' })).code).toBe('11025');
    expect(mine.iss).toBe(provider.setup.url);
    const third = await start({ issuer: 'google' });
    const { iss: _iss, ...without } = callbackOf(await provider.visit(third.address.href));
    expect((await finish(third, without)).code).toBe('11025');
  });

  test('is begun and finished by our own pages alone', async () => {
    const flow = await start({ issuer: 'google' });
    const body = { code: 'x', state: flow.state };
    for (const headers of [{ origin: 'https://evil.example' }, {}] as Record<string, string>[]) {
      const begun = await app.call('accounts.social-start', {
        body: { issuer: 'google' },
        headers,
      });
      expect([begun.status, begun.code]).toEqual([403, '403']);
      const finished = await finish(flow, body, headers);
      expect([finished.status, finished.code]).toEqual([403, '403']);
    }
  });

  test('goes on only to places inside the product, and only at services that are set up', async () => {
    for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', 'x']) {
      const answer = await app.call('accounts.social-start', {
        odd: { issuer: 'google', next },
        headers: own,
      });
      expect(answer.status, next).toBe(400);
    }
    const unknown = await app.call('accounts.social-start', {
      body: { issuer: 'nobody' },
      headers: own,
    });
    expect(unknown.code).toBe('11005');
    const offered = await app.call('accounts.social-issuers');
    expect(offered.result).toEqual([
      { issuer: 'google', title: 'Test service' },
      { issuer: 'forger', title: 'Forger' },
    ]);
  });

  test.each([
    ['empty', {}],
    ['without a state', { code: 'x' }],
    ['without a code', { state: 'x' }],
    ['with an empty code', { code: '', state: 'x' }],
    ['with a number', { code: 1, state: 'x' }],
    ['with far too much', { code: 'x'.repeat(4_001), state: 'x' }],
    ['with something more', { code: 'x', state: 'x', more: 'y' }],
    ['with lists and objects', { code: ['x'], state: { $ne: null } }],
  ])('is unreadable when it comes back %s', async (_, odd) => {
    const answer = await app.call('accounts.login-by-social', { odd, headers: own });
    expect([answer.status, answer.code]).toEqual([400, '400']);
  });
});

test('a disabled account is not opened by its service either', async () => {
  const { user } = sessionIn((await signIn('gone')).answer);
  await app.db.query(`update accounts.account set status = 'disabled' where user_id = $1`, [
    user.id,
  ]);
  expect((await signIn('gone')).answer.code).toBe('10005');
});

test('a service that is away says so, and costs nothing', async () => {
  const flow = await start({ issuer: 'forger' });
  forger.down = true;
  expect((await finish(flow, { code: 'x', state: flow.state })).code).toBe('11026');
  forger.down = false;
  const stopped = await startForger('stopped');
  await stopped.stop();
  const other = await startTestApp({ socialServices: [stopped.setup] });
  await other.app.http.listen({ port: 0, host: '127.0.0.1' });
  const [address] = other.app.http.addresses();
  const origin = typeof address === 'object' ? `http://localhost:${address.port}` : '';
  const answer = await other.call('accounts.social-start', {
    body: { issuer: 'stopped' },
    headers: { origin },
  });
  expect(answer.code).toBe('11026');
  expect(answer.headers['set-cookie']).toBeUndefined();
  await other.stop();
});

test('an account opened by a service has no password to log in with', async () => {
  const { user } = sessionIn((await signIn('wordless')).answer);
  const answer = await app.call('accounts.login', {
    body: { username: user.username, password: PASSWORD },
    headers: own,
  });
  expect(answer.code).toBe('10004');
});
