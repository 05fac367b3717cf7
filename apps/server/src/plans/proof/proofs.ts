import {
  type UnixMs,
  type UserId,
  type UtcDay,
  addMoney,
  ensure,
  money,
  plusMs,
} from '@candor/kernel';
import type { Database } from '../../platform/postgres/db.ts';
import { findFund } from '../plan/fund-store.ts';
import { findOrders } from '../plan/order-store.ts';
import type { OrderDay, StoredOrder } from '../plan/plan.ts';
import { endsCycle } from '../plan/rules.ts';
import type {
  CohortProof,
  ExitProof,
  FillProof,
  FundDayProof,
  High,
  OrderDayProof,
  ProvenFund,
} from './proof.ts';
import {
  type Measured,
  type NamedDay,
  type NamedOrderDay,
  fillsOfCohorts,
  fillsOfDay,
  findCohorts,
  findFills,
  findLeaves,
  findMeasured,
  findOrderDays,
  findSharedDay,
  marksOfDay,
  orderDayKey,
} from './proof-store.ts';

/** What receipts of plans are made of, read from rows that stay. */
export type PlanProofs = {
  /** Trades of strategies, those there are. */
  fills(ids: readonly string[]): Promise<FillProof[]>;
  /** A settled day of a fund; null for none. */
  fundDay(named: NamedDay): Promise<FundDayProof | null>;
  /** Settled days of orders, those that were paid. */
  orderDays(named: readonly NamedOrderDay[]): Promise<OrderDayProof[]>;
  /** Ends of orders, of those that were in a fund. */
  exits(named: readonly { readonly userId: UserId; readonly id: string }[]): Promise<ExitProof[]>;
};

const NOTHING = money('USDT', 0n);

/** A row with the moment it was paid at. */
const paidAt = (row: OrderDay): (OrderDay & { readonly at: UnixMs })[] =>
  row.at === null ? [] : [{ ...row, at: row.at }];

const dayKey = ({ fundId, day }: NamedDay): string => `${fundId} ${day}`;

/** Opens them. */
export function createProofs(db: Database): PlanProofs {
  async function fundsOf(ids: readonly string[]): Promise<(id: string) => ProvenFund> {
    const found = await Promise.all([...new Set(ids)].map((id) => findFund(db, id)));
    const funds = new Map(found.flatMap((fund) => (fund === null ? [] : [[fund.id, fund]])));
    return (id) => {
      const { mode, feed, plan } = ensure(funds.get(id), 'a fund stays');
      return { id, mode, feed, plan };
    };
  }

  async function ordersOf(
    rows: readonly { readonly userId: UserId; readonly orderId: string }[],
  ): Promise<(id: string) => StoredOrder> {
    const named = rows.map(({ userId, orderId }) => ({ userId, id: orderId }));
    const orders = new Map((await findOrders(db, named)).map((order) => [order.id, order]));
    return (id) => ensure(orders.get(id), 'an order stays');
  }

  async function cohortsOf(ids: readonly string[]): Promise<(id: string | null) => CohortProof> {
    const unique = [...new Set(ids)];
    const [cohorts, fills] = await Promise.all([
      findCohorts(db, unique),
      fillsOfCohorts(db, unique),
    ]);
    const byCohort = Map.groupBy(fills, ({ cohort }) => cohort);
    return (id) => ({
      cohort: ensure(id === null ? null : cohorts.get(id), 'what was done together stays'),
      fills: byCohort.get(id) ?? [],
    });
  }

  /** Above what the house takes its share of an order: what was put in while it took none. */
  function highOf(order: StoredOrder, measured: Measured | undefined): High {
    const { left = null, since = NOTHING } = measured ?? {};
    return left === null
      ? { value: addMoney(order.amount, since), on: null }
      : { value: addMoney(left.value, since), on: left.on };
  }

  return {
    async fills(ids) {
      const fills = await findFills(db, ids);
      const fundOf = await fundsOf(fills.map(({ fundId }) => fundId));
      return fills.map((fill) => ({ fund: fundOf(fill.fundId), fill }));
    },
    async fundDay(named) {
      const shared = await findSharedDay(db, named);
      if (shared === null) return null;
      const [fundOf, fills, found] = await Promise.all([
        fundsOf([named.fundId]),
        fillsOfDay(db, named),
        marksOfDay(db, named),
      ]);
      const fund = fundOf(named.fundId);
      const marks = fund.plan.codes.flatMap((code) => found.filter((mark) => mark.code === code));
      return { fund, ...shared, fills, marks };
    },
    async orderDays(named) {
      const rows = await findOrderDays(db, named);
      const settled = rows.filter(({ kind }) => kind === 'day');
      if (settled.length === 0) return [];
      const days = new Map<string, NonNullable<Awaited<ReturnType<typeof findSharedDay>>>>();
      for (const { fundId, day } of settled) {
        const key = dayKey({ fundId, day });
        const shared = days.has(key) ? null : await findSharedDay(db, { fundId, day });
        if (shared !== null) days.set(key, shared);
      }
      const joins = rows.filter(({ kind }) => kind === 'join');
      const [fundOf, orderOf, cohortOf] = await Promise.all([
        fundsOf(settled.map(({ fundId }) => fundId)),
        ordersOf(settled),
        cohortsOf(joins.flatMap(({ cohort }) => cohort ?? [])),
      ]);
      const isCycle = ({ orderId, day }: { readonly orderId: string; readonly day: UtcDay }) =>
        endsCycle(orderOf(orderId), day);
      const asked = settled.filter(
        (row) => isCycle(row) || orderOf(row.orderId).subsidy.units > 0n,
      );
      const measured = await findMeasured(db, asked.flatMap(paidAt));
      return settled.flatMap((row): OrderDayProof[] => {
        const order = orderOf(row.orderId);
        const day = days.get(dayKey(row))?.day;
        if (day === undefined) return [];
        const join = joins.find(({ orderId }) => orderId === row.orderId);
        return [
          {
            ...{ fund: fundOf(row.fundId), order, row, day },
            granted: measured.get(orderDayKey(row))?.granted ?? NOTHING,
            high: isCycle(row) ? highOf(order, measured.get(orderDayKey(row))) : null,
            joined: join === undefined ? null : { row: join, ...cohortOf(join.cohort) },
          },
        ];
      });
    },
    async exits(named) {
      const rows = await findLeaves(db, named);
      if (rows.length === 0) return [];
      const [fundOf, orderOf, cohortOf, measured] = await Promise.all([
        fundsOf(rows.map(({ fundId }) => fundId)),
        ordersOf(rows),
        cohortsOf(rows.flatMap(({ cohort }) => cohort ?? [])),
        // A grant and an end of one moment: nobody leaves before the grant is through.
        findMeasured(
          db,
          rows.flatMap(paidAt).map((row) => ({ ...row, at: plusMs(row.at, 1) })),
        ),
      ]);
      return rows.map((row) => {
        const order = orderOf(row.orderId);
        const found = measured.get(orderDayKey(row));
        const high = highOf(order, found);
        const granted = found?.granted ?? NOTHING;
        return { fund: fundOf(row.fundId), order, row, granted, high, ...cohortOf(row.cohort) };
      });
    },
  };
}
