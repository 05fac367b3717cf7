// Promise: every user and visitor reads what a loan costs and what can go wrong, by the terms in force and without a
// promise; practice is told to switch to a real account.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { t } from '@candor/locales';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { refusalWords } from '../features/loans/words.ts';
import { queryClient } from '../lib/query.ts';
import { beginSession, endSession, setMode } from '../lib/session.ts';
import { LOAN_TERMS } from '../testing/loans.ts';
import { MARA } from '../testing/market-info.ts';
import { speak } from '../testing/speak.ts';
import { Identity } from './Identity.tsx';
import { Loan } from './Loan.tsx';
import { LoanApply } from './loan/Apply.tsx';

const VALUES = {
  'loan.freeDays': ['count', '3'],
  'loan.rateDaily': ['share', '0.0002'],
  'loan.ltvMax': ['share', '0.65'],
  'loan.noticeFirst': ['share', '0.7'],
  'loan.noticeSecond': ['share', '0.75'],
  'loan.noticeLast': ['share', '0.8'],
  'loan.saleLine': ['share', '0.83'],
  'loan.amountMin': ['amount', '100'],
  'loan.limitLevel1': ['amount', '10000'],
  'loan.limitLevel2': ['amount', '50000'],
  'loan.offerDays': ['count', '7'],
  'exchange.spread': ['share', '0.002'],
} as const;

const SCHEDULE = {
  schema: 'candor-fees/1',
  asOf: 1_795_000_000_000,
  parameters: Object.entries(VALUES).map(([key, [type, value]]) => ({
    key,
    type,
    value,
    use: 'inUse',
    versions: [{ version: 1, value, from: 0, note: '' }],
  })),
};

beforeEach(async () => {
  await speak('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function show() {
  standInForServer({ '/index/fees': () => answered(SCHEDULE) });
  return render(<Loan />).container;
}

const paidBack = async (): Promise<string> =>
  (await screen.findByText(/You pay back by/)).parentElement?.textContent ?? '';

it('computes the example from the terms in force, for a visitor who changes it', async () => {
  const container = show();
  // 27 nights at 0.2 USDT: three of the thirty are free.
  expect(await paidBack()).toContain('1,005.40');
  expect(container.textContent).toContain('6.57%');
  await userEvent.click(screen.getByRole('radio', { name: '7' }));
  expect(await paidBack()).toContain('1,000.80');
  const amount = screen.getByRole('textbox', { name: 'Amount to borrow' });
  await userEvent.clear(amount);
  expect(screen.getByText('Enter the amount to borrow.')).toBeTruthy();
  await userEvent.type(amount, '2000');
  expect(await paidBack()).toContain('2,001.60');
  expect(screen.getByText(/At .*83%.* we sell part of it without asking again/)).toBeTruthy();
  const apply = screen.getByRole('link', { name: 'Apply for a loan' });
  expect(apply.getAttribute('href')).toBe('/loan/apply');
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
});

it('tells a practice account to switch, and a real one where its loans are', async () => {
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
  setMode('demo');
  show();
  expect(await screen.findByText('Switch to a real account for this.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Apply for a loan' })).toBeNull();
  cleanup();
  setMode('real');
  show();
  const mine = await screen.findByRole('link', { name: 'My loans' });
  expect(mine.getAttribute('href')).toBe('/loan/records');
});

it('says before anything is filled in from when on a loan may be asked for', async () => {
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
  setMode('real');
  const until = 1_795_245_639_278;
  standInForServer({
    '/user/loanTerms': () => answered(LOAN_TERMS),
    '/user/appropriateness': () =>
      answered({ status: 'coolingOff', realFrom: until, riskVersion: 1 }),
  });
  const { container } = render(<LoanApply />);
  const said = await screen.findByText(
    /You can apply for a loan from .*, a day after you accepted/,
  );
  const amount = await screen.findByRole('textbox', { name: /Amount to borrow/ });
  expect(said.compareDocumentPosition(amount)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(container.textContent).not.toMatch(/first real order|trade with real money/);
  const facts = { until: String(until) };
  expect(refusalWords({ name: 'cooling-off', facts }, t)).toMatch(/apply for a loan from/);
  expect(refusalWords({ name: 'cooling-off', facts: { until: 'none' } }, t)).toMatch(
    /^A loan needs a few questions/,
  );
});

it('leads who is not verified to the identification, and from there back to the loan', async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
  setMode('real');
  standInForServer({
    '/user/loanTerms': () => answered({ ...LOAN_TERMS, identity: 'none', level: 0 }),
    '/user/accessLog': () => answered({ records: [], total: 0 }),
    '/user/identification': () =>
      answered({
        ...{ state: 'verified', level: 1, documents: [], submittedAt: 1, decidedAt: 2 },
        ...{ address: { state: 'none' }, deadlineHours: 48, imageBytesMax: 1 },
      }),
  });
  render(<LoanApply />);
  const amount = await screen.findByRole('textbox', { name: /Amount to borrow/ });
  await userEvent.type(amount, '1000');
  await userEvent.type(screen.getByRole('textbox', { name: /BTC to pledge/ }), '0.03');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const there = await screen.findByRole('link', { name: 'Verify your identity' });
  expect(there.getAttribute('href')).toBe('/loan/identity');
  cleanup();
  queryClient.clear();
  render(<Identity />);
  const back = await screen.findByRole('link', { name: 'Apply for a loan' });
  expect(back.getAttribute('href')).toBe('/loan/apply');
});
