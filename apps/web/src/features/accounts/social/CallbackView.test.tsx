import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import type { SecondStep } from '@candor/protocol/light';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { isOnFirstSteps } from '../../../lib/first-steps.ts';
import { beginSession, currentSession, endSession } from '../../../lib/session.ts';
import { CallbackView } from './CallbackView.tsx';
import type { Callback } from './callback.ts';

const [english] = LOCALES as [(typeof LOCALES)[number]];
const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };
const session = { token: 'token-1', expiresAt: 1, user };
const onDone = vi.fn<(next: string | undefined) => void>();
const onSecond = vi.fn<(step: SecondStep, next: string | undefined) => void>();
let flows = 0;

beforeAll(loadAllTexts);
beforeEach(async () => {
  await activateLocale(english);
  endSession();
  onDone.mockClear();
  onSecond.mockClear();
});
afterEach(() => {
  localStorage.clear();
  cleanup();
  vi.unstubAllGlobals();
});

const newState = (word: 'login' | 'link'): string => `${word}.state-${(flows += 1)}`;

function show(callback: Callback): void {
  render(
    <StrictMode>
      <CallbackView callback={callback} onDone={onDone} onSecond={onSecond} />
    </StrictMode>,
  );
}

it('finishes the log-in once, also when it is drawn twice, and goes on', async () => {
  const sent = standInForServer({
    '/login/loginByGoogle': () => answered({ ...session, next: '/profile/orders' }),
  });
  const state = newState('login');
  show({ code: 'c', state, iss: 'https://service.example' });
  expect(screen.getByRole('status').textContent).toContain('we are checking');
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('/profile/orders'));
  expect(sent.map(({ body }) => body)).toEqual([
    { code: 'c', state, iss: 'https://service.example' },
  ]);
  expect(currentSession()).toMatchObject({ state: 'in', user });
});

it.each([true, false])(
  'leads to the first receipt who opened an account so: %j',
  async (opened) => {
    standInForServer({
      '/login/loginByGoogle': () => answered({ ...session, ...(opened ? { opened } : {}) }),
    });
    show({ code: 'c', state: newState('login') });
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(isOnFirstSteps()).toBe(opened);
  },
);

it('asks for the second factor where the account has one', async () => {
  const step = { challenge: 'question', methods: ['totp' as const] };
  standInForServer({ '/login/loginByGoogle': () => answered({ ...step, next: '/market' }) });
  show({ code: 'c', state: newState('login') });
  await waitFor(() => expect(onSecond).toHaveBeenCalledTimes(1));
  expect(onSecond.mock.calls[0]?.[0]).toMatchObject(step);
  expect(currentSession().state).toBe('out');
});

it('says what was refused, and leads back to the log-in', async () => {
  standInForServer({ '/login/loginByGoogle': () => refused('sign-in-unconfirmed') });
  show({ code: 'c', state: newState('login') });
  expect((await screen.findByRole('alert')).textContent).toContain('could not be confirmed');
  expect(screen.getByRole('link', { name: 'Back to log-in' }).getAttribute('href')).toBe(
    '/pass/login',
  );
});

it.each([
  [{ error: 'access_denied', state: 'login.x' }, 'You declined there'],
  [{ error: 'server_error', state: 'login.x' }, 'could not be confirmed'],
  [{}, 'no log-in to finish'],
  [{ code: 'c' }, 'no log-in to finish'],
])('asks nobody when %j comes back', async (callback, words) => {
  const sent = standInForServer({});
  show(callback);
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(sent).toEqual([]);
});

it('adds a service to the account that is signed in', async () => {
  beginSession(session);
  const sent = standInForServer({
    '/user/linkSocialFinish': () => answered({ next: '/profile/security' }),
  });
  show({ code: 'c', state: newState('link') });
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('/profile/security'));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers.get('authorization')).toBe('token-1');
});
