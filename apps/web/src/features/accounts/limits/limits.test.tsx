// Promise: a limit or a break is sent as it was meant, asked about once more where it binds, and
// what waits is told apart from what holds.
import { DAY_MS } from '@candor/kernel';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Sent, answered, refused, standInForServer } from '../../../../test/answers.ts';
import { wallNow } from '../../../lib/clock.ts';
import { queryClient } from '../../../lib/query.ts';
import { beginSession, endSession } from '../../../lib/session.ts';
import { speak } from '../../../testing/speak.ts';
import { LimitsSection } from './LimitsSection.tsx';
import { PauseNote } from './PauseNote.tsx';
import { PauseSection } from './PauseSection.tsx';

const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };

beforeAll(async () => {
  await speak('en');
  // jsdom knows the element, not its modal state.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
beforeEach(() => {
  queryClient.clear();
  endSession();
  beginSession({ token: 'token-1', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (what: ReactElement) =>
  render(<QueryClientProvider client={queryClient}>{what}</QueryClientProvider>);

const limits = (change: object = {}) =>
  ['deposit', 'loss', 'turnover'].flatMap((kind) =>
    ['day', 'week', 'month'].map((period) => ({
      kind,
      period,
      used: '0',
      endsAt: 1_795_305_600_000,
      ...(kind === 'loss' && period === 'day' ? change : {}),
    })),
  );

/** The ends that were asked for. */
const endsIn = (sent: readonly Sent[]): number[] =>
  sent.flatMap(({ method, body }) =>
    method === 'POST' ? [(body as { until: number }).until] : [],
  );

const at = { name: 'Change limit: Loss, Day' };

it('shows what is set, used and left in one table, and what will hold', async () => {
  const effectiveAt = 1_795_300_000_000;
  const own = { used: '12.5', amount: '100', pending: { amount: '250', effectiveAt } };
  standInForServer({ '/user/limits': () => answered(limits(own)) });
  show(<LimitsSection />);
  const table = await screen.findByRole('table', { name: 'Limits on real money' });
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'What is limited',
    'Day',
    'Week',
    'Month',
  ]);
  const row = within(table).getByRole('row', { name: /^Loss/ });
  const [day, week] = within(row).getAllByRole('cell');
  expect(day?.textContent).toMatch(
    /^DayLimit 100\.00.USDTChange250\.00 USDT from \d+ Nov 2026.*Used12\.50.USDTLeft87\.50.USDTResets /,
  );
  expect(week?.textContent).toMatch(/^WeekLimit NoneChangeUsed0\.00.USDTResets /);
  expect(within(table).getAllByRole('rowheader')).toHaveLength(3);
  expect(within(row).getAllByText('None')).toHaveLength(2);
});

it('sends the amount that was typed, and says from when it holds', async () => {
  const sent = standInForServer({
    '/user/limits': ({ method }) =>
      answered(method === 'GET' ? limits() : { effectiveAt: wallNow() }),
  });
  show(<LimitsSection />);
  const [button] = await screen.findAllByRole('button', at);
  await userEvent.click(button as HTMLElement);
  const form = screen.getByRole('form', { name: 'Limit: Loss, Day' });
  expect(document.activeElement).toBe(within(form).getByLabelText('Limit'));
  expect(within(form).queryByRole('button', { name: 'Remove limit' })).toBeNull();
  await userEvent.click(within(form).getByRole('button', { name: 'Save limit' }));
  expect(await within(form).findByText('Enter an amount above zero.')).toBeTruthy();
  await userEvent.type(within(form).getByLabelText('Limit'), '0');
  await userEvent.click(within(form).getByRole('button', { name: 'Save limit' }));
  expect(sent.every(({ method }) => method === 'GET')).toBe(true);
  await userEvent.type(within(form).getByLabelText('Limit'), '{Backspace}150.5');
  await userEvent.click(within(form).getByRole('button', { name: 'Save limit' }));
  const posted = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(posted).toEqual([{ kind: 'loss', period: 'day', amount: '150.5' }]);
  await vi.waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  // The focus is where the change began.
  expect(document.activeElement).toBe(screen.getByRole('button', at));
});

it('takes a limit away, and keeps the question open when that was refused', async () => {
  const sent = standInForServer({
    '/user/limits': ({ method }) =>
      method === 'GET' ? answered(limits({ amount: '100' })) : refused('too-many'),
  });
  show(<LimitsSection />);
  const [button] = await screen.findAllByRole('button', at);
  await userEvent.click(button as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Remove limit' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    kind: 'loss',
    period: 'day',
    amount: null,
  });
  expect(screen.getByRole('form')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('form')).toBeNull();
});

it('asks once more before a break begins, and begins the one that was chosen', async () => {
  const sent = standInForServer({
    '/user/pauses': () => answered([]),
    '/user/timeout': ({ body }) => answered(body),
  });
  show(<PauseSection kind="timeout" />);
  const begin = screen.getByRole('button', { name: 'Start break' });
  await vi.waitFor(() => expect(begin).toHaveProperty('disabled', false));
  await userEvent.selectOptions(screen.getByLabelText('How long'), '7 days');
  await userEvent.click(begin);
  expect(sent.every(({ method }) => method === 'GET')).toBe(true);
  expect(screen.getByRole('dialog', { name: /^No new trades until / })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Start now' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [until = 0] = endsIn(sent);
  expect(Math.abs(until - wallNow() - 7 * DAY_MS)).toBeLessThan(120_000);
});

it('only prolongs what runs, or ends it a day from now', async () => {
  const until = wallNow() + 10 * DAY_MS;
  const sent = standInForServer({
    '/user/pauses': () => answered([{ kind: 'timeout', since: 1, until }]),
    '/user/timeout': () => answered({ until: wallNow() + DAY_MS }),
  });
  show(<PauseSection kind="timeout" />);
  expect(await screen.findByText(/^Runs until /)).toBeTruthy();
  const offered = within(screen.getByLabelText('How long')).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['14 days', '28 days', '42 days']);
  await userEvent.click(screen.getByRole('button', { name: 'End in 24 hours' }));
  await vi.waitFor(() => expect(endsIn(sent)).toHaveLength(1));
  expect(endsIn(sent)[0]).toBeLessThanOrEqual(wallNow());
});

it('says why nothing new is opened, and nothing while something may be', async () => {
  const sent = standInForServer({
    '/user/pauses': () => answered([{ kind: 'freeze', since: 1, until: null }]),
  });
  show(<PauseNote />);
  expect(await screen.findByText(/You froze this account/)).toBeTruthy();
  cleanup();
  queryClient.clear();
  sent.length = 0;
  standInForServer({ '/user/pauses': () => answered([]) });
  const { container } = show(<PauseNote />);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(container.textContent).toBe('');
});
