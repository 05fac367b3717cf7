// Promise: a withdrawal is shown with its fees and its whole address before a second factor confirms
// it, is sent once with the quote that was read, and says afterwards where it stands.
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { wallNow } from '../../../lib/clock.ts';
import { queryClient } from '../../../lib/query.ts';
import { beginSession, endSession, setMode } from '../../../lib/session.ts';
import { speak } from '../../../testing/speak.ts';
import { WithdrawFlow } from './WithdrawFlow.tsx';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PLACE = 'USDT ethereum';
const AT = 1_795_000_000_000;
const user = { id: ID, username: 'mara', demoDisabled: false };
const TERMS = {
  asset: 'USDT',
  network: 'ethereum',
  depositOpen: true,
  withdrawOpen: true,
  minDeposit: '120',
  minReceive: '100',
  confirmations: 12,
  feeRate: '0.005',
  networkFee: '1.1',
  usualWait: null,
  longestWait: null,
};
const ENTRY = {
  id: ID,
  asset: 'USDT',
  network: 'ethereum',
  address: ADDRESS,
  label: 'ledger',
  holder: null,
  createdAt: 1,
  usableAt: 1,
  proof: 'signed',
  needsProof: false,
};
const QUOTE = {
  quoteId: '01890a5d-ac96-774b-bcce-b302099a8058',
  amount: '300',
  fee: '1.5',
  networkFee: '1.1',
  receive: '297.4',
};
const quoteNow = (change: object = {}) => ({
  ...QUOTE,
  expiresAt: wallNow() + 300_000,
  heldMs: 300_000,
  ...change,
});
const HELD = {
  id: '01890a5d-ac96-774b-bcce-b302099a8059',
  number: '261123-AAAA1111',
  asset: 'USDT',
  network: 'ethereum',
  address: ADDRESS,
  label: 'ledger',
  amount: '300',
  fee: '1.5',
  networkFee: '1.1',
  receive: '297.4',
  state: 'held',
  reason: 'review',
  holder: 'operator',
  deadline: AT,
  canCancel: true,
  txHash: null,
  createdTime: AT,
  updatedTime: AT,
  steps: [
    { state: 'requested', at: AT, by: 'owner' },
    { state: 'held', at: AT, by: 'system', reason: 'review', holder: 'operator', deadline: AT },
  ],
};

beforeEach(async () => {
  await speak('en');
  beginSession({ token: 't', expiresAt: AT * 2, user } as never);
  setMode('real');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

type Answers = Parameters<typeof standInForServer>[0];

function show(answers: Answers = {}, confirm = async (): Promise<string | null> => 'proof') {
  const sent = standInForServer({
    '/user/cashier': () => answered([TERMS]),
    '/user/listAddresses': () => answered([ENTRY]),
    '/user/convertible': () =>
      answered({ available: { USDT: '300', BTC: '0', ETH: '0' }, spreadRate: '0' }),
    '/user/listWithdrwal': () => answered({ records: [], total: 0 }),
    '/user/withdrawalQuote': () => answered(quoteNow()),
    ...answers,
  });
  const asked = vi.fn(confirm);
  const placed = vi.fn();
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <WithdrawFlow
        confirm={asked}
        onBook={() => undefined}
        onAuthorize={() => undefined}
        onPlace={placed}
      />
    </QueryClientProvider>,
  );
  return { sent, asked, placed, container };
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string, value: string) =>
  userEvent.selectOptions(await screen.findByRole('combobox', { name }), value);

async function fill(): Promise<void> {
  await choose('Asset and network', PLACE);
  await choose('Address', ID);
  await press('All');
  await press('Review the withdrawal');
}

async function violations(container: Element): Promise<string[]> {
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  return found.violations.map(({ id }) => id);
}

it('names what is missing, and asks for no quote', async () => {
  const { sent, container } = show();
  await press('Review the withdrawal');
  expect(await screen.findByText('Choose how to withdraw.')).toBeTruthy();
  expect(screen.getByText('Enter the address.')).toBeTruthy();
  expect(screen.getByText('Enter the amount to withdraw.')).toBeTruthy();
  expect(sent.some(({ path }) => path.includes('withdrawalQuote'))).toBe(false);
  expect(await violations(container)).toEqual([]);
});

it('shows fees and the whole address, and sends the quote confirmed, once', async () => {
  const { sent, asked, container } = show({ '/user/withdrawal': () => answered(HELD) });
  await fill();
  expect(await screen.findByText(ADDRESS)).toBeTruthy();
  expect(container.textContent).toContain('297.40');
  expect(container.textContent).toContain('1.10');
  expect(screen.getByRole('timer').textContent).toMatch(/held for \d+ s/);
  expect(await violations(container)).toEqual([]);
  await press('Confirm the withdrawal');
  expect(
    await screen.findByText(/A person is reviewing it.*waits for our staff.*at the latest/),
  ).toBeTruthy();
  expect(asked).toHaveBeenCalledWith(QUOTE.quoteId);
  const made = sent.filter(({ path }) => path.endsWith('/user/withdrawal'));
  expect(made).toHaveLength(1);
  expect(made[0]?.body).toMatchObject({
    quoteId: QUOTE.quoteId,
    stepUp: 'proof',
    addressId: ID,
    amount: '300',
  });
  expect(await violations(container)).toEqual([]);
});

it('sends nothing that its owner did not confirm', async () => {
  const { sent, asked } = show({}, async () => null);
  await fill();
  await press('Confirm the withdrawal');
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(sent.some(({ path }) => path.endsWith('/user/withdrawal'))).toBe(false);
  expect(screen.getByRole('button', { name: 'Confirm the withdrawal' })).toBeTruthy();
});

it('offers new figures once the old ones have expired', async () => {
  const quotes = [quoteNow({ heldMs: 0 }), quoteNow()];
  show({ '/user/withdrawalQuote': () => answered(quotes.shift()) });
  await fill();
  expect(await screen.findByText(/figures have expired/)).toBeTruthy();
  await press('Get new figures');
  expect(await screen.findByRole('button', { name: 'Confirm the withdrawal' })).toBeTruthy();
});

it.each([-5, 5])('counts down alike on a device whose clock is %i minutes off', async (minutes) => {
  const expiresAt = wallNow() + (minutes + 5) * 60_000;
  show({ '/user/withdrawalQuote': () => answered(quoteNow({ expiresAt })) });
  await fill();
  const left = Number.parseInt(
    (await screen.findByRole('timer')).textContent.replace(/\D/g, ''),
    10,
  );
  expect(left).toBeGreaterThan(200);
  expect(left).toBeLessThanOrEqual(300);
});

it('says where no address is saved, and tells of the network chosen', async () => {
  const { placed } = show({ '/user/listAddresses': () => answered([]) });
  expect(screen.queryByText(/No address is saved for this yet/)).toBeNull();
  await choose('Asset and network', PLACE);
  expect(await screen.findByText(/No address is saved for this yet/)).toBeTruthy();
  expect(placed.mock.calls).toEqual([[PLACE]]);
});

it('asks for the authorization of a wallet first', async () => {
  show({ '/user/listAddresses': () => answered([{ ...ENTRY, needsProof: true }]) });
  await choose('Asset and network', PLACE);
  await choose('Address', ID);
  expect(await screen.findByText('Show first that this wallet is yours.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Wallet authorization' })).toBeTruthy();
});

it('says the least at the amount', async () => {
  const facts = { why: 'minimum', least: '101.6', all: '300' };
  show({ '/user/withdrawalQuote': () => refused('quantity-refused', 'amount', facts) });
  await fill();
  expect(await screen.findByText(/Minimum: 101.6 USDT/)).toBeTruthy();
});

it.each([
  ['dust', /too little to withdraw\. Withdraw all of it, 300 USDT, or less/],
  ['costs', /The fees would take all of it\. Minimum: 101.6 USDT/],
])('says of %s what can be withdrawn instead', async (why, words) => {
  const facts = { why, least: '101.6', all: '300' };
  show({ '/user/withdrawalQuote': () => refused('quantity-refused', 'amount', facts) });
  await fill();
  expect(await screen.findByText(words)).toBeTruthy();
});

it('takes a withdrawal back from its timeline', async () => {
  const { sent } = show({
    '/user/listWithdrwal': () => answered({ records: [HELD], total: 1 }),
    [`/user/cancelWithdrawal/${HELD.id}`]: () => answered({ ...HELD, state: 'cancelled' }),
  });
  await userEvent.click(await screen.findByText('On hold', { selector: 'summary span' }));
  await press('Cancel this withdrawal');
  await waitFor(() =>
    expect(sent.filter(({ path }) => path.includes('cancelWithdrawal'))).toHaveLength(1),
  );
});

it('says in practice to switch to a real account', async () => {
  setMode('demo');
  show();
  expect(await screen.findByText('Switch to a real account for this.')).toBeTruthy();
});
