import { joinFund, resumeRun } from '@candor/advisor';
import {
  type Decimal,
  addMoney,
  ensure,
  formatDecimal,
  formatMoney,
  money,
  newUuid,
  startOfDay,
  subMoney,
} from '@candor/kernel';
import { lockAccounts } from '../../ledger/index.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { broughtBy, fundOf, keptFills, keptMark, withFund } from '../fund/holding.ts';
import { settleEntry } from '../fund/paying.ts';
import { writeFund } from '../fund/writing.ts';
import { cancelWaiting } from '../leaving/cancelling.ts';
import { lockFund } from '../plan/fund-store.ts';
import { findOrders, listJoining } from '../plan/order-store.ts';
import type { KeptCohort, OrderDay, StoredFund, StoredOrder } from '../plan/plan.ts';
import { nextDay, sharedOut, startOfJoin, unitsFor } from '../plan/rules.ts';
import { isOver } from '../fund/over.ts';

/** Orders that join in one transaction, which holds their accounts so long. */
const AT_ONCE = 250;
const NOTHING = money('USDT', 0n);

/**
 * Whether something a fund holds could not be bought at the midnight: it had its last price too long before to be
 * traded on, or nobody may open it. Who joined would buy at a price known to be old, and the house would pay.
 */
function holdsStale(
  fund: StoredFund,
  market: Pick<PlanDeps['market'], 'instrument' | 'opensFrom'>,
): boolean {
  const midnight = startOfDay(fund.day);
  return fund.plan.codes.some((code, index) => {
    if ((fund.positions[index]?.quantity ?? 0n) === 0n) return false;
    const price = fund.marked?.[index] ?? null;
    const freshForMs = market.instrument(code)?.freshForMs ?? 0;
    if (price === null || midnight - price.time > freshForMs) return true;
    return market.opensFrom(code, midnight) !== midnight;
  });
}

/** Orders that waited join with their money, at the value of this midnight. */
export async function joinSome(
  fund: StoredFund,
  deps: Pick<PlanDeps, 'acting' | 'clock' | 'market' | 'committed'>,
): Promise<StoredFund> {
  const { acting, clock, market, committed } = deps;
  const asked = { fundId: fund.id, day: fund.day, most: AT_ONCE };
  const waiting = await listJoining(acting, asked);
  const done = await acting.transaction(async (tx) => {
    await lockAccounts(tx, waiting);
    const stored = ensure(await lockFund(tx, fund.id), 'a fund stays');
    if (stored.phase !== 'joining') return stored;
    const at = clock.now();
    const found = await findOrders(tx, waiting);
    const joining = found.filter(({ state }) => state === 'pending');
    if (waiting.length === 0) {
      const next = { ...stored, phase: 'open' as const };
      await writeFund(tx, { fund: next, at });
      return next;
    }
    if (joining.length === 0) return stored;
    if (isOver(stored, market)) {
      await cancelWaiting(tx, {
        fund: stored,
        orders: joining,
        at,
        cause: 'timer',
        by: 'operator',
      });
      return stored;
    }
    const prices = stored.marked ?? stored.plan.codes.map(() => null);
    if (holdsStale(stored, market)) {
      const orders = joining.map((before) => {
        const order = { ...before, joinsOn: nextDay(stored.day) };
        const joinsAt = startOfJoin(order);
        return { order, news: [{ kind: 'postponed', day: stored.day, joinsAt } as const] };
      });
      await writeFund(tx, { fund: stored, keepsFund: true, orders, at });
      return stored;
    }
    const amount = joining.reduce((sum, one) => addMoney(sum, one.amount), NOTHING);
    const joined = ensure(
      joinFund(fundOf(stored, market), { amount, prices }),
      'a midnight has its prices',
    );
    const reason = { rule: 'ownerJoined', figures: {} };
    const costs = sharedOut(
      joined.own.units,
      joining.map((one) => one.amount.units),
    );
    const cohort: KeptCohort = {
      ...{ id: newUuid(at), fundId: stored.id, day: stored.day, kind: 'join' },
      ...{ units: stored.units, settled: stored.settled, result: stored.result },
      ...{ part: amount.units, own: joined.own, rest: costs.rest, last: costs.last },
      ...{ positions: stored.positions, basis: 'midnight', prices, at },
    };
    const traded = { kind: 'join', prices, reason, at, cohort: cohort.id } as const;
    const fills = keptFills(stored, joined.fills, traded);
    const ofMark = subMoney(joined.own, broughtBy(fills));
    const marks =
      ofMark.units === 0n
        ? []
        : [keptMark(stored, { kind: 'join', code: null, tickId: null, result: ofMark }, at)];
    const orders = joining.map((order, index): StoredOrder => {
      const result = money('USDT', ensure(costs.parts[index], 'each has a share'));
      const value = addMoney(order.amount, result);
      const units = unitsFor(value, stored);
      return { ...order, state: 'running', units, value, result };
    });
    const orderDays = orders.map(({ userId, id, units, value, result }, index): OrderDay => ({
      ...{ userId, orderId: id, day: stored.day, kind: 'join', fundId: stored.id, place: 1 },
      ...{ units, result, share: NOTHING, value, at },
      ...{ rank: costs.ranks[index] ?? null, cohort: cohort.id },
    }));
    const units = orders.reduce((sum, one) => sum + one.units, stored.units);
    const begin = market.marketTime(startOfDay(stored.day));
    const next: StoredFund = {
      ...withFund(stored, joined.fund),
      units,
      // With its first money it is to trade to what its strategy wants.
      run: stored.units === 0n ? resumeRun(stored.run, begin) : stored.run,
    };
    await writeFund(tx, {
      fund: next,
      ...{ fills, marks, cohort, orderDays, at },
      orders: orders.map((order) => {
        const units = formatDecimal(order.units as Decimal);
        const cost = formatMoney(order.result);
        return { order, news: [{ kind: 'joined', day: stored.day, units, cost }] };
      }),
      entries: orders.flatMap((order, index) =>
        settleEntry(order, ensure(orderDays[index], 'each has one'), { cause: 'timer', at }),
      ),
    });
    return next;
  });
  committed();
  return done;
}
