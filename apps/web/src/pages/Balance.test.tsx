// Promise: the page says what there is and what it is worth, of which moment; money leaves only to an
// address of the address book, and what a wallet signs is named a message.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { queryClient } from '../lib/query.ts';
import { beginSession, endSession, setMode } from '../lib/session.ts';
import { speak } from '../testing/speak.ts';
import { Balance } from './Balance.tsx';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const user = { id: ID, username: 'mara', demoDisabled: false };
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const AT = 1_795_000_000_000;

const ASSETS = [
  { asset: 'USDT', amount: '250', cash: '250', value: '250', mark: null },
  {
    asset: 'BTC',
    amount: '0.5',
    cash: '0.5',
    value: '30000',
    mark: { bid: '60000', source: 'Kraken', at: AT, isFresh: false },
  },
  { asset: 'ETH', amount: '2', cash: '2', value: null, mark: null },
];
const TERMS = {
  asset: 'USDT',
  network: 'tron',
  depositOpen: false,
  withdrawOpen: false,
  minDeposit: '120',
  minReceive: '100',
  confirmations: null,
  feeRate: '0.001',
  networkFee: null,
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
  createdAt: AT,
  usableAt: AT + 86_400_000_000,
  proof: 'none',
  needsProof: true,
};
const NONE = { status: 'none', address: null, chain: null, expiresAt: null, signer: null };

const answers = {
  '/user/assets': () => answered(ASSETS),
  '/user/cashier': () => answered([TERMS]),
  '/user/limits': () => answered([]),
  '/user/listRecharge': () => answered({ records: [], total: 0 }),
  '/user/listDepositClaims': () => answered({ records: [], total: 0 }),
  '/user/listWithdrwal': () => answered({ records: [], total: 0 }),
  '/user/convertible': () => answered({ available: { USDT: '250' }, spreadRate: '0' }),
  '/user/listAddresses': () => answered([ENTRY]),
  '/user/addressDelay': () => answered({ hours: 24, next: null }),
  '/user/withdrawalAuth': () => answered(NONE),
  '/user/getUserInfo': () => answered({ ...user, mode: 'real', totalAssets: null, unmarked: [] }),
  '/user/listTransactions': () => answered({ records: [], total: 0 }),
};

beforeEach(async () => {
  // jsdom has no dialogs of its own.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  Element.prototype.scrollIntoView = () => undefined;
  await speak('en');
  beginSession({ token: 't', expiresAt: AT * 2, user } as never);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

function show(mode: 'demo' | 'real', more: Parameters<typeof standInForServer>[0] = {}) {
  setMode(mode);
  const sent = standInForServer({ ...answers, ...more });
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <Balance />
    </QueryClientProvider>,
  );
  return { sent, container };
}

it('says what each asset is worth, and a dash for what never had a price', async () => {
  const { container } = show('real');
  const rows = await screen.findAllByRole('listitem');
  const rowOf = (asset: string) => rows.find((row) => within(row).queryAllByText(asset).length > 0);
  expect(rowOf('BTC')?.textContent).toContain('30,000.00');
  expect(rowOf('BTC')?.textContent).toContain('Kraken');
  expect(rowOf('ETH')?.textContent).toContain('—');
  expect(rowOf('ETH')?.textContent).toContain('No price yet');
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

it('says in practice that it is about real money, and asks for no address', async () => {
  const { sent } = show('demo');
  await screen.findByText('Switch to a real account for this.');
  expect(screen.getByRole('button', { name: 'Use real money' })).toBeTruthy();
  await screen.findAllByRole('listitem');
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  expect(sent.some(({ path }) => path.includes('listAddresses'))).toBe(false);
});

it('opens a deposit under its button, and leads to conversions', async () => {
  show('real');
  expect(screen.getByRole('link', { name: 'Convert' }).getAttribute('href')) //
    .toBe('/profile/convert');
  await userEvent.click(screen.getByRole('button', { name: 'Deposit' }));
  expect(await screen.findByText('Step 1 of 3')).toBeTruthy();
  // What happens next is told of the deposit that is begun, and of no withdrawal.
  expect(screen.getByText('It is credited')).toBeTruthy();
  expect(screen.queryByText('You request a withdrawal')).toBeNull();
});

it('goes on with what was begun when the page is laid out anew, as at another width', async () => {
  show('real');
  await userEvent.click(screen.getByRole('button', { name: 'Deposit' }));
  expect(await screen.findByText('Step 1 of 3')).toBeTruthy();
  cleanup();
  show('real');
  expect(await screen.findByText('Step 1 of 3')).toBeTruthy();
});

it('opens nothing for an address that names no flow', async () => {
  history.replaceState(null, '', '?flow=constructor');
  show('real');
  await screen.findAllByRole('listitem');
  expect(screen.queryByText('Step 1 of 3')).toBeNull();
});

it('shows an address with its wait and what it lacks', async () => {
  show('real');
  await userEvent.click(await screen.findByRole('button', { name: 'Address book' }));
  const dialog = await screen.findByRole('dialog', { name: 'Address book' });
  await waitFor(() => expect(dialog.textContent).toContain(ADDRESS));
  expect(dialog.textContent).toContain('Usable from');
  expect(dialog.textContent).toContain('Wallet authorization needed');
});

it.each([
  ['says at once that a second factor is needed, where there is none', false],
  ['says nothing of a second factor that is there', true],
])('of the address book: %s', async (_, totp) => {
  show('real', { '/user/security': () => answered({ totp, passkeys: [], recoveryLeft: 0 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Address book' }));
  const dialog = await screen.findByRole('dialog', { name: 'Address book' });
  await waitFor(() => expect(dialog.textContent).toContain(ADDRESS));
  const needed = () => within(dialog).queryAllByText(/needs an authenticator app or a passkey/);
  await waitFor(() => expect(needed()).toHaveLength(totp ? 0 : 1));
});

it('says of an address whose wait is over that it can be used', async () => {
  show('real', { '/user/listAddresses': () => answered([{ ...ENTRY, usableAt: 1 }]) });
  await userEvent.click(await screen.findByRole('button', { name: 'Address book' }));
  const dialog = await screen.findByRole('dialog', { name: 'Address book' });
  await waitFor(() => expect(dialog.textContent).toContain('Usable now'));
  expect(dialog.textContent).not.toContain('Usable from');
});

it('names what a wallet signs a message that moves nothing', async () => {
  show('real');
  await userEvent.click(await screen.findByRole('button', { name: 'Wallet authorization' }));
  const dialog = await screen.findByRole('dialog', { name: 'Wallet authorization' });
  expect(dialog.textContent).toContain(
    'This is a message, not a transaction. It cannot move funds.',
  );
  for (const network of ['Ethereum', 'Tron']) {
    const none = `No wallet is authorized on ${network}`;
    await waitFor(() => expect(dialog.textContent).toContain(none));
  }
});

it('takes one network’s authorization back, and leaves the other', async () => {
  const one = (chain: string) => ({
    status: 'authorized',
    address: ADDRESS,
    chain,
    expiresAt: AT,
    signer: 'key',
  });
  const sent = show('real', {
    '/user/withdrawalAuth': ({ path }: { path: string }) =>
      answered(one(path.includes('tron') ? 'tron' : 'ethereum')),
    '/user/revokeUsdtAuth': () => answered({}),
  }).sent;
  await userEvent.click(await screen.findByRole('button', { name: 'Wallet authorization' }));
  const take = 'Revoke authorization: Tron';
  await userEvent.click(await screen.findByRole('button', { name: take }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('/revokeUsdtAuth'))?.body).toEqual({
      chain: 'tron',
    }),
  );
});

it('shows the statement of one asset, deposits and withdrawals, each by its records', async () => {
  const { sent, container } = show('real');
  await userEvent.click(await screen.findByRole('button', { name: 'BTC statement' }));
  await waitFor(() =>
    expect(sent.some(({ path }) => /listTransactions\?.*asset=BTC/.test(path))).toBe(true),
  );
  await userEvent.click(screen.getByRole('tab', { name: 'Your deposits' }));
  expect(await screen.findByText('No deposits yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Your withdrawals' }));
  expect(await screen.findByText('No withdrawals yet')).toBeTruthy();
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'ETH statement' }));
  await waitFor(() =>
    expect(sent.some(({ path }) => /listTransactions\?.*asset=ETH/.test(path))).toBe(true),
  );
});

it('narrows deposits and withdrawals by state, asset with its network, and days', async () => {
  const { sent, container } = show('real');
  const asked = (path: string, words: readonly string[]): boolean =>
    sent.some((one) => one.path.includes(path) && words.every((word) => one.path.includes(word)));
  const choose = async (name: string, label: string) => {
    const filters = within(screen.getByRole('group', { name: 'Filter the records' }));
    await userEvent.selectOptions(filters.getByRole('combobox', { name }), label);
  };
  await userEvent.click(await screen.findByRole('tab', { name: 'Your deposits' }));
  await screen.findByText('No deposits yet');
  await choose('Status', 'In progress');
  await choose('Asset and network', 'USDT on Tron');
  const today = new Date();
  for (const label of ['From', 'To']) {
    await userEvent.click(screen.getByRole('button', { name: `${label}: Any day` }));
    const dialog = within(await screen.findByRole('dialog', { name: label }));
    const days = await dialog.findAllByRole('gridcell');
    const own = days.flatMap((day) => within(day).queryByRole('button', { current: 'date' }) ?? []);
    await userEvent.click(own[0] as Element);
  }
  const narrowed = ['state=open', 'asset=USDT', 'network=tron'];
  const begins = new Date(today.getFullYear(), today.getMonth(), today.getDate());
  const ends = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
  const days = [`from=${begins.getTime()}`, `to=${ends.getTime()}`];
  await waitFor(() => expect(asked('/listRecharge', [...narrowed, ...days])).toBe(true));
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy();
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' });
  if (clear !== undefined) await userEvent.click(clear);
  expect(await screen.findByText('No deposits yet')).toBeTruthy();

  await userEvent.click(screen.getByRole('tab', { name: 'Your withdrawals' }));
  await screen.findByText('No withdrawals yet');
  await choose('Status', 'Arrived');
  await choose('Asset and network', 'BTC on Bitcoin');
  const arrived = ['state=confirmed', 'asset=BTC', 'network=bitcoin'];
  await waitFor(() => expect(asked('/listWithdrwal', arrived)).toBe(true));
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy();
});

describe('a withdrawal that was being typed when the session ended', () => {
  const typed = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' });

  async function typeAndEnd(): Promise<void> {
    show('real');
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
    await userEvent.type(await typed(), '150');
    act(() => endSession(true));
  }
  const back = (id: string): void =>
    act(() => {
      beginSession({ token: 't', expiresAt: AT * 2, user: { ...user, id } } as never);
      setMode('demo');
    });

  it('is told of in practice, and stands again in the real account', async () => {
    await typeAndEnd();
    back(ID);
    cleanup();
    show('demo');
    expect(await screen.findByText(/What you typed for real money is kept/)).toBeTruthy();
    cleanup();
    show('real');
    expect((await typed()).value).toBe('150');
  });

  it('is not found by another user', async () => {
    await typeAndEnd();
    back('01890a5d-ac96-774b-bcce-b302099a8058');
    cleanup();
    show('real');
    // The address still says that it is a withdrawal; what was typed is their own.
    expect((await typed()).value).toBe('');
  });
});
