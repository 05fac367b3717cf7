// Promise: visitors and users read the same plans; a purchase begins with a log-in, in demo with the ways
// on, and rules of one's own run on practice money alone.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { queryClient } from '../lib/query.ts';
import { beginSession, endSession, setMode } from '../lib/session.ts';
import { MARA } from '../testing/market-info.ts';
import { LEFT_PLAN, PLAN_ORDER_DETAIL, planDetail, planProduct } from '../testing/plans.ts';
import { speak } from '../testing/speak.ts';
import { Trading } from './Trading.tsx';
import { Plans } from './plans/Mine.tsx';
import { OwnPlan } from './plans/Own.tsx';

const PRODUCTS = [planProduct('trend', { id: 1, days: 40 }), planProduct('grid', { id: 2 })];
const ANSWERS = {
  '/order/listSmart': () => answered(PRODUCTS),
  [`/order/getSmart/${PRODUCTS[0]?.id}`]: () => answered(planDetail(PRODUCTS[0] as never)),
  '/order/listSmartOrder': () =>
    answered({
      records: [LEFT_PLAN, { ...LEFT_PLAN, id: 'own', orderNo: 'P-9', isOwn: true }],
      total: 2,
    }),
  [`/order/getSmartOrder/${PLAN_ORDER_DETAIL.id}`]: () => answered(PLAN_ORDER_DETAIL),
  '/index/listMarketByType': () => answered([]),
  '/user/appropriateness': () => answered({ status: 'needed', realFrom: null, riskVersion: 1 }),
};

beforeEach(async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  vi.stubGlobal('scrollTo', vi.fn());
  history.replaceState(null, '', '/trading');
  await speak('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function enter(mode: 'real' | 'demo'): void {
  beginSession({ token: 't', expiresAt: 1, user: { ...MARA, demoDisabled: false } });
  setMode(mode);
}
const press = async (name: string) =>
  userEvent.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement);

it('shows a visitor every plan, and the log-in when one is pressed', async () => {
  standInForServer(ANSWERS);
  const { container } = render(<Trading />);
  expect(
    await screen.findByText(/results that already happened, with the losing days left in/),
  ).toBeTruthy();
  expect(screen.queryByText('My plans')).toBeNull();
  await press('Set an amount');
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(link.getAttribute('href')).toContain('/pass/login?next=%2Ftrading');
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
});

it('shows one plan by its address, and the way back', async () => {
  history.replaceState(null, '', `/trading?id=${PRODUCTS[0]?.id}`);
  standInForServer(ANSWERS);
  render(<Trading />);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(
    /^Trend following/,
  );
  expect(screen.getByRole('link', { name: 'Smart trading' }).getAttribute('href')).toBe('/trading');
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

it('tells a real account before the first plan what it needs, and a demo the ways on', async () => {
  enter('real');
  standInForServer(ANSWERS);
  render(<Trading />);
  expect(await screen.findByText('My plans')).toBeTruthy();
  await press('Set an amount');
  expect(await screen.findByText(/A plan with real money needs a few questions/)).toBeTruthy();
  cleanup();
  queryClient.clear();
  setMode('demo');
  render(<Trading />);
  expect(await screen.findByText('My plans on paper')).toBeTruthy();
  await press('Set an amount');
  await press('Use a real account');
  expect(await screen.findByText('Switch to your real account?')).toBeTruthy();
});

it('runs again what ended: a plan that is offered, one of one’s own, and one that is gone', async () => {
  enter('real');
  standInForServer(ANSWERS);
  render(<Plans />);
  const table = await screen.findByRole('table', { name: 'My plans' });
  const [first, own] = within(table).getAllByRole('button', { name: 'Run again' });
  await userEvent.click(first as HTMLElement);
  const amount = await screen.findByRole('textbox', { name: 'Amount to invest' });
  expect((amount as HTMLInputElement).value).toBe('500');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.click(own as HTMLElement);
  expect(await screen.findByText(/never in public figures/)).toBeTruthy();
  await userEvent.clear(await screen.findByRole('textbox', { name: 'Amount to invest' }));
  await press('Review the costs');
  expect(screen.getByText('Enter the amount for the plan.')).toBeTruthy();
});

it('shows one of one’s own plans by its address', async () => {
  enter('real');
  history.replaceState(null, '', `/trading/plans?id=${PLAN_ORDER_DETAIL.id}`);
  standInForServer(ANSWERS);
  render(<Plans />);
  expect(await screen.findByText('P-003319')).toBeTruthy();
});

it('runs rules of one’s own in demo only', async () => {
  enter('real');
  standInForServer(ANSWERS);
  render(<OwnPlan />);
  expect(await screen.findByText(/run on practice money only/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Run the backtest' })).toBeNull();
  cleanup();
  setMode('demo');
  render(<OwnPlan />);
  expect(await screen.findByRole('button', { name: 'Run the backtest' })).toBeTruthy();
});
