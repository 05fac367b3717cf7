// Promise: plans stand on one scale with their losing days, the deepest fall first; before the first
// settled day there are dashes, and a backtest is hatched, called so and never a result of the plan.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { queryClient } from '../../../lib/query.ts';
import { setMode } from '../../../lib/session.ts';
import { planProduct } from '../../../testing/plans.ts';
import { speak } from '../../../testing/speak.ts';
import { PlanCards } from './PlanCards.tsx';

beforeEach(async () => {
  await speak('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const day = (result: string) => [{ day: '2026-11-26', result }];
const PLANS = [
  { ...planProduct('trend', { id: 1, days: 90 }), daily: day('-0.01'), backtest: null },
  { ...planProduct('grid', { id: 2, days: 90 }), daily: day('-0.048'), backtest: null },
];

function show(plans: unknown) {
  standInForServer({ '/order/listSmart': () => answered(plans) });
  const onInvest = vi.fn();
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <PlanCards hrefOf={(id) => `/trading?id=${id}`} onInvest={onInvest} />
    </QueryClientProvider>,
  );
  return { container, onInvest };
}

async function violations(container: Element): Promise<string[]> {
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  return found.violations.map(({ id }) => id);
}

const cards = async () => {
  await screen.findAllByRole('heading', { level: 2 });
  return screen
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByRole('heading', { level: 2 }));
};

it('shows a fresh installation with dashes, and its backtest as what it is', async () => {
  const { container } = show([planProduct('trend', { id: 1 })]);
  const [card] = await cards();
  expect(card?.textContent).toContain('No settled day yet');
  const figures = within(card as HTMLElement)
    .getAllByText('Maximum drawdown')[0]
    ?.closest('dl');
  expect(figures?.textContent).toBe(
    ['Maximum drawdown', 'Losing days', 'Worst day', 'Best day', 'Median day', 'Total']
      .map((name) => `${name}—`)
      .join(''),
  );
  const title = screen.getByText('Backtest, generated prices');
  const hatched = title.closest('.hatch.rounded-md');
  expect(hatched?.textContent).toContain('Nobody had this result.');
  expect(within(hatched as HTMLElement).getAllByRole('img')).toHaveLength(2);
  // Outside the hatch no bar is drawn.
  expect(screen.getAllByRole('img')).toHaveLength(2);
  expect(await violations(container)).toEqual([]);
});

it('draws every plan on one scale, and sorts the deepest fall first', async () => {
  const { container } = show(PLANS);
  const shown = await cards();
  expect(shown.map((card) => within(card).getByRole('heading', { level: 2 }).textContent)).toEqual([
    expect.stringMatching(/^Grid/),
    expect.stringMatching(/^Trend following/),
  ]);
  // 4.8 % fits under 5 %, and the small one stands under the same top.
  for (const card of shown) expect(card.textContent).toContain('+5%0−5%');
  expect(shown[0]?.textContent).toMatch(/−48\.00\sUSDT/);
  expect(shown[1]?.textContent).toMatch(/−10\.00\sUSDT/);
  expect(await violations(container)).toEqual([]);
});

it('draws no scale for a backtest that is not drawn', async () => {
  const calm = { ...planProduct('trend', { id: 1, days: 90 }), daily: day('-0.001') };
  show([calm]);
  const [card] = await cards();
  expect(card?.textContent).toContain('+0.25%0−0.25%');
});

it('shows another span and another order when asked', async () => {
  const many = planProduct('trend', { id: 1, days: 90 });
  show([many, { ...PLANS[1], daily: day('0.9') }]);
  await cards();
  expect(screen.getByText(/\d+ of 60$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: '30 days' }));
  expect(screen.getByText(/\d+ of 30$/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'total');
  expect((await cards()).at(-1)?.textContent).toMatch(/^Grid/);
});

it('opens what it is pressed for, and of a plan that is full nothing of real money', async () => {
  setMode('real');
  const { onInvest } = show([{ ...PLANS[0], status: 'full' }, PLANS[1]]);
  await cards();
  const [first, second] = screen.getAllByRole('button', { name: 'Set an amount' });
  await userEvent.click(first as HTMLElement);
  expect(onInvest).toHaveBeenCalledWith(expect.objectContaining({ strategy: 'grid' }));
  expect((second as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByText('Full for real money')).toBeTruthy();
  act(() => setMode('demo'));
  expect((second as HTMLButtonElement).disabled).toBe(false);
});

it('says that nothing is offered, or that it could not be read', async () => {
  show([]);
  expect(await screen.findByText('No plan is offered now')).toBeTruthy();
  cleanup();
  queryClient.clear();
  standInForServer({ '/order/listSmart': () => refused('unreadable') });
  render(
    <QueryClientProvider client={queryClient}>
      <PlanCards hrefOf={String} onInvest={() => undefined} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Couldn’t load the plans.')).toBeTruthy();
});
