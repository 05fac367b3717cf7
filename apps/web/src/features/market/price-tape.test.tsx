// Promise: the last prices of a market stand as they came, newest first, each once, never more than
// are kept.
import type { QuoteItem } from '@candor/protocol/light';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { quotes } from '../../live/index.ts';
import { BTC } from '../../testing/market-info.ts';
import { speak } from '../../testing/speak.ts';
import { PriceTape } from './PriceTape.tsx';
import { TAPE_MAX, type TapeRow, keepTape, withQuote } from './price-tape.ts';

const quote = (at: number, price: string) => ({
  tickId: `2026-11-28/${at}`,
  price,
  source: 'Binance',
  receivedAt: at,
});

it('puts each tick once and says whether it rose or fell', () => {
  let rows: readonly TapeRow[] = [];
  for (const one of [quote(1, '10'), quote(2, '11'), quote(3, '11'), quote(4, '9')]) {
    rows = withQuote(rows, one);
  }
  expect(rows.map(({ price, step }) => [price, step])).toEqual([
    ['9', -1],
    ['11', 0],
    ['11', 1],
    ['10', 0],
  ]);
  expect(withQuote(rows, quote(4, '9'))).toBe(rows);
  expect(withQuote(rows, quote(2, '11'))).toBe(rows);
});

it('keeps so many and no more', () => {
  let rows: readonly TapeRow[] = [];
  for (let at = 1; at <= TAPE_MAX + 5; at += 1) rows = withQuote(rows, quote(at, String(at)));
  expect(rows).toHaveLength(TAPE_MAX);
  expect(rows[0]?.price).toBe(String(TAPE_MAX + 5));
});

beforeEach(async () => {
  await speak('en');
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    run();
    return 0;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows what comes while the page stands, and nothing after it', () => {
  const send = (seq: number, price: string): void => {
    const item = { ...quote(1_800_000_000_000 + seq, price), code: BTC.code, seq };
    act(() => quotes.accept([item as QuoteItem], seq));
  };
  const stop = keepTape(BTC.code);
  render(<PriceTape info={BTC} />);
  expect(screen.getByText('No price has reached this page yet.')).toBeTruthy();
  send(1, '60000');
  send(2, '60000.5');
  const rows = (): (string | null)[] =>
    within(screen.getByRole('table', { name: 'Price tape' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(rows()).toHaveLength(2);
  expect(rows()[0]).toContain('60,000.50');
  expect(rows()[0]).toContain('Binance');
  stop();
  send(3, '60001');
  expect(rows()).toHaveLength(2);
});
