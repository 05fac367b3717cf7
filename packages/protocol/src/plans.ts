import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  PLAN_STRATEGIES,
  PlanBacktest,
  PlanDetail,
  PlanOrder,
  PlanOrderDetail,
  PlanProduct,
  ShareText,
} from './plans-view.ts';
import {
  CodeText,
  DecimalText,
  Id,
  PageNumber,
  PageSize,
  PositiveText,
  QueryMs,
  RequestIdText,
  UnixMsNumber,
} from './scalars.ts';
import { PATHS } from './wire/paths.ts';

export {
  PLAN_DOUBTS,
  PLAN_EXIT_QUOTE_MS,
  PLAN_ORDER_STATES,
  PLAN_STRATEGIES,
  type PlanBacktest,
  type PlanDay,
  type PlanDetail,
  type PlanFill,
  type PlanOrder,
  type PlanOrderDetail,
  type PlanOrderState,
  type PlanProduct,
  type PlanRange,
  type PlanStrategy,
  type PlanSummary,
} from './plans-view.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });

const open = {
  origin: 'candor',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
} as const;
const own = { ...open, access: 'session', mode: 'bound' } as const;
const once = ['request-in-flight', 'request-reused'] as const;
const bought = [
  'session-over',
  'unreadable',
  'user-status-forbids',
  'cooling-off',
  'limit-reached',
  'plan-unavailable',
  'plan-changed',
  'plan-days-unknown',
  'amount-out-of-range',
  'plan-already-bought',
  'not-tradable-now',
  'free-margin-short',
  ...once,
] as const;
const fieldFailures = { amount: 'amount-out-of-range', days: 'plan-days-unknown' } as const;

export const listPlans = endpoint({
  ...open,
  name: 'plans.list',
  summary: 'Plans that are offered, with results that have happened.',
  method: 'GET',
  path: '/order/listSmart',
  result: z.array(PlanProduct),
  failures: ['unreadable'],
});

export const getPlan = endpoint({
  ...open,
  name: 'plans.get',
  summary: 'One plan with its trades, its settled days and its backtest.',
  method: 'GET',
  path: '/order/getSmart/:id',
  params: byId,
  result: PlanDetail,
  failures: ['unreadable', 'not-found'],
});

const asked = {
  amount: PositiveText,
  days: z.int().positive(),
  /** USDT; at most the amount. */
  maxLoss: PositiveText,
  requestId: RequestIdText,
};

export const BuyPlanBody = z.strictObject({
  productId: Id,
  /** The version whose terms were read; refused where another one is offered by now. */
  version: z.int().positive().optional(),
  ...asked,
});
export type BuyPlanBody = z.infer<typeof BuyPlanBody>;

export const buyPlan = endpoint({
  ...own,
  name: 'plans.buy',
  summary: 'Invests in a plan; the money joins at the next midnight, UTC.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.buyPlan,
  money: true,
  body: BuyPlanBody,
  result: PlanOrder,
  success: 'purchase-done',
  failures: [...bought, 'plans-need-real', 'plans-not-enabled'],
  fieldFailures,
});

/** Strategy, instruments and numbers of a plan of one's own. */
const chosen = {
  strategy: z.enum(PLAN_STRATEGIES),
  codes: z.array(CodeText).min(1).max(8),
  parameters: z.record(z.string().max(32), z.int()),
  interval: z.string().max(4).optional(),
};

export const PaperPlanBody = z.union([BuyPlanBody, z.strictObject({ ...chosen, ...asked })]);
export type PaperPlanBody = z.infer<typeof PaperPlanBody>;

export const paperPlan = endpoint({
  ...own,
  name: 'plans.paper',
  summary: 'Tries a plan, or a strategy of one’s own, on practice money.',
  method: 'POST',
  path: '/order/paperSmart',
  perMinute: 30,
  money: true,
  body: PaperPlanBody,
  result: PlanOrder,
  success: 'purchase-done',
  failures: [...bought, 'demo-disabled', 'quantity-refused', 'too-many'],
  fieldFailures,
});

export const listPlanOrders = endpoint({
  ...own,
  name: 'plans.orders',
  summary: 'One’s own plans of one mode, newest first.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.listPlanOrders,
  query: z.strictObject({
    status: z.enum(['pending', 'running', 'closed', 'all']).default('all'),
    from: QueryMs.optional(),
    to: QueryMs.optional(),
    page: PageNumber,
    size: PageSize,
  }),
  result: z.strictObject({ records: z.array(PlanOrder), total: z.int() }),
  failures: ['session-over', 'unreadable'],
});

export const getPlanOrder = endpoint({
  ...own,
  name: 'plans.order',
  summary: 'One of one’s own plans, with its days and the trades of its fund.',
  method: 'GET',
  path: '/order/getSmartOrder/:id',
  params: byId,
  result: PlanOrderDetail,
  failures: ['session-over', 'unreadable', 'not-found'],
});

export const cancelPlan = endpoint({
  ...own,
  name: 'plans.cancel',
  summary: 'Takes back what waits for the next midnight; nothing is charged.',
  method: 'POST',
  path: '/order/cancelSmart/:id',
  money: true,
  params: byId,
  body: z.strictObject({ requestId: RequestIdText }),
  result: PlanOrder,
  failures: ['session-over', 'unreadable', 'not-found', 'already-closed', ...once],
});

/** What leaving brings, at prices that are held for some seconds. */
export const PlanExitQuote = z.strictObject({
  quoteId: Id,
  value: DecimalText,
  /** Fees of the leaver's own trades; they are in the value already. */
  fees: DecimalText,
  /** Of what was gained, for the house. */
  share: DecimalText,
  /** Of the amount invested, for leaving before its days are over. */
  early: DecimalText,
  receive: DecimalText,
  prices: z.array(z.strictObject({ code: CodeText, price: DecimalText, tickId: z.string() })),
  /** Of a paper plan whose prices do not run any more: these are the last ones there were, however old. */
  isLastKnown: z.boolean(),
  expiresAt: UnixMsNumber,
  /** How long it is held from its answer on. @units ms */
  heldMs: z.int().nonnegative(),
});
export type PlanExitQuote = z.infer<typeof PlanExitQuote>;

export const quotePlanExit = endpoint({
  ...own,
  name: 'plans.quoteExit',
  summary: 'What leaving a plan now brings and costs, held for some seconds.',
  method: 'POST',
  path: '/order/quoteExitSmart/:id',
  perMinute: 60,
  params: byId,
  result: PlanExitQuote,
  failures: [
    'session-over',
    'unreadable',
    'too-many',
    'not-found',
    'already-closed',
    'not-tradable-now',
  ],
});

export const exitPlan = endpoint({
  ...own,
  name: 'plans.exit',
  summary: 'Leaves a plan at what was quoted.',
  method: 'POST',
  path: '/order/exitSmart/:id',
  money: true,
  params: byId,
  body: z.strictObject({ quoteId: Id, requestId: RequestIdText }),
  result: PlanOrder,
  failures: [
    'session-over',
    'unreadable',
    'not-found',
    'already-closed',
    'quote-expired',
    'not-tradable-now',
    ...once,
  ],
});

/** A backtest that was asked for. */
export const PlanBacktestJob = z.strictObject({
  id: Id,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Share of the bars that were run. */
  progress: DecimalText,
  report: PlanBacktest.nullable(),
  /** The least share of an amount one may be ready to lose with these instruments. */
  maxLossRateMin: ShareText,
});
export type PlanBacktestJob = z.infer<typeof PlanBacktestJob>;

export const backtestPlan = endpoint({
  ...own,
  name: 'plans.backtest',
  summary: 'Runs a strategy over bars of the past; asked for, then fetched.',
  method: 'POST',
  path: '/order/backtestSmart',
  perMinute: 6,
  body: z.strictObject({ ...chosen, from: UnixMsNumber, to: UnixMsNumber }),
  result: PlanBacktestJob,
  failures: [
    'session-over',
    'unreadable',
    'too-many',
    'plan-unavailable',
    'quantity-refused',
    'not-tradable-now',
  ],
});

export const getBacktest = endpoint({
  ...own,
  name: 'plans.backtestResult',
  summary: 'How far a backtest of one’s own is, and what came of it.',
  method: 'GET',
  path: '/order/getBacktestSmart/:id',
  params: byId,
  result: PlanBacktestJob,
  failures: ['session-over', 'unreadable', 'not-found'],
});
