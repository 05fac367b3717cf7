// Promise: the desk shows each plan with its versions, terms, hashes and funds, a change is proposed with what
// the advisor accepts alone, and a case stands beside both backtests. Who may not propose sees no way to.
import type { CasePlan, DeskBacktest, DeskPlan } from '@candor/protocol/desk-light';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, caseDetail, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const HASH = 'ab'.repeat(32);
const SUMMARY = {
  ...{ days: 90, losingDays: 40, median: '0.0001', worst: '-0.031', best: '0.04' },
  ...{ total: '0.021', deepestFall: '0.118' },
};
const fund = (mode: 'real' | 'demo', value: string | null) =>
  ({
    id: `01890a5d-ac96-774b-bcce-${mode === 'real' ? '0' : '1'}00000000001`,
    ...{ mode, value, settled: '5000', waiting: '250', running: 12, pending: 2, day: '2026-11-23' },
  }) as const;
const PLAN: DeskPlan = {
  id: ID,
  name: 'trend-btc',
  status: 'open',
  versions: [
    {
      version: 2,
      state: 'offered',
      strategy: 'trend',
      parameters: { fast: 24, slow: 96, margin: 10 },
      interval: '1h',
      codes: ['BTC/USDT'],
      source: HASH,
      versionHash: 'cd'.repeat(32),
      amountMin: '100',
      amountMax: '50000',
      days: [7, 30],
      cycleDays: 30,
      capacity: '2000000',
      since: NOW,
      funds: [fund('real', null), fund('demo', '5012.5')],
      backtest: {
        ...{ from: '2026-08-25', to: '2026-11-22', isGenerated: false },
        ...{ summary: SUMMARY, range30: null },
      },
    },
  ],
  decisions: [{ caseId: ID, caseNumber: 'L-000003', version: 2, act: 'version', at: NOW }],
};
const serve = (more: Parameters<typeof standInForServer>[0] = {}) =>
  standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'plans.registry': () =>
      answered({ isEnabled: false, shareRate: '0.2', earlyExitRate: '0.005', plans: [PLAN] }),
    'plans.propose-version': () => answered({ id: ID, number: 'L-000004' }),
    'plans.propose-subsidy': () => answered({ id: ID, number: 'Y-000006' }),
    'plans.propose-change': () => answered({ id: ID, number: 'L-000005' }),
    ...more,
  });

afterEach(leaveDesk);

it('shows a plan, and proposes a version with what the strategy takes alone', WITHIN, async () => {
  const sent = serve();
  await showDesk('/plans', { ...MEMBER, roles: ['risk'] });
  const plan = within(await screen.findByRole('region', { name: 'trend-btc' }));
  expect(plan.getByText(HASH)).toBeTruthy();
  // Once for each fund, in the table and on the cards of a narrow window.
  expect(plan.getAllByText('Offered').length).toBe(4);
  expect(plan.getByText(/maximum drawdown 11.8%, 40 of 90 days lost/)).toBeTruthy();
  // A fund that holds something without a price is not worth nothing.
  expect(plan.getAllByText('No price').length).toBe(2);
  expect(plan.getByRole('link', { name: 'L-000003' }).getAttribute('href')).toBe(`/cases/${ID}`);
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.click(plan.getByRole('button', { name: 'New version: trend-btc' }));
  const dialog = within(screen.getByRole('dialog'));
  const fast = dialog.getByLabelText('Number “fast”');
  await userEvent.clear(fast);
  await userEvent.type(fast, '1000');
  await userEvent.type(dialog.getByLabelText('Reason'), 'Slower');
  const put = dialog.getByRole('button', { name: 'Propose to the others' });
  await userEvent.click(put);
  expect(dialog.getByText('Not a value the strategy takes')).toBeTruthy();
  expect(sent.some(({ name }) => name === 'plans.propose-version')).toBe(false);
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.clear(fast);
  await userEvent.type(fast, '30');
  await userEvent.click(put);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.find(({ name }) => name === 'plans.propose-version')?.body).toEqual({
    ...{ strategy: 'trend', parameters: { fast: 30, slow: 96, margin: 10 }, interval: '1h' },
    ...{ codes: ['BTC/USDT'], amountMin: '100', amountMax: '50000', days: [7, 30] },
    ...{ cycleDays: 30, capacity: '2000000', replaces: 2, reason: 'Slower' },
  });
});

it(
  'proposes to withdraw an offer and another capacity; an auditor changes nothing',
  WITHIN,
  async () => {
    const sent = serve();
    await showDesk('/plans', { ...MEMBER, roles: ['risk'] });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Withdraw the offer: trend-btc' }),
    );
    const put = () => screen.getByRole('button', { name: 'Propose to the others' });
    await userEvent.click(put());
    expect(sent.some(({ name }) => name === 'plans.propose-change')).toBe(false);
    await userEvent.type(screen.getByLabelText('Reason'), 'Too few buy it');
    await userEvent.click(put());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Change the capacity: trend-btc' }));
    const capacity = screen.getByLabelText('Capacity, real money, USDT');
    await userEvent.clear(capacity);
    await userEvent.type(screen.getByLabelText('Reason'), 'Thin book');
    await userEvent.click(put());
    // An empty one is no capacity, and says so at its field.
    expect(screen.getByText(/^A different number/)).toBeTruthy();
    expect(capacity.getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(capacity, '60000');
    await userEvent.click(put());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const bodies = sent.filter(({ name }) => name === 'plans.propose-change');
    expect(bodies.map(({ body }) => body)).toEqual([
      { act: 'withdraw', reason: 'Too few buy it' },
      { act: 'capacity', capacity: '60000', reason: 'Thin book' },
    ]);
    leaveDesk();
    serve();
    await showDesk('/plans', { ...MEMBER, roles: ['auditor'] });
    expect(await screen.findByRole('region', { name: 'trend-btc' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Withdraw the offer/ })).toBeNull();
  },
);

it('proposes money for a fund: a cashier may, and nothing else of the plan', WITHIN, async () => {
  const sent = serve();
  await showDesk('/plans', { ...MEMBER, roles: ['cashierMaker'] });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Pay into the fund: trend-btc' }),
  );
  expect(screen.queryByRole('button', { name: /Withdraw the offer/ })).toBeNull();
  const dialog = within(screen.getByRole('dialog'));
  const put = dialog.getByRole('button', { name: 'Propose to the others' });
  await userEvent.click(put);
  expect(dialog.getByText('More than zero, and no more than the house has')).toBeTruthy();
  expect(sent.some(({ name }) => name === 'plans.propose-subsidy')).toBe(false);
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Amount, USDT'), '120.5');
  await userEvent.type(dialog.getByLabelText('Day it is paid for'), '2026-11-20');
  await userEvent.type(dialog.getByLabelText('Reason, published as it is written'), 'Late feed');
  await userEvent.click(put);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.find(({ name }) => name === 'plans.propose-subsidy')?.body).toEqual({
    ...{ version: 2, amount: '120.5', day: '2026-11-20', reason: 'Late feed' },
  });
});

it(
  'puts the backtest of what is proposed beside that of the version in force',
  WITHIN,
  async () => {
    const part = { summary: SUMMARY, sharpe: null, sortino: null, luck: null };
    const backtest = (total: string): DeskBacktest => ({
      ...{
        strategy: 'trend',
        codes: ['BTC/USDT'],
        parameters: {},
        interval: '1h',
        versionHash: HASH,
      },
      ...{
        from: NOW - 90 * 86_400_000,
        to: NOW,
        source: 'Binance',
        isGenerated: true,
        bars: 8_640,
      },
      ...{
        amount: '10000',
        value: '10210',
        fills: 31,
        turnover: '12.4',
        fees: '61.2',
        spread: '9.1',
      },
      ...{ whole: { ...part, summary: { ...SUMMARY, total } }, inSample: null, outOfSample: null },
      ...{
        range30: null,
        benchmark: SUMMARY,
        doubts: ['fewTrades'],
        lookAheadPassed: true,
        missing: [],
      },
    });
    const found: CasePlan = {
      proposed: { versionHash: HASH, backtest: backtest('-0.05') },
      inForce: { version: 2, versionHash: HASH, backtest: backtest('0.07') },
    };
    const one = caseDetail({
      ...{ kind: 'planVersion', number: 'L-000004', amount: null, asset: null, userId: null },
      ...{ user: null, entry: null, subject: 'trend-btc: version 3' },
      facts: [
        { key: 'plan', as: 'text', value: 'trend-btc' },
        { key: 'strategy', as: 'text', value: 'trend' },
        { key: 'numbers', as: 'text', value: 'fast 30', before: 'fast 24' },
      ],
    });
    serve({ 'cases.get': () => answered(one), 'plans.of-case': () => answered(found) });
    await showDesk(`/cases/${one.id}`, { ...MEMBER, roles: ['risk'] });
    const part2 = within(await screen.findByRole('region', { name: 'Backtests' }));
    expect(await part2.findByText('−5%')).toBeTruthy();
    expect(part2.getByText('7%')).toBeTruthy();
    expect(part2.getAllByText('few trades').length).toBe(2);
    expect(screen.getByText('fast 24 → fast 30')).toBeTruthy();
    expect(screen.getByText('Trend following')).toBeTruthy();
    expect(await faultsIn(document.body)).toEqual([]);
  },
);
