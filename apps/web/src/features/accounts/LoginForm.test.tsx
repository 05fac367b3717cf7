import type { SecondStep } from '@candor/protocol/light';
import { ensure } from '@candor/kernel';
import { activateLocale, loadAllTexts, localeOf } from '@candor/locales';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../test/answers.ts';
import { currentSession, endSession } from '../../lib/session.ts';
import { LoginForm } from './LoginForm.tsx';

const english = ensure(localeOf('en'), 'the product speaks English');
const arabic = ensure(localeOf('ar'), 'the product speaks Arabic');
const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };
const onDone = vi.fn<() => void>();
const onSecond = vi.fn<(step: SecondStep) => void>();

beforeAll(loadAllTexts);
beforeEach(async () => {
  await activateLocale(english);
  endSession();
  onDone.mockClear();
  onSecond.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = (): HTMLInputElement => screen.getByLabelText('User name, e-mail or phone');
const password = (): HTMLInputElement => screen.getByLabelText('Password');

it('asks for what is missing, at its field, before anything is sent', async () => {
  const sent = standInForServer({});
  render(<LoginForm onDone={onDone} onSecond={onSecond} />);
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(screen.getByRole('alert').textContent).toBe('Enter user name and password.');
  expect(document.activeElement).toBe(name());
  await userEvent.type(password(), 'x');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(screen.getByRole('alert').textContent).toBe('Enter your user name, e-mail or phone.');
  await userEvent.clear(password());
  await userEvent.type(name(), 'mara');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(screen.getByRole('alert').textContent).toBe('Enter your password.');
  expect(document.activeElement).toBe(password());
  expect(sent).toEqual([]);
});

it('logs in by Enter, and goes on', async () => {
  const sent = standInForServer({
    '/login/login': () => answered({ token: 'token-1', expiresAt: 1, user }),
  });
  render(<LoginForm onDone={onDone} onSecond={onSecond} />);
  await userEvent.type(name(), 'mara');
  await userEvent.type(password(), 'a long sentence{Enter}');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(sent[0]?.body).toEqual({
    username: 'mara',
    password: 'a long sentence',
    client: 'web',
  });
  expect(currentSession()).toMatchObject({ state: 'in', user });
});

it('asks for the second factor where the account has one, and nobody is signed in yet', async () => {
  const step = { challenge: 'question-1', methods: ['totp' as const] };
  standInForServer({ '/login/login': () => answered(step) });
  render(<LoginForm onDone={onDone} onSecond={onSecond} />);
  await userEvent.type(name(), 'mara');
  await userEvent.type(password(), 'a long sentence{Enter}');
  await waitFor(() => expect(onSecond).toHaveBeenCalledWith(step));
  expect(onDone).not.toHaveBeenCalled();
  expect(currentSession().state).toBe('out');
});

it('says a wrong password in the reader’s language, at the field, and keeps what was typed', async () => {
  await activateLocale(arabic);
  standInForServer({ '/login/login': () => refused('credentials-wrong') });
  render(<LoginForm onDone={onDone} onSecond={onSecond} />);
  await userEvent.type(screen.getByLabelText('اسم المستخدم أو البريد أو الهاتف'), 'mara');
  await userEvent.type(screen.getByLabelText('كلمة المرور'), 'wrong{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('كلمة المرور غير صحيحة');
  expect(screen.getByLabelText<HTMLInputElement>('كلمة المرور').value).toBe('wrong');
  expect(onDone).not.toHaveBeenCalled();
});

it('says a failure of the whole above the form', async () => {
  standInForServer({ '/login/login': () => refused('too-many') });
  render(<LoginForm onDone={onDone} onSecond={onSecond} />);
  await userEvent.type(name(), 'mara');
  await userEvent.type(password(), 'something{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts');
  expect(name().getAttribute('aria-invalid')).toBeNull();
});

it('shows and hides the password, and lets a password manager fill both', async () => {
  render(<LoginForm onDone={onDone} onSecond={onSecond} />);
  expect([name().autocomplete, password().autocomplete]).toEqual(['username', 'current-password']);
  expect(password().type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password().type).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password().type).toBe('password');
});
