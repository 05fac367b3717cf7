import type { UnixMs, UtcDay } from '@candor/kernel';
import { type Entry, entryStatements } from '../../ledger/index.ts';
import { type Fact, factStatements } from '../../platform/commit/outbox.ts';
import { type Tx, sendAll } from '../../platform/postgres/db.ts';
import {
  PLANS_CHANGED,
  PLAN_FUND_MOVED,
  type PlanFundMoved,
  type PlanNews,
  type PlansChanged,
} from '../plan/events.ts';
import { cohortStatement } from '../plan/cohort-store.ts';
import { fundStatement, movedStatements } from '../plan/fund-store.ts';
import { orderDayStatements, paidStatements } from '../plan/order-day-store.ts';
import { orderStatements } from '../plan/order-store.ts';
import type {
  KeptCohort,
  KeptFill,
  KeptMark,
  OrderDay,
  StoredFund,
  StoredOrder,
} from '../plan/plan.ts';
import { movedEntries } from './holding.ts';

/** Everything one transaction changes of a fund and the orders in it. */
export type Written = {
  readonly fund: StoredFund;
  readonly fills?: readonly KeptFill[];
  readonly marks?: readonly KeptMark[];
  /** What owners joined or left with. */
  readonly cohort?: KeptCohort;
  /** Orders as they are now, with what is told of each. */
  readonly orders?: readonly { readonly order: StoredOrder; readonly news: readonly PlanNews[] }[];
  /** What joining or leaving brought, and shares of a settled day that are paid. */
  readonly orderDays?: readonly OrderDay[];
  readonly paid?: readonly OrderDay[];
  readonly entries?: readonly Entry[];
  /** The day that is settled with it. */
  readonly closes?: UtcDay;
  /** The fund itself stays as it is. */
  readonly keepsFund?: true;
  readonly at: UnixMs;
};

/** The fact of orders that changed. */
export function changedFact(
  { strategy, codes }: Pick<StoredFund['plan'], 'strategy' | 'codes'>,
  orders: NonNullable<Written['orders']>,
  at: UnixMs,
): Fact[] {
  if (orders.length === 0) return [];
  const payload: PlansChanged = {
    changed: orders.map(({ order, news }) => {
      const { userId, mode, id, orderNo } = order;
      return { userId, mode, orderId: id, orderNo, strategy, codes, at, news };
    }),
  };
  return [{ topic: PLANS_CHANGED, payload }];
}

/** The fact of what a strategy traded, or of a settled day. */
function movedFact({ fund, fills = [], closes }: Written): Fact[] {
  const traded = fills.filter(({ kind }) => kind === 'run').map(({ id }) => id);
  if (traded.length === 0 && closes === undefined) return [];
  const payload: PlanFundMoved = { fundId: fund.id, fills: traded, day: closes ?? null };
  return [{ topic: PLAN_FUND_MOVED, payload }];
}

/** Writes it all: rows first, then the entries that the database compares with them. */
export async function writeFund(tx: Tx, written: Written): Promise<void> {
  const { fund, fills = [], marks = [], orders = [], orderDays = [], paid = [], at } = written;
  const entries = [...movedEntries(fund, { fills, marks }, at), ...(written.entries ?? [])];
  const facts = [...changedFact(fund.plan, orders, at), ...movedFact(written)];
  await sendAll(tx, [
    ...(written.cohort === undefined ? [] : [cohortStatement(written.cohort)]),
    ...movedStatements({ fills, marks }, at),
    ...orderDayStatements(orderDays),
    ...paidStatements(paid),
    ...orderStatements(orders.map(({ order }) => order)),
    ...(written.keepsFund === true ? [] : [fundStatement(fund)]),
    ...(entries.length > 0
      ? entryStatements(entries, at, facts)
      : facts.length > 0
        ? factStatements(facts, at)
        : []),
  ]);
}
