// Promise: who opens a practice account is led to the first receipt, and never again after it.
import { CALLS, type Order } from '@candor/protocol/light';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../../test/answers.ts';
import { beginFirstSteps, endFirstSteps, isOnFirstSteps } from '../../lib/first-steps.ts';
import { queryClient } from '../../lib/query.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { speak } from '../../testing/speak.ts';
import { FirstSteps } from './FirstSteps.tsx';

const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };
const OTHER = { ...user, id: '01890a5d-ac96-774b-bcce-b302099a8058' };
const ORDER = { id: 'one' } as Order;
const CLOSED = { id: 'one', receiptNo: 'R-7' } as Order;
let closed: readonly Order[];
const begin = (who: typeof user): void =>
  beginSession({ token: 't', expiresAt: 4_000_000_000_000, user: who });

beforeEach(async () => {
  await speak('en');
  begin(user);
  beginFirstSteps();
  closed = [];
  standInForServer({
    [CALLS['contracts.list'].path]: () => answered({ records: closed, total: closed.length }),
    '/user/getUserInfo': () => answered({ ...user, mode: 'demo', totalAssets: '10000' }),
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const show = (orders: readonly Order[]) =>
  render(
    <QueryClientProvider client={queryClient}>
      <FirstSteps orders={orders} />
    </QueryClientProvider>,
  );
const current = (): string | undefined =>
  screen.getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')
    ?.textContent ?? undefined;

it('says what is ready and what comes next, then leads to the receipt of the order', async () => {
  const { container } = show([]);
  expect(await screen.findByText('10,000 USDT of practice money is ready')).toBeTruthy();
  expect(current()).toBe('First order');
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  cleanup();
  show([ORDER]);
  expect(current()).toBe('Its receipt');
  expect(screen.getByText(/Close the position when you like/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  queryClient.clear();
  closed = [CLOSED];
  show([]);
  const link = await screen.findByRole('link', { name: 'Read the receipt' });
  expect(link.getAttribute('href')).toBe('/receipt/R-7');
  expect(current()).toBe('Its receipt');
});

it('is put away for good', async () => {
  show([]);
  expect(isOnFirstSteps()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('list')).toBeNull();
  expect(isOnFirstSteps()).toBe(false);
});

it('is nobody else’s, and goes on when its user comes back', () => {
  endSession();
  expect(isOnFirstSteps()).toBe(false);
  begin(OTHER);
  expect(isOnFirstSteps()).toBe(false);
  endFirstSteps();
  endSession();
  begin(user);
  expect(isOnFirstSteps()).toBe(true);
});
