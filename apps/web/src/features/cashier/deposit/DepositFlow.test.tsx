// Promise: a user is told where to send which coin by which network, what sending anything else
// costs, and how far the chain is with each payment; a network without a key is not open.
import type { Deposit } from './api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { queryClient } from '../../../lib/query.ts';
import { beginSession, endSession, setMode } from '../../../lib/session.ts';
import { createFrameReader } from '../../../live/apply.ts';
import { speak } from '../../../testing/speak.ts';
import { DepositFlow } from './DepositFlow.tsx';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const user = { id: ID, username: 'mara', demoDisabled: false };
const AT = 1_795_000_000_000;
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const FORMER = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';

const termsOf = (asset: string, network: string, change: object = {}) => ({
  asset,
  network,
  depositOpen: true,
  withdrawOpen: false,
  minDeposit: asset === 'USDT' ? '120' : '0.002',
  minReceive: '100',
  confirmations: 20,
  feeRate: '0.001',
  networkFee: null,
  usualWait: null,
  longestWait: null,
  ...change,
});
const TERMS = [
  termsOf('USDT', 'ethereum', { depositOpen: false, confirmations: null }),
  termsOf('ETH', 'ethereum'),
  termsOf('USDT', 'tron'),
  termsOf('BTC', 'bitcoin'),
];
const depositOf = (state: string, change: object = {}) => ({
  id: ID,
  asset: 'USDT',
  network: 'tron',
  amount: '500',
  address: ADDRESS,
  txHash: 'ab'.repeat(32),
  state,
  confirmations: 0,
  confirmationsNeeded: 20,
  createdTime: AT,
  steps: [{ state: 'seen', at: AT }],
  ...change,
});
const page = (...records: object[]) => answered({ records, total: records.length });
const given = { address: ADDRESS, uri: `tron:${ADDRESS}`, since: AT, history: [], limit: null };

beforeEach(async () => {
  await speak('en');
  beginSession({ token: 't', expiresAt: AT * 2, user } as never);
  setMode('real');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

function show(change: Parameters<typeof standInForServer>[0] = {}) {
  const sent = standInForServer({
    '/user/cashier': () => answered(TERMS),
    '/user/depositAddress': () => answered(given),
    '/user/listRecharge': () => page(),
    '/user/listDepositClaims': () => page(),
    ...change,
  });
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <DepositFlow />
    </QueryClientProvider>,
  );
  return { sent, container };
}

const choose = async (asset: string, network: string) => {
  await userEvent.click(await screen.findByRole('radio', { name: asset }));
  await userEvent.click(await screen.findByRole('radio', { name: network }));
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const violationsOf = async (container: HTMLElement) => {
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  return violations.map(({ id }) => id);
};

it('shows the address in groups, its code, what must not be sent, and the network’s terms', async () => {
  const { container, sent } = show({
    '/user/depositAddress': () =>
      answered({ ...given, history: [{ address: FORMER, since: AT - 1 }] }),
  });
  await choose('USDT', 'Tron');
  expect(sent.some(({ path }) => path.includes('depositAddress'))).toBe(false);
  await press('Show the address');
  expect(await screen.findByRole('img', { name: 'QR code of the address' })).toBeTruthy();
  expect(sent.some(({ path }) => path.endsWith('depositAddress?asset=USDT&network=tron'))).toBe(
    true,
  );
  expect(screen.getByText(/Send only USDT on .*Tron \(TRC-20\).* to/)).toBeTruthy();
  expect(container.textContent).toContain(ADDRESS);
  const strong = [...container.querySelectorAll('bdi .font-bold')].map((one) => one.textContent);
  expect(strong).toEqual(['TJRa', 'bPrw', 'jpRT', 'v8']);
  expect(
    screen.getByText(
      /This address takes .USDT. on .Tron.\. Any other coin or network sent here is lost/,
    ),
  ).toBeTruthy();
  expect(container.textContent).toContain('120.00\u00a0USDT');
  expect(screen.getByText('Confirmations needed').nextSibling?.textContent).toBe('20');
  expect(screen.getByText(FORMER)).toBeTruthy();
  expect(await violationsOf(container)).toEqual([]);
});

it('copies the whole address, without the gaps between its groups', async () => {
  const person = userEvent.setup();
  show();
  await person.click(await screen.findByRole('button', { name: 'Show the address' }));
  await person.click(await screen.findByRole('button', { name: 'Copy the address' }));
  expect(await navigator.clipboard.readText()).toBe(ADDRESS);
});

it('offers a coin by its own networks, and says that a closed one is not open', async () => {
  const { container } = show();
  await choose('USDT', 'Ethereum');
  expect(screen.getByText('This is not open yet.')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Show the address' }) as HTMLButtonElement).disabled) //
    .toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'BTC' }));
  expect(screen.getByRole('radio', { name: 'Bitcoin' }).getAttribute('aria-checked')).toBe('true');
  expect(screen.queryByRole('radio', { name: 'Tron' })).toBeNull();
  expect(screen.queryByText('This is not open yet.')).toBeNull();
  expect(await violationsOf(container)).toEqual([]);
});

it('says that it is not open where no key is confirmed, and leads back to the choice', async () => {
  show({ '/user/depositAddress': () => refused('not-yet-open') });
  await press('Show the address');
  expect(await screen.findByText('This is not open yet.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Change');
  expect(await screen.findByRole('radio', { name: 'USDT' })).toBeTruthy();
});

it('says that an address could not be read, and reads it again', async () => {
  const answers = [refused('address-missing'), answered(given)];
  show({ '/user/depositAddress': () => answers.shift() ?? answered(given) });
  await press('Show the address');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Couldn’t load the deposit address.',
  );
  await press('Try again');
  expect(await screen.findByRole('img', { name: 'QR code of the address' })).toBeTruthy();
});

it('says what is left of the own deposit limit before money is sent, and that nothing is', async () => {
  const limit = { period: 'week', amount: '1000', left: '250.5', until: AT };
  const facts = { what: 'deposit', period: 'week', max: '1000', until: String(AT) };
  const answers = [answered({ ...given, limit }), refused('limit-reached', undefined, facts)];
  const { container } = show({
    '/user/depositAddress': () => answers.shift() ?? refused('limit-reached', undefined, facts),
  });
  await press('Show the address');
  const label = await screen.findByText('Left of your weekly deposit limit');
  expect(label.nextSibling?.textContent).toBe('250.50\u00a0USDT');
  queryClient.clear();
  await press('Change');
  await press('Show the address');
  expect(await screen.findByText(/Nothing is left of your own deposit limit of/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(await violationsOf(container)).toEqual([]);
});

it('tells how far the chain is with each payment', async () => {
  const reversed = depositOf('reversed', {
    id: `${ID.slice(0, -1)}2`,
    asset: 'BTC',
    network: 'bitcoin',
    amount: '0.01234567',
    steps: [
      { state: 'seen', at: AT },
      { state: 'credited', at: AT + 1 },
      { state: 'reversed', at: AT + 2 },
    ],
  });
  const { container } = show({
    '/user/listRecharge': () => page(depositOf('confirming', { confirmations: 7 }), reversed),
  });
  await choose('USDT', 'Tron');
  await press('Show the address');
  const open = await screen.findByRole('list', { name: 'USDT on Tron' });
  expect(within(open).getByText('7 of 20 confirmations')).toBeTruthy();
  expect(screen.getByText('Step 3 of 3')).toBeTruthy();
  const taken = screen.getByRole('list', { name: 'BTC on Bitcoin' });
  expect(taken.textContent).toContain('The chain no longer holds this payment');
  expect(taken.textContent).not.toContain('It is in your balance.');
  expect(container.textContent).toContain('0.01234567\u00a0BTC');
  expect(await violationsOf(container)).toEqual([]);
});

it('says of what left the chain whether its credit was taken back, or none was there', async () => {
  const lost = [
    { state: 'seen', at: AT },
    { state: 'reversed', at: AT + 1 },
  ];
  const back = [
    ...lost.slice(0, 1),
    { state: 'credited', at: AT + 1 },
    { state: 'reversed', at: AT + 2 },
    { state: 'seen', at: AT + 3 },
    { state: 'reversed', at: AT + 4 },
  ];
  const other = { id: `${ID.slice(0, -1)}2`, asset: 'ETH', network: 'ethereum', steps: back };
  show({
    '/user/listRecharge': () =>
      page(depositOf('reversed', { steps: lost }), depositOf('reversed', other)),
  });
  const gone = await screen.findByRole('list', { name: 'USDT on Tron' });
  expect(gone.textContent).toContain('Nothing had been credited.');
  expect(gone.textContent).not.toContain('taken back');
  const again = screen.getByRole('list', { name: 'ETH on Ethereum' });
  const texts = within(again)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(texts[2]).toContain('Reversed');
  expect(texts[4]).toContain('Dropped from the chain');
});

it('names both coins that an address of Ethereum takes', async () => {
  show();
  await choose('ETH', 'Ethereum');
  await press('Show the address');
  expect(await screen.findByText(/This address takes .USDT, ETH. on .Ethereum/)).toBeTruthy();
});

it('follows a payment by what the server says, without asking in turns', async () => {
  const reader = createFrameReader(queryClient);
  reader.read({ type: 'AUTH_SUCCESS', userId: ID, mode: 'real', seq: 1 });
  const steps = [
    { state: 'seen', at: AT },
    { state: 'credited', at: AT + 1 },
  ];
  const record = depositOf('credited', { steps }) as Deposit;
  const later = [page(depositOf('seen')), page(record)];
  const { sent } = show({
    '/user/listRecharge': () => (later.length > 1 ? later.shift() : later[0]) as never,
  });
  expect(await screen.findByText(/not in a block at the moment/)).toBeTruthy();
  const before = sent.filter(({ path }) => path.includes('listRecharge')).length;
  reader.read({ type: 'CASHIER_UPDATE', seq: 2, mode: 'real', data: { kind: 'deposit', record } });
  expect(await screen.findByText('It is in your balance.', {}, { timeout: 5_000 })).toBeTruthy();
  expect(sent.filter(({ path }) => path.includes('listRecharge')).length).toBe(before + 1);
});

it('says that nothing was seen yet, and that deposits could not be read', async () => {
  const answers = [refused('unreadable'), page()];
  show({ '/user/listRecharge': () => answers.shift() ?? page() });
  expect(await screen.findByText('Couldn’t load your deposits.')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText(/No deposits yet/)).toBeTruthy();
});
