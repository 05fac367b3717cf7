import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { currentSession, endSession } from '../../../lib/session.ts';
import { speak } from '../../../testing/speak.ts';
import { SecondStepForm } from './SecondStepForm.tsx';

const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };
const session = { token: 'token-1', expiresAt: 1, user };
const onDone = vi.fn<() => void>();
const onAgain = vi.fn<() => void>();

beforeEach(async () => {
  await speak('en');
  endSession();
  onDone.mockClear();
  onAgain.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Methods = readonly ('totp' | 'passkey' | 'recovery')[];
const show = (methods: Methods = ['totp', 'recovery']): void => {
  const step = { challenge: 'question-1', methods: [...methods], passkeyOptions: {} };
  render(<SecondStepForm step={step} onDone={onDone} onAgain={onAgain} />);
};
const code = (): HTMLInputElement => screen.getByLabelText('Six-digit code');
const confirm = (): HTMLElement => screen.getByRole('button', { name: 'Confirm' });

it('takes a code as it is read from the app, spaces and all, and begins the session', async () => {
  const sent = standInForServer({ '/login/second': () => answered(session) });
  show();
  expect([code().autocomplete, code().inputMode]).toEqual(['one-time-code', 'numeric']);
  await userEvent.type(code(), '123 456{Enter}');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(sent[0]?.body).toEqual({ challenge: 'question-1', totp: '123456', client: 'web' });
  expect(currentSession()).toMatchObject({ state: 'in', user });
});

it('sends nothing that cannot be a code, and puts the cursor back', async () => {
  const sent = standInForServer({});
  show();
  for (const text of ['', '12345', 'abcdef']) {
    await userEvent.clear(code());
    if (text !== '') await userEvent.type(code(), text);
    await userEvent.click(confirm());
    expect(screen.getByRole('alert').textContent).toContain('Enter the six digits.');
    expect(document.activeElement).toBe(code());
  }
  expect(sent).toEqual([]);
});

it('says a wrong code at the field, and forgets that when another is typed', async () => {
  standInForServer({ '/login/second': () => refused('second-factor-wrong') });
  show();
  await userEvent.type(code(), '000000{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('That is not right.');
  await userEvent.type(code(), '1');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onDone).not.toHaveBeenCalled();
});

it('a recovery code is a step away, and says what it costs', async () => {
  const sent = standInForServer({ '/login/second': () => answered(session) });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  expect(
    screen.getByText('After a recovery code, withdrawals are on hold for three days.'),
  ).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Recovery code'), ' ab12-cd34 {Enter}');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent[0]?.body).toMatchObject({ recoveryCode: 'ab12-cd34' });
});

it.each(['challenge-over', 'too-many', 'account-disabled'] as const)(
  'after %s only the first step is left',
  async (name) => {
    standInForServer({ '/login/second': () => refused(name) });
    show();
    await userEvent.type(code(), '123456{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Start again' }));
    expect(onAgain).toHaveBeenCalledTimes(1);
    expect(screen.queryByLabelText('Six-digit code')).toBeNull();
  },
);

it('a browser without passkeys says so and offers the other way', async () => {
  const sent = standInForServer({});
  show(['passkey', 'recovery']);
  await userEvent.click(screen.getByRole('button', { name: 'Use your passkey' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This browser does not support passkeys.',
  );
  expect(screen.getByRole('button', { name: 'Use a recovery code' })).toBeTruthy();
  expect(sent).toEqual([]);
});

it('speaks Arabic', async () => {
  await speak('ar');
  standInForServer({ '/login/second': () => refused('second-factor-wrong') });
  show();
  await userEvent.type(screen.getByLabelText('الرمز المكوّن من ستة أرقام'), '000000{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('هذا غير مطابق');
});
