// Promise: where a fill lies among its source's prices is read from the tape and never from the
// receipt; what lies outside says by how much, and nothing is said where no tape came.
import type { OptionReceipt } from '@candor/protocol/light';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../test/answers.ts';
import { anOption } from '../../testing/receipts.ts';
import { speak } from '../../testing/speak.ts';
import { PriceRange } from './PriceRange.tsx';

const { tick } = (anOption as OptionReceipt).open;
const tapeTick = (bid: string, ask: string) => ({ ...tick, bid, ask });

beforeAll(() => speak('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(price: string, answer: () => ReturnType<typeof answered>): void {
  standInForServer({ '/index/ticks/BTC%2FUSDT': answer });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <PriceRange tick={tick} price={price} tickSize="0.01" />
    </QueryClientProvider>,
  );
}

const TAPE = [tapeTick('60000.01', '60000.03'), tapeTick('59999.50', '60000.50')];

it('says that a fill is inside, with low and high', async () => {
  show('60000.02', () => answered(TAPE));
  expect(await screen.findByText('Inside the source’s range')).toBeTruthy();
  expect(
    screen.getByRole('img', { name: 'Price 60,000.02; the source said 59,999.50 to 60,000.50' }),
  ).toBeTruthy();
});

it.each([
  ['60001.90', '1.40'],
  ['59999.25', '0.25'],
])('says by how much %s is outside, though its own tick agrees with it', async (price, by) => {
  show(price, () => answered(TAPE));
  const said = await screen.findByText(/^Outside the source’s range by/);
  expect(said.textContent).toContain(by);
});

it('draws nothing where the tape holds nothing or does not come', async () => {
  show('60000.02', () => answered([]));
  expect(await screen.findByText(/tape/i)).toBeTruthy();
  cleanup();
  show('60000.02', () => refused('internal'));
  expect(await screen.findByText(/tape/i)).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});
