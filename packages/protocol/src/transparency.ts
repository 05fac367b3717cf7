import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DecimalText, UnixMsNumber } from './scalars.ts';

const none = z.strictObject({});

/** Keys of the figures on the home page. */
export const STATISTIC_KEYS = [
  'accounts',
  'traded24h',
  'traded24hDemo',
  'markets',
  'cryptoMarkets',
  'feeRate',
  'feeRateCap',
  'demoBalance',
] as const;

/** A figure, how it is counted and the query that counted it. */
export const Statistic = z.strictObject({
  key: z.enum(STATISTIC_KEYS),
  value: DecimalText.nullable(),
  unit: z.enum(['accounts', 'USDT', 'markets', 'share']),
  definition: z.string(),
  query: z.string(),
  asOf: UnixMsNumber,
  /** Counted in a rehearsal, in which nothing is money. */
  rehearsal: z.literal(true).optional(),
});
export type Statistic = z.infer<typeof Statistic>;

export const statistics = endpoint({
  name: 'transparency.statistics',
  summary: 'The figures of the home page: each a query, with its definition and time.',
  origin: 'candor',
  method: 'GET',
  path: '/index/statistics',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: z.array(Statistic),
  failures: [],
});

/** How long withdrawals take, of what was confirmed in the last `WITHDRAWAL_CLOCK_DAYS` days. */
export const WithdrawalClock = z.strictObject({
  confirmed: z.int().nonnegative(),
  /** Milliseconds from the request to the confirmation; null before the first. */
  median: z.int().nonnegative().nullable(),
  percentile95: z.int().nonnegative().nullable(),
  /** Those that are on their way now, and how long the oldest has been. */
  pending: z.int().nonnegative(),
  oldest: z.int().nonnegative().nullable(),
  /** Those the operator is late with. */
  late: z.int().nonnegative(),
  asOf: UnixMsNumber,
  /** Counted in a rehearsal, in which nothing is money. */
  rehearsal: z.literal(true).optional(),
});
export type WithdrawalClock = z.infer<typeof WithdrawalClock>;

export const withdrawalClock = endpoint({
  name: 'transparency.withdrawals',
  summary: 'How long withdrawals take: median, 95th percentile, and the oldest on its way.',
  origin: 'candor',
  method: 'GET',
  path: '/trust/withdrawals',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: WithdrawalClock,
  failures: [],
});

/** What a day brought the house in one asset, with its parts; a part is an account of the house. */
export const HouseDay = z.strictObject({
  day: z.iso.date(),
  asset: z.enum(['USDT', 'BTC', 'ETH']),
  result: DecimalText,
  parts: z.record(z.string(), DecimalText),
});
export type HouseDay = z.infer<typeof HouseDay>;

/** What whole UTC days brought the house with real money, the oldest first. */
export const HouseResult = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  /** Days on which nothing moved have no row. */
  days: z.array(HouseDay),
  definition: z.string(),
  query: z.string(),
  asOf: UnixMsNumber,
  /** Counted in a rehearsal, in which nothing is money. */
  rehearsal: z.literal(true).optional(),
});
export type HouseResult = z.infer<typeof HouseResult>;

export const houseResult = endpoint({
  name: 'transparency.house',
  summary: 'What each of the last whole UTC days brought the house, by its accounts.',
  origin: 'candor',
  method: 'GET',
  path: '/trust/house',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: HouseResult,
  failures: [],
});

/** One version of a parameter: in force from `from` until the next version's. */
export const ParameterVersion = z.strictObject({
  version: z.int().positive(),
  value: z.string(),
  from: UnixMsNumber,
  /** Why it was set, in the operator's words. */
  note: z.string(),
});

/**
 * One number an operator sets, with everything it ever was. In force at a moment is, of the
 * versions with `from` at or before it, the one with the latest `from`; of several with the same
 * `from` the one with the highest `version`.
 */
export const Parameter = z.strictObject({
  key: z.string(),
  /** amount: whole coins · share: of one · count: a whole number · text */
  type: z.enum(['amount', 'share', 'count', 'text']),
  /**
   * What a value does: `inUse` decides something now, `fixed` is said by the product and cannot be
   * set, `later` belongs to a function that is not there yet.
   */
  use: z.enum(['inUse', 'fixed', 'later']),
  /** The value in force at `asOf`. */
  value: z.string(),
  /** In the order of their numbers; those of the future are among them. */
  versions: z.array(ParameterVersion),
});
export type Parameter = z.infer<typeof Parameter>;

/** The published parameter table; `schema` changes when a field changes its meaning. */
export const FeeSchedule = z.strictObject({
  schema: z.literal('candor-fees/1'),
  asOf: UnixMsNumber,
  parameters: z.array(Parameter),
  /** Of a rehearsal, in which nothing is money. */
  rehearsal: z.literal(true).optional(),
});
export type FeeSchedule = z.infer<typeof FeeSchedule>;

export const fees = endpoint({
  name: 'transparency.fees',
  summary: 'Every number an operator can set, with its history; the fee schedule of receipts.',
  origin: 'candor',
  method: 'GET',
  path: '/index/fees',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: FeeSchedule,
  failures: [],
});

/** Accounts and months below which the share says nothing. @source PRODUCT 4, 12 */
export const RISK_ACCOUNTS_MIN = 100;
export const RISK_MONTHS = 12;

/** The share of real accounts with leveraged contracts that lost, and how it is counted. */
export const RiskFigure = z.strictObject({
  /** Share of one, six places; null below 100 accounts or 12 months. */
  losingShare: DecimalText.nullable(),
  /** Accounts counted. */
  accounts: z.int().nonnegative(),
  from: UnixMsNumber,
  to: UnixMsNumber,
  /** In English; the page says the same in the reader's language. */
  definition: z.string(),
  query: z.string(),
  /** Counted in a rehearsal, in which nothing is money. */
  rehearsal: z.literal(true).optional(),
});
export type RiskFigure = z.infer<typeof RiskFigure>;

export const risk = endpoint({
  name: 'transparency.risk',
  summary: 'Share of accounts that lost with leveraged contracts in the last twelve months.',
  origin: 'candor',
  method: 'GET',
  path: '/index/risk',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: RiskFigure,
  failures: [],
});
