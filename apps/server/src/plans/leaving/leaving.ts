import { type Reason, leaveFund } from '@candor/advisor';
import {
  type Decimal,
  type Money,
  type UnixMs,
  addMoney,
  divideInteger,
  ensure,
  formatMoney,
  money,
  newUuid,
  subMoney,
} from '@candor/kernel';
import type { plans } from '@candor/protocol';
import { type Entry, accountKey, findHoldings } from '../../ledger/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { fundOf, keptFills, keptMark, withFund } from '../fund/holding.ts';
import { payoutEntry, settleEntry } from '../fund/paying.ts';
import { writeFund } from '../fund/writing.ts';
import type {
  KeptCohort,
  KeptFill,
  KeptMark,
  OrderDay,
  PriceBasis,
  StoredFund,
  StoredOrder,
  TickPrices,
} from '../plan/plan.ts';
import { exitShareOf, shareOfGain, sharedOut } from '../plan/rules.ts';

/** How an order ends. */
type Ending = Extract<plans.PlanOrderState, 'matured' | 'left' | 'lossReached' | 'ended'>;

/** What leaving comes to for one order. */
export type Left = { readonly order: StoredOrder; readonly day: OrderDay; readonly value: Money };

/** What leaving comes to: the orders, the fund without them, what was traded and what the house bears. */
export type Leave = {
  readonly fund: StoredFund;
  readonly left: readonly Left[];
  readonly fills: readonly KeptFill[];
  readonly marks: readonly KeptMark[];
  readonly cohort: KeptCohort;
};

const NOTHING = money('USDT', 0n);

/**
 * Sells the share of some leavers, or takes it out at what it stands in the books with where `prices` is null:
 * then nothing is traded, and nobody wins or loses by it.
 */
function takeOut(
  stored: StoredFund,
  deps: Pick<PlanDeps, 'market'>,
  facts: { readonly part: bigint; readonly settled: Money; readonly prices: TickPrices | null },
): ReturnType<typeof leaveFund> {
  const fund = fundOf(stored, deps.market);
  const share = { part: facts.part, whole: stored.units };
  const { settled, prices } = facts;
  if (prices !== null) return leaveFund(fund, { share, settled, prices });
  const partOf = (units: bigint): bigint => divideInteger(units * share.part, share.whole, 'floor');
  const own = money('USDT', partOf(fund.result.units));
  const positions = fund.positions.map(({ quantity, cost }) => ({
    quantity: (quantity - partOf(quantity)) as Decimal,
    cost: money('USDT', cost.units - partOf(cost.units)),
  }));
  const result = subMoney(fund.result, own);
  return {
    fund: { ...fund, settled: subMoney(fund.settled, settled), result, positions },
    fills: [],
    own,
  };
}

/**
 * What leaving now comes to for some orders of a fund: their share of what it holds is sold, with its fee,
 * they take their share of the day so far, then the house takes its share and what leaving early costs.
 * More than all they have is never taken: the house bears the rest.
 *
 * @shape null when something is held that has no price
 * @source LEDGER 2, row "plan exit / maturity"
 */
export function leaveOf(
  stored: StoredFund,
  orders: readonly StoredOrder[],
  deps: Pick<PlanDeps, 'market'>,
  facts: {
    readonly prices: TickPrices | null;
    readonly basis: PriceBasis;
    readonly state: (order: StoredOrder) => Ending;
    readonly reason: Reason;
    readonly at: UnixMs;
  },
): Leave | null {
  const { prices, at } = facts;
  const part = orders.reduce((sum, { units }) => sum + units, 0n);
  const settled = orders.reduce((sum, { value }) => addMoney(sum, value), NOTHING);
  const taken = takeOut(stored, deps, { part, settled, prices });
  if (taken === null) return null;
  const shares = sharedOut(
    taken.own.units,
    orders.map(({ units }) => units),
  );
  const cohort: KeptCohort = {
    ...{ id: newUuid(at), fundId: stored.id, day: stored.day, kind: 'leave' },
    ...{ units: stored.units, settled: stored.settled, result: stored.result },
    ...{ part, own: taken.own, rest: shares.rest, last: shares.last },
    ...{ positions: stored.positions, basis: facts.basis, prices, at },
  };
  const marks: KeptMark[] = [];
  const left = orders.map((order, index): Left => {
    const own = money('USDT', ensure(shares.parts[index], 'each has a share'));
    const brought = addMoney(order.value, own);
    const isGone = brought.units < 0n;
    if (isGone) {
      const floor = {
        kind: 'floor',
        code: null,
        tickId: null,
        result: money('USDT', -brought.units),
      } as const;
      marks.push(keptMark(stored, floor, at));
    }
    const value = isGone ? NOTHING : brought;
    const result = subMoney(value, order.value);
    const state = facts.state(order);
    const share = shareOfGain(value, order.high, order.shareRate);
    const rest = subMoney(value, share);
    const exitShare = state === 'left' ? exitShareOf(order, rest) : NOTHING;
    return {
      value,
      day: {
        userId: order.userId,
        orderId: order.id,
        day: stored.day,
        kind: 'leave',
        fundId: stored.id,
        place: 1,
        units: order.units,
        result,
        share,
        value: rest,
        at,
        rank: shares.ranks[index] ?? null,
        cohort: cohort.id,
      },
      order: {
        ...order,
        state,
        units: 0n,
        value: NOTHING,
        result: addMoney(order.result, result),
        shareTaken: addMoney(order.shareTaken, share),
        exitShare,
        closedAt: at,
        received: subMoney(rest, exitShare),
        hasReceipt: true,
      },
    };
  });
  const fills =
    prices === null
      ? []
      : keptFills(stored, taken.fills, {
          ...{ kind: 'leave', prices, reason: facts.reason, at, cohort: cohort.id },
        });
  const fund = { ...withFund(stored, taken.fund), units: stored.units - part };
  return { fund, left, fills, marks, cohort };
}

/** What is told of an order that has come to its end. */
function closedNews(
  { order, day }: Pick<Left, 'order' | 'day'>,
  said: { readonly wasReset?: true; readonly atLastKnown?: true },
) {
  const received = order.received ?? NOTHING;
  const total = subMoney(received, order.amount);
  const past = -total.units - order.maxLoss.units;
  const isPast = order.state === 'lossReached' && past > 0n;
  return {
    kind: 'closed',
    wasReset: said.wasReset === true,
    atLastKnown: said.atLastKnown === true,
    state: order.state,
    received: formatMoney(received),
    total: formatMoney(total),
    maxLoss: formatMoney(order.maxLoss),
    beyond: formatMoney(isPast ? money('USDT', past) : NOTHING),
    share: formatMoney(day.share),
    exitShare: formatMoney(order.exitShare),
  } as const;
}

/** Writes down that orders left, behind the locks of their accounts and of the fund. */
export async function writeLeave(
  tx: Tx,
  leave: Leave,
  said: {
    readonly cause: Entry['cause'];
    readonly at: UnixMs;
    readonly wasReset?: true;
    readonly atLastKnown?: true;
  },
): Promise<void> {
  const { fund, left, fills, marks, cohort } = leave;
  const found = await findHoldings(
    tx,
    left.map(({ order }) => order),
  );
  const entries = left.flatMap(({ order, day }) => {
    const { USDT: holdings } = ensure(found.get(accountKey(order)), 'the account is answered');
    return [...settleEntry(order, day, said), ...payoutEntry(order, { holdings, ...said })];
  });
  const orders = left.map((one) => ({
    order: one.order,
    news: [closedNews(one, said)],
  }));
  const orderDays = left.map(({ day }) => day);
  await writeFund(tx, { fund, fills, marks, cohort, orders, orderDays, entries, at: said.at });
}
