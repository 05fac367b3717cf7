// Promise: the desk says how many users ask for offers before one is proposed, shows its mail in each
// language, and lets an approved one be withdrawn; an auditor only reads.
import type { DeskOffer } from '@candor/protocol/desk-light';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { momentText } from '../lib/moment-field.ts';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const SENT: DeskOffer = {
  id: ID,
  texts: [{ language: 'en', title: 'A week without fees', text: 'From Monday.' }],
  until: NOW + 86_400_000,
  page: '/market',
  approvedAt: NOW,
  caseId: ID,
  caseNumber: 'F-000001',
  state: 'sending',
  told: 300,
  withdrawnBy: null,
};
const serve = (offers: readonly DeskOffer[]) =>
  standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'offers.list': () => answered({ askers: { users: 41, inApp: 40, mail: 12 }, offers }),
    'offers.preview': () =>
      answered([
        { language: 'en', subject: 'Offer: A day', text: 'On Friday.', isOriginal: false },
        { language: 'de', subject: 'Angebot: A day', text: 'On Friday.', isOriginal: true },
      ]),
    'offers.propose': () => answered({ id: ID, number: 'F-000002' }),
    'offers.withdraw': () => answered(null),
  });

afterEach(leaveDesk);

it('proposes an offer, with its mail in each language and how many ask', WITHIN, async () => {
  const sent = serve([]);
  await showDesk('/offers', { ...MEMBER, roles: ['content'] });
  expect(
    await screen.findByText(/41 users ask for offers now: 40 in the list, 12 by e-mail/),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'New offer' }));
  await userEvent.click(screen.getByRole('button', { name: 'Propose it' }));
  expect(sent.some(({ name }) => name === 'offers.propose')).toBe(false);
  await userEvent.type(screen.getByLabelText('Title'), 'A day');
  await userEvent.type(screen.getByLabelText('Text'), 'On Friday.');
  const until = momentText(Date.now() + 5 * 86_400_000);
  await userEvent.type(screen.getByLabelText('Ends'), until);
  await userEvent.click(screen.getByRole('button', { name: 'Preview of the e-mail' }));
  expect(await screen.findByText('Offer: A day')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Deutsch' }));
  expect(await screen.findByText('Angebot: A day')).toBeTruthy();
  expect(screen.getByText('English, with a line that says so')).toBeTruthy();
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.type(screen.getByLabelText('Reason'), 'Asked for');
  await userEvent.click(screen.getByRole('button', { name: 'Propose it' }));
  await waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull());
  expect(sent.find(({ name }) => name === 'offers.propose')?.body).toEqual({
    texts: [{ language: 'en', title: 'A day', text: 'On Friday.' }],
    until: Date.parse(`${until.replace(' ', 'T')}Z`),
    page: null,
    note: 'Asked for',
  });
});

it('withdraws one that was approved; an auditor only reads', WITHIN, async () => {
  const sent = serve([SENT]);
  await showDesk('/offers', { ...MEMBER, roles: ['risk'] });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Withdraw the offer A week without fees' }),
  );
  await waitFor(() => expect(sent.some(({ name }) => name === 'offers.withdraw')).toBe(true));
  expect(screen.queryByRole('button', { name: 'New offer' })).toBeNull();
  leaveDesk();
  serve([SENT]);
  await showDesk('/offers', { ...MEMBER, roles: ['auditor'] });
  expect(await screen.findByText('F-000001')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull();
});
