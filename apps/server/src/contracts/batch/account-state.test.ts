import {
  type ContractId,
  type InstrumentCode,
  type Price,
  type TickId,
  type UnixMs,
  type UserId,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import type { MarginJudgement, Quote } from '@candor/pricing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAccountCache } from './account-cache.ts';
import { createAccountState } from './account-state.ts';
import { type Contract, newContract } from '../order/contract.ts';
import type { MarketView } from '../order/market-view.ts';
import { UNRESTRICTED } from '../risk/new-risk.ts';
import { judge, valueAll } from '../order/valuation.ts';

const CODES = ['BTC/USDT', 'EUR/JPY'] as InstrumentCode[];
const AT = 1_763_700_000_000 as UnixMs;

type Prices = Map<string, { quote: Quote; link: Price }>;

function marketOf(prices: Prices): MarketView {
  return {
    instrument: (code) =>
      prices.has(code) ? ({ quoteCurrency: code } as ReturnType<MarketView['instrument']>) : null,
    latest: (code) => prices.get(code)?.quote ?? null,
    status: () => 'open',
    freshConversionRate: () => null,
    // The currency stands for the instrument, so that each has a link of its own.
    lastConversionRate: (code) => {
      const known = prices.get(code);
      return known === undefined ? null : { rate: known.link, tickId: null };
    },
    feed: () => ({ key: 'test', mode: 'live' }),
  };
}

let ticks = 0;
function say(prices: Prices, code: InstrumentCode, said: { bid: number; link: number }): void {
  ticks += 1;
  prices.set(code, {
    link: price(String(said.link)),
    quote: {
      code,
      tickId: `2026-11-21/${ticks}` as TickId,
      bid: price(String(said.bid)),
      ask: price(String(said.bid + 1)),
      source: 'test',
      sourceTime: AT,
      receivedAt: AT,
      sourceCount: 1,
      mayTrigger: true,
    },
  });
}

function contractOf(seed: { code: InstrumentCode; isLong: boolean; open: number }): Contract {
  ticks += 1;
  return newContract({
    id: `contract-${ticks}` as ContractId,
    userId: 'user' as UserId,
    mode: 'demo',
    orderNo: String(ticks),
    code: seed.code,
    feed: ticks % 7 === 0 ? 'another feed' : 'test',
    side: seed.isLong ? 'long' : 'short',
    orderType: 'market',
    lots: quantity('0.037'),
    contractSize: quantity('1'),
    leverage: 2,
    feeRate: rate('0.001'),
    margin: money('USDT', 1_000_000n),
    openFee: money('USDT', 1n),
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    askedPrice: null,
    stopPrice: null,
    since: '2026-11-21/1' as TickId,
    open: {
      price: price(String(seed.open)),
      tickId: '2026-11-21/1' as TickId,
      link: price('1'),
      linkTickId: null,
      at: AT,
    },
    createdAt: AT,
    changes: 0,
  });
}

const code = fc.constantFrom(...CODES);
const step = fc.oneof(
  fc.record({
    kind: fc.constant('tick' as const),
    code,
    bid: fc.integer({ min: 1, max: 1_000 }),
    link: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('open' as const),
    code,
    isLong: fc.boolean(),
    open: fc.integer({ min: 1, max: 1_000 }),
  }),
  fc.record({ kind: fc.constant('close' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('ask' as const) }),
);

/** That a bound judges the same accounts, and is a bound of what they stand at. */
function expectLeast(least: MarginJudgement, exact: MarginJudgement, count: number): void {
  if (!exact.isJudged || !least.isJudged) {
    expect(least).toEqual(exact);
    return;
  }
  const short = exact.marginState.floatingPnl.units - least.marginState.floatingPnl.units;
  expect(short >= 0n && short <= 2n * BigInt(count)).toBe(true);
  expect({ ...least.marginState, floatingPnl: null }).toEqual({
    ...exact.marginState,
    floatingPnl: null,
  });
}

test('a remembered book is worth what valuing each of its contracts afresh gives', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const prices: Prices = new Map();
      const market = marketOf(prices);
      const holdings = { USDT: { 'user:cash': 5n }, BTC: {}, ETH: {} };
      const state = createAccountState(
        { holdings, running: [], waiting: 0, risk: UNRESTRICTED },
        market,
      );
      for (const one of steps) {
        if (one.kind === 'tick') say(prices, one.code, one);
        if (one.kind === 'open') state.add(contractOf(one));
        const running = state.running();
        const chosen = one.kind === 'close' ? running[one.which % running.length] : undefined;
        if (chosen !== undefined) state.remove(chosen);
        const afresh = judge(holdings.USDT, valueAll(state.running(), market));
        expectLeast(state.leastMarginState(), afresh, state.running().length);
        // Asked now and then only, so that what was valued before is of another price.
        if (one.kind === 'ask') expect(state.marginJudgement()).toEqual(afresh);
      }
    }),
  );
});

test('a book is remembered only under the version it was left with', () => {
  const cache = createAccountCache();
  const holdings = { USDT: {}, BTC: {}, ETH: {} };
  const state = createAccountState(
    { holdings, running: [], waiting: 0, risk: UNRESTRICTED },
    marketOf(new Map()),
  );
  cache.put('book', '7', state);
  expect(cache.take('book', '8')).toBeNull();
  cache.put('book', '7', state);
  expect(cache.take('book', '7')).toBe(state);
  // Taken out, it is put back only by a command that was committed.
  expect(cache.take('book', '7')).toBeNull();
  expect(cache.take('book', undefined)).toBeNull();
});
