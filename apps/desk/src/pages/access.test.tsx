// Promise: nobody is in without a factor, a link is taken out of the address, and both ways are said.
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answered, refused, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const COUNTS = answered({ kinds: [], mine: 0 });
const EMPTY = answered({ records: [], next: null });
const OFFER = answered({
  challenge: 'question-1',
  totp: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Candor?secret=JBSWY3DPEHPK3PXP' },
  passkeyOptions: {},
  expiresAt: NOW,
});

afterEach(leaveDesk);

describe('signing in', () => {
  it(
    'asks for the factor after the password, and leads to the page that was asked for',
    WITHIN,
    async () => {
      const sent = standInForServer({
        'staff.session': () => refused('session-over'),
        'staff.sign-in': () => answered({ challenge: 'question-1', methods: ['totp'] }),
        'staff.second': () => answered(MEMBER),
        'staff.factors': () => answered({ totpSince: NOW, passkeys: [] }),
        'staff.sessions': () => answered({ records: [] }),
        'cases.counts': () => COUNTS,
      });
      await showDesk('/account', null);
      expect(await faultsIn(document.body)).toEqual([]);
      await userEvent.type(screen.getByLabelText('E-mail address'), 'ines@candor.example');
      await userEvent.type(screen.getByLabelText('Password'), 'a long password{Enter}');
      await userEvent.type(await screen.findByLabelText('Six-digit code'), '123 456{Enter}');
      expect(await screen.findByRole('heading', { name: 'Your log-in' })).toBeTruthy();
      expect(sent.find(({ name }) => name === 'staff.second')?.body).toEqual({
        challenge: 'question-1',
        totp: '123456',
      });
      expect(location.pathname).toBe('/account');
    },
  );

  it('says what was wrong in words, and sends nothing that is empty', WITHIN, async () => {
    const sent = standInForServer({
      'staff.session': () => refused('session-over'),
      'staff.sign-in': () => refused('credentials-wrong'),
    });
    await showDesk('/cases', null);
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getAllByText('Fill this in.')).toHaveLength(2);
    expect(sent.some(({ name }) => name === 'staff.sign-in')).toBe(false);
    await userEvent.type(screen.getByLabelText('E-mail address'), 'ines@candor.example');
    await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
  });

  it('that cannot reach the server says so and tries again', WITHIN, async () => {
    const answers = { 'cases.counts': () => COUNTS, 'cases.list': () => EMPTY };
    standInForServer({});
    await showDesk('/cases', null);
    const again = await screen.findByRole('button', { name: 'Try again' });
    standInForServer({ ...answers, 'staff.session': () => answered(MEMBER) });
    await userEvent.click(again);
    expect(await screen.findByText('No pending cases')).toBeTruthy();
  });
});

describe('a one-time link', () => {
  it('makes the first administrator, with a code app, and leaves the address', WITHIN, async () => {
    const sent = standInForServer({
      'staff.open-link': () =>
        answered({
          kind: 'administrator',
          email: null,
          name: null,
          roles: ['admin'],
          expiresAt: NOW,
        }),
      'staff.begin-enrolment': () => OFFER,
      'staff.finish-enrolment': () => answered(MEMBER),
      'cases.counts': () => COUNTS,
      'cases.list': () => EMPTY,
      'staff.session': () => refused('session-over'),
    });
    await showDesk('/welcome#the-token', null);
    await screen.findByRole('heading', { name: 'Become the administrator' });
    expect(location.hash).toBe('');
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.type(screen.getByLabelText('E-mail address'), 'ines@candor.example');
    await userEvent.type(screen.getByLabelText('Your name'), 'Ines Moreau');
    await userEvent.type(screen.getByLabelText('New password'), 'a long password');
    await userEvent.type(screen.getByLabelText('Repeat the password'), 'another one{Enter}');
    expect(screen.getByText('The two passwords differ.')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Repeat the password'));
    await userEvent.type(screen.getByLabelText('Repeat the password'), 'a long password{Enter}');
    await userEvent.click(await screen.findByRole('radio', { name: 'Authenticator app' }));
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.type(screen.getByLabelText('Six-digit code'), '123456{Enter}');
    await screen.findByText('No pending cases');
    expect(sent.find(({ name }) => name === 'staff.begin-enrolment')?.body).toEqual({
      link: 'the-token',
      email: 'ines@candor.example',
      name: 'Ines Moreau',
      password: 'a long password',
    });
    expect(sent.find(({ name }) => name === 'staff.finish-enrolment')?.body).toEqual({
      challenge: 'question-1',
      totp: '123456',
    });
  });

  it('that was used says so; an address without one too', WITHIN, async () => {
    standInForServer({
      'staff.session': () => refused('session-over'),
      'staff.open-link': () => refused('staff-link-over'),
    });
    await showDesk('/welcome#old', null);
    expect((await screen.findByRole('alert')).textContent).toContain('This link was used');
    leaveDesk();
    standInForServer({ 'staff.session': () => refused('session-over') });
    await showDesk('/welcome', null);
    expect(await screen.findByText(/Its address has no link in it/)).toBeTruthy();
  });
});

describe('the member’s own factors', () => {
  it(
    'a passkey is removed with the password alone, and nothing is kept in the browser',
    WITHIN,
    async () => {
      const passkey = { id: ID, name: 'Work laptop', createdAt: NOW, lastUsedAt: null };
      const sent = standInForServer({
        'cases.counts': () => COUNTS,
        'staff.session': () => answered(MEMBER),
        'staff.factors': () => answered({ totpSince: NOW, passkeys: [passkey] }),
        'staff.sessions': () => answered({ records: [] }),
        'staff.remove-passkey': () => answered(null),
      });
      await showDesk('/account');
      await userEvent.click(await screen.findByRole('button', { name: 'Remove Work laptop' }));
      expect(await faultsIn(document.body)).toEqual([]);
      const dialog = within(screen.getByRole('dialog'));
      await userEvent.type(dialog.getByLabelText('Password'), 'a long password');
      await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      const removal = sent.find(({ name }) => name === 'staff.remove-passkey');
      expect([removal?.path, removal?.body]).toEqual([
        `/desk/session/factors/remove/${ID}`,
        { password: 'a long password' },
      ]);
      expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    },
  );

  it('the last factor has no way to be removed', WITHIN, async () => {
    const passkey = { id: ID, name: 'Work laptop', createdAt: NOW, lastUsedAt: null };
    standInForServer({
      'cases.counts': () => COUNTS,
      'staff.factors': () => answered({ totpSince: null, passkeys: [passkey] }),
      'staff.sessions': () => answered({ records: [] }),
    });
    await showDesk('/account');
    expect(await screen.findByText('Work laptop')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('a code app is removed beside a passkey, with the password', WITHIN, async () => {
    const passkey = { id: ID, name: 'Work laptop', createdAt: NOW, lastUsedAt: null };
    const sent = standInForServer({
      'cases.counts': () => COUNTS,
      'staff.session': () => answered(MEMBER),
      'staff.factors': () => answered({ totpSince: NOW, passkeys: [passkey] }),
      'staff.sessions': () => answered({ records: [] }),
      'staff.remove-totp': () => answered(null),
    });
    await showDesk('/account');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Remove the authenticator app' }),
    );
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Password'), 'a long password{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ name }) => name === 'staff.remove-totp')?.body).toEqual({
      password: 'a long password',
    });
  });
});

describe('the member’s own password and sessions', () => {
  const session = (id: string, isThis: boolean) => ({
    ...{ id, device: `Firefox ${id.slice(-1)}`, address: '10.0.0.x', createdAt: NOW },
    ...{ expiresAt: NOW + 1_000, isThis },
  });
  const SESSIONS = [session(ID, true), session(`${ID.slice(0, -1)}8`, false)];
  const ANSWERS = {
    'cases.counts': () => COUNTS,
    'staff.factors': () => answered({ totpSince: NOW, passkeys: [] }),
  } as const;

  it('the password is changed with the present one, refusals at their fields', WITHIN, async () => {
    let answer = refused('credentials-wrong');
    (answer.envelope as { result: { field?: string } }).result.field = 'password';
    const sent = standInForServer({
      ...ANSWERS,
      'staff.sessions': () => answered({ records: [SESSIONS[0]] }),
      'staff.change-password': () => answer,
    });
    await showDesk('/account');
    const button = await screen.findByRole('button', { name: 'Change the password' });
    const now = screen.getByLabelText('Current password');
    await userEvent.type(now, 'an old password');
    await userEvent.type(screen.getByLabelText('New password'), 'a newer password');
    await userEvent.type(screen.getByLabelText('Repeat the new password'), 'another');
    await userEvent.click(button);
    expect(screen.getByText('The two passwords differ.')).toBeTruthy();
    expect(sent.some(({ name }) => name === 'staff.change-password')).toBe(false);
    await userEvent.clear(screen.getByLabelText('Repeat the new password'));
    await userEvent.type(screen.getByLabelText('Repeat the new password'), 'a newer password');
    await userEvent.click(button);
    await waitFor(() => expect(now.getAttribute('aria-invalid')).toBe('true'));
    expect(await faultsIn(document.body)).toEqual([]);
    answer = answered(null);
    await userEvent.click(button);
    await waitFor(() => expect(now).toHaveProperty('value', ''));
    expect(sent.findLast(({ name }) => name === 'staff.change-password')?.body).toEqual({
      password: 'an old password',
      next: 'a newer password',
    });
    expect(screen.getByText('You are logged in nowhere else.')).toBeTruthy();
  });

  it('every other session is ended by one press', WITHIN, async () => {
    let records = SESSIONS;
    standInForServer({
      ...ANSWERS,
      'staff.sessions': () => answered({ records }),
      'staff.end-others': () => {
        records = SESSIONS.slice(0, 1);
        return answered({ ended: 1 });
      },
    });
    await showDesk('/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    expect(await screen.findByText('You are logged in nowhere else.')).toBeTruthy();
    expect(screen.queryByText('Firefox 8')).toBeNull();
  });
});
