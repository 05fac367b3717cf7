import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Sent, answered, refused, standInForServer } from '../../../test/answers.ts';
import { call, whenSessionOver } from '../../lib/http.ts';
import { queryClient } from '../../lib/query.ts';
import { beginSession, currentSession, endSession, leaveSession } from '../../lib/session.ts';
import { logOut } from './log-out.ts';

const session = (token: string) => ({
  token,
  expiresAt: 1,
  user: { id: 'mara', username: 'mara', demoDisabled: false },
});
const onOver = vi.fn<() => void>();
const callsIn = (sent: readonly Sent[]): string[] =>
  sent.map(({ path }) => path.replace('/swx/customer/', ''));

beforeEach(() => {
  onOver.mockClear();
  whenSessionOver(onOver);
  beginSession(session('token-1'));
});
afterEach(() => {
  endSession();
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** A server that ends the session on log-out, and answers what was under way only after that. */
function serverThatEnds(): Sent[] {
  let end: (answer: ReturnType<typeof refused>) => void = () => undefined;
  const ended = new Promise<ReturnType<typeof refused>>((resolve) => (end = resolve));
  return standInForServer({
    '/user/preferences': () => ended,
    '/login/logout': () => {
      end(refused('session-over'));
      return answered(null);
    },
  });
}

it('drops what is still read for who logs out, and asks for no new token for it', async () => {
  const sent = serverThatEnds();
  const reading = call('accounts.preferences');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  // A new token meanwhile is no new session.
  beginSession(session('token-2'));
  await logOut();
  expect(await reading).toEqual({ ok: false, failure: { name: 'session-over' } });
  expect(callsIn(sent)).toEqual(['user/preferences', 'login/logout']);
  expect(currentSession()).toMatchObject({ state: 'out', isOver: false });
  expect(onOver).not.toHaveBeenCalled();
});

it('sends nothing that was asked for before and would be sent after', async () => {
  const sent = standInForServer({ '/login/logout': () => answered(null) });
  // How this call is made comes with a file of its own.
  const reading = call('portfolio.info');
  leaveSession();
  endSession();
  expect(await reading).toEqual({ ok: false, failure: { name: 'session-over' } });
  expect(sent).toEqual([]);
});

it('lets a change go on to the server; when it came too late, that is no news either', async () => {
  const sent = serverThatEnds();
  const body = { language: 'en', theme: null, upDown: null, asksBeforeClose: true } as const;
  const changing = call('accounts.set-preferences', { body });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await logOut();
  expect(await changing).toEqual({ ok: false, failure: { name: 'session-over' } });
  expect(callsIn(sent)).toEqual(['user/preferences', 'login/logout']);
  expect(onOver).not.toHaveBeenCalled();
});

it('logs out with a token that has ended too, by way of a new one', async () => {
  const sent = standInForServer({
    '/login/logout': ({ headers }) =>
      headers.get('authorization') === 'token-2' ? answered(null) : refused('session-over'),
    '/login/refresh': () => answered(session('token-2')),
  });
  await logOut();
  expect(callsIn(sent)).toEqual(['login/logout', 'login/refresh', 'login/logout']);
  expect(currentSession().state).toBe('out');
});

it('who comes back reads again', async () => {
  standInForServer({
    '/login/logout': () => answered(null),
    '/user/listSessions': () => answered([]),
  });
  await logOut();
  beginSession(session('token-2'));
  expect(await call('accounts.list-sessions')).toMatchObject({ ok: true });
});

it('leaves nothing of what was filled in of an identification in this window', async () => {
  standInForServer({ '/login/logout': () => answered(null) });
  sessionStorage.setItem('identityDraft', JSON.stringify({ userId: 'mara' }));
  await logOut();
  expect(sessionStorage.getItem('identityDraft')).toBe('null');
  sessionStorage.clear();
});
