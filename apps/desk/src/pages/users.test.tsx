// Promise: a member finds a user, sees what the role may see, and stops new risk with a reason.
import type { DeskSession, UserDetail } from '@candor/protocol/desk-light';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const DAY_MS = 86_400_000;
const MARA = {
  id: ID,
  username: 'mara_k',
  state: 'active',
  demoDisabled: false,
  createdAt: NOW,
} as const;
const DETAIL: UserDetail = {
  ...MARA,
  language: 'es',
  contacts: [{ channel: 'email', target: 'm•••@post.example', isMasked: true, confirmedAt: NOW }],
  factors: {
    password: true,
    totp: true,
    passkeys: 1,
    recoveryLeft: 10,
    wallets: ['tron'],
    social: [],
  },
  sessions: [{ id: ID, device: '', address: '10.0.0.0/24', createdAt: NOW, lastAt: NOW }],
  logins: [],
  limits: [{ kind: 'loss', period: 'day', amount: '100' }],
  pauses: [],
  holds: [],
  freeze: null,
  disabled: null,
  notes: [{ id: ID, at: NOW, byName: 'Aiko', text: 'Called <b>twice</b>' }],
};
const figures = {
  id: ID,
  username: 'mara_k',
  demoDisabled: false,
  amount: '900',
  bondAmount: '100',
  freeMargin: null,
  floatingPnL: null,
  totalAssets: null,
  marginLevel: '6.108534313119159798',
};
const ACCOUNT = { positions: [], positionsTotal: 0, waiting: 2, options: 0 };

const member = (...roles: DeskSession['roles']): DeskSession => ({ ...MEMBER, roles });
const ANSWERS = {
  'cases.counts': () => answered({ kinds: [], mine: 0 }),
  'cases.list': () => answered({ records: [], next: null }),
  'users.list': () => answered({ records: [MARA], isMore: true, by: 'name' }),
  'users.get': () => answered(DETAIL),
} as const;

afterEach(leaveDesk);

describe('the users’ page', () => {
  it('finds a user by what was typed, once it was typed, and shows who it is', WITHIN, async () => {
    const sent = standInForServer(ANSWERS);
    await showDesk('/users', member('risk'));
    await userEvent.type(await screen.findByRole('searchbox'), 'mara');
    await userEvent.click(await screen.findByRole('link', { name: /mara_k/ }));
    expect(await screen.findByText('m•••@post.example')).toBeTruthy();
    expect(screen.getByText('hidden for your role')).toBeTruthy();
    expect(screen.getByText('Called <b>twice</b>')).toBeTruthy();
    expect(screen.getByText('Unknown device, 10.0.0.0/24')).toBeTruthy();
    expect(screen.getByText('Loss · Day · 100.00 USDT')).toBeTruthy();
    expect(screen.getByText(/Reads Spanish\./)).toBeTruthy();
    expect(screen.getByText('More users match. Type more of the name.')).toBeTruthy();
    const searches = sent.filter(({ name }) => name === 'users.list');
    expect(searches.map(({ query }) => query.get('q'))).toEqual(['mara']);
    expect(screen.queryByRole('tab', { name: 'Messages' })).toBeNull();
    expect(await faultsIn(document.body)).toEqual([]);
  });

  it('stops new risk with a reason and an end', WITHIN, async () => {
    const sent = standInForServer({ ...ANSWERS, 'users.freeze': () => answered(null) });
    await showDesk(`/users/${ID}`, member('risk'));
    await userEvent.click(await screen.findByRole('button', { name: 'Stop new trades' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(await faultsIn(screen.getByRole('dialog'))).toEqual([]);
    await userEvent.selectOptions(
      dialog.getByLabelText('Reason, the user reads it'),
      'Legal order',
    );
    await userEvent.selectOptions(dialog.getByLabelText('End'), '7 days');
    await userEvent.click(dialog.getByRole('button', { name: 'Stop new trades' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = sent.find(({ name }) => name === 'users.freeze')?.body as { until: number };
    expect(body).toMatchObject({ reason: 'legal-order' });
    expect(Math.abs(body.until - Date.now() - 7 * DAY_MS)).toBeLessThan(DAY_MS);
    expect(sent.filter(({ name }) => name === 'users.get')).toHaveLength(2);
  });

  it(
    'shows an auditor money as it is, without a button that changes anything',
    WITHIN,
    async () => {
      standInForServer({
        ...ANSWERS,
        'users.get-money': () =>
          answered(['demo', 'real'].map((mode) => ({ ...ACCOUNT, figures: { ...figures, mode } }))),
        'users.list-payments': () => answered({ records: [], total: 0 }),
        'users.list-mails': () => answered({ records: [], total: 0 }),
      });
      await showDesk(`/users/${ID}`, member('auditor'));
      await userEvent.click(await screen.findByRole('tab', { name: 'Money' }));
      expect((await screen.findAllByText('610%')).length).toBe(2);
      expect(await screen.findAllByText('900.00 USDT')).toHaveLength(2);
      expect(screen.getAllByText('No price').length).toBeGreaterThan(0);
      expect(screen.queryByRole('button', { name: 'Stop new trades' })).toBeNull();
      expect(screen.queryByRole('textbox')).toBeNull();
      expect(await faultsIn(document.body)).toEqual([]);
      await userEvent.click(screen.getByRole('tab', { name: 'Messages' }));
      expect(await screen.findByText('No message is on file.')).toBeTruthy();
    },
  );
});
