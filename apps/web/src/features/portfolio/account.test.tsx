// Promise: the account shows its equity with the line that led there and its results below, for the
// period that is asked; how far it is from a forced close; and says when nothing could be closed.
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../../test/answers.ts';
import { queryClient } from '../../lib/query.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { MARA } from '../../testing/market-info.ts';
import { speak } from '../../testing/speak.ts';
import { AccountFigures } from './AccountFigures.tsx';
import { scaleOf, topFor } from './history.ts';

const DAY = Date.UTC(2026, 10, 1);
const HISTORY = {
  curve: [
    { at: DAY, equity: '10000' },
    { at: DAY + 86_400_000, equity: '9950.5' },
  ],
  resultStep: 'day',
  results: [{ from: DAY, result: '-49.5' }],
  result: '-49.5',
};
const INFO = {
  id: 'mara',
  username: 'mara',
  demoDisabled: false,
  mode: 'demo',
  amount: '9850.5',
  totalAssets: '9962.85',
  netAssets: '9962.85',
  loanAmount: '0',
  bondAmount: '100',
  floatingPnL: '12.35',
  tradingEquity: '9962.85',
  freeMargin: '9850.5',
  marginLevel: '1.2',
  profit: '-49.5',
  unmarked: [],
  valuedAt: null,
};

beforeEach(async () => {
  await speak('en');
  beginSession({ token: 'one', expiresAt: 1, user: MARA });
});
afterEach(() => {
  cleanup();
  endSession();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function show(info: unknown) {
  const sent = standInForServer({
    '/user/getUserInfo': () => answered(info),
    '/user/equityHistory': () => answered(HISTORY),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <AccountFigures />
    </QueryClientProvider>,
  );
  return sent;
}

it('shows equity, its line and its results, by the period chosen', async () => {
  const sent = show(INFO);
  await screen.findAllByText(/^9,962\.85/);
  await screen.findByRole('img', {
    name: /from 1 Nov 2026 to 2 Nov 2026: .*10,000\.00.* at the start, .*9,950\.50.* at the end/,
  });
  expect(screen.getByText('Realised result by day')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Week' }));
  await waitFor(() => expect(sent.at(-1)?.path).toContain('period=week'));
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
  });
  expect(violations).toEqual([]);
});

it('says how far the account is from a forced close', async () => {
  show(INFO);
  const said = 'Margin level 120.0%. First notice at 100%, forced close below 50%.';
  expect(await screen.findByRole('img', { name: said })).toBeTruthy();
  expect(screen.queryByText(/No margin is held/)).toBeNull();
});

it('says that nothing could be closed while no margin is held', async () => {
  show({ ...INFO, bondAmount: '0', marginLevel: null });
  expect(await screen.findByText(/No margin is held/)).toBeTruthy();
});

it('draws no small change large, and bars up to a round number', () => {
  const { low, high } = scaleOf([10_000, 10_010]);
  expect([low < 9_950, high > 10_050]).toEqual([true, true]);
  expect(scaleOf([0, 500]).low).toBe(0);
  expect([topFor(0), topFor(49.5), topFor(3_000), topFor(0.7)]).toEqual([1, 50, 5_000, 1]);
});
