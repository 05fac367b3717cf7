import {
  type ContractId,
  type InstrumentCode,
  type TickId,
  type UnixMs,
  type UserId,
  ensure,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import type { Instrument, Quote } from '@candor/pricing';
import type { OpenContractBody } from '@candor/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountKey } from '../../ledger/index.ts';
import { createAccountState } from '../batch/account-state.ts';
import { type Contract, newContract } from '../order/contract.ts';
import type { MarketView } from '../order/market-view.ts';
import { UNRESTRICTED } from '../risk/new-risk.ts';
import { decideMarketOrder, openFacts } from './opening.ts';
import { decideOpen } from './rules.ts';
import type { BatchTransaction, BatchDeps } from '../batch/batch-transaction.ts';

const NOW = 1_763_700_000_000 as UnixMs;
const CODES = ['BTC/USDT', 'ETH/USDT'] as InstrumentCode[];
const BOOK = { userId: 'user' as UserId, mode: 'demo' as const };
const MARGIN = 1_000_000_000n;
const PLENTY = 10n ** 16n;

const instrumentOf = (code: InstrumentCode): Instrument =>
  ({
    code,
    quoteCurrency: 'USDT',
    contractSize: quantity('1'),
    tickSize: price('0.01'),
    lotStep: quantity('0.0001'),
    lotsMin: quantity('0.0001'),
    lotsMax: quantity('10'),
    leverageMax: 100,
    feeRate: rate('0.001'),
    financingRate: rate('0'),
    marginRate: rate('0.01'),
    bandRate: rate('0.01'),
    freshForMs: 10_000,
  }) as Partial<Instrument> as Instrument;

const figure = fc
  .tuple(fc.integer({ min: 90, max: 110 }), fc.integer({ min: 1, max: 99 }))
  .map(([whole, part]) => `${whole}.${String(part).padStart(2, '0')}`);
const contractSeed = fc.record({
  code: fc.constantFrom(...CODES),
  isLong: fc.boolean(),
  lots: fc.integer({ min: 1, max: 99_999 }),
  open: figure,
});
const seed = fc.record({
  contracts: fc.array(contractSeed, { maxLength: 12 }),
  bids: fc.tuple(figure, figure),
  lots: fc.integer({ min: 1, max: 9_999 }),
  isLong: fc.boolean(),
  /** How far from what the order needs the account's free margin is. */
  off: fc.integer({ min: -30, max: 30 }),
});

function contractOf(
  one: { code: InstrumentCode; isLong: boolean; lots: number; open: string },
  index: number,
): Contract {
  return newContract({
    ...BOOK,
    id: `contract-${index}` as ContractId,
    orderNo: String(index),
    code: one.code,
    feed: 'test',
    side: one.isLong ? 'long' : 'short',
    orderType: 'market',
    lots: quantity(`0.${String(one.lots).padStart(8, '0')}`),
    contractSize: quantity('1'),
    leverage: 2,
    feeRate: rate('0.001'),
    margin: money('USDT', MARGIN),
    openFee: money('USDT', 1n),
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    askedPrice: null,
    stopPrice: null,
    since: '2026-11-21/1' as TickId,
    open: {
      price: price(one.open),
      tickId: '2026-11-21/1' as TickId,
      link: price('1'),
      linkTickId: null,
      at: NOW,
    },
    createdAt: NOW,
    changes: 0,
  });
}

function marketOf(bids: readonly string[]): MarketView {
  const latest = (code: string): Quote | null => {
    const bid = price(ensure(bids[CODES.indexOf(code as InstrumentCode)], 'a price for each'));
    const ask = price('0.01');
    const at = { sourceTime: NOW, receivedAt: NOW, sourceCount: 1, mayTrigger: true };
    const tickId = '2026-11-21/2' as TickId;
    return {
      ...at,
      code: code as InstrumentCode,
      tickId,
      bid,
      ask: (bid + ask) as typeof bid,
      source: 'test',
    };
  };
  return {
    instrument: (code: InstrumentCode) => instrumentOf(code),
    latest,
    status: () => 'open',
    freshConversionRate: () => ({ rate: price('1'), tickId: null }),
    lastConversionRate: () => ({ rate: price('1'), tickId: null }),
    feed: () => ({ key: 'test', mode: 'simulated' }),
  } as unknown as MarketView;
}

test('a market order is decided as on an account in which each contract was valued', () => {
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(seed, ({ contracts, bids, lots, isLong, off }) => {
      const market = marketOf(bids);
      const body = {
        code: 'BTC/USDT',
        direction: isLong ? 'buy' : 'sell',
        orderType: 'market',
        lots: `0.${String(lots).padStart(4, '0')}`,
        leverage: 10,
        requestId: 'request',
      } as OpenContractBody;
      const opening = { ...BOOK, body };
      const worked = (cash: bigint): BatchTransaction => {
        const usdt = { 'user:cash': cash, 'user:margin': MARGIN * BigInt(contracts.length) };
        const running = contracts.map(contractOf);
        const state = createAccountState(
          { holdings: { USDT: usdt, BTC: {}, ETH: {} }, running, waiting: 0, risk: UNRESTRICTED },
          market,
        );
        const deps = { market, isRehearsal: false, houseHasFloor: () => false };
        const accounts = new Map([[accountKey(BOOK), { account: BOOK, state, version: '1' }]]);
        return {
          deps: deps as Partial<BatchDeps> as BatchDeps,
          now: NOW,
          accounts,
        } as Partial<BatchTransaction> as BatchTransaction;
      };
      const exact = (cash: bigint) => decideOpen(openFacts(worked(cash), opening));
      const rich = exact(PLENTY);
      const { before, after, margin, fee } = ensure(rich.ok ? rich.value : null, 'it is paid for');
      const spread = after.floatingPnl.units - before.floatingPnl.units;
      const won = before.floatingPnl.units;
      const need = margin.units + fee.units - spread - (won < 0n ? won : 0n);
      const cash = need + BigInt(off);
      const [said, whole] = [decideMarketOrder(worked(cash), opening), exact(cash)];
      outcomes.add(whole.ok ? 'filled' : whole.failure.name);
      // The account as it stands is only measured against limits, which none has here.
      const told = (one: typeof said) =>
        one.ok ? { ...one.value, before: null, after: null } : one.failure;
      expect(told(said)).toEqual(told(whole));
    }),
    { numRuns: 1_000 },
  );
  expect([...outcomes].sort()).toEqual(['filled', 'free-margin-short']);
});
