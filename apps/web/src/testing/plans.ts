import { DAY_MS, seeded, unixMs, utcDayOf } from '@candor/kernel';
import type {
  PlanBacktest,
  PlanDay,
  PlanDetail,
  PlanFill,
  PlanOrder,
  PlanOrderDetail,
  PlanProduct,
  PlanStrategy,
  PlanSummary,
} from '@candor/protocol/light';
import { summaryOf } from '../features/plans/days.ts';

/** The last settled midnight of these plans: 27 November 2026, 00:00 UTC. */
export const MIDNIGHT = 1_795_737_600_000;
const HASH = 'ab'.repeat(32);

/** A UUID of these plans by a number. */
export const planUuid = (number: number): string =>
  `01890a5d-ac96-774b-bcce-${number.toString(16).padStart(12, '0')}`;

/** A whole number of hundredths of a percent as a share. */
function share(units: number): string {
  const digits = String(Math.abs(units)).padStart(5, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Days in a row up to the midnight, each a share that a seed decides. */
export function planDays(count: number, seed: number, width = 150): PlanDay[] {
  const next = seeded(seed);
  return Array.from({ length: count }, (_, at) => ({
    day: utcDayOf(unixMs(MIDNIGHT - (count - at) * DAY_MS)),
    result: share((next() % (2 * width + 9)) - width),
  }));
}

const summaryOfDays = (days: readonly PlanDay[]): PlanSummary => {
  const summary = summaryOf(days);
  if (summary === null) throw new Error('days of a test');
  return summary;
};

const NUMBERS: Readonly<Record<PlanStrategy, Record<string, number>>> = {
  trend: { fast: 12, slow: 48, margin: 10 },
  reversion: { length: 48, width: 220, share: 6000 },
  grid: { gap: 75, levels: 8, patience: 96 },
  dca: { every: 12, part: 800, dip: 200, take: 400 },
  rotation: { lookback: 18, every: 2, hold: 1, floor: 50 },
  hold: {},
};

/** A plan as it is offered; without days its fund has none yet. */
export function planProduct(
  strategy: PlanStrategy,
  facts: { readonly id: number; readonly days?: number; readonly isGenerated?: boolean },
): PlanProduct {
  const { id, days = 0, isGenerated = true } = facts;
  const daily = planDays(days, id, 60 + 25 * id);
  const tested = planDays(120, id + 40, 60 + 20 * id);
  const hasDays = days > 0;
  return {
    id: planUuid(id),
    name: `${strategy}-btc`,
    version: 1,
    versionHash: HASH,
    strategy,
    parameters: NUMBERS[strategy],
    interval: '1h',
    instruments: [{ code: 'BTC/USDT', name: 'Bitcoin' }],
    amountMin: '100',
    amountMax: '10000',
    days: [7, 30, 90],
    cycleDays: 30,
    shareRate: '0.2',
    earlyExitRate: '0.005',
    maxLossRateMin: '0.0022',
    status: 'open',
    realised: hasDays ? summaryOfDays(daily) : null,
    range30: days >= 30 ? { p10: share(-100 * id), p50: '0.001', p90: share(130 * id) } : null,
    daily,
    benchmark: hasDays ? summaryOfDays(planDays(days, 99, 300)) : null,
    fills: hasDays ? 3 * days : 0,
    backtest: {
      from: tested[0]?.day ?? '',
      to: tested.at(-1)?.day ?? '',
      source: isGenerated ? 'Simulation' : 'Binance',
      isGenerated,
      summary: summaryOfDays(tested),
      range30: { p10: share(-120 * id), p50: '-0.002', p90: share(110 * id) },
      benchmark: summaryOfDays(planDays(120, 98, 300)),
      daily: tested,
    },
  };
}

/** A trade of a fund. */
function planFill(number: number, change: Partial<PlanFill> = {}): PlanFill {
  return {
    id: planUuid(500 + number),
    time: MIDNIGHT - number * 3_600_000,
    code: 'BTC/USDT',
    quantity: number % 2 === 0 ? '0.01234567' : '-0.01234567',
    price: '67412.5',
    fee: '0.83',
    result: number % 2 === 0 ? '0' : '-4.2',
    tickId: `2026-11-26/${1000 + number}`,
    rule: number % 2 === 0 ? 'trendUp' : 'trendDown',
    figures: { fast: 67_400.123, slow: 67_100.5 },
    receiptNo: null,
    ...change,
  };
}

/** A whole backtest. */
export function planBacktest(change: Partial<PlanBacktest> = {}): PlanBacktest {
  const daily = planDays(120, 44, 140);
  const part = {
    summary: summaryOfDays(daily),
    sharpe: { value: '0.42', error: '0.61' },
    sortino: { value: '0.55', error: '0.7' },
    luck: '0.31',
  };
  const start = MIDNIGHT - 120 * DAY_MS;
  let value = 10_000;
  const next = seeded(7);
  return {
    strategy: 'trend',
    codes: ['BTC/USDT'],
    parameters: NUMBERS.trend,
    interval: '1h',
    versionHash: HASH,
    from: start,
    to: MIDNIGHT,
    source: 'Simulation',
    isGenerated: true,
    bars: 2880,
    amount: '10000',
    value: '10120.55',
    whole: part,
    inSample: part,
    outOfSample: { ...part, luck: null, summary: summaryOfDays(daily.slice(84)) },
    range30: { p10: '-0.031', p50: '0.001', p90: '0.044' },
    benchmark: summaryOfDays(planDays(120, 98, 300)),
    fills: 64,
    turnover: '31.4',
    fees: '61.2',
    spread: '15.3',
    doubts: ['worseLater', 'fewTrades'],
    lookAheadPassed: true,
    missing: [],
    daily,
    equity: Array.from({ length: 720 }, (_, at) => {
      value += (next() % 61) - 30;
      return {
        time: start + at * 4 * 3_600_000,
        value: String(value),
        hold: String(10_000 + 3 * at - (next() % 400)),
      };
    }),
    ...change,
  };
}

/** A plan with all of its days and trades. */
export function planDetail(product: PlanProduct, change: Partial<PlanDetail> = {}): PlanDetail {
  const hasDays = product.daily.length > 0;
  return {
    ...product,
    trades: hasDays ? Array.from({ length: 24 }, (_, at) => planFill(at)) : [],
    report: planBacktest({ isGenerated: product.backtest?.isGenerated ?? true }),
    gap: product.daily.length >= 20 ? '-0.0004' : null,
    amountsFromOwners: 5,
    settled: product.daily.map(({ day }) => ({
      day,
      fills: '-12.5',
      mark: '20.25',
      result: '7.75',
      value: '50007.75',
    })),
    ...change,
  };
}

/** One's own plan that runs: 1,200 + 11.28 − 1.94 − 2 = 1,207.34. */
export const PLAN_ORDER: PlanOrder = {
  id: planUuid(900),
  orderNo: 'P-003319',
  productId: planUuid(1),
  name: 'trend-btc',
  isOwn: false,
  strategy: 'trend',
  codes: ['BTC/USDT'],
  parameters: NUMBERS.trend,
  interval: '1h',
  version: 1,
  versionHash: HASH,
  status: 'running',
  state: 'running',
  amount: '1200',
  days: 30,
  cycleDays: 30,
  shareRate: '0.2',
  earlyExitRate: '0.005',
  maxLoss: '300',
  maxLossRateMin: '0.0044',
  buyTime: MIDNIGHT - 3 * DAY_MS - 5_000_000,
  startTime: MIDNIGHT - 3 * DAY_MS,
  maturesAt: MIDNIGHT + 27 * DAY_MS,
  nextProfitTime: MIDNIGHT + DAY_MS,
  settledDays: 3,
  units: '1200',
  value: '1207.34',
  valuedAt: MIDNIGHT + 60_000,
  todayEarnings: '-1.94',
  result: '11.28',
  shareTaken: '2',
  exitShare: '0',
  totalRevenue: '7.34',
  leaving: { value: '1206.13', share: '1.2', receive: '1198.93' },
  closeTime: null,
  received: null,
  receiptNo: null,
  mode: 'real',
};

/** One that waits for the next midnight. */
export const PENDING_PLAN: PlanOrder = {
  ...PLAN_ORDER,
  ...{ id: planUuid(901), orderNo: 'P-003320', status: 'pending', state: 'pending' },
  ...{ startTime: null, settledDays: 0, units: '0', value: null, valuedAt: null, result: '0' },
  ...{ shareTaken: '0', todayEarnings: null, totalRevenue: null, leaving: null },
};

/** One that was left: 500 − 16 − 0 − 2.6 = 481.4. */
export const LEFT_PLAN: PlanOrder = {
  ...PLAN_ORDER,
  ...{ id: planUuid(902), orderNo: 'P-003102', status: 'closed', state: 'left', amount: '500' },
  ...{ nextProfitTime: null, value: null, valuedAt: null, todayEarnings: null, leaving: null },
  ...{ result: '-16', shareTaken: '0', exitShare: '2.6', totalRevenue: '-18.6' },
  ...{ received: '481.4', closeTime: MIDNIGHT - DAY_MS, receiptNo: 'AB'.repeat(16) },
};

/** The one that runs, with its days. */
export const PLAN_ORDER_DETAIL: PlanOrderDetail = {
  ...PLAN_ORDER,
  settled: [
    { day: '2026-11-24', result: '8.5', share: '0', value: '1208.5', receiptNo: 'CD'.repeat(16) },
    { day: '2026-11-25', result: '-3.22', share: '0', value: '1205.28', receiptNo: null },
    { day: '2026-11-26', result: '6', share: '2', value: '1209.28', receiptNo: null },
  ],
  trades: [planFill(0), planFill(1, { rule: 'ownerJoined', figures: {} })],
};

/** What leaving brings, as long as the server holds it. */
export const exitQuote = (now: number, heldMs = 10_000) => ({
  quoteId: planUuid(700),
  value: '1206.13',
  fees: '1.21',
  share: '1.2',
  early: '6',
  receive: '1198.93',
  prices: [{ code: 'BTC/USDT', price: '67412.5', tickId: '2026-11-27/77' }],
  isLastKnown: false,
  expiresAt: now + heldMs,
  heldMs,
});
