// Promise: that reserves are not proven is said as large as the figures beside it. (PRODUCT 9, 10)
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { queryClient } from '../lib/query.ts';
import { speak } from '../testing/speak.ts';
import { Trust } from './Trust.tsx';

beforeEach(() => speak('en'));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('the reserves are “not proven”, in the size of the withdrawal clock', async () => {
  standInForServer({
    '/trust/withdrawals': () =>
      answered({
        confirmed: 12,
        median: 5_400_000,
        percentile95: 86_400_000,
        pending: 3,
        oldest: 600_000,
        late: 1,
        asOf: 1_795_000_000_000,
      }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Trust />
    </QueryClientProvider>,
  );
  const reserves = screen.getByRole('region', { name: 'Reserves' });
  const said = within(reserves).getByText('Not proven');
  const figure = (await screen.findByText('1 h 30 min')).closest('dd');
  expect(said.className).toBe(figure?.className);
  expect(said.className).toMatch(/\btext-3xl\b/);
});
