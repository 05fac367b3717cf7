// Promise: a page stays what it is when the window crosses the width between a phone and a desk: what was opened,
// chosen and typed is still there. (PRODUCT 15; seed §2 "Layout mode")
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { queryClient } from '../lib/query.ts';
import { beginSession, endSession, setMode } from '../lib/session.ts';
import { speak } from '../testing/speak.ts';

/** A window whose width a test changes. */
const wide = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  const media = {
    isWide: true,
    become(isWide: boolean): void {
      media.isWide = isWide;
      for (const tell of listeners) tell();
    },
  };
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query.includes('min-width') && media.isWide;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  return media;
});
const { Shell } = await import('../shell/Shell.tsx');
const { Balance } = await import('../pages/Balance.tsx');

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const user = { id: ID, username: 'mara', demoDisabled: false };
const none = () => answered({ records: [], total: 0 });
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
const NO_AUTH = { status: 'none', address: null, chain: null, expiresAt: null, signer: null };

beforeEach(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  history.replaceState(null, '', '/profile/balance');
  await speak('en');
  beginSession({ token: 't', expiresAt: 1, user } as never);
  setMode('real');
  standInForServer({
    '/user/assets': () => answered([]),
    '/user/cashier': () => answered([TERMS]),
    '/user/limits': () => answered([]),
    '/user/listRecharge': none,
    '/user/listDepositClaims': none,
    '/user/listWithdrwal': none,
    '/user/listTransactions': none,
    '/user/convertible': () => answered({ available: { USDT: '250' }, spreadRate: '0' }),
    '/user/listAddresses': () => answered([]),
    '/user/addressDelay': () => answered({ hours: 24, next: null }),
    '/user/withdrawalAuth': () => answered(NO_AUTH),
    '/user/getUserInfo': () => answered({ ...user, mode: 'real', totalAssets: null, unmarked: [] }),
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  sessionStorage.clear();
  localStorage.clear();
  wide.become(true);
});

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shell name="Markets">
        <Balance />
      </Shell>
    </QueryClientProvider>,
  );

it('an opened deposit and a chosen list are there at every width', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Deposit' }));
  expect(await screen.findByText('Step 1 of 3')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Your withdrawals' }));
  const chosen = () => screen.getByRole('tab', { selected: true }).textContent;
  expect(chosen()).toBe('Your withdrawals');
  const main = screen.getByRole('main', { name: 'Markets' });
  for (const isWide of [false, true]) {
    act(() => wide.become(isWide));
    expect(screen.queryByRole('button', { name: 'Back' }) === null).toBe(isWide);
    expect(screen.getByText('Step 1 of 3')).toBeTruthy();
    expect(chosen()).toBe('Your withdrawals');
    expect(screen.getByRole('main')).toBe(main);
  }
});

it('a board for phones stands before no page that is used already', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Deposit' }));
  act(() => wide.become(false));
  expect(await screen.findByText('Step 1 of 3')).toBeTruthy();
  cleanup();
  show();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Deposit' })).toBeNull());
});
