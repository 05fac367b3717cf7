// Promise: of socket and answer the newest price is shown, with its own age and state.
import { describe, expect, it } from 'vitest';
import type { LiveQuote } from '../../live/quotes.ts';
import { BTC } from '../../testing/market-info.ts';
import { priceStateOf } from './use-price-state.ts';

const AT = BTC.receivedAt ?? 0;
const heard = (change: Partial<LiveQuote>): LiveQuote => ({
  id: BTC.id,
  code: BTC.code,
  type: BTC.type,
  price: '1',
  bid: '1',
  ask: '1',
  zdf: null,
  source: 'socket',
  sourceTime: AT,
  receivedAt: AT,
  tickId: 'socket',
  status: 'open',
  seq: 1,
  arrivedAt: 1_000,
  ...change,
});
const stateOf = (quote: LiveQuote | undefined, monotonicNow = 1_200) =>
  priceStateOf({ info: BTC, quote, monotonicNow, wallNow: AT + 700, isOffline: false });

describe('the price on screen', () => {
  it('is the socket’s while it is the later one, as old as its arrival', () => {
    const later = heard({ receivedAt: AT + 500 });
    expect(stateOf(later)).toMatchObject({ price: '1', source: 'socket', age: { ms: 200 } });
  });

  it('is the answer’s when that is the later one: a line that stands still hides nothing', () => {
    const earlier = heard({ receivedAt: AT - 60_000, arrivedAt: -59_000 });
    expect(stateOf(earlier)).toMatchObject({
      price: BTC.price,
      bid: BTC.bid,
      source: BTC.source,
      tickId: BTC.tickId,
      age: { ms: 700, isStale: false },
      state: 'open',
    });
  });

  it('that nobody renewed through a sleep is old', () => {
    const later = heard({ receivedAt: AT + 500 });
    expect(stateOf(later, 3_600_000)).toMatchObject({ state: 'stale', age: { isStale: true } });
  });
});
