// Promise: what the house earned and how long withdrawals take is shown as it was counted, and
// nothing is shown of what was not counted.
import type { HouseResult as Published, WithdrawalClock } from '@candor/protocol/light';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../test/answers.ts';
import { queryClient } from '../../lib/query.ts';
import { speak } from '../../testing/speak.ts';
import { HouseResult } from './HouseResult.tsx';
import { WithdrawalTimes } from './WithdrawalTimes.tsx';

const AT = 1_795_000_000_000;
const clock: WithdrawalClock = {
  confirmed: 12,
  median: 5_400_000,
  percentile95: 86_400_000,
  pending: 3,
  oldest: 600_000,
  late: 1,
  asOf: AT,
};
const result: Published = {
  from: '2026-10-24',
  to: '2026-11-23',
  days: [
    { day: '2026-11-22', asset: 'USDT', result: '-40', parts: { 'house:trading': '-40' } },
    {
      day: '2026-11-23',
      asset: 'USDT',
      result: '12.5',
      parts: { 'house:trading': '10', 'house:fees': '1.5', 'house:later': '1' },
    },
  ],
  definition: 'in less out',
  query: 'select 1',
  asOf: AT,
};

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function show(page: ReactElement, answers: Parameters<typeof standInForServer>[0]) {
  standInForServer(answers);
  return render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>).container;
}

const violationsOf = async (container: HTMLElement) =>
  (await axe.run(container, { rules: { region: { enabled: false } } })).violations;

it('withdrawals: both figures, the oldest on its way, and how many they are of', async () => {
  const container = show(<WithdrawalTimes />, { '/trust/withdrawals': () => answered(clock) });
  expect(await screen.findByText('1 h 30 min')).toBeTruthy();
  expect(screen.getByText('24 h')).toBeTruthy();
  expect(screen.getByText('10 min')).toBeTruthy();
  expect(container.textContent?.replaceAll(/[\u2068\u2069]/g, '')).toContain(
    'Confirmed: 12. On their way: 3. Past the time their owner was told: 1.',
  );
  expect(await violationsOf(container)).toEqual([]);
});

it('withdrawals: before the first there is no figure, only that there is none', async () => {
  const none = { ...clock, confirmed: 0, median: null, percentile95: null, pending: 0, late: 0 };
  const container = show(<WithdrawalTimes />, {
    '/trust/withdrawals': () => answered({ ...none, oldest: null }),
  });
  expect(await screen.findByText(/nothing to measure/)).toBeTruthy();
  expect(container.querySelector('dl')).toBeNull();
});

it('withdrawals that could not be read are read again when asked', async () => {
  const answers = [refused('unreadable'), answered(clock)];
  show(<WithdrawalTimes />, { '/trust/withdrawals': () => answers.shift() ?? answered(clock) });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('24 h')).toBeTruthy();
});

it('the house: the newest day first, signed, with what it is made of and the query', async () => {
  const container = show(<HouseResult />, { '/trust/house': () => answered(result) });
  const [, newest, older] = await screen.findAllByRole('row');
  expect(newest?.textContent).toContain('23 Nov 2026');
  expect(within(newest as HTMLElement).getByText('+12.50', { exact: false })).toBeTruthy();
  expect(newest?.textContent).toContain('Trades +10.00');
  expect(newest?.textContent).toContain('Other +1.00');
  expect(older?.textContent).toContain('−40.00');
  expect(screen.getByText('select 1')).toBeTruthy();
  expect(await violationsOf(container)).toEqual([]);
});

it('the house: days without real money say so', async () => {
  const container = show(<HouseResult />, {
    '/trust/house': () => answered({ ...result, days: [] }),
  });
  expect(await screen.findByText(/No real money moved between/)).toBeTruthy();
  expect(container.querySelector('table')).toBeNull();
});
