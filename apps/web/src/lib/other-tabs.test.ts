// Promise: a page never goes on as a user whom another tab logged out, asleep or awake.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchOtherTabs } from './other-tabs.ts';
import { beginSession, currentSession, endSession, setMode } from './session.ts';

const session = (id: string) => ({
  token: `token-of-${id}`,
  expiresAt: 1,
  user: { id, username: id, demoDisabled: false },
});

let stop: () => void = () => undefined;
beforeEach(() => {
  localStorage.clear();
  beginSession(session('mara'));
  stop = watchOtherTabs();
});
afterEach(() => {
  stop();
  endSession();
  vi.restoreAllMocks();
});

/** What another tab leaves in the storage both share, said or not. */
function elsewhere(act: () => void, isSaid = true): void {
  act();
  if (isSaid) dispatchEvent(new StorageEvent('storage', { key: null }));
}
const logOut = (): void => localStorage.clear();
const logInAs = (id: string) => (): void => {
  localStorage.clear();
  localStorage.setItem('isLogin', '1');
  localStorage.setItem('sessionUser', id);
  localStorage.setItem('virtualStatus', '0');
};

it('another tab’s log-out ends the session here', () => {
  elsewhere(logOut);
  expect(currentSession()).toMatchObject({ state: 'out', isOver: false });
});

it('another tab’s log-in as somebody else ends it too, and leaves theirs alone', () => {
  elsewhere(logInAs('noor'));
  expect(currentSession()).toMatchObject({ state: 'out', user: null, isOver: true });
  expect({ ...localStorage }).toEqual({ isLogin: '1', sessionUser: 'noor', virtualStatus: '0' });
});

it('another tab’s new token for the same user changes nothing', () => {
  elsewhere(logInAs('mara'));
  expect(currentSession()).toMatchObject({ state: 'in', user: { id: 'mara' } });
});

it.each(['log-out', 'log-in'])(
  'a %s that nobody told of is noticed when the page returns',
  (what) => {
    elsewhere(what === 'log-out' ? logOut : logInAs('noor'), false);
    expect(currentSession().state).toBe('in');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(currentSession().state).toBe('out');
  },
);

it('a browser that keeps nothing is not logged out for it', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('closed');
  });
  localStorage.clear();
  stop();
  stop = watchOtherTabs();
  beginSession(session('mara'));
  setMode('real');
  elsewhere(() => undefined);
  expect(currentSession()).toMatchObject({ state: 'in', mode: 'real' });
});
