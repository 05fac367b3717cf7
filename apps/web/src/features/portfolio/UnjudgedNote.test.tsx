// Promise: while prices are missing the account says which, shows no figure that needs them, and
// says that closing is open.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../../test/answers.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { MARA } from '../../testing/market-info.ts';
import { speak } from '../../testing/speak.ts';
import { AccountFigures } from './AccountFigures.tsx';
import { UnjudgedNote } from './UnjudgedNote.tsx';

const UNJUDGED = {
  ...MARA,
  floatingPnL: null,
  totalAssets: null,
  netAssets: null,
  tradingEquity: null,
  freeMargin: null,
  marginLevel: null,
  unmarked: ['EUR/USD', 'XAU/USD'],
};
const SENTENCE =
  'Prices are missing for EUR/USD, XAU/USD: equity cannot be computed. No new trades until they are back; you can still close.';

beforeEach(async () => {
  await speak('en');
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('names the instruments in the place of the account, and shows dashes', async () => {
  standInForServer({
    '/user/getUserInfo': () => answered(UNJUDGED),
    '/user/equityHistory': () =>
      answered({ curve: [], resultStep: 'day', results: [], result: '0' }),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AccountFigures />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(SENTENCE)).toBeTruthy();
  // Equity, floating result, free margin, level and total; cash and margin are known all the same.
  expect(screen.getAllByText('—')).toHaveLength(5);
  expect(screen.getByText('10,000.00')).toBeTruthy();
});

it('says nothing of an account whose contracts all have a price', () => {
  const { container } = render(<UnjudgedNote user={MARA} />);
  expect(container.textContent).toBe('');
});
