// Promise: a plan is bought with the most one may lose, after everything it costs was shown; each press
// is sent once, every refusal stands at its field, and a demo is shown the two ways on.
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Mode } from '@candor/kernel';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { storeCommand } from '../../../lib/command-storage.ts';
import { queryClient } from '../../../lib/query.ts';
import { beginSession, endSession, setMode } from '../../../lib/session.ts';
import { MARA } from '../../../testing/market-info.ts';
import { MIDNIGHT, PENDING_PLAN, planProduct } from '../../../testing/plans.ts';
import { speak } from '../../../testing/speak.ts';
import { InvestFlow } from './InvestFlow.tsx';
import { nextMidnight, wishWords, wishedOf } from './wish.ts';

type Answers = Parameters<typeof standInForServer>[0];
const PLAN = planProduct('trend', { id: 1, days: 40 });

beforeEach(async () => {
  await speak('en');
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function show(
  mode: Mode,
  answers: Answers = {},
  initial?: Parameters<typeof InvestFlow>[0]['initial'],
) {
  setMode(mode);
  const sent = standInForServer(answers);
  const onUseReal = vi.fn();
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <InvestFlow
        plan={PLAN}
        mode={mode}
        plansHref="/trading/plans"
        onUseReal={onUseReal}
        notice={null}
        {...(initial === undefined ? {} : { initial })}
      />
    </QueryClientProvider>,
  );
  return { sent, onUseReal, container };
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const amount = () => screen.getByRole('textbox', { name: 'Amount to invest' });
const loss = () => screen.getByRole('textbox', { name: 'Maximum loss' });

async function fill(): Promise<void> {
  await userEvent.type(amount(), '1000');
  await userEvent.click(screen.getByRole('radio', { name: '30' }));
  await press('25% of the amount');
}

it('asks for amount, days and the most one may lose, then shows every cost, then sends once', async () => {
  const { sent, container } = show('real', { '/order/buySmart': () => answered(PENDING_PLAN) });
  await fill();
  expect((loss() as HTMLInputElement).value).toBe('250');
  await press('Review the costs');
  expect(screen.getByText(/20%.* of gains above the highest value/)).toBeTruthy();
  expect(screen.getByText(/0\.5%.* of the amount invested/)).toBeTruthy();
  expect(screen.getByText(/Joining costs the spread and the fee/)).toBeTruthy();
  expect(screen.getByText(/Until then you can take it back at no cost/)).toBeTruthy();
  expect(container.textContent).toMatch(/Maximum loss.*250\.00/);
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
  await press(/Invest .*1,000\.00/);
  // It joins a day before its first settlement.
  expect(await screen.findByText(/1,200\.00.* joins at .*24 Nov, 00:00 UTC/)).toBeTruthy();
  const bought = sent.filter(({ path }) => path.endsWith('/order/buySmart'));
  expect(bought).toHaveLength(1);
  expect(bought[0]?.body).toEqual({
    ...{ productId: PLAN.id, version: PLAN.version, amount: '1000', days: 30, maxLoss: '250' },
    requestId: expect.any(String),
  });
  expect(bought[0]?.headers.get('virtually')).toBe('YES');
});

it('says what is missing or outside at its field, and sends nothing', async () => {
  const { sent } = show('real');
  await press('Review the costs');
  expect(screen.getByText('Enter the amount to invest.')).toBeTruthy();
  expect(screen.getByText('Enter an amount above zero and no more than you invest.')).toBeTruthy();
  await userEvent.type(amount(), '99');
  await userEvent.type(loss(), '100');
  expect(amount().getAttribute('aria-invalid')).toBe('true');
  expect(loss().getAttribute('aria-invalid')).toBe('true');
  await press('Review the costs');
  expect(sent).toHaveLength(0);
});

it.each([
  [
    'amount-out-of-range',
    { min: '100', max: '10000' },
    /Between .*100\.00.* and .*10,000\.00/,
    'amount',
  ],
  [
    'free-margin-short',
    { need: '1000', have: '12' },
    /You need .*1,000\.00.* have .*12\.00/,
    'amount',
  ],
  ['plan-unavailable', {}, /closed or full/, 'form'],
  ['plan-changed', {}, /terms of this plan have changed/, 'form'],
  ['plan-days-unknown', {}, /does not offer these days/, 'form'],
  ['plan-already-bought', {}, /already run this plan/, 'form'],
  ['plans-not-enabled', {}, 'Smart trading is not enabled here.', 'form'],
  ['cooling-off', { until: String(MIDNIGHT) }, /buy a plan from/, 'form'],
  ['cooling-off', { until: 'none' }, /needs a few questions/, 'form'],
] as const)('shows a refusal where it belongs: %s', async (name, facts, words, place) => {
  show('real', { '/order/buySmart': () => refused(name, undefined, facts) });
  await fill();
  await press('Review the costs');
  await press(/Invest .*1,000/);
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  expect(amount().getAttribute('aria-invalid')).toBe(place === 'amount' ? 'true' : null);
  expect((amount() as HTMLInputElement).value).toBe('1000');
});

it('shows a demo the refusal and both ways on, and tries it on paper apart', async () => {
  const { sent, onUseReal, container } = show('demo', {
    '/order/paperSmart': () => answered({ ...PENDING_PLAN, mode: 'demo' }),
  });
  expect(screen.getByText('The demo cannot use smart trading.')).toBeTruthy();
  await press('Use a real account');
  expect(onUseReal).toHaveBeenCalled();
  await press('Try it on paper');
  expect(container.querySelector('.hatch')?.textContent).toContain('never in public figures');
  await fill();
  await press('Review the costs');
  await press(/Try it with .*1,000\.00.* on paper/);
  expect(await screen.findByRole('link', { name: 'My plans on paper' })).toBeTruthy();
  const made = sent.filter(({ path }) => path.includes('Smart'));
  expect(made.map(({ path }) => path)).toEqual([expect.stringContaining('/order/paperSmart')]);
  expect(made[0]?.headers.get('virtually')).toBe('NO');
});

it('keeps what is typed until it was sent, and begins again with the terms of a plan that ended', async () => {
  show('real', { '/order/buySmart': () => answered(PENDING_PLAN) });
  await fill();
  cleanup();
  show('real', { '/order/buySmart': () => answered(PENDING_PLAN) });
  expect((amount() as HTMLInputElement).value).toBe('1000');
  await press('Review the costs');
  await press(/Invest .*1,000/);
  await screen.findByText(/1,200\.00.* joins at/);
  cleanup();
  show('real');
  expect((amount() as HTMLInputElement).value).toBe('');
  cleanup();
  show('real', {}, { amount: '700', days: 90, maxLoss: '70' });
  expect((amount() as HTMLInputElement).value).toBe('700');
  expect(screen.getByRole('radio', { name: '90' }).getAttribute('aria-checked')).toBe('true');
});

it('says that nobody answered, and presses nothing twice', async () => {
  const { sent } = show('real', {
    '/order/buySmart': () => answered(PENDING_PLAN),
    '/order/outcome': () => answered({ state: 'none' }),
  });
  await fill();
  await press('Review the costs');
  const button = await screen.findByRole('button', { name: /Invest .*1,000/ });
  await userEvent.dblClick(button);
  await screen.findByText(/1,200\.00.* joins at/);
  await waitFor(() =>
    expect(sent.filter(({ path }) => path.endsWith('/order/buySmart'))).toHaveLength(1),
  );
});

it('says where to look when an earlier press went through after all', async () => {
  const earlier = { requestId: 'before', userId: MARA.id, mode: 'real', name: 'plans.buy' };
  const kept = { ...earlier, params: null, body: { productId: PLAN.id }, pressedAt: 1 };
  const envelope = { code: '200', message: 'ok', result: PENDING_PLAN };
  const { sent } = show('real', {
    '/order/outcome/before': () => answered({ state: 'done', answer: JSON.stringify(envelope) }),
  });
  storeCommand('before', JSON.stringify(kept));
  await fill();
  await press('Review the costs');
  await press(/Invest .*1,000/);
  expect(await screen.findByText(/Check your plans before you send again/)).toBeTruthy();
  expect(sent.some(({ path }) => path.endsWith('/order/buySmart'))).toBe(false);
});

it('joins at the midnight after a moment, UTC', () => {
  expect(nextMidnight(MIDNIGHT)).toBe(MIDNIGHT + 86_400_000);
  expect(nextMidnight(MIDNIGHT - 1)).toBe(MIDNIGHT);
});

it('asks for no less to lose than the server takes, and sends exactly that much', () => {
  // 1,000.01 × 0.0022 = 2.200022
  const wish = { amount: '1000.01', days: 30, maxLoss: '2.200021' };
  expect(wishWords(wish, PLAN, (key) => key)).toEqual({ maxLoss: 'plans.amount-between' });
  expect(wishedOf({ ...wish, maxLoss: '2.200022' }, PLAN)).toMatchObject({ maxLoss: '2.200022' });
});
