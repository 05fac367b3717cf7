import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../test/answers.ts';
import { isOnFirstSteps } from '../../lib/first-steps.ts';
import { endSession } from '../../lib/session.ts';
import { RegisterForm } from './RegisterForm.tsx';

const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };
const onDone = vi.fn<() => void>();

beforeAll(loadAllTexts);
beforeEach(async () => {
  await activateLocale(LOCALES[0] as (typeof LOCALES)[number]);
  endSession();
  onDone.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const submit = (): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name: 'Open a demo account' }));
const alerts = (): string[] => screen.getAllByRole('alert').map((alert) => alert.textContent ?? '');

it('says every problem at its own field before anything is sent', async () => {
  const sent = standInForServer({});
  render(<RegisterForm way="username" onDone={onDone} />);
  await userEvent.type(field('User name'), 'ma');
  await userEvent.type(field('Password'), 'short');
  await submit();
  expect(alerts()).toEqual([
    'Use letters a to z, digits, dot, dash or underscore; 3 to 32 characters.',
    'This password is too short or too common. Use at least 10 characters.',
  ]);
  expect(document.activeElement).toBe(field('User name'));
  expect(sent).toEqual([]);
});

it('asks for the password once, unseen, and shows it to who asks', async () => {
  render(<RegisterForm way="username" onDone={onDone} />);
  await userEvent.type(field('Password'), 'a long sentence');
  expect(document.querySelectorAll('input[type=password]')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field('Password').type).toBe('text');
});

it('keeps names without capitals, says whether one is free, and opens the account', async () => {
  const sent = standInForServer({
    '/login/checkUserNameOrPhone': () => answered({ exists: false }),
    '/login/register': () => answered({ token: 'token-1', expiresAt: 1, user }),
  });
  render(<RegisterForm way="username" onDone={onDone} />);
  await userEvent.type(field('User name'), 'Mara');
  await userEvent.tab();
  expect(await screen.findByText('This name is free.')).toBeTruthy();
  await userEvent.type(field('Password'), 'a long sentence{Enter}');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(isOnFirstSteps()).toBe(true);
  expect(sent.at(-1)?.body).toEqual({
    username: 'mara',
    password: 'a long sentence',
    client: 'web',
  });
});

it('says a taken name as soon as the field is left', async () => {
  standInForServer({ '/login/checkUserNameOrPhone': () => answered({ exists: true }) });
  render(<RegisterForm way="username" onDone={onDone} />);
  await userEvent.type(field('User name'), 'mara');
  await userEvent.tab();
  expect((await screen.findByRole('alert')).textContent).toContain('This user name is taken');
});

it('puts a refusal of the server at the field it names', async () => {
  standInForServer({
    '/login/checkUserNameOrPhone': () => answered({ exists: false }),
    '/login/register': () => refused('no-such-user', 'inviteCode'),
  });
  render(<RegisterForm way="username" onDone={onDone} />);
  await userEvent.type(field('User name'), 'mara');
  await userEvent.type(field('Password'), 'a long sentence');
  await userEvent.type(field('Invite code'), 'NOBODY');
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('No user has this code');
  expect(field('Invite code').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('Invite code'));
});

it('sends a code to the mailbox, counts down to the next, and opens the account with it', async () => {
  const sent = standInForServer({
    '/login/sendCode': () => answered({ retryAfterSeconds: 60 }),
    '/login/register': () => answered({ token: 'token-1', expiresAt: 1, user }),
    '/login/checkUserNameOrPhone': () => answered({ exists: false }),
  });
  render(<RegisterForm way="email" onDone={onDone} />);
  const sendCode = screen.getByRole('button', { name: 'Send code' });
  await userEvent.click(sendCode);
  expect(alerts()).toEqual(['Enter your e-mail.']);
  await userEvent.type(field('E-mail'), 'mara');
  await userEvent.click(sendCode);
  expect(alerts()).toEqual(['This is not an e-mail address. Check it.']);
  await userEvent.type(field('E-mail'), '@example.org');
  await submit();
  expect(alerts()).toContain('Enter the code we sent.');
  expect(sent).toEqual([]);
  await userEvent.click(sendCode);
  expect(await screen.findByText(/A code is on its way to mara@example.org/)).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({
    channel: 'email',
    target: 'mara@example.org',
    purpose: 'register',
  });
  expect(screen.getByText(/^Again in (60|59) s$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull();
  expect(document.activeElement).toBe(field('Verification code'));
  await userEvent.type(field('Verification code'), '123456');
  await userEvent.type(field('User name'), 'mara');
  await userEvent.type(field('Password'), 'a long sentence{Enter}');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(sent.at(-1)?.body).toMatchObject({ email: 'mara@example.org', code: '123456' });
});

it('says at the field why no code was sent', async () => {
  standInForServer({ '/login/sendCode': () => refused('not-yet-open', 'email') });
  render(<RegisterForm way="email" onDone={onDone} />);
  await userEvent.type(field('E-mail'), 'mara@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(alerts()).toEqual(['This is not open yet.']));
  expect(screen.getByRole('button', { name: 'Send code' })).toBeTruthy();
});

it('takes the invite code of the link that led here', () => {
  standInForServer({});
  render(<RegisterForm way="username" invite="0A1B2C3D4E5F" onDone={onDone} />);
  expect(field('Invite code').value).toBe('0A1B2C3D4E5F');
  expect(screen.getByText('From the link you followed.')).toBeTruthy();
});

it('asks for a phone number with one of the area codes', async () => {
  standInForServer({});
  render(<RegisterForm way="phone" onDone={onDone} />);
  expect(screen.getByLabelText('Area code').querySelectorAll('option')).toHaveLength(11);
  await submit();
  expect(alerts()).toEqual([
    'Enter your phone number.',
    'Enter the code we sent.',
    'Enter your user name.',
    'Enter your password.',
  ]);
});
