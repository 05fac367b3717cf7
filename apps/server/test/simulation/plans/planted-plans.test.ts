// Promise: the simulation of plans finds faults: each of 22 that are put in the place of the product's functions is
// found by the name of what it breaks, and nothing is found without one. (RELIABILITY S1–S4; decision 0111)
import { afterEach, test, vi } from 'vitest';
import { ALL_FAULTS_MS, type Fault, createPlanting, ignoringKept, nextDay } from '../planting.ts';
import type { Command } from './commands.ts';
import { playRun } from './play.ts';
import { buy, exit, line, midnight, price, status } from './story.ts';
import { restoreSources, startWorld } from './world.ts';

const planted = vi.hoisted(() => ({ fault: '' }));
const is = (fault: string): boolean => planted.fault === fault;

vi.mock('@candor/advisor', async (original) => {
  const real = await original<typeof import('@candor/advisor')>();
  const by = <Amount extends { units: bigint }>(amount: Amount, units: bigint): Amount => ({
    ...amount,
    units: amount.units + units,
  });
  const changed: Partial<typeof real> = {
    markFund(fund, prices) {
      const done = real.markFund(fund, prices);
      const [first, ...others] = done?.marks ?? [];
      if (done === null || first === undefined || !is('a mark is a unit too high')) return done;
      const marks = [{ ...first, result: by(first.result, 1n) }, ...others];
      return { marks, fund: { ...done.fund, result: by(done.fund.result, 1n) } };
    },
    tradeRun(state, fund, prices) {
      if (is('a fund buys at the bid')) {
        const bids = prices.map((one) => one && { ...one, ask: one.bid });
        return real.tradeRun(state, fund, bids);
      }
      const done = real.tradeRun(state, fund, prices);
      if (!is('a fee is a unit short') || done.fills.length === 0) return done;
      const fills = done.fills.map((fill) => ({ ...fill, fee: by(fill.fee, -1n) }));
      const result = by(done.fund.result, BigInt(fills.length));
      return { ...done, fills, fund: { ...done.fund, result } };
    },
    joinFund(fund, facts) {
      const done = real.joinFund(fund, facts);
      if (done === null || !is('the house pays what joining costs')) return done;
      const settled = by(done.fund.settled, -done.own.units);
      return { ...done, own: by(done.own, -done.own.units), fund: { ...done.fund, settled } };
    },
    leaveFund(fund, facts) {
      const done = real.leaveFund(fund, facts);
      if (done === null || !is('who leaves takes from who stays')) return done;
      const result = by(done.fund.result, -1_000_000n);
      return { ...done, own: by(done.own, 1_000_000n), fund: { ...done.fund, result } };
    },
  };
  return { ...real, ...changed };
});

vi.mock('../../../src/plans/plan/rules.ts', async (original) => {
  const real = await original<typeof import('../../../src/plans/plan/rules.ts')>();
  const part = <Amount extends { units: bigint }>(amount: Amount, permille: bigint): Amount => ({
    ...amount,
    units: (amount.units * permille) / 1_000n,
  });
  const changed: Partial<typeof real> = {
    shareOfGain(value, high, rate) {
      const mark = is('a gain is shared that was shared before') ? part(high, 980n) : high;
      return real.shareOfGain(value, mark, rate);
    },
    isCycleDay(order) {
      const more = is('a cycle is a day shorter') ? 1 : 0;
      return real.isCycleDay({ ...order, settledDays: order.settledDays + more });
    },
    unitsAfterShare(units, value, share) {
      return is('units stay when a share is taken')
        ? units
        : real.unitsAfterShare(units, value, share);
    },
    exitShareOf(order, value) {
      const amount = is('leaving costs of what is left') ? value : order.amount;
      return real.exitShareOf({ ...order, amount }, value);
    },
    unitsFor(value, fund) {
      return is('who joins gets a unit of money too many')
        ? real.unitsFor({ ...value, units: value.units + 1_000n }, fund)
        : real.unitsFor(value, fund);
    },
    lossLine(order) {
      const line = real.lossLine(order);
      if (is('a loss is reached too late')) return (line * 99n) / 100n;
      return is('a loss is reached too soon') ? (line * 101n) / 100n : line;
    },
    joinsOn(at) {
      const day = real.joinsOn(at);
      return is('who buys is in the day that runs')
        ? (new Date(at).toISOString().slice(0, 10) as typeof day)
        : day;
    },
    decideBuy(facts) {
      if (!is('the switch is not asked') || facts.real === null) return real.decideBuy(facts);
      return real.decideBuy({ ...facts, real: { ...facts.real, isEnabled: true } });
    },
  };
  return { ...real, ...changed };
});

vi.mock('../../../src/plans/plan/order-day-store.ts', async (original) => {
  const real = await original<typeof import('../../../src/plans/plan/order-day-store.ts')>();
  return {
    ...real,
    shareOut: (async (tx, day) => {
      if (!is('the first one has the whole day')) return real.shareOut(tx, day);
      await tx.query(
        `insert into plans.order_day (user_id, order_id, day, kind, fund_id, place, units, result)
         select user_id, id, $2, 'day', $1, place, units, case when place = 1 then $3 else 0 end
         from (select o.*, row_number() over (order by o.ordinal) as place from plans.plan_order o
               where o.fund_id = $1 and o.state = 'running') w`,
        [day.fundId, day.day, day.result.units.toString()],
      );
      return { rest: 0, last: null };
    }) satisfies typeof real.shareOut,
    listShares: (async (sql, asked) => {
      if (!is('a day is paid again')) return real.listShares(sql, asked);
      const shares = await real.listShares(sql, { ...asked, after: 0 });
      return shares.map((one) => ({ ...one, at: null }));
    }) satisfies typeof real.listShares,
  };
});

vi.mock('../../../src/plans/plan/order-store.ts', async (original) => {
  const real = await original<typeof import('../../../src/plans/plan/order-store.ts')>();
  return {
    ...real,
    listEnding: (async (sql, asked) =>
      real.listEnding(sql, {
        ...asked,
        all: asked.all && !is('a plan that ended goes on'),
        day: is('an order ends a day early') ? nextDay(asked.day) : asked.day,
      })) satisfies typeof real.listEnding,
  };
});

vi.mock('../../../src/plans/plan/fund-store.ts', async (original) => {
  const real = await original<typeof import('../../../src/plans/plan/fund-store.ts')>();
  return {
    ...real,
    findFundOf: (async (sql, of) =>
      real.findFundOf(
        sql,
        is('practice money is put into a real fund') ? { ...of, mode: 'real' } : of,
      )) satisfies typeof real.findFundOf,
  };
});

vi.mock('../../../src/plans/order/exit-store.ts', async (original) => {
  const real = await original<typeof import('../../../src/plans/order/exit-store.ts')>();
  return {
    ...real,
    takeExitQuote: (async (tx, named) => {
      const quote = await real.takeExitQuote(tx, named);
      if (quote === null || !is('a quote holds for ever')) return quote;
      return { ...quote, expiresAt: Number.MAX_SAFE_INTEGER as typeof quote.expiresAt };
    }) satisfies typeof real.takeExitQuote,
  };
});

vi.mock('../../../src/plans/fund/writing.ts', async (original) => {
  const real = await original<typeof import('../../../src/plans/fund/writing.ts')>();
  return {
    ...real,
    writeFund: (async (tx, written) => {
      if (!is('what happened is told twice')) return real.writeFund(tx, written);
      const orders = (written.orders ?? []).map(({ order, news }) => ({
        order,
        news: [...news, ...news],
      }));
      return real.writeFund(tx, { ...written, orders });
    }) satisfies typeof real.writeFund,
  };
});

vi.mock('../../../src/platform/commit/idempotency.ts', async (original) =>
  ignoringKept(await original(), () => is('kept answers are ignored')),
);

const hold = (user = 0, how: Parameters<typeof buy>[2] = {}): Command => buy('sim-hold', user, how);
/** An order that holds from a midnight on, in a rise. */
const held: readonly Command[] = [hold(), midnight(), price(200)];
const two: readonly Command[] = [hold(), hold(1), midnight(), price(200)];

const FAULTS: readonly Fault<Command>[] = [
  ['a mark is a unit too high', /trades: .* was marked/, [...held, midnight()]],
  ['a fund buys at the bid', /trades: run .* not its ask/, held],
  ['a fee is a unit short', /trades: run cost/, held],
  [
    'the house pays what joining costs',
    /trades: joining was marked/,
    [...held, hold(1), midnight()],
  ],
  ['who leaves takes from who stays', /act: leaving was quoted/, [...two, exit()]],
  [
    'a gain is shared that was shared before',
    /gainOnce: /,
    [...held, midnight(2), price(-100), midnight(2)],
  ],
  ['a cycle is a day shorter', /orders: .* taken, has to be 0/, [...held, midnight()]],
  ['units stay when a share is taken', /orders: units/, [...held, midnight(), midnight()]],
  ['leaving costs of what is left', /act: leaving was quoted/, [...held, exit()]],
  ['who joins gets a unit of money too many', /nav: .* stands for/, [...held, hold(1), midnight()]],
  ['a loss is reached too late', /lossLeft: /, [hold(0, { loss: 100 }), midnight(), line()]],
  [
    'a loss is reached too soon',
    /ending: left for a loss/,
    [hold(0, { loss: 100 }), midnight(), price(-920)],
  ],
  ['who buys is in the day that runs', /joining: joins/, [hold()]],
  [
    'the switch is not asked',
    /act: real money was taken/,
    [{ do: 'switch', on: false }, hold(0, { mode: 'real' })],
  ],
  ['the first one has the whole day', /sharing: .*a part of/, [...two, midnight()]],
  ['a day is paid again', /through: /, [...held, midnight()]],
  [
    'a plan that ended goes on',
    /through: |ending: /,
    [...held, status('sim-hold', 'ended'), midnight()],
  ],
  ['an order ends a day early', /ending: /, [...held, midnight(), midnight(), midnight()]],
  [
    'practice money is put into a real fund',
    /modes: an order of demo/,
    [hold(1, { mode: 'real' }), hold()],
  ],
  ['a quote holds for ever', /act: left at a quote that is over/, [...held, exit('late')]],
  ['what happened is told twice', /once: told 2 times/, held],
  ['kept answers are ignored', /stopped: .*request_pkey/, [hold(0, { again: true })]],
];

const { expectFound, expectNothing } = createPlanting({
  planted,
  start: () => startWorld(),
  play: playRun,
});
afterEach(restoreSources);

test.each(FAULTS)('planted: %s', (...fault) => expectFound(...fault));

/** What the ones before left open is over, and everything is on offer. */
const BETWEEN: readonly Command[] = [
  midnight(10),
  { do: 'switch', on: true },
  status('sim-hold', 'open'),
];

test(
  'nothing is found in the same acts when nothing is planted',
  () => expectNothing(FAULTS, BETWEEN),
  ALL_FAULTS_MS,
);
