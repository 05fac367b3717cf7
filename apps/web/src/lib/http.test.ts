import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../test/answers.ts';
import { call, refreshSession, whenSessionOver } from './http.ts';
import { beginSession, currentSession, endSession, sessionToken, setMode } from './session.ts';
import { readStored, store } from './storage.ts';

const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };
const session = (token: string): { token: string; expiresAt: number; user: typeof user } => ({
  token,
  expiresAt: 1,
  user,
});
const onOver = vi.fn<() => void>();

beforeEach(() => {
  localStorage.clear();
  endSession();
  onOver.mockClear();
  whenSessionOver(onOver);
});
afterEach(() => vi.unstubAllGlobals());

it('sends token and account mode where they belong, arrays as repeated keys', async () => {
  const sent = standInForServer({
    '/index/listMarketByType': () => answered([]),
    '/user/getUserInfo': () => answered({}),
  });
  beginSession(session('token-1'));
  await call('market.list', { query: { codes: ['BTC/USDT', 'ETH/USDT'], points: 2 } });
  await call('portfolio.info');
  setMode('real');
  await call('portfolio.info');
  expect(sent[0]?.path).toBe(
    '/swx/customer/index/listMarketByType?codes=BTC%2FUSDT&codes=ETH%2FUSDT&points=2',
  );
  expect(sent[0]?.headers.has('virtually')).toBe(false);
  expect(sent[1]?.headers.get('authorization')).toBe('token-1');
  expect(sent.map((one) => one.headers.get('virtually'))).toEqual([null, 'NO', 'YES']);
});

it('turns a refusal into its name, field and facts', async () => {
  const facts = { need: '337.06', have: '120.4' };
  standInForServer({
    '/order/buyContracts': () => refused('free-margin-short', 'lots', facts),
  });
  beginSession(session('token-1'));
  const answer = await call('contracts.open');
  expect(answer).toEqual({
    ok: false,
    failure: { name: 'free-margin-short', field: 'lots', facts },
  });
});

it('renews an ended token once for all calls that wait, and makes them again', async () => {
  let isFresh = false;
  const sent = standInForServer({
    '/user/getUserInfo': () => (isFresh ? answered({}) : refused('session-over')),
    '/user/listSessions': () => (isFresh ? answered([]) : refused('session-over')),
    '/login/refresh': () => {
      isFresh = true;
      return answered(session('token-2'));
    },
  });
  beginSession(session('token-1'));
  const answers = await Promise.all([call('portfolio.info'), call('accounts.list-sessions')]);
  expect(answers.map((answer) => answer.ok)).toEqual([true, true]);
  expect(sent.filter((one) => one.path.endsWith('/login/refresh'))).toHaveLength(1);
  expect(sent.at(-1)?.headers.get('authorization')).toBe('token-2');
  expect(onOver).not.toHaveBeenCalled();
});

it('ends the session when the cookie is over too, and says so once', async () => {
  standInForServer({
    '/user/getUserInfo': () => refused('session-over'),
    '/login/refresh': () => refused('session-over'),
  });
  beginSession(session('token-1'));
  expect(readStored('isLogin')).toBe('1');
  const answer = await call('portfolio.info');
  expect(answer).toMatchObject({ ok: false, failure: { name: 'session-over' } });
  expect(currentSession()).toMatchObject({ state: 'out', user: null, mode: 'demo' });
  expect(readStored('isLogin')).toBeNull();
  expect(onOver).toHaveBeenCalledTimes(1);
});

it('keeps the session when the network fails while it renews', async () => {
  standInForServer({
    '/user/getUserInfo': () => refused('session-over'),
    '/login/refresh': () => Promise.reject(new TypeError('offline')),
  });
  beginSession(session('token-1'));
  await call('portfolio.info');
  expect(currentSession().state).toBe('in');
  expect(onOver).not.toHaveBeenCalled();
});

it('calls silence a network failure, and an answer that is no envelope unknown', async () => {
  standInForServer({ '/index/statistics': () => ({ status: 502, envelope: { code: '502' } }) });
  expect(await call('market.feeds')).toEqual({ ok: false, failure: { name: 'network' } });
  expect(await call('transparency.statistics')).toMatchObject({
    ok: false,
    failure: { name: 'unknown' },
  });
});

it('never stores a token', async () => {
  beginSession(session('secret-token'));
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret-token');
});

it.each([
  ['the status alone', { status: 401, envelope: 'no envelope at all' }],
  ['the body alone', { status: 200, envelope: { code: '401', message: '', result: null } }],
])('takes a 401 in %s for the end of the session', async (_, over) => {
  standInForServer({
    '/user/getUserInfo': () => over,
    '/login/refresh': () => refused('session-over'),
  });
  beginSession(session('token-1'));
  store('theme', 'dark');
  const answer = await call('portfolio.info');
  expect(answer.ok ? null : answer.failure.name).toBe('session-over');
  expect(onOver).toHaveBeenCalledOnce();
  expect(currentSession()).toMatchObject({ state: 'out', user: null, isOver: true });
  // What belongs to the session leaves the browser, tastes stay.
  expect(['isLogin', 'virtualStatus', 'theme'].map((key) => localStorage.getItem(key))).toEqual([
    null,
    null,
    'dark',
  ]);
});

it.each([
  ['by itself', session('token-2')],
  ['among other things', { target: 'm***@example.com', session: session('token-2') }],
])('what is asked while the session is renewed waits for the token, told %s', async (_, given) => {
  let answer: (given: unknown) => void = () => undefined;
  const sent = standInForServer({
    '/user/repassword': () =>
      new Promise((resolve) => {
        answer = (value) => resolve(answered(value));
      }),
    '/user/listSessions': () => answered([]),
  });
  beginSession(session('token-1'));
  const renewing = call('accounts.change-password', { renews: true });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const listing = call('accounts.list-sessions');
  await Promise.resolve();
  answer(given);
  await Promise.all([renewing, listing]);
  expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['token-1', 'token-2']);
});

it('what ends the session waits until that session is restored', async () => {
  let restored: () => void = () => undefined;
  const sent = standInForServer({
    '/login/refresh': () =>
      new Promise((resolve) => {
        restored = () => resolve(answered(session('token-1')));
      }),
    '/login/loginByGoogle': () => answered({ ...session('token-2'), next: '/profile' }),
  });
  store('isLogin', '1');
  const restoring = refreshSession();
  const entering = call('accounts.login-by-social', {
    body: { code: 'c', state: 's' },
    renews: true,
  });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  restored();
  await Promise.all([restoring, entering]);
  expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['refresh', 'loginByGoogle']);
  expect(sessionToken()).toBe('token-2');
});

it('what waited for a renewal that was refused is asked with the token there is', async () => {
  const sent = standInForServer({
    '/user/repassword': () => refused('credentials-wrong'),
    '/user/listSessions': () => answered([]),
  });
  beginSession(session('token-1'));
  const calls = [
    call('accounts.change-password', { renews: true }),
    call('accounts.list-sessions'),
  ] as const;
  const [renewal, list] = await Promise.all(calls);
  expect([renewal.ok, list.ok]).toEqual([false, true]);
  expect(sent.at(-1)?.headers.get('authorization')).toBe('token-1');
});

const noor = { ...user, id: '01890a5d-ac96-774b-bcce-b302099a8058', username: 'noor' };

it('a call keeps the mode it was made in, however late it is sent', async () => {
  let isFresh = false;
  const sent = standInForServer({
    '/order/buyContracts': () => (isFresh ? answered({}) : refused('session-over')),
    '/login/refresh': () => {
      setMode('real');
      isFresh = true;
      return answered(session('token-2'));
    },
  });
  beginSession(session('token-1'));
  const opening = call('contracts.open');
  setMode('demo');
  await opening;
  const opened = sent.filter(({ path }) => path.endsWith('buyContracts'));
  expect(opened.map(({ headers }) => headers.get('virtually'))).toEqual(['NO', 'NO']);
  expect(currentSession().mode).toBe('real');
});

it('a refresh that answers another user ends the session here, and nothing is sent again', async () => {
  const sent = standInForServer({
    '/order/buyContracts': () => refused('session-over'),
    '/login/refresh': () => answered({ ...session('token-of-noor'), user: noor }),
  });
  beginSession(session('token-1'));
  const answer = await call('contracts.open');
  expect(answer).toMatchObject({ ok: false, failure: { name: 'session-over' } });
  expect(sent.filter(({ path }) => path.endsWith('buyContracts'))).toHaveLength(1);
  expect(currentSession()).toMatchObject({ state: 'out', user: null, isOver: true });
  expect(sessionToken()).toBeNull();
  expect(onOver).toHaveBeenCalledOnce();
});

it('what waits for a session is not sent for whoever it then belongs to', async () => {
  let renew: () => void = () => undefined;
  const sent = standInForServer({
    '/login/refresh': () =>
      new Promise((resolve) => (renew = () => resolve(answered(session('token-2'))))),
    '/order/buyContracts': () => answered({}),
    '/user/getUserInfo': () => answered({}),
  });
  beginSession(session('token-1'));
  const renewing = refreshSession();
  const calls = [call('contracts.open'), call('portfolio.info')];
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  // Meanwhile the user logs out here, and another user in.
  endSession();
  beginSession({ ...session('token-of-noor'), user: noor });
  renew();
  await renewing;
  for (const answer of await Promise.all(calls)) {
    expect(answer).toEqual({ ok: false, failure: { name: 'session-over' } });
  }
  expect(sent).toHaveLength(1);
});

it('what is read for one user is never answered to the next', async () => {
  let answer: () => void = () => undefined;
  standInForServer({
    '/user/getUserInfo': () =>
      new Promise((resolve) => (answer = () => resolve(answered({ id: user.id })))),
  });
  beginSession(session('token-1'));
  const reading = call('portfolio.info');
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  endSession();
  beginSession({ ...session('token-of-noor'), user: noor });
  answer();
  expect(await reading).toEqual({ ok: false, failure: { name: 'session-over' } });
});
