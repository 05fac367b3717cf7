import { type Locale, activateLocale, loadAllTexts, localeOf } from '@candor/locales';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { endSession } from '../../../lib/session.ts';
import { SocialButtons } from './SocialButtons.tsx';
import { leaveTo } from '../proofs/leave.ts';

vi.mock('../proofs/leave.ts', () => ({ leaveTo: vi.fn<(url: string) => void>() }));

const [english, arabic] = ['en', 'ar'].map((value) => localeOf(value) as Locale) as [
  Locale,
  Locale,
];
const GOOGLE = [{ issuer: 'google', title: 'Google' }];

beforeAll(loadAllTexts);
beforeEach(async () => {
  await activateLocale(english);
  endSession();
  vi.mocked(leaveTo).mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('leaves for the service, with the place to go on to and the page’s language', async () => {
  await activateLocale(arabic);
  const sent = standInForServer({
    '/login/socialIssuers': () => answered(GOOGLE),
    '/login/socialStart': () => answered({ url: 'https://service.example/authorize' }),
  });
  render(<SocialButtons next="/profile" />);
  await userEvent.click(await screen.findByRole('button', { name: /Google/ }));
  await waitFor(() => expect(leaveTo).toHaveBeenCalledWith('https://service.example/authorize'));
  expect(sent.at(-1)?.body).toEqual({ issuer: 'google', next: '/profile', language: 'ar' });
});

it('says it when the service does not answer, and can be pressed again', async () => {
  standInForServer({
    '/login/socialIssuers': () => answered(GOOGLE),
    '/login/socialStart': () => refused('service-unreachable'),
  });
  render(<SocialButtons next="/market" />);
  const button = await screen.findByRole('button', { name: 'Continue with Google' });
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('did not answer');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Google/ }).disabled).toBe(false);
  expect(leaveTo).not.toHaveBeenCalled();
});

it('says that no service is set up, instead of a button that leads nowhere', async () => {
  standInForServer({ '/login/socialIssuers': () => answered([]) });
  render(<SocialButtons next="/market" />);
  await screen.findByText(/not set up on this installation/);
  expect(screen.queryByRole('button')).toBeNull();
});
