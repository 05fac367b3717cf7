import { DEFAULT_LOCALE, activateLocale, activeLocale, localeOf } from '@candor/locales';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Sent, answered, refused, standInForServer } from '../../test/answers.ts';
import {
  currentPreferences,
  setAsksBeforeClose,
  setLanguage,
  setTheme,
  setUpDown,
} from './preferences.ts';
import { beginSession, endSession } from './session.ts';
import { keepPreferences } from './synced-preferences.ts';

const session = (id: string) => ({
  token: `token of ${id}`,
  expiresAt: 1,
  user: { id, username: id, demoDisabled: false },
});
const locale = (value: string) => {
  const found = localeOf(value);
  if (found === null) throw new Error(`no ${value}`);
  return found;
};
const PLAIN = { language: 'en', theme: null, upDown: null, asksBeforeClose: true } as const;
const path = '/user/preferences';
const saidIn = (sent: readonly Sent[]): unknown[] =>
  sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
const readIn = (sent: readonly Sent[]): number =>
  sent.filter(({ method }) => method === 'GET').length;

keepPreferences();

beforeEach(async () => {
  endSession();
  await activateLocale(locale(DEFAULT_LOCALE));
  setTheme(null);
  setUpDown(null);
  setAsksBeforeClose(true);
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it('takes over what was said on another device, and says nothing back', async () => {
  const saved = {
    language: 'ar',
    theme: 'dark',
    upDown: 'red-up',
    asksBeforeClose: false,
    savedAt: 5,
  };
  const sent = standInForServer({ [path]: () => answered(saved) });
  beginSession(session('ann'));
  await vi.waitFor(() => expect(activeLocale().value).toBe('ar'));
  expect(currentPreferences()).toEqual({
    theme: 'dark',
    upDown: 'red-up',
    asksBeforeClose: false,
  });
  // A renewed token is no new session.
  beginSession(session('ann'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([readIn(sent), saidIn(sent)]).toEqual([1, []]);
});

it('makes this device’s tastes the user’s where nothing was said before, and tells each change', async () => {
  let saved: object = { ...PLAIN, savedAt: null };
  const sent = standInForServer({
    [path]: ({ method, body }) => {
      if (method === 'POST') saved = { ...(body as object), savedAt: 7 };
      return answered(saved);
    },
  });
  setTheme('light');
  beginSession(session('ben'));
  await vi.waitFor(() => expect(saidIn(sent)).toHaveLength(1));
  setUpDown('red-up');
  await vi.waitFor(() => expect(saidIn(sent)).toHaveLength(2));
  await setLanguage(locale('ar'));
  await vi.waitFor(() => expect(saidIn(sent)).toHaveLength(3));
  setAsksBeforeClose(false);
  await vi.waitFor(() => expect(saidIn(sent)).toHaveLength(4));
  expect(saidIn(sent)).toEqual([
    { ...PLAIN, theme: 'light' },
    { ...PLAIN, theme: 'light', upDown: 'red-up' },
    { ...PLAIN, language: 'ar', theme: 'light', upDown: 'red-up' },
    { ...PLAIN, language: 'ar', theme: 'light', upDown: 'red-up', asksBeforeClose: false },
  ]);
  endSession();
  setTheme('dark');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(saidIn(sent)).toHaveLength(4);
});

it('leaves a language it does not have as the user said it elsewhere', async () => {
  const saved = { ...PLAIN, language: 'pt', theme: 'dark', savedAt: 5 };
  const sent = standInForServer({ [path]: () => answered(saved) });
  beginSession(session('chai'));
  await vi.waitFor(() => expect(currentPreferences().theme).toBe('dark'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(activeLocale().value).toBe('en');
  expect(saidIn(sent)).toEqual([]);
});

it('asks again when the server could not be heard, and one user’s answer is not another’s', async () => {
  let answers = 0;
  const sent = standInForServer({
    [path]: () => {
      answers += 1;
      return answers === 1
        ? refused('internal')
        : answered({ ...PLAIN, theme: 'dark', savedAt: 5 });
    },
  });
  beginSession(session('dora'));
  await vi.waitFor(() => expect(readIn(sent)).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(currentPreferences().theme).toBeNull();
  beginSession(session('dora'));
  await vi.waitFor(() => expect(currentPreferences().theme).toBe('dark'));
  expect(saidIn(sent)).toEqual([]);
});

it('asks a new user before a close, whatever another one chose in this browser', async () => {
  setAsksBeforeClose(false);
  setTheme('dark');
  const sent = standInForServer({ [path]: () => answered({ ...PLAIN, savedAt: null }) });
  beginSession(session('new'));
  await vi.waitFor(() => expect(saidIn(sent)).toHaveLength(1));
  expect(saidIn(sent)).toEqual([{ ...PLAIN, theme: 'dark' }]);
  expect(currentPreferences().asksBeforeClose).toBe(true);
});
