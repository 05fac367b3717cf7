import {
  type ContractId,
  type InstrumentCode,
  type Price,
  type Rate,
  type TickId,
  type UnixMs,
  type UserId,
  ensure,
  money,
  price,
  quantity,
  rate,
} from '@candor/kernel';
import {
  CLOSE_OUT_LEVEL,
  type Quote,
  initialMargin,
  marginLevel,
  unrealizedPnl,
} from '@candor/pricing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountKey } from '../../ledger/index.ts';
import { createAccountState } from '../batch/account-state.ts';
import { type MarginCommand, watchMargin } from './close-out.ts';
import { type Contract, newContract } from '../order/contract.ts';
import { UNRESTRICTED } from '../risk/new-risk.ts';
import type { MarketView } from '../order/market-view.ts';
import { judge, valueAll } from '../order/valuation.ts';
import type { BatchTransaction, BatchDeps } from '../batch/batch-transaction.ts';

const CODES = ['AAA', 'BBB', 'CCC', 'DDD'] as InstrumentCode[];
const NOW = 1_763_700_000_000 as UnixMs;
const FRESH_MS = 5_000;
const BOOK = { userId: 'user' as UserId, mode: 'demo' as const };

/** Of a mark: fresh, old but waited for, too old to be waited for. */
const AGES = { fresh: 0, late: FRESH_MS + 1, silent: 30_001 } as const;
type Age = keyof typeof AGES;

type Seed = {
  readonly marks: readonly { readonly mark: number; readonly age: Age }[];
  readonly contracts: readonly {
    readonly code: number;
    readonly isLong: boolean;
    readonly open: number;
    readonly leverage: number;
  }[];
  readonly cash: number;
};

const anySeed: fc.Arbitrary<Seed> = fc.record({
  marks: fc.array(
    fc.record({
      mark: fc.integer({ min: 40, max: 200 }),
      age: fc.constantFrom<Age>('fresh', 'fresh', 'fresh', 'fresh', 'late', 'silent'),
    }),
    { minLength: 4, maxLength: 4 },
  ),
  contracts: fc.array(
    fc.record({
      code: fc.nat({ max: 3 }),
      isLong: fc.boolean(),
      open: fc.integer({ min: 60, max: 160 }),
      leverage: fc.integer({ min: 1, max: 30 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  cash: fc.integer({ min: 0, max: 400 }),
});

function contractOf(seed: Seed['contracts'][number], index: number): Contract {
  const open = price(String(seed.open));
  const size = { lots: quantity('1'), contractSize: quantity('1'), link: price('1') };
  return newContract({
    ...BOOK,
    id: `contract-${index}` as ContractId,
    orderNo: String(index),
    code: CODES[seed.code] as InstrumentCode,
    feed: 'test',
    side: seed.isLong ? 'long' : 'short',
    orderType: 'market',
    lots: size.lots,
    contractSize: size.contractSize,
    leverage: seed.leverage,
    feeRate: rate('0.001'),
    margin: initialMargin({ ...size, price: open, leverage: seed.leverage }),
    openFee: money('USDT', 0n),
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    askedPrice: null,
    stopPrice: null,
    since: '2026-11-21/1' as TickId,
    open: {
      price: open,
      tickId: '2026-11-21/1' as TickId,
      link: price('1'),
      linkTickId: null,
      at: NOW,
    },
    createdAt: NOW,
    changes: 0,
  });
}

function setUp(seed: Seed) {
  const quotes = new Map<InstrumentCode, Quote>(
    CODES.map((code, index) => {
      const { mark, age } = ensure(seed.marks[index], 'a mark for each');
      const receivedAt = (NOW - AGES[age]) as UnixMs;
      const both = price(String(mark)) as Price;
      return [
        code,
        {
          code,
          tickId: `2026-11-21/${index + 2}` as TickId,
          bid: both,
          ask: both,
          source: 'test',
          sourceTime: receivedAt,
          receivedAt,
          sourceCount: 2,
          mayTrigger: true,
        },
      ];
    }),
  );
  const market = {
    instrument: () => ({ quoteCurrency: 'USDT', freshForMs: FRESH_MS }),
    latest: (code: InstrumentCode) => quotes.get(code) ?? null,
    status: () => 'open',
    freshConversionRate: () => ({ rate: price('1'), tickId: null }),
    lastConversionRate: () => ({ rate: price('1'), tickId: null }),
    feed: () => ({ key: 'test', mode: 'live' }),
  } as unknown as MarketView;
  const running = seed.contracts.map(contractOf);
  const margin = running.reduce((sum, one) => sum + one.margin.units, 0n);
  const usdt = { 'user:cash': BigInt(seed.cash) * 1_000_000n, 'user:margin': margin };
  const state = createAccountState(
    { holdings: { USDT: usdt, BTC: {}, ETH: {} }, running, waiting: 0, risk: UNRESTRICTED },
    market,
  );
  const batch = {
    deps: { market, reached: () => null, passed: () => [] } as Partial<BatchDeps> as BatchDeps,
    now: NOW,
    accounts: new Map([[accountKey(BOOK), { account: BOOK, state, version: '1' }]]),
    entries: [],
    closed: [],
    after: new Map(),
    notes: [],
    passed: [],
    facts: [],
    extra: [],
    touched: new Map(),
  } as unknown as BatchTransaction;
  const command: MarginCommand = { kind: 'margin', ...BOOK, marks: quotes, at: NOW, told: null };
  const marginState = () => {
    const margin = judge(state.holdings(), valueAll(state.running(), market));
    return ensure(margin.isJudged ? margin.marginState : null, 'every contract has a mark');
  };
  return { work: batch, command, state, standing: marginState, running, quotes };
}

/** The same fresh mark for some instruments. */
const marksAt = (mark: number, count: number): Seed['marks'] =>
  Array.from({ length: count }, () => ({ mark, age: 'fresh' }));

const ageOf = (seed: Seed, contract: Contract): Age =>
  ensure(seed.marks[CODES.indexOf(contract.code)], 'a mark for each').age;

describe('close-out', () => {
  test('restores the level, or leaves nothing that could be closed; never one contract too many', () => {
    let [restored, stuck, covered, waiting] = [0, 0, 0, 0];
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { work: batch, command, state, standing: marginState, running, quotes } = setUp(seed);
        const before = marginLevel(marginState());
        const outcome = watchMargin(batch, command);
        const after = marginLevel(marginState());
        expect(outcome.level).toBe(after);
        if (before === null || before >= CLOSE_OUT_LEVEL) expect(outcome.closed).toEqual([]);

        // Each was the worst loser of those that could be closed, and none was stale.
        const pnl = (contract: Contract): bigint => {
          const { side, lots, contractSize, open, code } = contract;
          const mark = ensure(quotes.get(code), 'a mark for each').bid;
          const trade = { side, lots, contractSize, link: price('1'), openPrice: open.price, mark };
          return unrealizedPnl(trade).units;
        };
        const isHeld = running.some((one) => ageOf(seed, one) === 'late' && pnl(one) < 0n);
        const left = new Set(running.filter((one) => ageOf(seed, one) === 'fresh'));
        for (const id of outcome.closed) {
          const one = ensure(
            running.find((contract) => contract.id === id),
            'it was open',
          );
          expect(left.has(one)).toBe(true);
          // No winner goes while a loser is about to have a price.
          if (isHeld) expect(pnl(one) < 0n).toBe(true);
          for (const other of left) expect(pnl(one) <= pnl(other)).toBe(true);
          left.delete(one);
        }

        // What remains is sound, or nothing of it may be closed now.
        const isSound = after === null || after >= CLOSE_OUT_LEVEL;
        if (!isSound) {
          const kept = [...left];
          expect(kept.every((one) => isHeld && pnl(one) >= 0n)).toBe(true);
          if (kept.length > 0) waiting += 1;
        }

        // Deficit stays while a contract is open; the house covers it with the last.
        const deficit = state.holdings()['user:deficit'] ?? 0n;
        const covers = batch.entries.filter(({ kind }) => kind === 'protection');
        if (state.running().length === 0) expect(deficit).toBe(0n);
        else expect(covers).toEqual([]);
        if (outcome.closed.length > 0) {
          if (isSound) restored += 1;
          else stuck += 1;
          covered += covers.length;
        }
      }),
      { numRuns: 2_000 },
    );
    // Drawn anew each time: far below what is usual, so that only a run without them fails.
    expect(restored).toBeGreaterThan(25);
    expect(stuck).toBeGreaterThan(0);
    expect(covered).toBeGreaterThan(2);
    expect(waiting).toBeGreaterThan(0);
  });

  test('does nothing to a book while one of its contracts has no mark, whatever the others lost', () => {
    let below = 0;
    fc.assert(
      fc.property(anySeed, fc.nat(), (seed, which) => {
        const { work: batch, command, state, standing: marginState, running } = setUp(seed);
        const level = marginLevel(marginState());
        if (level !== null && level < CLOSE_OUT_LEVEL) below += 1;
        const { code } = ensure(running[which % running.length], 'a book has contracts');
        const marks = new Map([...command.marks].filter(([known]) => known !== code));
        const told = rate('0.75');
        const outcome = watchMargin(batch, { ...command, marks, told });
        expect(outcome).toEqual({ told, level: null, isJudged: false, closed: [] });
        expect([batch.entries, batch.facts, batch.extra]).toEqual([[], [], []]);
        expect(state.running()).toEqual(running);
      }),
    );
    expect(below).toBeGreaterThan(0);
  });

  test('a contract opened after the marks of the command is left for the next tick', () => {
    const seed: Seed = {
      marks: [{ mark: 40, age: 'fresh' }, ...marksAt(100, 3)],
      contracts: [{ code: 0, isLong: true, open: 100, leverage: 2 }],
      cash: 0,
    };
    const { work: batch, command } = setUp(seed);
    const early = new Map(command.marks);
    const mark = ensure(early.get(CODES[0] as InstrumentCode), 'a mark');
    early.set(mark.code, { ...mark, tickId: '2026-11-20/9' as TickId });
    expect(watchMargin(batch, { ...command, marks: early }).closed).toEqual([]);
    expect(watchMargin(batch, command).closed).toHaveLength(1);
  });

  test('a command that was held up closes nothing at marks that are stale by then', () => {
    const seed: Seed = {
      marks: marksAt(40, 4),
      contracts: [{ code: 0, isLong: true, open: 100, leverage: 2 }],
      cash: 0,
    };
    const { work: batch, command } = setUp(seed);
    const late = { ...batch, now: (NOW + FRESH_MS + 1) as UnixMs };
    expect(watchMargin(late, command).closed).toEqual([]);
    expect(watchMargin(batch, command).closed).toHaveLength(1);
  });

  test('says what it found, once, and remembers it in the same transaction', () => {
    const seed: Seed = {
      marks: marksAt(80, 4),
      contracts: [{ code: 0, isLong: true, open: 100, leverage: 2 }],
      cash: 5,
    };
    const { work: batch, command } = setUp(seed);
    // 5 + 50 − 20 = 35 of 50 held.
    const outcome = watchMargin(batch, command);
    expect(outcome).toMatchObject({ told: rate('0.75'), closed: [] });
    expect(batch.facts).toMatchObject([
      { payload: { item: { level: '0.75', marginLevel: '0.7', tradingEquity: '35' } } },
    ]);
    expect(batch.extra).toHaveLength(1);
    const again = watchMargin(batch, { ...command, told: rate('0.75') as Rate });
    expect(again.told).toBe(rate('0.75'));
    expect(batch.facts).toHaveLength(1);
    expect(batch.extra).toHaveLength(1);
  });
});
