// Promise: the loan book says how near loans are to a sale and what a fall would cost; what cannot be judged
// is never shown as nothing, a write-off is proposed by risk alone, and a case shows what its borrower signed.
import type { DeskLoan, CaseLoan, LoanBook } from '@candor/protocol/desk-light';
import { BOOK_LEVELS, STRESS_PERCENTS } from '@candor/protocol/desk-light';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, caseDetail, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const COUNTS = answered({ kinds: [], mine: 0 });

afterEach(leaveDesk);

const loan = (number: number, change: Partial<DeskLoan> = {}): DeskLoan => ({
  id: `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`,
  number: `L-${String(number).padStart(6, '0')}`,
  userId: ID,
  username: `borrower${number}`,
  state: 'repaymentInProgress',
  principalOwed: '5000',
  interestOwed: '4',
  owed: '5004',
  collateral: [{ asset: 'BTC', amount: '0.1' }],
  value: '6172.5',
  ltv: '0.810692588092345079',
  due: '2026-12-20',
  daysLate: 0,
  ...change,
});

const OVERDUE = loan(7, {
  state: 'overdue',
  due: '2026-11-20',
  daysLate: 3,
  collateral: [],
  value: '0',
  ltv: null,
});

function book(change: Partial<LoanBook> = {}): LoanBook {
  return {
    at: NOW,
    ageMs: 2_400,
    tookMs: 18,
    loans: 120,
    owed: '600480',
    value: '900000',
    unjudged: 2,
    overdue: 1,
    overdueOwed: '5004',
    levels: BOOK_LEVELS.map((from, at) => ({ from, loans: at, owed: String(at * 5_004) })),
    stress: STRESS_PERCENTS.map((percent) => ({
      percent,
      loans: percent,
      sold: percent === 10 ? [] : [{ asset: 'BTC' as const, amount: '3.25' }],
      received: String(percent * 1_000),
      loss: percent === 40 ? '1234.5' : '0',
      lossLoans: percent === 40 ? 6 : 0,
    })),
    named: 120,
    records: [loan(3, { value: null, ltv: null }), loan(4)],
    ...change,
  };
}

function serve(more: Parameters<typeof standInForServer>[0] = {}) {
  return standInForServer({
    'cases.counts': () => COUNTS,
    'loans.book': () => answered(book()),
    'loans.overdue': () => answered({ records: [OVERDUE], next: null }),
    ...more,
  });
}

describe('the loan book', () => {
  it('shows levels, a fall’s cost and the loans nearest to a sale', WITHIN, async () => {
    const sent = serve();
    await showDesk('/loans', { ...MEMBER, roles: ['risk'] });
    const stress = within(await screen.findByRole('table', { name: 'If all coins fell at once' }));
    expect(stress.getByText('1,234.50 USDT, 6 loans')).toBeTruthy();
    expect(stress.getAllByText('3.2500 BTC')).toHaveLength(2);
    expect(screen.getByText(/2 loans cannot be valued/)).toBeTruthy();
    const levels = within(screen.getByRole('table', { name: 'How near loans are to a sale' }));
    expect(levels.getByText('65% to 70%')).toBeTruthy();
    expect(levels.getByText('83% and more')).toBeTruthy();
    const list = within(screen.getByRole('table', { name: 'Nearest to a sale' }));
    // Rounded up: none looks further from a sale than it is.
    expect(list.getByText('81.07%')).toBeTruthy();
    expect(list.getAllByText('Cannot be valued').length).toBeGreaterThan(0);
    // Wider than a phone: keys scroll it, too.
    expect(screen.getByRole('group', { name: 'If all coins fell at once' }).tabIndex).toBe(0);
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() =>
      expect(
        sent
          .filter(({ name }) => name === 'loans.book')
          .at(-1)
          ?.query.get('page'),
      ).toBe('2'),
    );
  });

  it('lets risk propose a write-off of an overdue loan, with its reason', WITHIN, async () => {
    let answer = refused('case-impossible');
    const sent = serve({ 'loans.write-off': () => answer });
    await showDesk('/loans', { ...MEMBER, roles: ['risk'] });
    await userEvent.click(await screen.findByRole('radio', { name: 'Overdue' }));
    const list = within(await screen.findByRole('table', { name: 'Overdue' }));
    expect(list.getByText('3 days late')).toBeTruthy();
    expect(list.getByText('Nothing secures it')).toBeTruthy();
    await userEvent.click(list.getByRole('button', { name: 'Propose to write L-000007 off' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/5,004\.00 USDT, becomes the house’s loss/)).toBeTruthy();
    const propose = dialog.getByRole('button', { name: 'Propose to two others' });
    expect(propose.hasAttribute('disabled')).toBe(true);
    const note = dialog.getByLabelText('Why nothing is left to collect');
    fireEvent.change(note, { target: { value: ' The borrower died. ' } });
    await userEvent.click(propose);
    expect((await dialog.findByRole('alert')).textContent).not.toBe('');
    expect(await faultsIn(document.body)).toEqual([]);
    answer = answered({ id: ID, number: 'J-000012' });
    await userEvent.click(propose);
    expect(await screen.findByText('Case J-000012 is open.')).toBeTruthy();
    expect(sent.find(({ name }) => name === 'loans.write-off')).toMatchObject({
      path: `/desk/loans/${OVERDUE.id}/write-off`,
      body: { userId: ID, note: 'The borrower died.' },
    });
  });

  it('lets nobody else propose one, and says when nothing runs', WITHIN, async () => {
    serve({
      'loans.book': () => answered(book({ loans: 0, named: 0, records: [] })),
    });
    await showDesk('/loans', { ...MEMBER, roles: ['auditor'] });
    expect(await screen.findByText('No loans are running.')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Overdue' }));
    await screen.findByRole('table', { name: 'Overdue' });
    expect(screen.queryByRole('button', { name: /write L-000007 off/ })).toBeNull();
    expect(await faultsIn(document.body)).toEqual([]);
  });
});

const CASE_LOAN: CaseLoan = {
  id: ID,
  number: 'L-000009',
  state: 'pendingReview',
  agreementHash: 'ab'.repeat(32),
  signatureHash: 'cd'.repeat(32),
  identity: 'verified',
  level: 1,
  value: '9641.955',
  ltv: '0.5186',
  ltvMax: '0.65',
  others: [
    {
      number: 'L-000002',
      state: 'repaymentInProgress',
      amount: '1000',
      owed: '1004',
      ltv: '0.7001',
    },
  ],
};

describe('a case about a loan', () => {
  const show = (member: Parameters<typeof showDesk>[1], more: Parameters<typeof serve>[0] = {}) => {
    const sent = serve({
      'cases.list': () => answered({ records: [], next: null }),
      'cases.get': () => answered(caseDetail({ id: ID, kind: 'loan', number: 'G-000003' })),
      'loans.of-case': () => answered(CASE_LOAN),
      ...more,
    });
    return showDesk(`/cases/${ID}`, member).then(() => sent);
  };

  it('shows it at the bids of now and the agreement in both languages', WITHIN, async () => {
    await show({ ...MEMBER, roles: ['risk'] });
    const part = within(await screen.findByRole('region', { name: 'The loan as it stands now' }));
    expect(await part.findByText('51.86%; drawn up to 65%')).toBeTruthy();
    expect(part.getByText('Verified, level 1')).toBeTruthy();
    expect(part.getByText('Pending decision')).toBeTruthy();
    expect(part.getByText('Running · 70.01%')).toBeTruthy();
    expect(part.getByText('ab'.repeat(32))).toBeTruthy();
    const others = globalThis.fetch;
    const asked: string[] = [];
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
      if (!path.includes('/agreement')) return others(path, init);
      asked.push(path);
      return Promise.resolve(
        new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }),
      );
    });
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    );
    await userEvent.click(part.getByRole('button', { name: 'Agreement, Spanish' }));
    await waitFor(() => expect(asked).toEqual([`/desk/cases/${ID}/agreement?language=es`]));
    expect(part.getByRole('button', { name: 'Agreement, English' })).toBeTruthy();
    expect(await faultsIn(document.body)).toEqual([]);
  });

  it('is asked for by no role that does not decide on it', WITHIN, async () => {
    const sent = await show(
      { ...MEMBER, roles: ['support'] },
      {
        'support.counts': () => answered({ open: 0, unassigned: 0, mine: 0 }),
      },
    );
    await waitFor(() => expect(sent.some(({ name }) => name === 'cases.get')).toBe(true));
    expect(sent.some(({ name }) => name === 'loans.of-case')).toBe(false);
  });
});
