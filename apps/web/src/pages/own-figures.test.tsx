// Promise: nothing of one user or one mode is ever shown under another, however slow the answers
// are and in whatever order they come.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { CALLS } from '@candor/protocol/calls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { useAppropriateness } from '../features/accounts/first-real-api.ts';
import { useLimits, usePauses } from '../features/accounts/limits/api.ts';
import {
  useAccessLog,
  useCopy,
  useLogins,
  useSecurityOverview,
  useSessions,
} from '../features/accounts/security/api.ts';
import { useSocialKeys } from '../features/accounts/social/api.ts';
import {
  useAddressDelay,
  useAssets,
  useTerms,
  useWithdrawalAuth,
} from '../features/cashier/api.ts';
import { useOwnCases } from '../features/cases/api.ts';
import { useOrders, usePending, usePositions } from '../features/contracts/orders/api.ts';
import { useOrderDetail } from '../features/contracts/order/detail-api.ts';
import { useInvite, useInvited } from '../features/invites/api.ts';
import { useFavourites } from '../features/market/own-markets.ts';
import { useChannels, useNotifications, useUnread } from '../features/notifications/api.ts';
import {
  useOption,
  useOptionOpening,
  useOptionRecord,
  useOptions,
} from '../features/options/api.ts';
import { useRunningOptions } from '../features/options/running.ts';
import { useUserInfo } from '../features/portfolio/api.ts';
import { useEquityHistory } from '../features/portfolio/history-api.ts';
import { useIdentification, useLooks } from '../features/identity/api.ts';
import {
  useDepositAddress,
  useDepositClaims,
  useDeposits,
} from '../features/cashier/deposit/api.ts';
import { useWithdrawals } from '../features/cashier/withdraw/api.ts';
import { useLoan, useLoanTerms, useLoans } from '../features/loans/api.ts';
import { useMyTokens } from '../features/nft/api.ts';
import { useBacktest, usePlanOrder, usePlanOrders } from '../features/plans/api.ts';
import { useConvertible } from '../features/exchange/use-conversion.ts';
import { useTransactions } from '../features/records/api.ts';
import { useConversation, useConversations } from '../features/support/api.ts';
import { useAddresses } from '../live/addresses.ts';
import { keepOwnCache } from '../live/own-cache.ts';
import { tellNotice, useNotice } from '../live/news.ts';
import { queryClient } from '../lib/query.ts';
import { beginSession, endSession, setMode } from '../lib/session.ts';

/** Every reading of a page that belongs to an account; of those that belong to a mode, both. */
const READINGS: readonly (readonly [string, () => unknown])[] = [
  ['portfolio.info', () => useUserInfo().data],
  ['portfolio.history', () => useEquityHistory('month').data],
  ['portfolio.assets', () => useAssets().data],
  ['cashier.terms', () => useTerms().data],
  ['cashier.list-addresses', () => useAddresses().data],
  ['cashier.address-delay', () => useAddressDelay().data],
  ['cashier.withdrawal-auth', () => useWithdrawalAuth('tron').data],
  ['cashier.deposit-address', () => useDepositAddress({ asset: 'USDT', network: 'tron' }).data],
  ['cashier.deposits', () => useDeposits().data],
  ['cashier.list-deposit-claims', () => useDepositClaims(1).data],
  ['cashier.list-withdrawals', () => useWithdrawals().data],
  ['identity.get', () => useIdentification().data],
  ['loans.terms', () => useLoanTerms().data],
  ['loans.list', () => useLoans(1).data],
  ['loans.get', () => useLoan('id').data],
  ['accounts.access-log', () => useLooks(1).data],
  ['plans.orders', () => usePlanOrders({ page: 1 }).data],
  ['plans.order', () => usePlanOrder('id').data],
  ['plans.backtestResult', () => useBacktest('id').data],
  ['nft.mine', () => useMyTokens({ page: 1 }).data],
  ['exchange.convertible', () => useConvertible().data],
  ['contracts.list', () => useOrders({ status: 'closed' }).data],
  ['contracts.list', () => usePositions().data],
  ['contracts.list', () => usePending().data],
  ['contracts.get', () => useOrderDetail('id').data],
  ['options.list', () => useOptions({ page: 1 }).data],
  ['options.list', () => useRunningOptions().data],
  ['options.record', () => useOptionRecord().data],
  ['options.opening', () => useOptionOpening(true).data],
  ['options.get', () => useOption('id').data],
  ['portfolio.transactions', () => useTransactions({ page: 1 }).data],
  ['notifications.list', () => useNotifications({ page: 1 }).data],
  ['notifications.unread', () => useUnread()],
  ['notifications.preferences', () => useChannels().data],
  ['accounts.list-sessions', () => useSessions().data],
  ['accounts.security', () => useSecurityOverview().data],
  ['accounts.list-logins', () => useLogins(1).data],
  ['accounts.access-log', () => useAccessLog(1).data],
  ['accounts.exported-data', () => useCopy('id').data],
  ['accounts.limits', () => useLimits().data],
  ['accounts.pauses', () => usePauses().data],
  ['accounts.social-keys', () => useSocialKeys().data],
  ['accounts.appropriateness', () => useAppropriateness().data],
  ['market.favourites', () => useFavourites().codes],
  ['cases.mine', () => useOwnCases(1).data],
  ['invites.get', () => useInvite().data],
  ['invites.list', () => useInvited(1).data],
  ['support.list', () => useConversations(1).data],
  ['support.get', () => useConversation('id').data],
];
const isOfMode = (name: string): boolean => CALLS[name as keyof typeof CALLS].mode === 'bound';

const session = (id: string) => ({
  token: id,
  expiresAt: 1,
  user: { id, username: id, demoDisabled: false },
});
/** What the server counts for a user and a mode; no other figure is ever on screen. */
const FIGURES: Readonly<Record<string, number>> = {
  'mara NO': 1111,
  'mara YES': 2222,
  'noor NO': 3333,
  'noor YES': 4444,
  'mara null': 5555,
  'noor null': 6666,
};

type Held = { readonly figure: number; readonly release: () => void };
let held: Held[];

/** A server that answers when it is told to. */
function slowServer(): void {
  held = [];
  const answer = ({ headers }: { headers: Headers }) =>
    new Promise<ReturnType<typeof answered>>((resolve) => {
      const asker = `${headers.get('authorization')} ${headers.get('virtually')}`;
      const figure = FIGURES[asker] ?? 0;
      const result = {
        figure,
        count: figure,
        codes: [String(figure)],
        records: [],
        messages: [],
        state: 'ready',
        address: {},
      };
      held.push({ figure, release: () => resolve(answered(result)) });
    });
  standInForServer(new Proxy({}, { get: () => answer }));
}

/** Lets the answers go that wait for one asker. */
async function release(figure: number): Promise<void> {
  const ready = held.filter((one) => one.figure === figure);
  held = held.filter((one) => one.figure !== figure);
  await act(async () => ready.forEach((one) => one.release()));
}
const waits = (figure: number) =>
  waitFor(() => expect(held.map((one) => one.figure)).toContain(figure));
const shown = (): string => screen.getByTestId('reading').textContent;

function Reading({ read }: { readonly read: () => unknown }): ReactElement {
  return <output data-testid="reading">{JSON.stringify(read())}</output>;
}

function show(read: () => unknown): void {
  const client = queryClient;
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 0 } });
  render(
    <QueryClientProvider client={client}>
      <Reading read={read} />
    </QueryClientProvider>,
  );
}

keepOwnCache(queryClient);
beforeEach(() => {
  localStorage.clear();
  slowServer();
  beginSession(session('mara'));
});
afterEach(() => {
  cleanup();
  endSession();
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe.each(READINGS)('%s', (name, read) => {
  const [mine, mineReal, theirs] = isOfMode(name) ? [1111, 2222, 3333] : [5555, 5555, 6666];

  it('is never shown to the next user, not even for a moment', async () => {
    show(read);
    await waits(mine);
    await release(mine);
    await waitFor(() => expect(shown()).toContain(String(mine)));
    act(() => {
      endSession();
      beginSession(session('noor'));
    });
    expect(shown() ?? '').not.toContain(String(mine));
    await waits(theirs);
    await release(mine);
    expect(shown() ?? '').not.toContain(String(mine));
    await release(theirs);
    await waitFor(() => expect(shown()).toContain(String(theirs)));
    expect(shown()).not.toContain(String(mine));
  });

  it.runIf(isOfMode(name))('is never shown under the other mode', async () => {
    show(read);
    await waits(mine);
    await release(mine);
    await waitFor(() => expect(shown()).toContain(String(mine)));
    act(() => setMode('real'));
    expect(shown() ?? '').not.toContain(String(mine));
    await waits(mineReal);
    // Back and forth before an answer came.
    act(() => setMode('demo'));
    expect(shown() ?? '').not.toContain(String(mineReal));
    act(() => setMode('real'));
    await release(mine);
    expect(shown() ?? '').not.toContain(String(mine));
    await waits(mineReal);
    await release(mineReal);
    await waitFor(() => expect(shown()).toContain(String(mineReal)));
    expect(shown()).not.toContain(String(mine));
  });
});

it('what is tried again is tried for the mode it was asked in', async () => {
  const modes: (string | null)[] = [];
  let failures = 1;
  standInForServer({
    '/user/getUserInfo': ({ headers }) => {
      modes.push(headers.get('virtually'));
      if (failures-- > 0) {
        act(() => setMode('real'));
        throw new TypeError('the line broke');
      }
      return answered({ amount: headers.get('virtually') });
    },
  });
  show(() => useUserInfo().data);
  await waitFor(() => expect(shown()).toContain('YES'));
  act(() => setMode('demo'));
  await waitFor(() => expect(shown()).toContain('NO'));
  expect(shown()).not.toContain('YES');
});

it('every private reading of every feature is one of these', async () => {
  const files = import.meta.glob<string>(
    ['../{features,pages,shell}/**/*.{ts,tsx}', '!**/*.test.*'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  );
  const asked = Object.values(files).flatMap((text) =>
    [...text.matchAll(/\b(?:ask|useCall)\('([\w.-]+)'/g)].map(
      ([, name]) => name as keyof typeof CALLS,
    ),
  );
  expect(asked).toContain('contracts.list');
  const own = asked.filter((name) => {
    const { access, method } = CALLS[name];
    return access !== 'public' && (method === 'GET' || name === 'portfolio.info');
  });
  // Read at a press, for one receipt; nothing of it is kept.
  const covered = new Set(['receipts.of-order', ...READINGS.map(([name]) => name)]);
  expect([...new Set(own)].filter((name) => !covered.has(name))).toEqual([]);
});

it('a warning of one user’s margin is not shown to the next', () => {
  const notice = { kind: 'marginLevel', level: '0.75' } as unknown as Parameters<
    typeof tellNotice
  >[1];
  show(() => useNotice('demo'));
  act(() => tellNotice('demo', notice));
  expect(shown()).toContain('0.75');
  act(() => {
    endSession();
    beginSession(session('noor'));
  });
  expect(shown()).toBe('null');
});
