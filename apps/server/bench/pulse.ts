import { performance } from 'node:perf_hooks';
import {
  type ContractId,
  type InstrumentCode,
  type Price,
  type TickId,
  type UnixMs,
  type UserId,
  divideInteger,
  money,
  newUuid,
  ok,
  price,
  quantity,
  zero,
} from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { WIRE_FIELDS } from '@candor/protocol';
import { type Contract, type Contracts, newContract } from '../src/contracts/index.ts';
import { type EngineMarket, type PulseDeps, createPulse } from '../src/engine/pulse.ts';
import { type TradingAccount, type AccountHoldings, accountKey } from '../src/ledger/index.ts';
import type { Live } from '../src/live/index.ts';
import { createRecentTicks } from '../src/market/tape/recent-ticks.ts';
import { createPriceExtremes } from '../src/market/tape/price-extremes.ts';
import { CATALOGUE } from '../src/market/catalogue/catalogue.ts';
import { createLog } from '../src/platform/process/log.ts';
import type { Portfolio } from '../src/portfolio/index.ts';

const INSTRUMENTS = 350;
const CONTRACTS_PER_BOOK = 10;
/** Ticks of each instrument between two pulses. */
const TICKS = 3;
const WATCHING = 200;
const WARM_UP = 60;
const PULSES = 150;
const FEED = 'bench';
const DAY = '2026-11-21';
const AT = Date.UTC(2026, 10, 21, 12) as UnixMs;
const START = 100_000;

const instruments = CATALOGUE.slice(0, INSTRUMENTS).map((one) => ({
  ...one,
  quoteCurrency: 'USDT',
  hours: [],
}));
const byCode = new Map<string, (typeof instruments)[number]>(
  instruments.map((one) => [one.code, one]),
);

const cents = (count: number): Price => divideInteger(price(String(count)), 100n, 'down') as Price;

/** Prices of the bench: real records and memory, without a tape below them. */
function createPrices() {
  const records = createPriceExtremes();
  const memory = createRecentTicks();
  const latest = new Map<InstrumentCode, Quote>();
  const middles = new Map<InstrumentCode, number>();
  let seq = 0;
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 0x1_0000_0000;
  };

  /** One price more, up to half a unit from the last. */
  function tick(code: InstrumentCode, at: UnixMs): void {
    const middle = (middles.get(code) ?? START) + Math.round((random() - 0.5) * 100);
    middles.set(code, middle);
    seq += 1;
    const quote: Quote = {
      code,
      tickId: `${DAY}/${seq}` as TickId,
      bid: cents(middle),
      ask: cents(middle + 1),
      source: 'bench',
      sourceTime: at,
      receivedAt: at,
      sourceCount: 2,
      mayTrigger: true,
    };
    latest.set(code, quote);
    memory.note(quote);
    records.note(quote);
  }
  return { tick, latest, memory, drain: () => records.drain(latest), random };
}

type Prices = ReturnType<typeof createPrices>;

/** Half of them with stop and target, one in ten with a trailing stop, long and short in turn. */
function contractOf(index: number, prices: Prices): Contract {
  const { code, feeRate } = instruments[index % INSTRUMENTS] as (typeof instruments)[number];
  const isLong = Math.floor(index / INSTRUMENTS) % 2 === 0;
  const away = Math.round(100 + prices.random() * 20_000);
  const hasStops = index % 2 === 0;
  const [below, above] = [cents(START - away), cents(START + away)];
  return newContract({
    id: newUuid(AT) as ContractId,
    userId: `user-${Math.floor(index / CONTRACTS_PER_BOOK)}` as UserId,
    mode: 'demo',
    orderNo: String(index),
    code,
    feed: FEED,
    side: isLong ? 'long' : 'short',
    orderType: 'market',
    lots: quantity('1'),
    contractSize: quantity('1'),
    leverage: 10,
    feeRate,
    changes: 0,
    margin: money('USDT', 100_000_000n),
    openFee: zero('USDT'),
    stopLoss: hasStops ? (isLong ? below : above) : null,
    takeProfit: hasStops ? (isLong ? above : below) : null,
    trailingDistance: index % 10 === 5 ? cents(5_000) : null,
    askedPrice: null,
    stopPrice: null,
    since: `${DAY}/1` as TickId,
    open: {
      price: cents(START),
      tickId: `${DAY}/1` as TickId,
      link: price('1'),
      linkTickId: null,
      at: AT,
    },
    createdAt: AT,
  });
}

type Balance = { user_id: string; mode: string; asset: string; class: string; amount: string };

/** Every trading account holds the margins of its contracts and three times as much in cash. */
function holdingsOf(users: readonly string[]): Balance[] {
  return users.flatMap((user) =>
    ['user:cash', 'user:margin'].map((name, index) => ({
      user_id: user,
      mode: 'demo',
      asset: 'USDT',
      class: name,
      amount: index === 0 ? '3000000000' : '1000000000',
    })),
  );
}

const HELD: AccountHoldings = { USDT: { 'user:cash': 3_000_000_000n }, BTC: {}, ETH: {} };

function marketOf(prices: Prices): EngineMarket {
  return {
    instrument: (code) => byCode.get(code) ?? null,
    latest: (code) => prices.latest.get(code) ?? null,
    status: () => 'open',
    freshConversionRate: () => ({ rate: price('1'), tickId: null }),
    lastConversionRate: () => ({ rate: price('1'), tickId: null }),
    feed: () => ({ key: FEED, mode: 'live' }),
    listing: (code) => ({ id: code, [WIRE_FIELDS.changePercent]: '0' }),
    drain: prices.drain,
    acting: prices.memory.acting,
    actingFrom: prices.memory.actingFrom,
    remembers: prices.memory.remembers,
    wasTrading: () => true,
    undrainedSince: () => null,
    actingBetween: async () => [],
    tapeEnds: async () => null,
  };
}

/** The pulse over contracts in memory, with everything behind it that waits for a database left out. */
function createBench(open: number) {
  const prices = createPrices();
  for (const { code } of instruments) prices.tick(code, AT);
  const contracts = Array.from({ length: open }, (_, index) => contractOf(index, prices));
  const byId = new Map(contracts.map((one) => [one.id, one]));
  let acts = 0;
  let now = AT;
  const end = async ({ contractId }: { contractId: ContractId }) => {
    acts += 1;
    return ok({ ...(byId.get(contractId) as Contract), status: 'closed' as const });
  };
  const watching = Array.from({ length: WATCHING }, (_, index) => ({
    userId: `user-${index}` as UserId,
    mode: 'demo' as const,
  }));
  const nothing = async (): Promise<void> => undefined;
  const deps = {
    db: {
      query: async (text: string, [users]: [string[]]) =>
        text.includes('engine.') ? [] : holdingsOf(users),
    },
    clock: { now: () => now },
    log: createLog({ level: 'silent' }),
    market: marketOf(prices),
    contracts: {
      allRunning: async () => contracts,
      allPending: async () => [],
      ordersByIds: async () => [],
      toldLevels: async () => [],
      trailing: { all: async () => [], keep: nothing },
      overnight: { load: nothing, run: nothing, settle: async () => true },
      commands: {
        trigger: end,
        margin: async () => ({ told: null, level: null, closed: [] }),
      },
    } as unknown as Contracts,
    options: { commands: { settleExpired: nothing } },
    portfolio: {
      readAccounts: async (accounts: readonly TradingAccount[]) =>
        new Map(
          accounts.map((account) => [
            accountKey(account),
            { holdings: HELD, profit: zero('USDT') },
          ]),
        ),
      figures: () => ({ amount: '0', floatingPnL: '0' }),
    } as unknown as Portfolio,
    live: {
      connectedAccounts: () => watching,
      publishPnl: () => undefined,
      publishBalance: () => undefined,
      publishQuotes: () => undefined,
      publishOrder: () => undefined,
    } as unknown as Live,
  } as unknown as PulseDeps;
  const pulse = createPulse(deps);

  async function turn(ticking: number, from: number): Promise<number> {
    now = (now + 250) as UnixMs;
    for (let count = 0; count < ticking * TICKS; count += 1) {
      const one = instruments[(from + (count % ticking)) % INSTRUMENTS];
      if (one !== undefined) prices.tick(one.code, now);
    }
    const began = performance.now();
    await pulse.run();
    return performance.now() - began;
  }

  return {
    async start() {
      for (const account of watching) pulse.joined(account);
      await pulse.load();
      await pulse.run();
    },
    turn,
    acts: () => acts,
  };
}

function medianOf(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** What one pulse takes. */
export type PulseFigure = {
  readonly open: number;
  /** Instruments that ticked, three times each, and the contracts open on them. */
  readonly ticking: number;
  readonly revalued: number;
  readonly medianMs: number;
  /** Triggers the pulses set off. */
  readonly acts: number;
};

/**
 * Measures the pulse in memory (drain, triggers, revaluation, margin levels, pushes to 200
 * trading accounts), without the database: first with a tenth of the instruments ticking, then with as many contracts
 * on ticking instruments however many are open.
 */
export async function* benchPulse(): AsyncGenerator<PulseFigure> {
  for (const open of [10_000, 30_000, 100_000]) {
    const bench = createBench(open);
    await bench.start();
    for (const ticking of [35, Math.round((35 * 10_000) / open)]) {
      const times: number[] = [];
      for (let index = 0; index < WARM_UP + PULSES; index += 1) {
        const took = await bench.turn(ticking, index * ticking);
        if (index >= WARM_UP) times.push(took);
      }
      yield {
        open,
        ticking,
        revalued: Math.round((open * ticking) / INSTRUMENTS),
        medianMs: medianOf(times),
        acts: bench.acts(),
      };
      // With the fewest open, both ways are the same.
      if (open === 10_000) break;
    }
  }
}
