// Promise: the list says what it holds, that it holds nothing, or why it did not come.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Sent, answered, refused, standInForServer } from '../../../test/answers.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { speak } from '../../testing/speak.ts';
import { TransactionsList } from './TransactionsList.tsx';

const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };
const PATH = '/user/listTransactions';
const FEE = {
  id: 'e/1',
  time: 1_795_245_639_278,
  kind: 'fee',
  asset: 'USDT',
  amount: '-6.001',
  balanceAfter: '6993.499',
  reference: '261121-7KQ2M9XA',
};

beforeAll(() => speak('en'));
beforeEach(() => {
  endSession();
  beginSession({ token: 'token-1', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(answer: (sent: Sent) => ReturnType<typeof answered>): Sent[] {
  const sent = standInForServer({ [PATH]: answer });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <TransactionsList />
    </QueryClientProvider>,
  );
  return sent;
}

it('shows a payment to two places and to its last on demand, with the balance after it and its order', async () => {
  show(() => answered({ records: [FEE], total: 1 }));
  const table = await screen.findByRole('table');
  const [, row] = within(table).getAllByRole('row');
  expect(row?.textContent).toContain('Fee');
  const amount = within(row as HTMLElement).getByRole('button', { name: /^−6\.00/ });
  await userEvent.click(amount);
  expect(amount.textContent).toContain('−6.001\u00a0USDT');
  expect(amount.firstElementChild?.className).toContain('text-down');
  expect(amount.firstElementChild?.className).not.toContain('!text-ink');
  expect(row?.textContent).toContain('6,993.499\u00a0USDT');
  expect(row?.textContent).toContain('261121-7KQ2M9XA');
});

it('gives no colour to money that only changed its place', async () => {
  const held = { ...FEE, id: 'e/2', kind: 'margin', amount: '-3000' };
  show(() => answered({ records: [held], total: 1 }));
  const [amount] = await screen.findAllByText(/^−3,000\.00/);
  expect(amount?.className).toContain('!text-ink');
});

it('narrows by a day of the calendar, and by none again', async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    this.querySelector<HTMLElement>('[data-focus-first]')?.focus();
  };
  const sent = show(() => answered({ records: [FEE], total: 1 }));
  const from = await screen.findByRole('button', { name: 'From: Any day' });
  await userEvent.click(from);
  const dialog = await screen.findByRole('dialog', { name: 'From' });
  const today = document.activeElement as HTMLElement;
  expect(today.getAttribute('aria-current')).toBe('date');
  await userEvent.keyboard('{PageUp}{Home}');
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  // The focus is back where the calendar was opened from.
  const named = screen.getByRole('button', { name: /^From: \d+ \w+ \d{4}$/ });
  expect(document.activeElement).toBe(named);
  await vi.waitFor(() => expect(sent.at(-1)?.path).toMatch(/[?&]from=\d+/));
  await userEvent.click(named);
  const none = await within(await screen.findByRole('dialog')).findByRole('button', {
    name: 'Any day',
  });
  await userEvent.click(none);
  await vi.waitFor(() => expect(sent.at(-1)?.path).not.toMatch(/from=/));
  expect(dialog.isConnected).toBe(false);
});

it('says that there is nothing yet, and apart from that that nothing matches', async () => {
  const sent = show(() => answered({ records: [], total: 0 }));
  expect(await screen.findByText('No payments yet')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'fee');
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy();
  expect(sent.at(-1)?.path).toContain('kind=fee');
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as Element);
  expect(await screen.findByText('No payments yet')).toBeTruthy();
});

it('says why the list did not come, and asks again when told to', async () => {
  let tries = 0;
  show(() => {
    tries += 1;
    return tries === 1 ? refused('internal') : answered({ records: [FEE], total: 1 });
  });
  expect(await screen.findByText('Couldn’t load the records.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeTruthy();
});

it('says that a file would be too long, and how to make it shorter', async () => {
  show(({ path }) =>
    path.includes('format=csv')
      ? refused('unreadable', 'from', { rows: '50001', max: '50000' })
      : answered({ records: [FEE], total: 1 }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText(/50,001 rows are too many/)).toBeTruthy();
});

it('asks for the statement as a document in the reader’s language, with the filters', async () => {
  const sent = show(({ path }) =>
    path.includes('format=pdf')
      ? refused('unreadable', 'from', { rows: '2001', max: '2000' })
      : answered({ records: [FEE], total: 1 }),
  );
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'fee');
  await userEvent.click(await screen.findByRole('button', { name: 'Download PDF' }));
  expect(await screen.findByText(/2,001 rows are too many/)).toBeTruthy();
  const asked = sent.find(({ path }) => path.includes('format=pdf'))?.path;
  expect(asked).toContain('kind=fee');
  expect(asked).toContain('language=en');
});
