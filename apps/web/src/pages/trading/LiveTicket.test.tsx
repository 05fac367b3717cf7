// Promise: while prices of the account's contracts are missing, both tickets say which and wait.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../lib/session.ts';
import { BTC, MARA } from '../../testing/market-info.ts';
import { speak } from '../../testing/speak.ts';
import { LiveTicket } from './LiveTicket.tsx';

const SENTENCE =
  'Prices are missing for EUR/USD: equity cannot be computed. No new trades until they are back; you can still close.';
const UNJUDGED = {
  ...MARA,
  floatingPnL: null,
  totalAssets: null,
  netAssets: null,
  tradingEquity: null,
  freeMargin: null,
  marginLevel: null,
  unmarked: ['EUR/USD'],
};
const PERIODS = [{ seconds: 60, rate: '0.8', min: '1', max: '1000' }];

function show(user: typeof MARA, info = BTC): void {
  const answers: [string, unknown][] = [
    ['getUserInfo', user],
    ['listPeriods', PERIODS],
    ['list', { records: [], total: 0 }],
  ];
  vi.stubGlobal('fetch', async (path: string) => {
    const found = answers.find(([part]) => path.includes(part));
    if (found === undefined) throw new TypeError('the line broke');
    return Response.json({ code: '200', message: 'ok', result: found[1] });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LiveTicket info={info} />
    </QueryClientProvider>,
  );
}

beforeEach(async () => {
  await speak('en');
  vi.stubGlobal('matchMedia', () => new EventTarget());
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('of a contract and of an option', async () => {
  show(UNJUDGED);
  expect(await screen.findByText(SENTENCE)).toBeTruthy();
  const paused = () => screen.getByRole('button', { name: 'Orders are paused' });
  expect(paused().hasAttribute('disabled')).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Option' }));
  expect(await screen.findByRole('form', { name: /option/i }, { timeout: 5_000 })).toBeTruthy();
  expect(screen.getByText(SENTENCE)).toBeTruthy();
  expect(paused().hasAttribute('disabled')).toBe(true);
});

it('gives its place to when the market opens and its last price while it is closed', async () => {
  const hours = [{ fromMs: 0, toMs: 60_000 }];
  const specification = { ...BTC.specification, hours };
  const closed = {
    ...BTC,
    specification,
    status: 'closed' as const,
    receivedAt: 1_795_000_000_000,
  };
  show(MARA, closed);
  expect(await screen.findByRole('heading', { name: 'Closed' })).toBeTruthy();
  expect(screen.getByText('Opens')).toBeTruthy();
  expect(screen.getByText('Last price')).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
});

it('and nothing of it while every price is there', async () => {
  show(MARA);
  expect(await screen.findByText('10,000.00', { exact: false })).toBeTruthy();
  expect(screen.queryByText(SENTENCE)).toBeNull();
});
