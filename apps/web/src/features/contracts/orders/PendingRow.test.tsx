// Promise: an order that waits is two lines on a phone, with what it waits for, and opens for the rest
// of it and for what one does with it.
import type { Order } from '@candor/protocol/light';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BTC, aLong } from '../../../testing/market-info.ts';
import { speak } from '../../../testing/speak.ts';
import { PendingRow } from './PendingRow.tsx';

const WAITING: Order = {
  ...aLong,
  status: 'pending',
  orderType: 'stopLimit',
  stopPrice: '61000',
  price: '61050',
};

beforeEach(async () => {
  await speak('en');
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(change: Partial<Order> = {}): { lines: string; rest: Element } {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PendingRow order={{ ...WAITING, ...change }} info={BTC} />
    </QueryClientProvider>,
  );
  const row = screen.getByRole('group');
  const summary = row.querySelector('summary');
  return { lines: (summary?.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, ''), rest: row };
}

it.each<[string, Partial<Order>, string]>([
  ['a limit order', { orderType: 'limit', stopPrice: undefined, price: '59000' }, '59,000.00'],
  ['a stop order', { orderType: 'stop' }, '61,000.00'],
  ['a stop-limit order before its stop', {}, '61,000.00'],
  ['a stop-limit order after it', { armed: true }, '61,050.00'],
])('the lines of %s say the price it waits for', (_, change, price) => {
  const { lines, rest } = show(change);
  expect(lines).toContain(price);
  expect(lines).toContain('Long');
  expect(rest).toHaveProperty('open', false);
});

it('holds its prices and the ways to change it and to take it back', () => {
  const { rest } = show();
  const facts = [...rest.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent?.replaceAll(/[\u2066-\u2069]/g, ''),
  ]);
  expect(facts).toContainEqual(['Stop price', '61,000.00']);
  expect(facts).toContainEqual(['Limit price', '61,050.00']);
  const names = [...rest.querySelectorAll('button')].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent,
  );
  expect(names.join('|').replaceAll(/[\u2066-\u2069]/g, '')).toMatch(
    /Change .*BTC\/USDT.*Cancel .*BTC\/USDT/,
  );
});
