// Promise: a row shows the newest price of its market, also one that arrives after it was drawn.
import { WIRE_FIELDS } from '@candor/protocol';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { quotes } from '../../live/index.ts';
import { BTC } from '../../testing/market-info.ts';
import { speak } from '../../testing/speak.ts';
import { MarketRow } from './MarketRow.tsx';

const ROW = { isChosen: false, isHeld: false, isStarred: false, isStop: true };
const NOTHING = (): void => undefined;

function show(item: Parameters<typeof MarketRow>[0]['item']): () => string {
  render(<MarketRow {...ROW} item={item} onFocus={NOTHING} onStar={NOTHING} />);
  return () => screen.getByRole('link').textContent ?? '';
}

/** A tick of the live line, and the frame in which listeners hear of it. */
async function tick(seq: number, price: string): Promise<void> {
  const item = {
    id: 'BTCUSDT',
    code: 'BTC/USDT',
    type: 2 as const,
    price,
    bid: price,
    ask: price,
    [WIRE_FIELDS.changePercent]: '-0.5',
    source: 'Binance',
    sourceTime: seq,
    receivedAt: 1_795_245_700_000 + seq,
    tickId: `2026-11-21/${seq}`,
    status: 'open' as const,
    seq,
  };
  await act(async () => {
    quotes.accept([item], seq);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  await speak('en');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows what the list says until a quote comes, then the quote', async () => {
  const shown = show(BTC);
  expect(shown()).toContain('60,000.00');
  expect(shown()).toContain('+1.24%');
  await tick(1, '59990.5');
  expect(shown()).toContain('59,990.50');
  expect(shown()).toContain('−0.50%');
  await tick(2, '59991');
  expect(shown()).toContain('59,991.00');
});

it('says that nobody names a price', () => {
  const shown = show({ ...BTC, code: 'NEW/USDT', price: null, status: 'noSource' });
  expect(shown()).toContain('No price');
});

it.each([
  ['disputed', 'Paused'],
  ['suspended', 'Paused'],
  ['closeOnly', 'Close only'],
  ['closed', 'Closed'],
] as const)('of a market that is %s says %s, of an open one nothing', (status, word) => {
  const shown = show({ ...BTC, code: 'ONE/USDT', status });
  expect(shown()).toContain(word);
  cleanup();
  expect(show({ ...BTC, code: 'ONE/USDT', status: 'open' })()).not.toContain(word);
});
