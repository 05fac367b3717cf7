// Promise: the owner of a plan sees where it stands, that its figures add up to the last unit, and what
// leaving brings; what is confirmed is what was shown, sent once.
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { wallNow } from '../../../lib/clock.ts';
import { queryClient } from '../../../lib/query.ts';
import { beginSession, endSession, setMode } from '../../../lib/session.ts';
import { MARA } from '../../../testing/market-info.ts';
import {
  LEFT_PLAN,
  MIDNIGHT,
  PENDING_PLAN,
  PLAN_ORDER,
  PLAN_ORDER_DETAIL,
  exitQuote,
} from '../../../testing/plans.ts';
import { speak } from '../../../testing/speak.ts';
import { PlanOrderList } from './PlanOrderList.tsx';
import { PlanOrderView } from './PlanOrderView.tsx';
import { planIdentity } from './identity.ts';

type Answers = Parameters<typeof standInForServer>[0];

beforeEach(async () => {
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  await speak('en');
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
  setMode('real');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function showList(records: readonly object[], answers: Answers = {}) {
  const sent = standInForServer({
    '/order/listSmartOrder': () => answered({ records, total: records.length }),
    ...answers,
  });
  const onAgain = vi.fn();
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <PlanOrderList hrefOf={(id) => `/trading/plans?id=${id}`} onAgain={onAgain} />
    </QueryClientProvider>,
  );
  return { sent, onAgain, container };
}

function showOne(order: object = PLAN_ORDER_DETAIL, answers: Answers = {}) {
  const sent = standInForServer({
    [`/order/getSmartOrder/${PLAN_ORDER.id}`]: () => answered(order),
    ...answers,
  });
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <PlanOrderView id={PLAN_ORDER.id} onAgain={() => undefined} />
    </QueryClientProvider>,
  );
  return { sent, container };
}

/** The table of wide windows; the same rows stand as cards too. */
const table = async () => screen.findByRole('table', { name: 'My plans' });
const rowOf = async (number: string) =>
  within(await table())
    .getByText(number)
    .closest('tr') as HTMLElement;
const exits = (sent: readonly { path: string }[]) =>
  sent.filter(({ path }) => path.includes('/order/exitSmart/'));

it('shows each plan in the words of its state, with what leaving brings and costs', async () => {
  const { container } = showList([PENDING_PLAN, PLAN_ORDER, LEFT_PLAN]);
  expect((await rowOf('P-003319')).textContent).toMatch(
    /Income in progress1,200\.00−1\.94\+7\.34.*UTC.*1,198\.93\sUSDT.*costs included: .*−7\.20/,
  );
  expect((await rowOf('P-003320')).textContent).toMatch(/Waiting for midnight1,200\.00——/);
  expect((await rowOf('P-003102')).textContent).toMatch(
    /Profit divided500\.00—−18\.60You left early\..*481\.40\sUSDT.* paid out/,
  );
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
});

it('counts down to what comes, however long ago a plan was valued', async () => {
  const inHours = (hours: number) => wallNow() + hours * 3_600_000 - 30_000;
  showList([
    { ...PLAN_ORDER, valuedAt: MIDNIGHT, nextProfitTime: inHours(5) },
    { ...PENDING_PLAN, nextProfitTime: inHours(24 + 7) },
  ]);
  expect((await rowOf('P-003319')).textContent).toMatch(/UTCin .*5 h\u2069/);
  // One that waits joins a day before its first day is settled.
  expect((await rowOf('P-003320')).textContent).toMatch(/Joins at.*UTCin .*7 h\u2069/);
  cleanup();
  showOne({ ...PLAN_ORDER_DETAIL, ...PENDING_PLAN, id: PLAN_ORDER.id, settled: [] });
  const joins = (await screen.findByText('Joins at')).parentElement;
  expect(joins?.textContent).toMatch(/27 Nov, 00:00 UTC/);
  expect(screen.queryByText('Next settlement')).toBeNull();
});

it('hatches what is on paper and calls it so', async () => {
  setMode('demo');
  const { container } = showList([]);
  expect(await screen.findByText('No plan yet')).toBeTruthy();
  expect(container.querySelector('.hatch')).not.toBeNull();
  cleanup();
  queryClient.clear();
  setMode('real');
  const real = showList([]);
  await screen.findByText('No plan yet');
  expect(real.container.querySelector('.hatch')).toBeNull();
});

it('shows no value, and no zero, while a price is missing', async () => {
  const unjudged = { value: null, todayEarnings: null, totalRevenue: null, leaving: null };
  showList([{ ...PLAN_ORDER, ...unjudged }]);
  expect((await rowOf('P-003319')).textContent).toMatch(/1,200\.00——.*—Leave the plan/);
  cleanup();
  queryClient.clear();
  showOne({ ...PLAN_ORDER_DETAIL, ...unjudged });
  expect(await screen.findByText(/do not judge what it is worth/)).toBeTruthy();
});

it('reads as a sum: invested, results, today, share and leaving early come to the value', async () => {
  const { container } = showOne();
  await screen.findByText(/add up to this to the last unit/);
  expect(container.textContent).toMatch(
    /Invested1,200\.000000\sUSDTResults of settled days\+11\.280000\sUSDTToday−1\.940000\sUSDTShare of the house−2\.000000\sUSDTLeaving early0\.000000\sUSDTValue1,207\.340000\sUSDT/,
  );
  const [days] = screen.getAllByRole('table', { name: 'Settled days' });
  expect(days?.textContent).toMatch(/26 Nov 2026\+6\.000000\sUSDT2\.000000\sUSDT1,209\.280000/);
  expect(within(days as HTMLElement).getByRole('link', { name: /Receipt CDCD/ })).toBeTruthy();
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
});

/** The house paid into its fund: value and what was paid are apart from every result. */
const GRANTED = { ...PLAN_ORDER, orderNo: 'granted', subsidy: '12.5', value: '1219.84' };

it.each([PLAN_ORDER, LEFT_PLAN, GRANTED])(
  'its rows come to the value, unit by unit: $orderNo',
  (order) => {
    const rows = planIdentity(order);
    const units = (text: string | null): bigint => {
      const [, sign, whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '0') ?? [];
      return BigInt(`${sign}${whole}${rest.padEnd(6, '0')}`);
    };
    if (rows === null) throw new Error('a plan that joined has rows');
    const { invested, granted, result, today, share, early, value } = rows;
    const sum = [invested, granted, result, today, share, early].reduce(
      (all, one) => all + units(one),
      0n,
    );
    expect(sum).toBe(units(value));
  },
);

it('leaves at the figures that were read, once', async () => {
  const left = { ...LEFT_PLAN, id: PLAN_ORDER.id, received: '1198.93' };
  const { sent } = showList([PLAN_ORDER], {
    [`/order/quoteExitSmart/${PLAN_ORDER.id}`]: () => answered(exitQuote(MIDNIGHT)),
    [`/order/exitSmart/${PLAN_ORDER.id}`]: () => answered(left),
  });
  await userEvent.click(within(await table()).getByRole('button', { name: 'Leave the plan' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/These figures are held for \d+ s/)).toBeTruthy();
  expect(dialog.textContent).toMatch(/Your share, sold now1,206\.13\sUSDT/);
  expect(dialog.textContent).toMatch(
    /House’s share of the gain−1\.20\sUSDTLeaving early−6\.00\sUSDT/,
  );
  expect(dialog.textContent).toContain('2026-11-27/77');
  expect(exits(sent)).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole('button', { name: /Leave the plan .*1,198\.93/ }));
  await waitFor(() => expect(exits(sent)).toHaveLength(1));
  expect((exits(sent)[0] as { body?: unknown }).body).toEqual({
    quoteId: exitQuote(0).quoteId,
    requestId: expect.any(String),
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('sells nothing at figures that ended, and asks for new ones when pressed', async () => {
  const quotes = [exitQuote(MIDNIGHT, 0), { ...exitQuote(MIDNIGHT), receive: '1190' }];
  const { sent } = showList([PLAN_ORDER], {
    [`/order/quoteExitSmart/${PLAN_ORDER.id}`]: () => answered(quotes.shift()),
  });
  await userEvent.click(within(await table()).getByRole('button', { name: 'Leave the plan' }));
  expect(await screen.findByText('These figures have expired. Nothing was sold.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Get new figures' }));
  expect(await screen.findByRole('button', { name: /Leave the plan .*1,190\.00/ })).toBeTruthy();
  expect(exits(sent)).toHaveLength(0);
});

it.each([
  ['quoteExitSmart', 'not-tradable-now', /./],
  ['exitSmart', 'quote-expired', /price moved or expired/],
] as const)('says why it cannot be left: %s', async (call, name, words) => {
  showList([PLAN_ORDER], {
    [`/order/quoteExitSmart/${PLAN_ORDER.id}`]: () =>
      call === 'exitSmart' ? answered(exitQuote(MIDNIGHT)) : refused(name),
    [`/order/exitSmart/${PLAN_ORDER.id}`]: () => refused(name),
  });
  await userEvent.click(within(await table()).getByRole('button', { name: 'Leave the plan' }));
  if (call === 'exitSmart') {
    await userEvent.click(await screen.findByRole('button', { name: /Leave the plan .*1,198/ }));
  }
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(screen.getByRole('button', { name: 'Get new figures' })).toBeTruthy();
});

it('takes back what waits, and runs again what ended', async () => {
  const { sent, onAgain } = showList([PENDING_PLAN, LEFT_PLAN], {
    [`/order/cancelSmart/${PENDING_PLAN.id}`]: () =>
      answered({ ...PENDING_PLAN, status: 'closed', state: 'cancelled' }),
  });
  await userEvent.click(within(await table()).getByRole('button', { name: 'Take it back' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/1,200\.00.* goes back to your balance/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take it back' }));
  const cancels = () => sent.filter(({ path }) => path.includes('cancelSmart'));
  await waitFor(() => expect(cancels()).toHaveLength(1));
  expect(cancels()[0]?.body).toEqual({ requestId: expect.any(String) });
  await userEvent.click(within(await table()).getByRole('button', { name: 'Run again' }));
  expect(onAgain).toHaveBeenCalledWith(expect.objectContaining({ id: LEFT_PLAN.id }));
});
