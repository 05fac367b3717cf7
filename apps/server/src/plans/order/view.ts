import { fundValue } from '@candor/advisor';
import {
  type Decimal,
  type Money,
  type UnixMs,
  addMoney,
  divideInteger,
  formatDecimal,
  formatMoney,
  money,
  startOfDay,
  subMoney,
  utcDayOf,
  plusMs,
} from '@candor/kernel';
import type { plans as protocol } from '@candor/protocol';
import type { PlanMarket } from '../fund/deps.ts';
import { actingPrices, fundOf, isOnFeed } from '../fund/holding.ts';
import { maxLossRateMin } from '../fund/least-loss.ts';
import { leaveOf } from '../leaving/leaving.ts';
import type { KeptFill, OrderDay, StoredFund, StoredOrder } from '../plan/plan.ts';
import { exitNumber, fillNumber, orderDayNumber } from '../plan/numbers.ts';
import { endsOn, midnightOf } from '../plan/rules.ts';

const NOTHING = money('USDT', 0n);

/** What an order is worth now, and when that was; null while a price is missing of what its fund holds. */
function worthNow(
  order: StoredOrder,
  fund: StoredFund,
  market: PlanMarket,
): { readonly value: Money; readonly at: UnixMs } | null {
  if (!isOnFeed(fund, market) || fund.units === 0n) return null;
  const prices = actingPrices(fund, market);
  const value = fundValue(fundOf(fund, market), prices);
  if (value === null) return null;
  const moved = (value.units - fund.settled.units) * order.units;
  const own = addMoney(order.value, money('USDT', divideInteger(moved, fund.units, 'floor')));
  const times = prices.flatMap((price, index) =>
    price === null || fund.positions[index]?.quantity === 0n ? [] : [price.time],
  );
  const at = times.length === 0 ? startOfDay(fund.day) : (Math.min(...times) as UnixMs);
  return { value: own.units < 0n ? NOTHING : own, at };
}

/** What leaving now would bring an order; null while a price is missing or a day is being settled. */
function leavingNow(
  order: StoredOrder,
  fund: StoredFund,
  facts: { readonly market: PlanMarket; readonly at: UnixMs },
): protocol.PlanOrder['leaving'] {
  const { market, at } = facts;
  if (!isOnFeed(fund, market) || fund.phase !== 'open') return null;
  const leave = leaveOf(
    fund,
    [order],
    { market },
    {
      prices: actingPrices(fund, market),
      basis: 'now',
      state: () => 'left',
      reason: { rule: 'ownerLeft', figures: {} },
      at,
    },
  );
  const [left] = leave?.left ?? [];
  if (left === undefined) return null;
  return {
    value: formatMoney(left.value),
    share: formatMoney(left.day.share),
    receive: formatMoney(left.order.received ?? NOTHING),
  };
}

/** An order as the trader sees it. @source decision 0111 */
export function planOrderOf(
  order: StoredOrder,
  fund: StoredFund,
  facts: { readonly market: PlanMarket; readonly now: UnixMs },
): protocol.PlanOrder {
  const { market, now } = facts;
  const { plan } = fund;
  const isRunning = order.state === 'running';
  const isPending = order.state === 'pending';
  const worth = isRunning ? worthNow(order, fund, market) : null;
  const value = isPending ? order.amount : isRunning ? (worth?.value ?? null) : NOTHING;
  const today = isRunning && worth !== null ? subMoney(worth.value, order.value) : null;
  const kept = subMoney(subMoney(order.result, order.shareTaken), order.exitShare);
  const total = isRunning ? (today === null ? null : addMoney(kept, today)) : kept;
  return {
    id: order.id,
    orderNo: order.orderNo,
    productId: order.planId,
    name: plan.name,
    isOwn: order.isOwn,
    strategy: plan.strategy,
    codes: [...plan.codes],
    parameters: plan.parameters,
    interval: plan.interval,
    version: order.version,
    versionHash: plan.hash,
    status: isPending ? 'pending' : isRunning ? 'running' : 'closed',
    state: order.state,
    amount: formatMoney(order.amount),
    days: order.days,
    cycleDays: order.cycleDays,
    shareRate: formatDecimal(order.shareRate),
    earlyExitRate: formatDecimal(order.exitRate),
    maxLoss: formatMoney(order.maxLoss),
    maxLossRateMin: maxLossRateMin(plan.codes, market),
    buyTime: order.boughtAt,
    startTime: isPending || order.state === 'cancelled' ? null : startOfDay(order.joinsOn),
    maturesAt: startOfDay(endsOn(order)),
    nextProfitTime: isRunning ? midnightOf(fund.day) : isPending ? midnightOf(order.joinsOn) : null,
    settledDays: order.settledDays,
    units: formatDecimal(order.units as Decimal),
    value: value === null ? null : formatMoney(value),
    valuedAt: worth?.at ?? (isRunning ? null : now),
    todayEarnings: isRunning ? (today === null ? null : formatMoney(today)) : '0',
    result: formatMoney(order.result),
    shareTaken: formatMoney(order.shareTaken),
    ...(order.subsidy.units === 0n ? {} : { subsidy: formatMoney(order.subsidy) }),
    exitShare: formatMoney(order.exitShare),
    totalRevenue: total === null ? null : formatMoney(total),
    leaving: isRunning ? leavingNow(order, fund, { market, at: now }) : null,
    closeTime: order.closedAt,
    received: order.received === null ? null : formatMoney(order.received),
    receiptNo: order.hasReceipt ? exitNumber(order) : null,
    mode: order.mode,
  };
}

/** A trade of a fund as anyone sees it. */
export function planFillOf(fill: KeptFill): protocol.PlanFill {
  return {
    id: fill.id,
    time: fill.time,
    code: fill.code,
    quantity: formatDecimal(fill.quantity as Decimal),
    price: formatDecimal(fill.price),
    fee: formatMoney(fill.fee),
    result: formatMoney(fill.result),
    tickId: fill.tickId,
    rule: fill.rule,
    figures: fill.figures,
    receiptNo: fillNumber(fill),
  };
}

/** The day a row is shown under: what happens at a midnight belongs to the day that ends with it. */
function shownDay({ day, kind, at }: OrderDay): string {
  const begin = startOfDay(day);
  return kind === 'leave' && at !== null && at < plusMs(begin, 1)
    ? utcDayOf(plusMs(begin, -1))
    : day;
}

/** The receipt of a settled day; null for a line of joining or leaving alone. */
function numberOf(lines: readonly OrderDay[]): string | null {
  const settled = lines.find(({ kind, rank }) => kind === 'day' && rank !== null);
  return settled === undefined ? null : orderDayNumber(settled);
}

/**
 * The days of an order: joining, the settled day and leaving of one day are one line.
 *
 * @invariant amount + Σ result − Σ share = value of the last line
 */
export function orderDaysOf(days: readonly OrderDay[]): protocol.PlanOrderDetail['settled'] {
  return [...Map.groupBy(days, shownDay)].map(([day, lines]) => ({
    day,
    result: formatMoney(lines.reduce((sum, { result }) => addMoney(sum, result), NOTHING)),
    share: formatMoney(lines.reduce((sum, { share }) => addMoney(sum, share), NOTHING)),
    value: formatMoney(lines.at(-1)?.value ?? NOTHING),
    receiptNo: numberOf(lines),
  }));
}
