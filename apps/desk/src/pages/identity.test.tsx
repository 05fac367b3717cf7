// Promise: an identification is read by who claimed it, compared with what the document says, and decided document
// by document; nothing is asked for before the claim.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, caseDetail, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const FRONT = `${ID.slice(0, -1)}1`;
const HOLDING = `${ID.slice(0, -1)}2`;
const OTHER = `${ID.slice(0, -1)}3`;
const ME = { kind: 'staff', id: ID, name: 'Ines Moreau' } as const;
const KYC: typeof MEMBER = { ...MEMBER, roles: ['kyc'] };
const CASE: Parameters<typeof caseDetail>[0] = {
  kind: 'identity',
  subject: 'level 1: idCard',
  amount: null,
  asset: null,
  people: 1,
  facts: [],
  evidence: [FRONT, HOLDING],
  reasons: { approved: ['documents-verified'], rejected: ['documents-rejected'] },
  parts: {
    reasons: ['unreadable', 'face-differs'],
    records: [
      { id: FRONT, isApproved: null, reason: null },
      { id: HOLDING, isApproved: null, reason: null },
    ],
  },
};
const CLAIMED = { ...CASE, state: 'claimed', claimedBy: ME, claimedAt: NOW } as const;

const REVIEW = {
  details: {
    firstName: 'Erika',
    lastName: 'Mustermann',
    birthdate: '1964-08-12',
    sex: 'x',
    country: 'DE',
    address: 'Heidestraße 17, 51147 Köln',
    phone: '+4930123456',
    documentType: 'idCard',
    documentNumber: null,
    signatureName: 'Erika Mustermann',
  },
  proof: null,
  replaced: [],
  isNumberKnown: false,
  findings: [{ kind: 'same-picture', userId: OTHER, username: 'twice', caseId: OTHER, at: NOW }],
  lines: null,
};
const CHECKED = {
  isSameNumber: null,
  findings: [],
  lines: {
    isWhole: true,
    format: 'TD1',
    expiresOn: '2020-10-31',
    isExpired: true,
    fields: [
      { field: 'firstName', said: 'Erika', read: 'ERIKA', agrees: true },
      { field: 'birthdate', said: '1964-08-12', read: '640813', agrees: false },
    ],
  },
};

afterEach(leaveDesk);

function serve(
  detail: Parameters<typeof caseDetail>[0],
  more: Parameters<typeof standInForServer>[0] = {},
) {
  return standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'cases.list': () => answered({ records: [], next: null }),
    'cases.get': () => answered(caseDetail({ id: ID, ...detail })),
    'cases.documents': () =>
      answered({
        records: [
          { id: FRONT, purpose: 'kycFront', at: NOW, bytes: 1_000, isGone: false },
          { id: HOLDING, purpose: 'kycHolding', at: NOW, bytes: 1_000, isGone: false },
        ],
        views: { left: 30, max: 30, nextAt: null },
      }),
    'identity.review': () => answered(REVIEW),
    'identity.check': () => answered(CHECKED),
    ...more,
  });
}

it('asks for nothing of it before the case is claimed', WITHIN, async () => {
  const sent = serve(CASE);
  await showDesk(`/cases/${ID}`, KYC);
  expect(await screen.findByText(/Claim the case to read it/)).toBeTruthy();
  // Its head says in words what was sent, and not by the code of it.
  expect(screen.getByRole('heading', { name: 'Identification: Level 1, ID card' })).toBeTruthy();
  expect(screen.queryByText('Mustermann')).toBeNull();
  expect(screen.queryByLabelText(/^Verdict on/)).toBeNull();
  expect(sent.some(({ name }) => name === 'identity.review')).toBe(false);
});

it(
  'shows what was said, what another account sent, and how the document compares',
  WITHIN,
  async () => {
    const sent = serve(CLAIMED);
    await showDesk(`/cases/${ID}`, KYC);
    expect(await screen.findByText('Heidestraße 17, 51147 Köln')).toBeTruthy();
    const twice = screen.getByRole('link', { name: 'twice' });
    expect(twice.getAttribute('href')).toContain(OTHER);
    expect(screen.getByRole('link', { name: 'its case' }).getAttribute('href')).toContain(OTHER);
    const lines = screen.getByLabelText(/Lines for machines/);
    fireEvent.change(lines, { target: { value: 'IDD<<T220001293<<<<' } });
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
    expect(await screen.findByText('Expired on 2020-10-31.')).toBeTruthy();
    const row = screen.getByRole('row', { name: /640813/ });
    expect(within(row).getByText('Differs')).toBeTruthy();
    expect(screen.getByText(/No other account sent this number/)).toBeTruthy();
    expect(sent.find(({ name }) => name === 'identity.check')?.body).toEqual({
      mrz: 'IDD<<T220001293<<<<',
    });
    expect(await faultsIn(document.body)).toEqual([]);
  },
);

it('is decided document by document, and never with one left out', WITHIN, async () => {
  const sent = serve(CLAIMED, {
    'cases.decide': () =>
      answered(caseDetail({ id: ID, ...CLAIMED, state: 'decided', verdict: 'rejected' })),
  });
  await showDesk(`/cases/${ID}`, KYC);
  const front = await screen.findByLabelText('Verdict on: Front of the document');
  await userEvent.keyboard('a');
  expect(await screen.findByText('Every document has to be approved first.')).toBeTruthy();
  await userEvent.selectOptions(front, 'approved');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: /^Reject/ }));
  expect(await screen.findByText('Decide every document first.')).toBeTruthy();
  const holding = screen.getByLabelText('Verdict on: Holding the document');
  await userEvent.selectOptions(holding, 'face-differs');
  await userEvent.click(screen.getByRole('button', { name: /^Reject/ }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('1 document is approved, 1 is rejected.')).toBeTruthy();
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: /^Reject/ }));
  await waitFor(() => expect(sent.some(({ name }) => name === 'cases.decide')).toBe(true));
  expect(sent.find(({ name }) => name === 'cases.decide')?.body).toMatchObject({
    verdict: 'rejected',
    reason: 'documents-rejected',
    parts: [
      { id: FRONT, reason: null },
      { id: HOLDING, reason: 'face-differs' },
    ],
  });
});
