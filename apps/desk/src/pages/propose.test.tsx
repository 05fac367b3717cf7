// Promise: a money case says its entry, who must approve and what the user reads before it is sent.
import type { CaseEntry } from '@candor/protocol/desk-light';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answered, refused, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, caseDetail, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const ENTRY: CaseEntry = {
  kind: 'adjustment',
  mode: 'real',
  isPossible: true,
  postings: [{ from: 'house:goodwill', to: 'user:cash', amount: '12.000001', asset: 'USDT' }],
  balances: [{ account: 'user:cash', asset: 'USDT', before: '3', after: '15.000001' }],
};
const PREVIEW = {
  user: { id: ID, username: 'mara_k', language: 'es', createdAt: NOW },
  entry: ENTRY,
  deciders: [{ id: ID, name: 'Tomas', roles: ['cashierChecker'], hasPasskey: true }],
};
const ANSWERS = {
  'cases.counts': () => answered({ kinds: [], mine: 0 }),
  'cases.list': () => answered({ records: [], next: null }),
  'cases.preview-entry': () => answered(PREVIEW),
} as const;

afterEach(leaveDesk);

describe('an adjustment', () => {
  it(
    'is proposed by the keyboard alone, from anywhere, after its entry was read',
    WITHIN,
    async () => {
      const sent = standInForServer({
        ...ANSWERS,
        'cases.open-adjustment': () => answered({ id: ID, number: 'A-000007' }),
        'cases.get': () => answered(caseDetail({ id: ID })),
      });
      await showDesk('/cases', { ...MEMBER, roles: ['support'] });
      await userEvent.keyboard('{Control>}k{/Control}');
      await userEvent.type(
        screen.getByRole('combobox', { name: /^A page, or a case/ }),
        'an adjustment{Enter}',
      );
      const user = await screen.findByLabelText('User: whole name or id');
      // A supporter proposes adjustments alone.
      expect(screen.queryByRole('tab', { name: 'Take-out' })).toBeNull();
      expect(screen.getByRole('radio', { name: 'Real account', checked: true })).toBeTruthy();
      expect(await faultsIn(document.body)).toEqual([]);
      await userEvent.type(user, 'mara_k');
      await userEvent.type(screen.getByLabelText('Amount'), '12.000001');
      await userEvent.type(
        screen.getByLabelText('Reason, for those who decide'),
        'The stop was late',
      );
      await userEvent.tab();
      await userEvent.keyboard('{Enter}');
      const head = await screen.findByRole('heading', { name: 'Pay 12.000001 USDT to mara_k' });
      expect(document.activeElement).toBe(head);
      expect(sent.find(({ name }) => name === 'cases.preview-entry')?.body).toEqual({
        kind: 'adjustment',
        user: 'mara_k',
        mode: 'real',
        asset: 'USDT',
        direction: 'toUser',
        amount: '12.000001',
      });
      const balances = within(screen.getByRole('table', { name: 'Balances it moves' }));
      expect(balances.getByText('15.000001 USDT')).toBeTruthy();
      expect(screen.getByText(/1 other member could approve it/)).toBeTruthy();
      expect(screen.getByText(/a notice in Spanish says the decision/)).toBeTruthy();
      expect(sent.some(({ name }) => name === 'cases.open-adjustment')).toBe(false);
      expect(await faultsIn(document.body)).toEqual([]);
      await userEvent.tab();
      await userEvent.tab();
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(location.pathname).toBe(`/cases/${ID}`));
      expect(sent.find(({ name }) => name === 'cases.open-adjustment')?.body).toEqual({
        userId: ID,
        mode: 'real',
        asset: 'USDT',
        direction: 'toUser',
        amount: '12.000001',
        note: 'The stop was late',
      });
    },
  );

  it('is refused at its fields: before it is asked, and by the books', WITHIN, async () => {
    let answer = refused('case-impossible');
    const sent = standInForServer({ ...ANSWERS, 'cases.preview-entry': () => answer });
    const asked = () => sent.filter(({ name }) => name === 'cases.preview-entry').length;
    await showDesk('/propose/adjustment?user=mara_k', { ...MEMBER, roles: ['risk'] });
    const amount = await screen.findByLabelText('Amount');
    const show = screen.getByRole('button', { name: 'Show the entry' });
    expect(screen.getByLabelText('User: whole name or id')).toHaveProperty('value', 'mara_k');
    await userEvent.click(show);
    expect(screen.getAllByText('Fill this in.')).toHaveLength(2);
    await userEvent.type(screen.getByLabelText('Reason, for those who decide'), 'x');
    await userEvent.type(amount, '1.0000001');
    await userEvent.click(show);
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(amount);
    await userEvent.type(amount, '0.00');
    await userEvent.click(show);
    expect(screen.getByText('More than zero.')).toBeTruthy();
    expect(asked()).toBe(0);
    await userEvent.clear(amount);
    await userEvent.type(amount, '5');
    answer = { ...refused('case-impossible') };
    (answer.envelope as { result: { field?: string } }).result.field = 'amount';
    await userEvent.click(show);
    expect(await screen.findByText(/The books cannot take this amount now/)).toBeTruthy();
    answer = refused('not-found');
    await userEvent.click(show);
    expect(await screen.findByText('No user has this name or id.')).toBeTruthy();
    expect(asked()).toBe(2);
    expect(await faultsIn(document.body)).toEqual([]);
  });
});

describe('money of the house', () => {
  const BALANCES = {
    at: NOW,
    balances: [{ account: 'house:capital', asset: 'USDT', amount: '250000' }],
    worth: '249000.5',
    floor: '10000',
  };

  it('is shown by query, and taken out from there with a reference', WITHIN, async () => {
    const sent = standInForServer({
      ...ANSWERS,
      'risk.house-balances': () => answered(BALANCES),
      'cases.preview-entry': () => answered({ ...PREVIEW, user: null }),
      'cases.open-take-out': () => answered({ id: ID, number: 'T-000008' }),
      'cases.get': () => answered(caseDetail({ id: ID })),
    });
    await showDesk('/house', { ...MEMBER, roles: ['cashierMaker'] });
    expect((await screen.findAllByText('250,000.00 USDT')).length).toBeGreaterThan(0);
    expect(screen.getByText('249,000.50 USDT')).toBeTruthy();
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.click(screen.getByRole('link', { name: 'Propose a take-out' }));
    await userEvent.type(await screen.findByLabelText('Amount'), '100');
    await userEvent.type(screen.getByLabelText('Reference'), 'abc');
    await userEvent.type(screen.getByLabelText('Reason, for those who decide'), 'Rent');
    const show = screen.getByRole('button', { name: 'Show the entry' });
    await userEvent.click(show);
    expect(screen.getByText('At least four characters.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Reference'), 'd');
    await userEvent.click(show);
    expect(await screen.findByText('No user is concerned. Nobody is told.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Propose it to two others' }));
    await waitFor(() => expect(location.pathname).toBe(`/cases/${ID}`));
    expect(sent.find(({ name }) => name === 'cases.open-take-out')?.body).toEqual({
      asset: 'USDT',
      amount: '100',
      account: 'outside',
      reference: 'abcd',
      note: 'Rent',
    });
  });

  it('is evened out after conversions, towards the exchange or from it', WITHIN, async () => {
    const sent = standInForServer({
      ...ANSWERS,
      'risk.house-balances': () => answered(BALANCES),
      'cases.preview-entry': () => answered({ ...PREVIEW, user: null }),
      'cases.open-exchange-cover': () => answered({ id: ID, number: 'C-000009' }),
      'cases.get': () => answered(caseDetail({ id: ID })),
    });
    await showDesk('/house', { ...MEMBER, roles: ['cashierMaker'] });
    await userEvent.click(await screen.findByRole('link', { name: 'Propose an exchange cover' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Exchange to capital' }));
    await userEvent.type(screen.getByLabelText('Amount'), '100');
    await userEvent.type(screen.getByLabelText('Reason, for those who decide'), 'Covered outside');
    expect(screen.queryByLabelText('Reference')).toBeNull();
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Show the entry' }));
    expect(await screen.findByText(/^Move .* from the exchange to capital$/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Propose it to two others' }));
    await waitFor(() => expect(location.pathname).toBe(`/cases/${ID}`));
    expect(sent.find(({ name }) => name === 'cases.open-exchange-cover')?.body).toEqual({
      asset: 'USDT',
      amount: '100',
      direction: 'toCapital',
      note: 'Covered outside',
    });
  });

  it('is read by an auditor, who proposes nothing', WITHIN, async () => {
    standInForServer({
      ...ANSWERS,
      'risk.house-balances': () => answered({ ...BALANCES, balances: [] }),
      'support.counts': () => answered({ open: 4, unassigned: 2, mine: 0 }),
    });
    await showDesk('/house', { ...MEMBER, roles: ['auditor'] });
    expect(await screen.findByText('Nothing was posted yet')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Propose/ })).toBeNull();
    const support = await screen.findByRole('link', { name: /^Support/ });
    await waitFor(() => expect(support.textContent).toContain('4'));
  });
});
