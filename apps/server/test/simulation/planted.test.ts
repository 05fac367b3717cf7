// Promise: the simulation of trading finds faults: each of those that are put in the place of the product's functions
// is found by the name of what it breaks, and nothing is found without one. (RELIABILITY I1–I10, C1–C10, O1–O6)
import type { Money } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import { test, vi } from 'vitest';
import { type Fault, createPlanting } from './planting.ts';
import type { Command, Code } from './commands.ts';
import { playRun } from './play.ts';
import { startWorld } from './world.ts';

const planted = vi.hoisted(() => ({ fault: '' }));
const is = (fault: string): boolean => planted.fault === fault;
const plus = (amount: Money, units: bigint): Money => ({ ...amount, units: amount.units + units });
const nothing = { asset: 'USDT', units: 0n } as Money;

type Pricing = typeof import('@candor/pricing');

// Pricing puts the order together from functions of its own: they are replaced where they stand.
vi.mock('../../../../packages/pricing/src/position/fee.ts', async (original) => {
  const real = await original<Pricing>();
  const changed: Partial<Pricing> = {
    tradeFee: (trade) => plus(real.tradeFee(trade), is('fee rounded down') ? -1n : 0n),
  };
  return { ...real, ...changed };
});

vi.mock('../../../../packages/pricing/src/position/pnl.ts', async (original) => {
  const real = await original<Pricing>();
  const changed: Partial<Pricing> = {
    realizedPnl: (trade) =>
      plus(real.realizedPnl(trade), is('result rounded toward the trader') ? 1n : 0n),
  };
  return { ...real, ...changed };
});

vi.mock('../../../../packages/pricing/src/position/margin.ts', async (original) => {
  const real = await original<Pricing>();
  const changed: Partial<Pricing> = {
    initialMargin: (trade) => plus(real.initialMargin(trade), is('margin a unit short') ? -1n : 0n),
    freeMargin: (marginState) =>
      real.freeMargin(
        is('free margin forgets open losses')
          ? { ...marginState, floatingPnl: nothing }
          : marginState,
      ),
  };
  return { ...real, ...changed };
});

vi.mock('@candor/pricing', async (original) => {
  const real = await original<Pricing>();
  const changed: Partial<typeof real> = {
    triggersOfContract: (contract) =>
      real
        .triggersOfContract(contract)
        .map((one) =>
          is('stops look at the wrong side')
            ? { ...one, on: one.on === 'bid' ? 'ask' : 'bid' }
            : one,
        ),
    isFresh: (quote, options) => is('stale price accepted') || real.isFresh(quote, options),
    mustCloseOut(marginState) {
      if (is('close-out forgets open losses')) {
        return real.mustCloseOut({ ...marginState, floatingPnl: nothing });
      }
      if (!is('close-out at 60 %')) return real.mustCloseOut(marginState);
      return real.tradingEquity(marginState).units * 10n < marginState.margin.units * 6n;
    },
    worstLoser(contracts) {
      const worst = real.worstLoser(contracts);
      if (!is('the best is closed out first')) return worst;
      return contracts.find((one) => one.id !== worst?.id) ?? worst;
    },
    settleOption: (facts) => {
      const result = real.settleOption(facts);
      return result === 'tie' && is('a tie is won') ? 'won' : result;
    },
    optionPayout: (facts) => plus(real.optionPayout(facts), is('payout rounded up') ? 1n : 0n),
    trailingLevel: (trailing, quote) =>
      real.trailingLevel(
        is('a trailing stop falls back') ? { ...trailing, level: null } : trailing,
        quote,
      ),
    leverageMaxFor: (mode, instrument) =>
      is('leverage cap skipped') ? 1_000 : real.leverageMaxFor(mode, instrument),
    isCredible: (facts) => is('one source is enough') || real.isCredible(facts),
  };
  return { ...real, ...changed };
});

vi.mock('../../src/contracts/opening/rules.ts', async (original) => {
  const real = await original<typeof import('../../src/contracts/opening/rules.ts')>();
  const changed: Partial<typeof real> = {
    decideOpen: (facts) =>
      real.decideOpen(
        is('a reversal reaches as far as an opening') ? { ...facts, legs: 1 } : facts,
      ),
  };
  return { ...real, ...changed };
});

vi.mock('../../src/contracts/closing/rules.ts', async (original) => {
  const real = await original<typeof import('../../src/contracts/closing/rules.ts')>();
  const changed: Partial<typeof real> = {
    closingOf(contract, at) {
      const stop = contract.stopLoss;
      if (is('filled at the stop') && at.reason === 'stopLoss' && stop !== null) {
        return real.closingOf(contract, { ...at, quote: { ...at.quote, bid: stop, ask: stop } });
      }
      if (!is('fee of the closing day')) return real.closingOf(contract, at);
      const feeRate = (contract.feeRate * 2n) as typeof contract.feeRate;
      return real.closingOf({ ...contract, feeRate }, at);
    },
  };
  return { ...real, ...changed };
});

vi.mock('../../src/contracts/order/valuation.ts', async (original) => {
  const real = await original<typeof import('../../src/contracts/order/valuation.ts')>();
  const isBlind = (): boolean => is('a missing mark counts as 0');
  return {
    ...real,
    marginStateOf: ((holdings, result) =>
      real.marginStateOf(
        holdings,
        isBlind() ? { ...result, unmarked: [] } : result,
      )) satisfies typeof real.marginStateOf,
    judge: ((holdings, all) =>
      real.judge(holdings, isBlind() ? { ...all, unmarked: [] } : all)) satisfies typeof real.judge,
  };
});

vi.mock('../../src/market/store/store.ts', async (original) => {
  const real = await original<typeof import('../../src/market/store/store.ts')>();
  return {
    ...real,
    listLatest: (async (db, feedId) => {
      const found = await real.listLatest(db, feedId);
      if (!is('last prices lost at a restart')) return found;
      const newest = Math.max(...found.map(({ receivedAt }) => receivedAt));
      return found.filter(({ receivedAt }) => newest - receivedAt < 600_000);
    }) satisfies typeof real.listLatest,
  };
});

vi.mock('../../src/contracts/batch/postings.ts', async (original) => {
  const real = await original<typeof import('../../src/contracts/batch/postings.ts')>();
  return {
    ...real,
    closePostings: ((closing, book) => {
      const isTwice = is('margin released twice') && !closing.isLast;
      const margin = isTwice ? plus(closing.margin, closing.margin.units) : closing.margin;
      const isLast = book.isLast || is('cover while another is open');
      return real.closePostings({ ...closing, margin }, { ...book, isLast });
    }) satisfies typeof real.closePostings,
  };
});

vi.mock('../../src/contracts/order/reached.ts', async (original) => {
  const real = await original<typeof import('../../src/contracts/order/reached.ts')>();
  const forgotten: Readonly<Record<string, string>> = {
    'an amendment dodges a stop that was reached': 'stopLoss',
    'an amendment takes a target that was reached': 'takeProfit',
  };
  return {
    ...real,
    decideChangeable: ((find, order) =>
      real.decideChangeable((one) => {
        const reached = find(one);
        if (reached === null || reached === 'behind') return reached;
        return reached.what === forgotten[planted.fault] ? null : reached;
      }, order)) satisfies typeof real.decideChangeable,
    decideEndable: ((find, order) =>
      real.decideEndable(
        is('a closing comes before a stop that was reached') ? () => null : find,
        order,
      )) satisfies typeof real.decideEndable,
  };
});

vi.mock('../../src/contracts/financing/financing.ts', async (original) => {
  const real = await original<typeof import('../../src/contracts/financing/financing.ts')>();
  return {
    ...real,
    chargeFinancing: ((batch, command) => {
      const before = batch.entries.length;
      const charged = real.chargeFinancing(batch, command);
      if (!is('financing charged twice')) return charged;
      for (const entry of batch.entries.slice(before)) {
        const id = `${entry.id.slice(0, -1)}${entry.id.endsWith('0') ? '1' : '0'}`;
        batch.entries.push({
          ...entry,
          id: id as typeof entry.id,
          requestId: `${entry.requestId}x`,
        });
      }
      return charged;
    }) satisfies typeof real.chargeFinancing,
  };
});

vi.mock('../../src/platform/commit/idempotency.ts', async (original) => {
  const real = await original<typeof import('../../src/platform/commit/idempotency.ts')>();
  return {
    ...real,
    findKept: (async (sql, requests) =>
      is('kept answers ignored')
        ? new Map()
        : real.findKept(sql, requests)) satisfies typeof real.findKept,
    keptFor: ((kept, request) => {
      const found = real.keptFor(kept, request);
      if (found === undefined || !is('another body under a used id')) return found;
      return { ...found, bodyHash: (request as { bodyHash?: string }).bodyHash ?? '' };
    }) satisfies typeof real.keptFor,
  };
});

vi.mock('../../src/market/recall/settlement-ticks.ts', async (original) => {
  const real = await original<typeof import('../../src/market/recall/settlement-ticks.ts')>();
  return {
    ...real,
    createSettlementTicks: ((...given) => {
      const acting = real.createSettlementTicks(...given);
      return {
        ...acting,
        firstActing: (wanted): Promise<readonly (Quote | null)[]> =>
          acting.firstActing(
            wanted.map((one) =>
              is('option settled on a later tick')
                ? { ...one, from: (one.from + 1_500) as typeof one.from }
                : one,
            ),
          ),
      };
    }) satisfies typeof real.createSettlementTicks,
  };
});

vi.mock('../../src/market/instruments/restrictions.ts', async (original) => {
  const real = await original<typeof import('../../src/market/instruments/restrictions.ts')>();
  return {
    ...real,
    createRestrictions: ((db) => {
      const restrictions = real.createRestrictions(db);
      return {
        ...restrictions,
        at: (code, moment) =>
          is('suspended by what is so today')
            ? restrictions.of(code)
            : restrictions.at(code, moment),
      };
    }) satisfies typeof real.createRestrictions,
  };
});

vi.mock('../../src/market/tape/price-extremes.ts', async (original) => {
  const real = await original<typeof import('../../src/market/tape/price-extremes.ts')>();
  return {
    ...real,
    extremesOf: ((ticks) => {
      const extremes = real.extremesOf(ticks);
      if (!is('only the outermost of a stalled turn')) return extremes;
      const by = (of: (quote: Quote) => bigint): Quote[] =>
        [...Map.groupBy(extremes, ({ code }) => code).values()].flatMap((own) => [
          own.reduce((one, other) => (of(other) < of(one) ? other : one)),
        ]);
      const outermost = new Set([...by((quote) => quote.bid), ...by((quote) => -quote.ask)]);
      return extremes.filter((quote) => outermost.has(quote));
    }) satisfies typeof real.extremesOf,
  };
});

vi.mock('../../src/engine/orders/orders.ts', async (original) => {
  const real = await original<typeof import('../../src/engine/orders/orders.ts')>();
  return {
    ...real,
    createOrders: ((deps) => {
      const orders = real.createOrders(deps);
      return {
        ...orders,
        told: (committed) => {
          if (!is('orders known by facts alone')) orders.told(committed);
        },
      };
    }) satisfies typeof real.createOrders,
  };
});

type Stops = { loss?: number; profit?: number; trailing?: number };
const tick = (move: number, code: Code = 'EUR/USD'): Command => ({
  do: 'tick',
  code,
  move,
  afterMs: 1_000,
  only: false,
  pulse: true,
});
const open = (
  share: number,
  rest: Stops & { code?: Code; mode?: 'demo' | 'real' } = {},
): Command => ({
  do: 'open',
  mode: rest.mode ?? 'real',
  code: rest.code ?? 'EUR/USD',
  side: 'buy',
  share,
  cap: 'full',
  loss: rest.loss ?? null,
  profit: rest.profit ?? null,
  trailing: rest.trailing ?? null,
});
const suspend: Command = { do: 'suspend', code: 'EUR/USD', move: -200, restart: false };
const option: Command = { do: 'option', code: 'EUR/USD', direction: 'up', share: 50, period: 60 };
const amend = (stops: Stops): Command => ({
  do: 'amend',
  which: 0,
  away: null,
  loss: stops.loss ?? null,
  profit: stops.profit ?? null,
  trailing: stops.trailing ?? null,
});
/** A price that no pulse has seen when the next command comes. */
const unseen = (move: number): Command => ({ ...tick(move), pulse: false }) as Command;
const silence = (isLost: boolean): Command => ({ do: 'silence', code: 'EUR/USD', isLost });
const close = (part: number | null): Command => ({ do: 'close', which: 0, part });

const FAULTS: readonly Fault<Command>[] = [
  ['fee rounded down', /C3/, [open(100)]],
  ['result rounded toward the trader', /C3/, [open(100), tick(50), close(null)]],
  ['margin a unit short', /C3/, [open(100)]],
  ['stops look at the wrong side', /C4/, [open(300, { loss: 3 }), tick(-3)]],
  ['stale price accepted', /C10/, [{ do: 'stale', seconds: 20 }, open(100)]],
  ['close-out forgets open losses', /C5/, [open(950), tick(-200)]],
  ['close-out at 60 %', /C5/, [open(950), tick(-165)]],
  [
    'free margin forgets open losses',
    /overdraft/,
    [open(500, { mode: 'demo' }), tick(-280), { do: 'overdraft', mode: 'demo', how: 'contract' }],
  ],
  ['the best is closed out first', /C5/, [open(500), open(970, { code: 'XAU/USD' }), tick(-500)]],
  ['a tie is won', /O2/, [option, tick(5), { do: 'expire', how: 'tie' }]],
  ['payout rounded up', /stopped/, [option, { do: 'expire', how: 'inTime' }]],
  [
    'a trailing stop falls back',
    /C4/,
    [open(300, { trailing: 50 }), tick(100), tick(-30), tick(-30)],
  ],
  [
    'one source is enough',
    /in force/,
    [open(300, { loss: 100 }), { do: 'disagree', code: 'EUR/USD', move: -150 }],
  ],
  ['leverage cap skipped', /C8/, [{ ...open(100), cap: 'over' } as Command]],
  ['filled at the stop', /C3/, [open(300, { loss: 100 }), tick(-150)]],
  ['fee of the closing day', /C3/, [open(300), tick(5), close(null)]],
  ['margin released twice', /C2/, [open(500), open(500), close(400)]],
  ['cover while another is open', /C6/, [open(700), open(970, { code: 'XAU/USD' }), tick(-600)]],
  ['financing charged twice', /model: financing/, [open(300), { do: 'midnight' }]],
  ['kept answers ignored', /stopped/, [open(100), { do: 'again', changed: false }]],
  ['another body under a used id', /same id/, [open(100), { do: 'again', changed: true }]],
  [
    'an amendment dodges a stop that was reached',
    /C4.*amended after its stopLoss/,
    [open(300, { loss: 100 }), unseen(-150), amend({ loss: 200 })],
  ],
  [
    'an amendment takes a target that was reached',
    /C4.*amended after its takeProfit/,
    [open(300, { profit: 100 }), unseen(150), unseen(-80), amend({ loss: 50 })],
  ],
  [
    'a closing comes before a stop that was reached',
    /C4.*closed by its owner after its stopLoss/,
    [open(300, { loss: 100 }), unseen(-150), unseen(120), close(null)],
  ],
  [
    'a missing mark counts as 0',
    /open answered 200, the model says 10015/,
    [open(500, { mode: 'demo' }), silence(true), open(100, { mode: 'demo', code: 'XAU/USD' })],
  ],
  [
    'last prices lost at a restart',
    /open answered 10015, the model says 200/,
    [open(500, { mode: 'demo' }), silence(false), open(100, { mode: 'demo', code: 'XAU/USD' })],
  ],
  [
    'a reversal reaches as far as an opening',
    /reverseHeld answered 200, the model says 11016/,
    [open(100, { mode: 'demo' }), { do: 'reverseHeld', which: 0, move: -15 }],
  ],
  ['suspended by what is so today', /C4/, [open(300, { loss: 100 }), suspend]],
  [
    'only the outermost of a stalled turn',
    /C4/,
    [open(300, { loss: 100 }), unseen(20), unseen(-150), unseen(-60), tick(10)],
  ],
  [
    'orders known by facts alone',
    /C4/,
    [{ do: 'forgotten', commands: [open(300, { loss: 100 }), tick(-150), tick(150)] }],
  ],
  ['option settled on a later tick', /O2/, [option, { do: 'expire', how: 'second' }]],
];

const { expectFound, expectNothing } = createPlanting({
  planted,
  start: startWorld,
  play: playRun,
});
test.each(FAULTS)('planted: %s', (...fault) => expectFound(...fault));

const PATIENCE_MS = FAULTS.length * 10_000;

test(
  'nothing is found in the same acts when nothing is planted',
  () => expectNothing(FAULTS, null),
  PATIENCE_MS,
);
