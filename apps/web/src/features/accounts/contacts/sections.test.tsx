import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { queryClient } from '../../../lib/query.ts';
import { beginSession, endSession, sessionToken } from '../../../lib/session.ts';
import { Cached } from '../../../live/Cached.tsx';
import { speak } from '../../../testing/speak.ts';
import { ContactSection } from './ContactSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PhraseSection } from './PhraseSection.tsx';

const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };
const OVERVIEW = {
  username: 'mara',
  hasPassword: true,
  totp: false,
  passkeys: [],
  recoveryLeft: 0,
  antiPhishing: null,
  wallets: [],
  social: [],
  holds: [],
  freeze: null,
};
const CONFIRM = {
  '/user/stepUp': () => answered({ challenge: 'question-1', methods: ['password'], expiresAt: 1 }),
  '/user/stepUpProof': () => answered({ stepUp: 'confirmed-1', expiresAt: 1 }),
};

beforeEach(async () => {
  await speak('en');
  beginSession({ token: 'token-1', expiresAt: 1, user });
  // jsdom has no modal dialogs: open and closed is all these tests need of them.
  HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement): void {
    this.open = true;
  };
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

const show = (section: ReactElement): void => void render(<Cached>{section}</Cached>);
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));
const type = (label: string, text: string): Promise<void> =>
  userEvent.type(screen.getByLabelText(label), text);
const confirm = async (): Promise<void> => {
  // The section may have the same name.
  const password = await screen.findByLabelText('Password', { selector: 'input' });
  await userEvent.type(password, 'a long sentence{Enter}');
};
const bodyOf = (sent: ReturnType<typeof standInForServer>, path: string): unknown =>
  sent.findLast((one) => one.path.endsWith(path))?.body;

it('the old password is proof enough, and a wrong one is said at its field', async () => {
  let isRight = false;
  const sent = standInForServer({
    '/user/security': () => answered(OVERVIEW),
    '/user/repassword': () =>
      isRight ? answered({}) : refused('credentials-wrong', 'oldPassword'),
  });
  show(<PasswordSection />);
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
  await press('Change password');
  expect(screen.getAllByRole('alert')).toHaveLength(3);
  await type('Current password', 'not this one');
  await type('New password', 'a long sentence');
  await type('Repeat the password', 'a long sentence');
  await press('Change password');
  expect(await screen.findByText('This is not your current password.')).toBeTruthy();
  isRight = true;
  await press('Change password');
  await waitFor(() => expect(screen.queryByLabelText('New password')).toBeNull());
  expect(bodyOf(sent, '/user/repassword')).toEqual({
    oldPassword: 'not this one',
    newPassword: 'a long sentence',
  });
});

it('with a second factor, and for a first password, the owner confirms', async () => {
  const sent = standInForServer({
    ...CONFIRM,
    '/user/security': () => answered({ ...OVERVIEW, hasPassword: false }),
    '/user/repassword': () => answered({ token: 'token-2', expiresAt: 2, user }),
  });
  show(<PasswordSection />);
  await userEvent.click(await screen.findByRole('button', { name: 'Set a password' }));
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await type('New password', 'a long sentence');
  await type('Repeat the password', 'a long sentence');
  await press('Set a password');
  await confirm();
  await waitFor(() =>
    expect(bodyOf(sent, '/user/repassword')).toEqual({
      newPassword: 'a long sentence',
      stepUp: 'confirmed-1',
    }),
  );
  // The tokens there were are worth nothing any more.
  await waitFor(() => expect(sessionToken()).toBe('token-2'));
});

it('a mailbox is added after a confirmation and its code', async () => {
  const sent = standInForServer({
    ...CONFIRM,
    '/user/security': () => answered(OVERVIEW),
    '/user/contactBegin': () => answered({ retryAfterSeconds: 0 }),
    '/login/sendCode': () => answered({ retryAfterSeconds: 60 }),
    '/user/contactConfirm': () =>
      answered({
        channel: 'email',
        target: 'mara@example.org',
        session: { token: 'token-3', expiresAt: 2, user },
      }),
  });
  show(<ContactSection />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add your e-mail' }));
  await type('E-mail', 'mara@example.org');
  await press('Send code');
  await confirm();
  expect(await screen.findByText(/A code is on its way/)).toBeTruthy();
  expect(bodyOf(sent, '/user/stepUp')).toEqual({ action: 'contact', subject: 'email' });
  expect(bodyOf(sent, '/user/contactBegin')).toEqual({
    channel: 'email',
    target: 'mara@example.org',
    stepUp: 'confirmed-1',
  });
  // Once more to the same mailbox: nobody has to confirm again.
  await press('Send code');
  await waitFor(() =>
    expect(bodyOf(sent, '/login/sendCode')).toEqual({
      channel: 'email',
      target: 'mara@example.org',
      purpose: 'security',
    }),
  );
  await type('Verification code', '123456');
  await press('Confirm');
  await waitFor(() => expect(screen.queryByLabelText('Verification code')).toBeNull());
  expect(bodyOf(sent, '/user/contactConfirm')).toEqual({ code: '123456' });
  // The session goes on with the tokens of the change; those before it are worth nothing.
  expect(sessionToken()).toBe('token-3');
});

it('a mailbox that is another’s is said at its field', async () => {
  standInForServer({
    '/user/security': () => answered({ ...OVERVIEW, email: 'old@example.org' }),
    '/user/contactConfirm': () => refused('mail-taken', 'email'),
  });
  show(<ContactSection />);
  expect(await screen.findByText('old@example.org')).toBeTruthy();
  await press('Change your e-mail');
  await type('E-mail', 'mara@example.org');
  await type('Verification code', '123456');
  await press('Confirm');
  await waitFor(() =>
    expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true'),
  );
});

it('the words of our mails are checked before anybody confirms, and after it by the server', async () => {
  const sent = standInForServer({
    ...CONFIRM,
    '/user/security': () => answered({ ...OVERVIEW, antiPhishing: 'Green teapot' }),
    '/user/antiPhishing': () => refused('unreadable', 'text'),
  });
  show(<PhraseSection />);
  expect(await screen.findByText('In use: Green teapot')).toBeTruthy();
  // The form opens from the head of its card.
  expect(screen.queryByLabelText('Your phrase')).toBeNull();
  await press('Change the phrase');
  await press('Save the phrase');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Use 4 to 32 letters/);
  expect(bodyOf(sent, '/user/stepUp')).toBeUndefined();
  await type('Your phrase', 'a<b>c');
  await press('Save the phrase');
  await confirm();
  await waitFor(() => expect(bodyOf(sent, '/user/antiPhishing')).toBeTruthy());
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Use 4 to 32 letters/);
});
