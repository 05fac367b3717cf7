import { z } from 'zod';
import { CodeText, DecimalText, HashText, Id, ModeText, UnixMsNumber } from './scalars.ts';

const Day = z.iso.date().meta({ description: 'UTC day' });
/** A share: "-0.0123" is −1.23 %. */
export const ShareText = DecimalText;

/** Rule sets of the expert advisor; a test holds them to those of the advisor. */
export const PLAN_STRATEGIES = ['trend', 'reversion', 'grid', 'dca', 'rotation', 'hold'] as const;
export type PlanStrategy = (typeof PLAN_STRATEGIES)[number];

/**
 * Where a plan order stands. `pending` waits for the next midnight, at which its money joins; `running`
 * is the seed's "income in progress"; `matured`, `left`, `lossReached` and `ended` are its "profit divided".
 */
export const PLAN_ORDER_STATES = [
  'pending',
  'running',
  'matured',
  'left',
  'lossReached',
  'ended',
  'cancelled',
] as const;
export type PlanOrderState = (typeof PLAN_ORDER_STATES)[number];

/** Whether a plan can be bought now. */
const PLAN_STATUSES = ['open', 'full', 'paused', 'ended'] as const;

/** Why a result is not to be believed as it stands. */
export const PLAN_DOUBTS = [
  'fewDays',
  'fewTrades',
  'noLosingDay',
  'tooGood',
  'worseLater',
  'oneDay',
] as const;

/** How long the figures of an exit are held. @units milliseconds */
export const PLAN_EXIT_QUOTE_MS = 10_000;

/** What daily results came to, after costs. */
export const PlanSummary = z.strictObject({
  days: z.int(),
  losingDays: z.int(),
  median: ShareText,
  worst: ShareText,
  best: ShareText,
  total: ShareText,
  deepestFall: ShareText,
});
export type PlanSummary = z.infer<typeof PlanSummary>;

/** Where every span of thirty days ended: eight in ten, and the middle. */
export const PlanRange = z.strictObject({ p10: ShareText, p50: ShareText, p90: ShareText });
export type PlanRange = z.infer<typeof PlanRange>;

/** A UTC day of a plan, as a share of what its fund was worth before. */
export const PlanDay = z.strictObject({ day: Day, result: ShareText });
export type PlanDay = z.infer<typeof PlanDay>;

/** A plan as it is offered; what it holds of results has happened. */
export const PlanProduct = z.strictObject({
  id: Id,
  /** Short and public, "trend-btc". */
  name: z.string(),
  version: z.int(),
  /** SHA-256 of strategy, numbers, interval and instruments. */
  versionHash: HashText,
  strategy: z.enum(PLAN_STRATEGIES),
  parameters: z.record(z.string(), z.int()),
  interval: z.string(),
  instruments: z.array(z.strictObject({ code: CodeText, name: z.string() })),
  amountMin: DecimalText,
  amountMax: DecimalText,
  /** Days it can run for. */
  days: z.array(z.int()),
  /** Days after which the share of what was won is taken. */
  cycleDays: z.int(),
  /** Of what an order won above its highest value after a share was taken. */
  shareRate: ShareText,
  /** Of the amount invested, when it is left early. */
  earlyExitRate: ShareText,
  /** The least share of an amount one may be ready to lose: twice what joining and leaving at once costs. */
  maxLossRateMin: ShareText,
  status: z.enum(PLAN_STATUSES),
  /** Of the real fund; null before its first settled day. */
  realised: PlanSummary.nullable(),
  range30: PlanRange.nullable(),
  /** Days of the real fund, newest last, a year at most. */
  daily: z.array(PlanDay),
  /** What buying and holding brought on the same days; null before the first. */
  benchmark: PlanSummary.nullable(),
  /** Fills of the real fund, each with its tick. */
  fills: z.int(),
  /** Never called realised. */
  backtest: z
    .strictObject({
      from: Day,
      to: Day,
      /** Where its bars come from; generated ones say so. */
      source: z.string(),
      isGenerated: z.boolean(),
      summary: PlanSummary,
      range30: PlanRange.nullable(),
      benchmark: PlanSummary,
      daily: z.array(PlanDay),
    })
    .nullable(),
});
export type PlanProduct = z.infer<typeof PlanProduct>;

/** A trade of a fund, with the reason it was made for. */
export const PlanFill = z.strictObject({
  id: Id,
  time: UnixMsNumber,
  code: CodeText,
  /** Base units, negative for a sale. */
  quantity: DecimalText,
  price: DecimalText,
  fee: DecimalText,
  /** What the closed part won or lost, before the fee. */
  result: DecimalText,
  tickId: z.string(),
  /** Of the strategy, or that an owner joined or left. */
  rule: z.string(),
  figures: z.record(z.string(), z.number()),
  /** Null for what owners bought and sold as they joined or left. */
  receiptNo: z.string().nullable(),
});
export type PlanFill = z.infer<typeof PlanFill>;

/** A figure and one standard error. */
const Estimate = z.strictObject({ value: DecimalText, error: DecimalText });
const PartReport = z.strictObject({
  summary: PlanSummary,
  sharpe: Estimate.nullable(),
  sortino: Estimate.nullable(),
  /** How often chance alone would have done as well; null for few days. */
  luck: ShareText.nullable(),
});

/** A backtest, whole. */
export const PlanBacktest = z.strictObject({
  strategy: z.enum(PLAN_STRATEGIES),
  codes: z.array(CodeText),
  parameters: z.record(z.string(), z.int()),
  interval: z.string(),
  versionHash: HashText,
  from: UnixMsNumber,
  to: UnixMsNumber,
  source: z.string(),
  isGenerated: z.boolean(),
  bars: z.int(),
  /** Where bars of an open market are missing, an hour or more at a time: nothing was decided or traded there. */
  missing: z.array(z.strictObject({ code: CodeText, from: UnixMsNumber, to: UnixMsNumber })),
  amount: DecimalText,
  value: DecimalText,
  whole: PartReport,
  inSample: PartReport.nullable(),
  outOfSample: PartReport.nullable(),
  range30: PlanRange.nullable(),
  benchmark: PlanSummary,
  fills: z.int(),
  /** How often the whole value was traded. */
  turnover: DecimalText,
  fees: DecimalText,
  spread: DecimalText,
  doubts: z.array(z.enum(PLAN_DOUBTS)),
  /** Whether the run with the future taken away did the same. */
  lookAheadPassed: z.boolean(),
  daily: z.array(PlanDay),
  /** The fund's value, a point an hour at most, and of buying and holding. */
  equity: z.array(z.strictObject({ time: UnixMsNumber, value: DecimalText, hold: DecimalText })),
});
export type PlanBacktest = z.infer<typeof PlanBacktest>;

/** What the house paid into the real fund: no result of the strategy, and in no figure of it. */
const PlanSubsidy = z.strictObject({
  /** The day it was paid for, and when it was. */
  day: Day,
  at: UnixMsNumber,
  amount: DecimalText,
  /** As the operator wrote it. */
  reason: z.string(),
});

/** A plan with its trades, its backtest and how far apart the two are. */
export const PlanDetail = z.strictObject({
  ...PlanProduct.shape,
  trades: z.array(PlanFill),
  report: PlanBacktest.nullable(),
  /** The newest, newest first; absent where the house paid nothing. */
  subsidies: z.array(PlanSubsidy).optional(),
  /** Median day live less median day of the backtest; null before twenty settled days. */
  gap: ShareText.nullable(),
  /** Owners a day needs for its amounts to be shown; one owner’s could be told from those of a few. */
  amountsFromOwners: z.int(),
  /** Days of the real fund with what made them up; null with fewer owners, then `daily` alone says the result. */
  settled: z.array(
    z.strictObject({
      day: Day,
      fills: DecimalText.nullable(),
      mark: DecimalText.nullable(),
      result: DecimalText.nullable(),
      value: DecimalText.nullable(),
    }),
  ),
});
export type PlanDetail = z.infer<typeof PlanDetail>;

/** What leaving now would bring. */
const PlanLeaving = z.strictObject({
  value: DecimalText,
  /** Of what was gained, for the house. */
  share: DecimalText,
  receive: DecimalText,
});

/** What a user has in a plan. */
export const PlanOrder = z.strictObject({
  id: Id,
  orderNo: z.string(),
  productId: Id,
  name: z.string(),
  /** A plan of the user's own, on paper. */
  isOwn: z.boolean(),
  strategy: z.enum(PLAN_STRATEGIES),
  codes: z.array(CodeText),
  parameters: z.record(z.string(), z.int()),
  interval: z.string(),
  version: z.int(),
  versionHash: HashText,
  status: z.enum(['pending', 'running', 'closed']),
  state: z.enum(PLAN_ORDER_STATES),
  amount: DecimalText,
  days: z.int(),
  cycleDays: z.int(),
  shareRate: ShareText,
  earlyExitRate: ShareText,
  /** The most the user agreed to lose; the server leaves the plan when it is reached. */
  maxLoss: DecimalText,
  /** The least share of an amount that may be, were it bought anew. */
  maxLossRateMin: ShareText,
  buyTime: UnixMsNumber,
  /** The midnight it joined at; null while it waits. */
  startTime: UnixMsNumber.nullable(),
  maturesAt: UnixMsNumber,
  /** The next midnight it is settled at; null once closed. */
  nextProfitTime: UnixMsNumber.nullable(),
  /** UTC days settled. */
  settledDays: z.int(),
  /** Units of the fund. */
  units: DecimalText,
  /** What it is worth now, before leaving; null while a price is missing. */
  value: DecimalText.nullable(),
  valuedAt: UnixMsNumber.nullable(),
  /** Since the last settlement; null while a price is missing. */
  todayEarnings: DecimalText.nullable(),
  /** Σ of settled results, what joining and leaving cost included. */
  result: DecimalText,
  /** Σ of shares the house took. */
  shareTaken: DecimalText,
  /** Σ of what the house paid into it, beside its results; absent where that is nothing. */
  subsidy: DecimalText.optional(),
  /** What leaving early cost. */
  exitShare: DecimalText,
  /** result − shareTaken − exitShare, and today's while it runs; null while a price is missing. */
  totalRevenue: DecimalText.nullable(),
  leaving: PlanLeaving.nullable(),
  closeTime: UnixMsNumber.nullable(),
  /** What was paid back. */
  received: DecimalText.nullable(),
  receiptNo: z.string().nullable(),
  mode: ModeText,
});
export type PlanOrder = z.infer<typeof PlanOrder>;

/** A plan order with its days. @invariant amount + Σ result − Σ share = value of the last day, less what the house paid in */
export const PlanOrderDetail = z.strictObject({
  ...PlanOrder.shape,
  settled: z.array(
    z.strictObject({
      day: Day,
      result: DecimalText,
      share: DecimalText,
      value: DecimalText,
      receiptNo: z.string().nullable(),
    }),
  ),
  /** Of the fund, since it joined. */
  trades: z.array(PlanFill),
});
export type PlanOrderDetail = z.infer<typeof PlanOrderDetail>;
