/**
 * plans — smart trading: strategies that trade a fund on the tape, and what users have in it.
 * Owns: plans and their versions, funds with their trades, marks and days, plan orders, backtests.
 * Announces: PlansChanged, once per transaction, with what happened to each order.
 * Needs: market's bars and tape, contracts for the free margin, ledger, accounts' limits, parameters.
 * Refuses: a payout no fill left, a day settled twice, real money before two people turned it on.
 */
import { type Mode, type Result, type UserId, ensure, utcDayOf } from '@candor/kernel';
import type { Failure, plans as protocol } from '@candor/protocol';
import type { TradingAccount } from '../ledger/index.ts';
import type { Sql } from '../platform/postgres/db.ts';
import { type Backtests, createBacktests } from './backtests/backtests.ts';
import { openFirstPlans } from './first-plans.ts';
import type { PlanDeps } from './fund/deps.ts';
import { createAway } from './leaving/away.ts';
import { createWatching } from './leaving/watching.ts';
import { createMidnight } from './midnight/midnight.ts';
import { type PlanCommands, createPlanCommands } from './order/commands.ts';
import { quoteExit } from './order/exits.ts';
import { plansFile } from './order/whole-file.ts';
import { type Showing, createShowing } from './order/showing.ts';
import { orderDaysOf, planFillOf, planOrderOf } from './order/view.ts';
import { findFund, listFills, listLiveFunds } from './plan/fund-store.ts';
import { exitNumber } from './plan/numbers.ts';
import {
  type OrderFilter,
  findByNumber,
  findOrders,
  listOpen,
  listOrders,
} from './plan/order-store.ts';
import { listOrderDays } from './plan/order-day-store.ts';
import type { StoredFund, StoredOrder } from './plan/plan.ts';
import { isSettling } from './proof/proof-store.ts';
import { type PlanProofs, createProofs } from './proof/proofs.ts';
import { createProducts } from './products/products.ts';
import { type PlanRegistry, createRegistry } from './registry/registry.ts';
import { createRunning } from './running.ts';
import { createTrading } from './trading/trading.ts';

export { planSubsidyCase } from './registry/subsidy.ts';
export { planChangeCase, planVersionCase } from './registry/kinds.ts';
export {
  PLANS_CHANGED,
  PLAN_FUND_MOVED,
  type PlanFundMoved,
  type PlanNews,
  type PlansChanged,
} from './plan/events.ts';
export { exitNumber, fillNumber, fundDayNumber, orderDayNumber } from './plan/numbers.ts';
export type {
  CohortProof,
  ExitProof,
  FillProof,
  FundDayProof,
  OrderDayProof,
  ProvenFill,
  ProvenFund,
} from './proof/proof.ts';
export type { PlanProofs } from './proof/proofs.ts';

type Named = { readonly userId: UserId; readonly mode: Mode; readonly id: string };

/** Trades of a fund that are shown with an order. */
const FILLS_MAX = 200;

/** Everything plans offer other capabilities. */
export type Plans = {
  readonly commands: Omit<PlanCommands, 'idle'>;
  /** Plans that are offered, with what has happened in their real funds. */
  list(): Promise<protocol.PlanProduct[]>;
  /** One of them with its trades and days; null for none. */
  get(planId: string): Promise<protocol.PlanDetail | null>;
  orders(filter: OrderFilter): Promise<{ records: protocol.PlanOrder[]; total: number }>;
  /** A user’s order with its days and the trades of its fund; null for none of theirs. */
  order(named: Named): Promise<protocol.PlanOrderDetail | null>;
  /** Orders as their owners see them now. */
  byIds(
    ids: readonly { userId: UserId; id: string }[],
  ): Promise<{ readonly account: TradingAccount; readonly order: protocol.PlanOrder }[]>;
  /** What they are worth while prices move, for those who look. */
  readonly showing: Showing;
  /** Everything kept of a user’s plan orders, for the copy of one’s data. */
  wholeFile(userId: UserId): Promise<{ readonly name: string; readonly content: string }>;
  /** Whether the midnight of a fund is being worked out. */
  isSettling(): Promise<boolean>;
  /** What receipts are made of. */
  readonly proofs: PlanProofs;
  /** Numbers of the receipts of a user’s order, oldest first, by its number; null for none of theirs. */
  receiptsOf(params: TradingAccount & { readonly orderNo: string }): Promise<string[] | null>;
  /** What leaving now brings, held for some seconds. */
  quoteExit(named: Named): Promise<Result<protocol.PlanExitQuote, Failure>>;
  /** How many orders of a trading account wait or run; asked under its lock it stays true. */
  countOpen(
    sql: Sql,
    account: TradingAccount,
  ): Promise<{ readonly running: number; readonly waiting: number }>;
  readonly backtests: Pick<Backtests, 'ask' | 'get' | 'wake' | 'publishAll'>;
  /** What the operator's people see of plans, and what they propose. */
  readonly registry: PlanRegistry;
  /** Works every fund forward: trades, midnights, losses that are reached. */
  turn(): Promise<void>;
  /** Gives the installation its first plans; at start. */
  open(): Promise<void>;
  /** Takes no new step and waits for the running one. */
  stop(): Promise<void>;
};

/** Opens the capability. */
export function createPlans(deps: PlanDeps): Plans {
  const { db, clock, market } = deps;
  const watching = createWatching(deps);
  const list = () => listLiveFunds(deps.acting);
  const running = createRunning(
    { ...deps, list },
    {
      trading: createTrading(deps),
      midnight: createMidnight(deps),
      watching,
      away: createAway(deps),
    },
  );
  const { idle, ...commands } = createPlanCommands({ ...deps, changed: watching.forget });
  const backtests = createBacktests(deps);
  const { published } = backtests;
  const products = createProducts({ ...deps, published });

  async function fundsOf(orders: readonly StoredOrder[]): Promise<Map<string, StoredFund>> {
    const ids = [...new Set(orders.map(({ fundId }) => fundId))];
    const found = await Promise.all(ids.map((id) => findFund(db, id)));
    return new Map(found.flatMap((fund) => (fund === null ? [] : [[fund.id, fund] as const])));
  }

  async function viewsOf(orders: readonly StoredOrder[]): Promise<protocol.PlanOrder[]> {
    const funds = await fundsOf(orders);
    return orders.map((order) => {
      const fund = ensure(funds.get(order.fundId), 'an order has a fund');
      return planOrderOf(order, fund, { market, now: clock.now() });
    });
  }

  async function orders(filter: OrderFilter): ReturnType<Plans['orders']> {
    const { records, total } = await listOrders(db, filter);
    return { records: await viewsOf(records), total };
  }

  async function orderOf({ userId, mode, id }: Named): ReturnType<Plans['order']> {
    const [order] = await findOrders(db, [{ userId, id }]);
    if (order === undefined || order.mode !== mode) return null;
    const isIn = order.state !== 'pending' && order.state !== 'cancelled';
    const to = order.closedAt === null ? null : utcDayOf(order.closedAt);
    const asked = {
      ...{ fundId: order.fundId, from: order.joinsOn, to },
      ...{ most: FILLS_MAX, ofOwners: true },
    };
    const [[view], days, fills] = await Promise.all([
      viewsOf([order]),
      listOrderDays(db, { userId, id }),
      isIn ? listFills(db, asked) : [],
    ]);
    return {
      ...ensure(view, 'one was asked for'),
      settled: orderDaysOf(days),
      trades: fills.map(planFillOf),
    };
  }

  return {
    commands,
    list: () => products.list(),
    get: (planId) => products.get(planId),
    orders,
    order: orderOf,
    showing: createShowing(deps),
    wholeFile: (userId) => plansFile(userId, { orders, order: orderOf }),
    async byIds(ids) {
      const found = await findOrders(db, ids);
      const views = await viewsOf(found);
      return found.map(({ userId, mode }, index) => ({
        account: { userId, mode },
        order: ensure(views[index], 'each has one'),
      }));
    },
    isSettling: () => isSettling(db),
    proofs: createProofs(db),
    async receiptsOf(params) {
      const named = await findByNumber(db, params);
      if (named === null) return null;
      const days = orderDaysOf(await listOrderDays(db, named));
      const [order] = await findOrders(db, [named]);
      const end = order?.hasReceipt === true ? [exitNumber(order)] : [];
      return [...days.flatMap(({ receiptNo }) => receiptNo ?? []), ...end];
    },
    quoteExit: (named) => quoteExit(deps, named),
    async countOpen(sql, account) {
      const open = await listOpen(sql, account);
      const waiting = open.filter(({ state }) => state === 'pending').length;
      return { running: open.length - waiting, waiting };
    },
    backtests,
    registry: createRegistry(deps),
    turn: () => running.turn(),
    open: () => openFirstPlans(deps),
    async stop() {
      await Promise.all([idle(), running.stop(), backtests.stop()]);
    },
  };
}
