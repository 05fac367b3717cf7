// Promise: a loan's owner sees its state in words, what is owed and where its collateral is sold, and
// draws, repays, adds to and cancels it; each command is sent once, and a sale is told with its receipt.
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { queryClient } from '../../../lib/query.ts';
import { beginSession, endSession, setMode } from '../../../lib/session.ts';
import { LOAN, LOAN_TERMS } from '../../../testing/loans.ts';
import { MARA } from '../../../testing/market-info.ts';
import { speak } from '../../../testing/speak.ts';
import { LoanList } from './LoanList.tsx';
import { LoanRecord } from './LoanRecord.tsx';
import { repaymentTexts } from './repayment.ts';

type Answers = Parameters<typeof standInForServer>[0];

const SALE = {
  id: '01890a5d-ac96-774b-bcce-b302099a8105',
  at: 1_795_000_300_000,
  cause: 'line',
  sold: [{ asset: 'BTC', amount: '0.01', price: '40000', received: '399.2' }],
  spread: '0.8',
  paid: '399.2',
  debtBefore: '1000.4',
  debtAfter: '601.2',
  ltvBefore: '0.8337',
  ltvAfter: '0.65',
  shortfall: '0',
  receiptNo: 'AB'.repeat(16),
};
const QUOTE = {
  sold: [{ asset: 'BTC', amount: '0.00167034', price: '60000', received: '100.019959' }],
  spread: '0.200441',
  paid: '100.019959',
  over: '0',
  debtBefore: '1000.4',
  debtAfter: '900.380041',
  ltvBefore: '0.5558',
  ltvAfter: '0.529702',
  left: [{ asset: 'BTC', amount: '0.02832966' }],
};
const APPROVED = {
  ...LOAN,
  state: 'approved',
  drawnOn: null,
  due: null,
  deadline: 1_795_600_000_000,
  canRepay: false,
  canCancel: true,
  canDraw: true,
  schedule: [],
  charges: [],
};

beforeEach(async () => {
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  await speak('en');
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
  setMode('real');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function show(
  loan: object = LOAN,
  answers: Answers = {},
  confirm = async (): Promise<string | null> => 'proof',
) {
  const sent = standInForServer({
    [`/user/getLoan/${LOAN.id}`]: () => answered(loan),
    '/user/loanTerms': () => answered(LOAN_TERMS),
    ...answers,
  });
  const asked = vi.fn(confirm);
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <LoanRecord id={LOAN.id} confirm={asked} />
    </QueryClientProvider>,
  );
  return { sent, asked, container };
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

async function violations(container: Element): Promise<string[]> {
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  return found.violations.map(({ id }) => id);
}

it('shows what is owed, the interest so far and the prices of the lines', async () => {
  const { container } = show();
  // The state is in the title of its page, the step it came to here.
  expect(await screen.findByText('Repayment in progress')).toBeTruthy();
  expect(container.textContent).toContain('1,000.40');
  expect(container.textContent).toContain('0.40');
  // As in the agreement: never a price at which the line is passed already.
  expect(screen.getByText('1 BTC = 40,160.64 USDT')).toBeTruthy();
  expect(screen.queryByText('Exact value')).toBeNull();
  expect(screen.getByRole('list', { name: 'What happened so far' }).children).toHaveLength(3);
  expect(await violations(container)).toEqual([]);
});

it('shows money in cents, and all of it where it is asked for', async () => {
  show({ ...LOAN, owed: '1000.400001', interestOwed: '0.400001' });
  const exact = await screen.findByText('Exact value');
  const [shown, asked] = screen.getAllByText('Interest so far').map((one) => one.nextSibling);
  expect(shown?.textContent).toBe('0.40\u00a0USDT');
  expect(exact.closest('details')?.contains(asked ?? null)).toBe(true);
  expect(asked?.textContent).toContain('0.400001');
});

it('says of an overdue loan what comes next, and of one that holds nothing a dash', async () => {
  show({ ...LOAN, state: 'overdue' });
  expect(await screen.findByText(/days after the due date we sell/)).toBeTruthy();
  cleanup();
  queryClient.clear();
  show({ ...LOAN, state: 'repaid', owed: '0', principalOwed: '0', collateral: [] });
  const held = await screen.findByText('Collateral we hold');
  expect(held.nextSibling?.textContent).toBe('—');
  expect(screen.queryByText(/days after the due date we sell/)).toBeNull();
});

it('draws after a second factor, and not without', async () => {
  const draw = `/user/drawLoan/${LOAN.id}`;
  const first = show(APPROVED, { [draw]: () => answered(LOAN) }, async () => null);
  await press(/Draw .*1,000\.00/);
  await waitFor(() => expect(first.asked).toHaveBeenCalledWith(LOAN.id));
  expect(first.sent.some(({ path }) => path.includes('drawLoan'))).toBe(false);
  cleanup();
  queryClient.clear();
  const second = show(APPROVED, { [draw]: () => answered(LOAN) });
  await press(/Draw .*1,000\.00/);
  await waitFor(() =>
    expect(second.sent.filter(({ path }) => path.includes('drawLoan'))).toHaveLength(1),
  );
  const [made] = second.sent.filter(({ path }) => path.includes('drawLoan'));
  expect(made?.body).toMatchObject({ stepUp: 'proof', requestId: expect.any(String) });
});

it('says why it cannot be drawn, and cancels it when asked once more', async () => {
  const facts = { need: '0.03', have: '0.01', asset: 'BTC' };
  const { sent } = show(APPROVED, {
    [`/user/drawLoan/${LOAN.id}`]: () => refused('free-margin-short', 'collateral', facts),
    [`/user/cancelLoan/${LOAN.id}`]: () => answered({ ...LOAN, state: 'expired' }),
  });
  await press(/Draw .*1,000\.00/);
  expect(await screen.findByText(/You have .*0\.01.*BTC.* to pledge/)).toBeTruthy();
  await press('Cancel this loan');
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel this loan' }));
  await waitFor(() =>
    expect(sent.filter(({ path }) => path.includes('cancelLoan'))).toHaveLength(1),
  );
});

it('repays a part with interest first, and all as all', async () => {
  const { sent } = show(LOAN, {
    [`/user/repayLoan/${LOAN.id}`]: () => answered(LOAN),
    [`/user/repayLoanQuote/${LOAN.id}`]: () => answered(QUOTE),
  });
  await press('Repay');
  const dialog = await screen.findByRole('dialog');
  const amount = within(dialog).getByRole('textbox');
  await userEvent.clear(amount);
  await userEvent.type(amount, '2000');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Repay' }));
  expect(await within(dialog).findByText(/up to .*1,000\.40/)).toBeTruthy();
  await userEvent.clear(amount);
  await userEvent.type(amount, '100');
  expect(dialog.textContent).toContain('99.60');
  expect(dialog.textContent).toContain('900.40');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Collateral' }));
  // What is sold, at which price, what that costs and what is left, before it is confirmed.
  const left = await within(dialog).findByText('Collateral left');
  expect(left.nextElementSibling?.textContent).toContain('0.02832966');
  expect(dialog.textContent).toContain('0.00167034 BTC × 60,000.00');
  expect(dialog.textContent).toContain('0.20');
  expect(within(dialog).getByText(/52\.98%/)).toBeTruthy();
  expect(await violations(dialog)).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Repay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Repay');
  const again = await screen.findByRole('dialog');
  await userEvent.click(within(again).getByRole('button', { name: 'Repay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const made = sent.filter(({ path }) => path.includes('/repayLoan/')).map(({ body }) => body);
  expect(made).toEqual([
    {
      amount: '100',
      source: 'collateral',
      sellsMost: [{ asset: 'BTC', amount: '0.00167034' }],
      requestId: expect.any(String),
    },
    { all: true, source: 'cash', requestId: expect.any(String) },
  ]);
});

it('asks again what is sold when the price moved, and confirms nothing that was not shown', async () => {
  const quotes = [QUOTE, { ...QUOTE, sold: [{ ...QUOTE.sold[0], amount: '0.0018' }] }];
  const { sent } = show(LOAN, {
    [`/user/repayLoan/${LOAN.id}`]: () => refused('quote-expired'),
    [`/user/repayLoanQuote/${LOAN.id}`]: () => answered(quotes.shift() ?? QUOTE),
  });
  await press('Repay');
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Collateral' }));
  const button = within(dialog).getByRole('button', { name: 'Repay' });
  await within(dialog).findByText('0.00167034 BTC');
  await userEvent.click(button);
  expect(await within(dialog).findByText(/The price moved/)).toBeTruthy();
  expect(await within(dialog).findByText('0.0018 BTC')).toBeTruthy();
  const [made] = sent.filter(({ path }) => path.endsWith(`/repayLoan/${LOAN.id}`));
  expect(made?.body).toMatchObject({
    all: true,
    sellsMost: [{ asset: 'BTC', amount: '0.00167034' }],
  });
});

it('sells nothing while what would be sold cannot be said', async () => {
  const facts = { why: 'unjudgeable' };
  const { sent } = show(LOAN, {
    [`/user/repayLoanQuote/${LOAN.id}`]: () => refused('not-tradable-now', 'source', facts),
  });
  await press('Repay');
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Collateral' }));
  expect(await within(dialog).findByText(/A price is missing/)).toBeTruthy();
  const button = within(dialog).getByRole('button', { name: 'Repay' });
  expect(button).toHaveProperty('disabled', true);
  await userEvent.click(button);
  expect(sent.some(({ path }) => path.endsWith(`/repayLoan/${LOAN.id}`))).toBe(false);
});

it('shows how more collateral would stand before it is pledged', async () => {
  const { sent } = show(LOAN, { [`/user/addCollateral/${LOAN.id}`]: () => answered(LOAN) });
  await press('Add collateral');
  const dialog = await screen.findByRole('dialog');
  const amount = within(dialog).getByRole('textbox', { name: 'BTC to pledge' });
  await userEvent.type(amount, '0.5');
  expect(within(dialog).getByText(/You have .*0\.1.*BTC.* to pledge/)).toBeTruthy();
  await userEvent.clear(amount);
  await userEvent.type(amount, '0.03');
  // 1,000.40 of 0.06 BTC at 60,000.
  expect(within(dialog).getByRole('img', { name: /27\.79%/ })).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add collateral' }));
  await waitFor(() =>
    expect(sent.filter(({ path }) => path.includes('addCollateral'))).toHaveLength(1),
  );
});

it('tells a sale in plain words, with the receipt that verifies it', async () => {
  const { container } = show({ ...LOAN, sales: [SALE] });
  expect(await screen.findByText(/fell until the loan reached the sale line/)).toBeTruthy();
  expect(container.textContent).toContain('399.20');
  expect(container.textContent).toContain('601.20');
  const link = screen.getByRole('link', { name: /ABABABAB/ });
  expect(link.getAttribute('href')).toBe(`/receipt/${SALE.receiptNo}`);
  expect(screen.queryByText('Our loss, not owed by you')).toBeNull();
  expect(await violations(container)).toEqual([]);
});

it('names every state by its label in the list, and says when there is none', async () => {
  const LABELS = {
    pendingReview: 'Pending review',
    approved: 'Approved',
    repaymentInProgress: 'Repayment in progress',
    overdue: 'Overdue',
    repaid: 'Repaid',
    sold: 'Closed by sale',
    writtenOff: 'Written off',
    rejected: 'Rejected',
    expired: 'Expired',
  };
  const loans = Object.keys(LABELS).map((state, at) => ({ ...LOAN, id: `${LOAN.id}${at}`, state }));
  const list = (records: readonly object[]) => {
    standInForServer({
      '/user/listLoanRecord': () => answered({ records, total: records.length }),
    });
    return render(
      <QueryClientProvider client={queryClient}>
        <LoanList hrefOf={(id) => `/loan/records?id=${id}`} />
      </QueryClientProvider>,
    );
  };
  const { container } = list(loans);
  for (const label of Object.values(LABELS)) {
    expect((await screen.findAllByText(label)).length).toBeGreaterThan(0);
  }
  expect(await violations(container)).toEqual([]);
  cleanup();
  queryClient.clear();
  list([]);
  expect(await screen.findByText('No loans yet.')).toBeTruthy();
});

it('splits a repayment to the unit, and knows what is none', () => {
  const owed = { principalOwed: '1000', interestOwed: '0.400001' };
  expect(repaymentTexts(owed, '0.400001')).toEqual({
    interest: '0.400001',
    principal: '0',
    left: '1000',
  });
  expect(repaymentTexts(owed, '1000.400001')?.left).toBe('0');
  for (const none of [null, '', '0', '1000.400002']) expect(repaymentTexts(owed, none)).toBeNull();
});
