// Promise: rules of one's own are sent only with numbers the strategy can run with; their backtest shows
// how far it is, and then they run on practice money.
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { queryClient } from '../../../lib/query.ts';
import { beginSession, endSession, setMode } from '../../../lib/session.ts';
import { MARA } from '../../../testing/market-info.ts';
import { PENDING_PLAN, planBacktest, planUuid } from '../../../testing/plans.ts';
import { speak } from '../../../testing/speak.ts';
import { OwnPlanView } from './OwnPlanView.tsx';
import { chosenRules, isOwnRules, numberOf, usualRules } from './rules.ts';

type Answers = Parameters<typeof standInForServer>[0];
const JOB = {
  ...{ id: planUuid(800), state: 'waiting', progress: '0', report: null },
  maxLossRateMin: '0.0044',
};
const DONE = { ...JOB, state: 'done', progress: '1', report: planBacktest() };

beforeEach(async () => {
  await speak('en');
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
  setMode('demo');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function show(answers: Answers) {
  const sent = standInForServer(answers);
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      {/* The heading of its page. */}
      <h1>Own rules</h1>
      <OwnPlanView markets={['BTC/USDT', 'ETH/USDT', 'SOL/USDT']} plansHref="/trading/plans" />
    </QueryClientProvider>,
  );
  return { sent, container };
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const box = (name: string | RegExp) => screen.getByRole('textbox', { name }) as HTMLInputElement;

it('runs the usual numbers, shows how far it is and its report, then runs them on paper', async () => {
  let asked = 0;
  const { sent, container } = show({
    '/order/backtestSmart': () => answered(JOB),
    [`/order/getBacktestSmart/${JOB.id}`]: () =>
      answered((asked += 1) === 1 ? { ...JOB, state: 'running', progress: '0.42' } : DONE),
    '/order/paperSmart': () => answered({ ...PENDING_PLAN, mode: 'demo', isOwn: true }),
  });
  await press('Run the backtest');
  expect(await screen.findByText(/42%.* of the bars are done/)).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('42');
  expect(await screen.findByText(/Nobody had this result/, {}, { timeout: 5_000 })).toBeTruthy();
  const test = sent.find(({ path }) => path.includes('backtestSmart'));
  const { from, to, ...rules } = (test ?? { body: { from: 0, to: 0 } }).body as {
    from: number;
    to: number;
  };
  const chosen = {
    ...{ strategy: 'trend', codes: ['BTC/USDT'], interval: '1h' },
    parameters: { fast: 12, slow: 48, margin: 10 },
  };
  expect(rules).toEqual(chosen);
  expect(to - from).toBe(90 * 86_400_000);
  // The least one may be ready to lose is said before anything is refused.
  expect(screen.getByText(/^At least .*0\.44%.* of the amount\. When it is reached/)).toBeTruthy();
  await userEvent.type(box('Amount to invest'), '500');
  expect(screen.getByText(/^At least .*2\.20\sUSDT.*\. When it is reached/)).toBeTruthy();
  await press('10% of the amount');
  await press('Review the costs');
  await press(/Try it with .*500\.00.* on paper/);
  await waitFor(() => expect(sent.some(({ path }) => path.includes('paperSmart'))).toBe(true));
  expect(sent.find(({ path }) => path.includes('paperSmart'))?.body).toEqual({
    ...chosen,
    ...{ amount: '500', days: 7, maxLoss: '50', requestId: expect.any(String) },
  });
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
});

it('says at each number what it may be, and sends nothing outside', async () => {
  const { sent } = show({});
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rules' }), 'reversion');
  await userEvent.clear(box(/Deviations/));
  await userEvent.type(box(/Deviations/), '103');
  expect(box(/Deviations/).getAttribute('aria-invalid')).toBe('true');
  await press('Run the backtest');
  expect(sent).toHaveLength(0);
  await userEvent.clear(box(/Deviations/));
  await userEvent.type(box(/Deviations/), '150');
  expect(screen.getByText(/100 to 400, in steps of 5 = 1\.5/)).toBeTruthy();
  expect(screen.getByText(/Buys when a close is .*1\.5.* deviations below/)).toBeTruthy();
});

it('takes several markets where the rules hold several, and one where they hold one', async () => {
  show({});
  const rules = screen.getByRole('combobox', { name: 'Rules' });
  await userEvent.selectOptions(rules, 'rotation');
  const add = () => screen.getByRole('combobox', { name: 'Add a market, up to 8' });
  await userEvent.selectOptions(add(), 'SOL/USDT');
  expect(screen.getByRole('button', { name: 'Remove BTC/USDT' })).toBeTruthy();
  await press('Remove BTC/USDT');
  await userEvent.selectOptions(rules, 'grid');
  const market = screen.getByRole('combobox', { name: 'Market' }) as HTMLSelectElement;
  expect(market.value).toBe('SOL/USDT');
});

it('says why a backtest was refused, or stopped', async () => {
  show({ '/order/backtestSmart': () => refused('too-many') });
  await press('Run the backtest');
  expect(await screen.findByRole('alert')).toBeTruthy();
  cleanup();
  queryClient.clear();
  show({
    '/order/backtestSmart': () => answered(JOB),
    [`/order/getBacktestSmart/${JOB.id}`]: () => answered({ ...JOB, state: 'failed' }),
  });
  await press('Run the backtest');
  expect(await screen.findByText(/stopped before its end/)).toBeTruthy();
});

it('reads numbers as they may be, and drafts as they were kept', () => {
  const range = { least: 100, most: 400, step: 5, usual: 220 };
  expect(['100', '405', '101', '-5', '1e2', '', null].map((text) => numberOf(text, range))).toEqual(
    [...[100, null, null, null, null, null, null]],
  );
  const rules = usualRules('rotation', ['A', 'B', 'C']);
  expect(chosenRules(rules)?.codes).toEqual(['A', 'B', 'C']);
  expect(chosenRules({ ...rules, codes: [] })).toBeNull();
  expect(usualRules('grid', ['A', 'B']).codes).toEqual(['A']);
  expect(isOwnRules(JSON.parse(JSON.stringify(rules)))).toBe(true);
  expect(isOwnRules({ ...rules, strategy: 'luck' })).toBe(false);
  expect(isOwnRules(null)).toBe(false);
});
