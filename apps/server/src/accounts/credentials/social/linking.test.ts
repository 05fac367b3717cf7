import { MINUTE_MS, SECOND_MS } from '@candor/kernel';
import type { StepUpAction } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOwner } from '../../../../test/factors.ts';
import { startForger } from '../../../../test/oidc-service.ts';
import { type Answered, type TestApp, startTestApp } from '../../../../test/start-app.ts';

const PASSWORD = 'correct horse battery';

let app: TestApp;
/** Two services; each names whom the test says. */
let one: Awaited<ReturnType<typeof startForger>>;
let two: Awaited<ReturnType<typeof startForger>>;
let own: Record<string, string>;

beforeAll(async () => {
  [one, two] = await Promise.all([startForger('google'), startForger('harbour')]);
  app = await startTestApp({ socialServices: [one.setup, two.setup] });
  await app.app.http.listen({ port: 0, host: '127.0.0.1' });
  const [address] = app.app.http.addresses();
  own = { origin: typeof address === 'object' ? `http://localhost:${address.port}` : '' };
});

afterAll(async () => {
  await app.stop();
  await Promise.all([one.stop(), two.stop()]);
});

const serviceOf = (issuer: string) => (issuer === 'google' ? one : two);

type Who = { readonly token: string };
type Flow = { readonly issuer: string; readonly cookie: string; readonly url: URL };

function flowOf(issuer: string, answer: Answered<'accounts.link-social'>): Flow {
  expect(answer.code).toBe('200');
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { issuer, cookie, url: new URL(answer.result.url) };
}

/** What the service sends back with, for the person it names. */
function backFrom({ issuer, url }: Flow, person: string) {
  const service = serviceOf(issuer);
  service.nonce = url.searchParams.get('nonce') ?? '';
  service.subject = person;
  return { code: 'x', state: url.searchParams.get('state') ?? '' };
}

async function stepUp({ token }: Who, action: StepUpAction, subject: string, password = PASSWORD) {
  const asked = await app.call('accounts.step-up', { token, body: { action, subject } });
  const { challenge } = asked.result;
  const proved = await app.call('accounts.step-up-proof', { token, body: { challenge, password } });
  expect(proved.code).toBe('200');
  return proved.result.stepUp;
}

const beginLink = (who: Who, body: { issuer: string; stepUp?: string; next?: string }) =>
  app.call('accounts.link-social', { token: who.token, body, headers: own });

const finishLink = (who: Who, flow: Flow, person: string) =>
  app.call('accounts.finish-link-social', {
    token: who.token,
    body: backFrom(flow, person),
    headers: { ...own, cookie: flow.cookie },
  });

async function link(who: Who, issuer: string, person: string) {
  const begun = await beginLink(who, { issuer, stepUp: await stepUp(who, 'social-link', issuer) });
  return finishLink(who, flowOf(issuer, begun), person);
}

async function logIn(issuer: string, person: string, fresh = false, kept = '') {
  const body = fresh ? ({ issuer, fresh: true } as const) : { issuer };
  const begun = await app.call('accounts.social-start', { body, headers: own });
  const flow = flowOf(issuer, begun as unknown as Answered<'accounts.link-social'>);
  const answer = await app.call('accounts.login-by-social', {
    body: backFrom(flow, person),
    headers: { ...own, cookie: `${flow.cookie}; ${kept}` },
  });
  if (!('token' in answer.result)) throw new Error('no session');
  const { token, user } = answer.result;
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map(String);
  const refresh = cookies.find((cookie) => cookie.startsWith('candor_refresh='));
  return { token, userId: user.id, url: flow.url, cookie: refresh?.split(';')[0] ?? '' };
}

const keysOf = async ({ token }: Who) => (await app.call('accounts.social-keys', { token })).result;

const unlink = (who: Who, id: string, confirmed?: string) =>
  app.call('accounts.unlink-social', {
    token: who.token,
    params: { id },
    body: confirmed === undefined ? {} : { stepUp: confirmed },
  });

describe('a service is added to an account', () => {
  test('after its owner’s own log-in and confirmation, and opens it from then on', async () => {
    const mara = await app.register();
    const answer = await link(mara, 'google', 'mara');
    expect([answer.code, answer.result]).toEqual(['200', {}]);
    expect(await keysOf(mara)).toEqual([
      { id: expect.any(String), issuer: 'google', title: 'Forger', linkedAt: app.clock.now() },
    ]);
    expect((await logIn('google', 'mara')).userId).toBe(mara.userId);
    const kinds = await app.db.query(
      'select kind, facts from accounts.security_event where user_id = $1',
      [mara.userId],
    );
    expect(kinds).toContainEqual({ kind: 'social-linked', facts: { service: 'Forger' } });
  });

  test('never without the confirmation, nor with one for another service or act', async () => {
    const who = await app.register();
    const wrong = await stepUp(who, 'social-link', 'harbour');
    const other = await stepUp(who, 'wallet-link', 'google');
    for (const confirmed of [undefined, 'x', wrong, other]) {
      const body = confirmed === undefined ? {} : { stepUp: confirmed };
      expect((await beginLink(who, { issuer: 'google', ...body })).code).toBe('11020');
    }
    const once = await stepUp(who, 'social-link', 'google');
    expect((await beginLink(who, { issuer: 'google', stepUp: once })).code).toBe('200');
    expect((await beginLink(who, { issuer: 'google', stepUp: once })).code).toBe('11020');
  });

  test('by whom it was begun, and by nobody else who is signed in or who logs in', async () => {
    const [who, outsider] = [await app.register(), await app.register()];
    const begun = await beginLink(who, {
      issuer: 'google',
      stepUp: await stepUp(who, 'social-link', 'google'),
    });
    const flow = flowOf('google', begun);
    expect((await finishLink(outsider, flow, 'thief')).code).toBe('11025');
    const asLogin = await app.call('accounts.login-by-social', {
      body: backFrom(flow, 'thief'),
      headers: { ...own, cookie: flow.cookie },
    });
    expect(asLogin.code).toBe('11025');
    expect((await finishLink(who, { ...flow, cookie: '' }, 'owner')).code).toBe('11025');
    expect((await finishLink(who, flow, 'owner')).code).toBe('200');
    expect((await finishLink(who, flow, 'owner')).code).toBe('11025');
  });

  test('a way back from a log-in adds nothing', async () => {
    const who = await app.register();
    const begun = await app.call('accounts.social-start', {
      body: { issuer: 'google' },
      headers: own,
    });
    const flow = flowOf('google', begun as unknown as Answered<'accounts.link-social'>);
    expect((await finishLink(who, flow, 'nobody')).code).toBe('11025');
    expect(await keysOf(who)).toEqual([]);
  });

  test('not when it opens another account; the same one once more changes nothing', async () => {
    const [first, second] = [await app.register(), await app.register()];
    expect((await link(first, 'google', 'shared')).code).toBe('200');
    expect((await link(second, 'google', 'shared')).code).toBe('11027');
    expect((await link(first, 'google', 'shared')).code).toBe('200');
    expect(await keysOf(first)).toHaveLength(1);
    expect(await keysOf(second)).toEqual([]);
    // The same name at another issuer is another person.
    expect((await link(second, 'harbour', 'shared')).code).toBe('200');
    expect((await logIn('harbour', 'shared')).userId).toBe(second.userId);
    expect((await logIn('google', 'shared')).userId).toBe(first.userId);
  });
});

describe('a service is taken away', () => {
  test('with a confirmation for this one, and no longer opens the account', async () => {
    const who = await app.register();
    await link(who, 'google', 'leaving');
    const [key] = await keysOf(who);
    const id = key?.id ?? '';
    expect((await unlink(who, id)).code).toBe('11020');
    const outsider = await app.register();
    const theirs = await stepUp(outsider, 'social-unlink', id);
    expect((await unlink(outsider, id, theirs)).status).toBe(404);
    expect((await unlink(who, id, await stepUp(who, 'social-unlink', id))).code).toBe('200');
    expect(await keysOf(who)).toEqual([]);
    expect((await logIn('google', 'leaving')).userId).not.toBe(who.userId);
  });

  test('never as the last way in, also when both of two are taken away at once', async () => {
    const who = await logIn('google', 'only-this', true);
    const [key] = await keysOf(who);
    expect((await unlink(who, key?.id ?? '', 'x')).code).toBe('11028');
    const begun = await beginLink(who, {
      issuer: 'harbour',
      stepUp: await freshStepUp(who, 'social-link', 'harbour'),
    });
    expect((await finishLink(who, flowOf('harbour', begun), 'second')).code).toBe('200');
    const ids = (await keysOf(who)).map(({ id }) => id);
    const confirmed: string[] = [];
    for (const id of ids) {
      const again = await logIn('google', 'only-this', true);
      confirmed.push(await freshStepUp(again, 'social-unlink', id));
    }
    const answers = await Promise.all(ids.map((id, at) => unlink(who, id, confirmed[at])));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['11028', '200']);
    expect(await keysOf(who)).toHaveLength(1);
  });
});

async function askFresh({ token }: Who, action: StepUpAction, subject: string) {
  const asked = await app.call('accounts.step-up', { token, body: { action, subject } });
  expect(asked.result.methods).toEqual(['social']);
  const { challenge } = asked.result;
  return app.call('accounts.step-up-proof', { token, body: { challenge, social: true } });
}

async function freshStepUp(who: Who, action: StepUpAction, subject: string): Promise<string> {
  const proved = await askFresh(who, action, subject);
  expect(proved.code).toBe('200');
  return proved.result.stepUp;
}

describe('an account that only a service opens confirms an act', () => {
  test('by a log-in the service was asked to do anew, once and within five minutes', async () => {
    const plain = await logIn('google', 'fresh');
    expect((await askFresh(plain, 'social-link', 'harbour')).code).toBe('11021');

    const fresh = await logIn('google', 'fresh', true);
    expect(Object.fromEntries(fresh.url.searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
    });
    expect((await askFresh(plain, 'social-link', 'harbour')).code).toBe('11021');
    app.clock.advance(5 * MINUTE_MS - 1);
    await freshStepUp(fresh, 'social-link', 'harbour');
    expect((await askFresh(fresh, 'social-link', 'harbour')).code).toBe('11021');

    const late = await logIn('google', 'fresh', true);
    app.clock.advance(5 * MINUTE_MS);
    expect((await askFresh(late, 'social-link', 'harbour')).code).toBe('11021');
  });

  test('and the session it was asked for in ends with it', async () => {
    const before = await logIn('google', 'replaced');
    const other = await logIn('google', 'replaced');
    const fresh = await logIn('google', 'replaced', true, before.cookie);
    await app.settle();
    const isIn = async ({ token }: Who): Promise<boolean> =>
      (await app.call('accounts.social-keys', { token })).status === 200;
    expect([await isIn(before), await isIn(other), await isIn(fresh)]).toEqual([false, true, true]);
  });

  test('and somebody else’s session is left alone', async () => {
    const victim = await logIn('google', 'victim');
    await logIn('google', 'visitor', true, victim.cookie);
    expect((await app.call('accounts.social-keys', { token: victim.token })).status).toBe(200);
  });
});

test('a service alone does not open an account that has a second factor', async () => {
  const owner = await newOwner(app);
  const { app: codes } = await owner.addCodeApp();
  // The app's code of this half minute was used to turn it on.
  app.clock.advance(30 * SECOND_MS);
  const confirmed = await owner.confirm('social-link', {
    subject: 'google',
    proof: { totp: codes.code() },
  });
  const begun = await beginLink(owner, { issuer: 'google', stepUp: confirmed });
  expect((await finishLink(owner, flowOf('google', begun), 'careful')).code).toBe('200');

  const start = await app.call('accounts.social-start', {
    body: { issuer: 'google', next: '/profile/orders' },
    headers: own,
  });
  const flow = flowOf('google', start as unknown as Answered<'accounts.link-social'>);
  const asked = await app.call('accounts.login-by-social', {
    body: backFrom(flow, 'careful'),
    headers: { ...own, cookie: flow.cookie },
  });
  expect([asked.code, asked.message]).toEqual(['200', '11020']);
  expect(asked.headers['set-cookie']).toBeUndefined();
  expect(asked.result).toMatchObject({ next: '/profile/orders' });
  if (!('challenge' in asked.result)) throw new Error('nobody asked for the code');
  const { challenge } = asked.result;
  expect((await owner.second({ challenge, totp: '000000' })).code).toBe('11021');
  app.clock.advance(30 * SECOND_MS);
  expect((await owner.second({ challenge, totp: codes.code() })).code).toBe('200');
  const ways = await app.db.query(
    `select s.way from accounts.session s join accounts.account a using (user_id)
     where a.username = $1 order by s.created_at desc limit 1`,
    [owner.username],
  );
  expect(ways).toEqual([{ way: 'social' }]);
});
