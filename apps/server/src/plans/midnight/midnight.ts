import { markFund } from '@candor/advisor';
import {
  addMoney,
  ensure,
  formatMoney,
  money,
  startOfDay,
  subMoney,
  utcDayOf,
  type UnixMs,
  type UtcDay,
} from '@candor/kernel';
import { lockAccounts } from '../../ledger/index.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { fundOf, keptMark, keptMarks, priceOf, withFund } from '../fund/holding.ts';
import { isOver as isFundOver } from '../fund/over.ts';
import { settleEntry } from '../fund/paying.ts';
import { writeFund } from '../fund/writing.ts';
import { leaveOf, writeLeave } from '../leaving/leaving.ts';
import { lockFund } from '../plan/fund-store.ts';
import { listShares, shareOut, sumLastWeek } from '../plan/order-day-store.ts';
import { findOrders, listEnding, listJoining, sumOrders } from '../plan/order-store.ts';
import type {
  FundDay,
  KeptMark,
  OrderDay,
  StoredFund,
  StoredOrder,
  TickPrices,
} from '../plan/plan.ts';
import {
  endsOn,
  isCycleDay,
  isLosingWeek,
  midnightOf,
  nextDay,
  shareOfGain,
  unitsAfterShare,
} from '../plan/rules.ts';
import { countDays, insertDay } from './day-store.ts';
import { grantSome } from './granting.ts';
import { holdOf } from './hold.ts';
import { joinSome } from './joining.ts';

/**
 * Orders of one transaction. It holds their accounts while it is written, and a stop of one of them waits so
 * long.
 */
const AT_ONCE = 250;
const NOTHING = money('USDT', 0n);

/** Settles the midnights of funds: marked, shared among their orders, ended and joined, each once. */
export function createMidnight(deps: PlanDeps) {
  const { acting, clock, market, log, committed } = deps;

  /** How far the shares of a day are paid; of funds amid a settlement alone. */
  const reached = new Map<string, { readonly day: UtcDay; readonly place: number }>();

  async function pricesBefore(fund: StoredFund, at: UnixMs): Promise<TickPrices> {
    const { feed, plan } = fund;
    const quotes = await market.lastActing(plan.codes.map((code) => ({ code, feed, before: at })));
    return quotes.map(priceOf);
  }

  /** A day nobody had money in is over by itself. */
  async function skipDay(fund: StoredFund): Promise<StoredFund> {
    const today = utcDayOf(clock.now());
    const waits = await listJoining(acting, { fundId: fund.id, day: today, most: 1 });
    const [first] = waits;
    const wanted: UtcDay = first === undefined || first.joinsOn > today ? today : first.joinsOn;
    const day = wanted > fund.day ? wanted : nextDay(fund.day);
    const marked = await pricesBefore(fund, startOfDay(day));
    return acting.transaction(async (tx) => {
      const stored = ensure(await lockFund(tx, fund.id), 'a fund stays');
      if (stored.units > 0n || stored.phase !== 'open' || stored.day !== fund.day) return stored;
      const next = { ...stored, day, marked, phase: 'joining' as const };
      await writeFund(tx, { fund: next, at: clock.now() });
      return next;
    });
  }

  /** Marks what a fund holds and writes its day down; from then on the day is fixed. */
  async function closeDay(fund: StoredFund): Promise<StoredFund> {
    const prices = await pricesBefore(fund, midnightOf(fund.day));
    return acting.transaction(async (tx) => {
      const stored = ensure(await lockFund(tx, fund.id), 'a fund stays');
      if (stored.phase !== 'open' || stored.day !== fund.day || stored.units === 0n) return stored;
      const at = clock.now();
      const priced = fundOf(stored, market);
      const done = markFund(priced, prices);
      if (done === null) {
        log.warn({ fund: fund.id }, 'what a fund holds had no price before the midnight');
        return stored;
      }
      const marks: KeptMark[] = keptMarks(stored, done.marks, at);
      const below = addMoney(stored.settled, done.fund.result);
      if (below.units < 0n) {
        const floor = { kind: 'floor', code: null, tickId: null } as const;
        marks.push(keptMark(stored, { ...floor, result: money('USDT', -below.units) }, at));
      }
      const result = below.units < 0n ? money('USDT', -stored.settled.units) : done.fund.result;
      const mark = done.marks.reduce((sum, one) => addMoney(sum, one.result), NOTHING);
      const isFirst = (await countDays(tx, fund.id)) === 0;
      const entry = isFirst ? { feeRates: priced.instruments.map(({ feeRate }) => feeRate) } : null;
      const day: FundDay = {
        fundId: fund.id,
        day: fund.day,
        fills: subMoney(result, mark),
        mark,
        result,
        before: stored.settled,
        value: addMoney(stored.settled, result),
        units: stored.units,
        hold: holdOf(stored.marked, prices, entry),
      };
      const next: StoredFund = {
        ...withFund(stored, { ...done.fund, result }),
        phase: 'settling',
        marked: prices,
      };
      await writeFund(tx, { fund: next, marks, closes: fund.day, at });
      await insertDay(tx, { ...day, ...(await shareOut(tx, day)) }, at);
      return next;
    });
  }

  /** What a settled day makes of an order. */
  function settledOrder(
    order: StoredOrder,
    share: OrderDay,
    facts: { readonly at: UnixMs; readonly week: bigint },
  ): { readonly order: StoredOrder; readonly day: OrderDay } {
    const value = addMoney(order.value, share.result);
    const taken = isCycleDay(order) ? shareOfGain(value, order.high, order.shareRate) : NOTHING;
    const rest = subMoney(value, taken);
    const next: StoredOrder = {
      ...order,
      units: unitsAfterShare(order.units, value, taken),
      value: rest,
      high: taken.units > 0n ? rest : order.high,
      result: addMoney(order.result, share.result),
      shareTaken: addMoney(order.shareTaken, taken),
      settledDays: order.settledDays + 1,
    };
    const isTold = isLosingWeek(next, facts.week);
    return {
      order: isTold ? { ...next, wasToldWeek: true } : next,
      day: { ...share, share: taken, value: rest, at: facts.at },
    };
  }

  /** Pays some shares of a day; the place of the last, null once there are none. */
  async function payShares(fund: StoredFund, after: number): Promise<number | null> {
    const asked = { fundId: fund.id, day: fund.day, after, most: AT_ONCE };
    const shares = await listShares(acting, asked);
    const last = shares.at(-1);
    if (last === undefined) return null;
    const unpaid = shares.filter(({ at }) => at === null);
    if (unpaid.length === 0) return last.place;
    const { mode } = fund;
    await acting.transaction(async (tx) => {
      await lockAccounts(
        tx,
        unpaid.map(({ userId }) => ({ userId, mode })),
      );
      const names = unpaid.map(({ userId, orderId }) => ({ userId, id: orderId }));
      const orders = new Map((await findOrders(tx, names)).map((order) => [order.id, order]));
      const weekly = [...orders.values()].filter(
        ({ settledDays, wasToldWeek }) => !wasToldWeek && (settledDays + 1) % 7 === 0,
      );
      const weeks = await sumLastWeek(tx, weekly, fund.day);
      const at = clock.now();
      const settled = unpaid.map((share) => {
        const order = ensure(orders.get(share.orderId), 'a share has its order');
        return settledOrder(order, share, { at, week: weeks.get(order.id) ?? 0n });
      });
      await writeFund(tx, {
        fund,
        keepsFund: true,
        paid: settled.map(({ day }) => day),
        orders: settled.map(({ order, day }) => {
          const { wasToldWeek } = ensure(orders.get(order.id), 'it was read');
          const result = formatMoney(day.result);
          const news = [{ kind: 'settled', day: day.day, result }] as const;
          const week = formatMoney(money('USDT', weeks.get(order.id) ?? 0n));
          const isTold = order.wasToldWeek && !wasToldWeek;
          return { order, news: isTold ? [...news, { kind: 'losingWeek', result: week }] : news };
        }),
        entries: settled.flatMap(({ order, day }) =>
          settleEntry(order, day, { cause: 'timer', at }),
        ),
        at,
      });
    });
    committed();
    return last.place;
  }

  /** Pays one batch, so that others are looked at in between; behind the last one the day is through. */
  async function paySome(fund: StoredFund): Promise<StoredFund> {
    const known = reached.get(fund.id);
    const last = await payShares(fund, known?.day === fund.day ? known.place : 0);
    if (last !== null) {
      reached.set(fund.id, { day: fund.day, place: last });
      return fund;
    }
    reached.delete(fund.id);
    return acting.transaction(async (tx) => {
      const stored = ensure(await lockFund(tx, fund.id), 'a fund stays');
      if (stored.phase !== 'settling') return stored;
      const { value: settled, units } = await sumOrders(tx, fund.id);
      const day = nextDay(stored.day);
      const next = { ...stored, settled, units, result: NOTHING, day, phase: 'closing' as const };
      await writeFund(tx, { fund: next, at: clock.now() });
      return next;
    });
  }

  /** Some orders whose time has come are paid out whole, at the marks of this midnight. */
  async function endSome(fund: StoredFund): Promise<StoredFund> {
    const all = isFundOver(fund, market);
    // Nothing is sold for its loss where that could not be sold: such orders leave once it can.
    const midnight = startOfDay(fund.day);
    const byLoss = fund.plan.codes.every(
      (code, index) =>
        (fund.positions[index]?.quantity ?? 0n) === 0n || market.wasTrading(code, midnight),
    );
    const asked = { fundId: fund.id, day: fund.day, all, byLoss, most: AT_ONCE };
    const ending = await listEnding(acting, asked);
    const done = await acting.transaction(async (tx) => {
      await lockAccounts(tx, ending);
      const stored = ensure(await lockFund(tx, fund.id), 'a fund stays');
      if (stored.phase !== 'closing') return stored;
      const at = clock.now();
      if (ending.length === 0) {
        const next = { ...stored, phase: 'joining' as const };
        await writeFund(tx, { fund: next, at });
        return next;
      }
      const leave = leaveOf(stored, ending, deps, {
        prices: stored.marked ?? stored.plan.codes.map(() => null),
        basis: 'midnight',
        state: (order) => (all ? 'ended' : endsOn(order) <= stored.day ? 'matured' : 'lossReached'),
        reason: { rule: 'ownerLeft', figures: {} },
        at,
      });
      await writeLeave(tx, ensure(leave, 'a midnight has its prices'), { cause: 'timer', at });
      return leave?.fund ?? stored;
    });
    committed();
    return done;
  }

  return {
    /** Whether the midnight of a fund's day has passed, and everything said before it is stored. */
    isOver(fund: StoredFund): boolean {
      if (fund.phase !== 'open') return true;
      const midnight = midnightOf(fund.day);
      const unstored = market.unstoredSince();
      return clock.now() > midnight && (unstored === null || unstored > midnight);
    },

    /** Brings a fund one step through its midnight; what was done before is not done again. */
    async step(fund: StoredFund): Promise<StoredFund> {
      switch (fund.phase) {
        case 'open':
          return fund.units === 0n ? skipDay(fund) : closeDay(fund);
        case 'settling':
          return paySome(fund);
        case 'closing':
          return endSome(fund);
        case 'granting':
          return grantSome(fund, deps);
        case 'joining':
          return joinSome(fund, deps);
        default:
          return fund.phase satisfies never;
      }
    },
  };
}

/** @see createMidnight */
export type Midnight = ReturnType<typeof createMidnight>;
