import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { ResetForm } from './ResetForm.tsx';

const onDone = vi.fn<() => void>();

beforeAll(loadAllTexts);
beforeEach(async () => {
  await activateLocale(LOCALES[0] as (typeof LOCALES)[number]);
  onDone.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const alerts = (): string[] => screen.getAllByRole('alert').map((alert) => alert.textContent ?? '');

async function fill(): Promise<void> {
  await userEvent.type(field('Phone'), '0151 1234567');
  await userEvent.type(field('Verification code'), '123456');
  await userEvent.type(field('New password'), 'a long sentence');
  await userEvent.type(field('Repeat the password'), 'a long sentence{Enter}');
}

it('says every problem at its own field before anything is sent', async () => {
  const sent = standInForServer({});
  render(<ResetForm channel="email" onDone={onDone} />);
  await userEvent.click(screen.getByRole('button', { name: 'Set the new password' }));
  expect(alerts()).toEqual([
    'Enter your e-mail.',
    'Enter the code we sent.',
    'Enter your password.',
    'Repeat the password.',
  ]);
  expect(sent).toEqual([]);
});

it('says that the two passwords differ, and sends neither', async () => {
  const sent = standInForServer({ '/login/resetPassword': () => answered({}) });
  render(<ResetForm channel="phone" onDone={onDone} />);
  await userEvent.type(field('New password'), 'a long sentence ');
  await fill();
  expect(alerts()).toEqual(['The two passwords differ. Type the second one again.']);
  expect(sent).toEqual([]);
});

it('does not say whether an account uses the mailbox', async () => {
  standInForServer({ '/login/sendCode': () => answered({ retryAfterSeconds: 60 }) });
  render(<ResetForm channel="email" onDone={onDone} />);
  await userEvent.type(field('E-mail'), 'mara@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByText(/^If an account uses mara@example.org/)).toBeTruthy();
});

it('sets the password with the code that came', async () => {
  const sent = standInForServer({ '/login/resetPassword': () => answered({}) });
  render(<ResetForm channel="phone" onDone={onDone} />);
  await fill();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(sent.at(-1)?.body).toEqual({
    channel: 'phone',
    target: '0151 1234567',
    areaCode: '+49',
    code: '123456',
    newPassword: 'a long sentence',
  });
});

it('puts a wrong code at its field', async () => {
  standInForServer({ '/login/resetPassword': () => refused('code-wrong', 'code') });
  render(<ResetForm channel="phone" onDone={onDone} />);
  await fill();
  await waitFor(() => {
    expect(alerts()).toEqual(['The code is wrong or was already used. Ask for a new one.']);
  });
  expect(document.activeElement).toBe(field('Verification code'));
  expect(onDone).not.toHaveBeenCalled();
});
