// Promise: a plan's page shows every settled day with what made it up, every trade with its reason and
// its tick, and its backtest with what speaks against it.
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../../../test/answers.ts';
import { queryClient } from '../../../lib/query.ts';
import { planBacktest, planDetail, planProduct } from '../../../testing/plans.ts';
import { speak } from '../../../testing/speak.ts';
import { PlanView } from './PlanView.tsx';

beforeEach(async () => {
  await speak('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const RUN = planProduct('trend', { id: 1, days: 40 });

function show(plan: unknown) {
  standInForServer({ [`/order/getSmart/${RUN.id}`]: () => answered(plan) });
  const onInvest = vi.fn();
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <PlanView id={RUN.id} onInvest={onInvest} />
    </QueryClientProvider>,
  );
  return { container, onInvest };
}

it('shows days, trades, reasons, ticks and versions', async () => {
  const { container, onInvest } = show(planDetail(RUN));
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  expect(container.textContent).toContain('trend-btc');
  expect(container.textContent).toContain(RUN.versionHash);
  const [days] = screen.getAllByRole('table', { name: 'Settled days' });
  expect(days?.textContent).toContain('26 Nov 2026');
  expect(days?.textContent).toMatch(/−12\.50\sUSDT\+20\.25\sUSDT\+7\.75\sUSDT/);
  const [trades] = screen.getAllByRole('table', { name: 'Trades and their reasons' });
  expect(trades?.textContent).toContain('2026-11-26/1000');
  expect(trades?.textContent).toMatch(/The short average, .*67,400\.12.*rose above/);
  await userEvent.click(screen.getByRole('button', { name: 'Set an amount' }));
  expect(onInvest).toHaveBeenCalled();
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
});

it('shows of a day of a few owners its result alone, in percent', async () => {
  const plan = planDetail(RUN);
  const none = { fills: null, mark: null, result: null, value: null };
  show({ ...plan, settled: plan.settled.map((day) => ({ ...day, ...none })) });
  const [days] = await screen.findAllByRole('table', { name: 'Settled days' });
  const [, newest] = days?.querySelectorAll('tr') ?? [];
  expect(newest?.textContent).not.toContain('USDT');
  expect(newest?.textContent).toMatch(/%/);
  expect(screen.getByText(/are shown from 5 owners on/)).toBeTruthy();
});

it('draws the fall before the change, and says both in a sentence', async () => {
  show(planDetail(RUN));
  const pictures = await screen.findAllByRole('img');
  expect(pictures[0]?.getAttribute('aria-label')).toMatch(/The maximum drawdown was .*−.*%/);
  expect(pictures[1]?.getAttribute('aria-label')).toMatch(/From the start to the end/);
  expect(screen.getAllByText('Buy and hold on the same days')).toHaveLength(1);
});

it('says of the backtest what speaks against it, and how far live is from it', async () => {
  const { container } = show(planDetail(RUN));
  expect(
    await screen.findByText('It did worse on the days its numbers had not seen.'),
  ).toBeTruthy();
  expect(screen.getByText('It made few trades.')).toBeTruthy();
  expect(screen.getByText(/future taken away, it made the same trades/)).toBeTruthy();
  expect(
    screen.getAllByText(/This could be luck: chance alone did as well in .*31\.0%/),
  ).toHaveLength(2);
  expect(screen.getByText('Too few days to tell luck from skill.')).toBeTruthy();
  expect(screen.getByText('Days its numbers had not seen')).toBeTruthy();
  expect(container.textContent).toContain('0.42 ± 0.61');
  expect(container.textContent).toMatch(/Live less backtest.*−0\.040%/);
});

it('shows what knew the future as an error, and chance that seldom did as well without a verdict', async () => {
  const part = { ...planBacktest().whole, luck: '0.01239' };
  const report = planBacktest({ lookAheadPassed: false, doubts: [], whole: part, inSample: null });
  show(planDetail(RUN, { report }));
  expect(await screen.findByText(/Do not believe this result/)).toBeTruthy();
  expect(screen.queryByText('Do not take this as it stands')).toBeNull();
  expect(screen.getByText(/^Chance alone did as well in .*1\.2%/)).toBeTruthy();
});

it('shows what the house paid into the fund apart from every result, with day, amount and reason', async () => {
  const reason = 'The feed stood still for an hour.';
  const subsidies = [{ day: '2026-11-20', at: Date.UTC(2026, 10, 23), amount: '120.5', reason }];
  const plan = planDetail(RUN, { subsidies });
  const { container } = show(plan);
  const part = await screen.findByRole('region', { name: 'Paid by the house' });
  expect(part.textContent).toContain(reason);
  expect(part.textContent).toContain('120.50');
  expect(part.textContent).toContain('It is no result of the strategy');
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
  cleanup();
  queryClient.clear();
  show(planDetail(RUN));
  expect((await screen.findAllByText('Settled days')).length).toBeGreaterThan(0);
  expect(screen.queryByText('Paid by the house')).toBeNull();
});

it('shows dashes and words, not zeros, before the first day and without a backtest', async () => {
  const fresh = planProduct('trend', { id: 1 });
  const { container } = show(planDetail(fresh, { report: null }));
  expect((await screen.findAllByText(/No settled day yet/)).length).toBeGreaterThan(0);
  expect(container.textContent).toContain('Maximum drawdown—Losing days—');
  expect(container.textContent).toMatch(/not known before 20 settled days/);
  expect(
    screen.getByText('No trades yet. Each will appear here with its reason and its tick.'),
  ).toBeTruthy();
  expect(screen.getByText('No backtest of this plan is stored yet.')).toBeTruthy();
});
