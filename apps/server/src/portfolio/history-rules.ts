import {
  DAY_MS,
  HOUR_MS,
  type UnixMs,
  formatMoney,
  isoText,
  money,
  plusMs,
  unixMs,
} from '@candor/kernel';
import type { EquityHistory } from '@candor/protocol';

/** A span of the history. */
export type HistoryPeriod = 'day' | 'week' | 'month' | 'all';

/** What a span of time brought. @units USDT units */
type Step = { readonly at: UnixMs; readonly moved: bigint; readonly earned: bigint };

/** More days than this are told by month. */
const RESULT_DAYS_MAX = 92;
/** More points than this are drawn some days apart. */
const CURVE_POINTS_MAX = 366;

const earlier = (a: UnixMs, b: UnixMs): UnixMs => (a < b ? a : b);
const usdt = (units: bigint): string => formatMoney(money('USDT', units));

/** Length of a step of the line, so that a long history has no more points than a short one. */
function curveStep(period: HistoryPeriod, span: number): number {
  if (period === 'day' || period === 'week') return HOUR_MS;
  return DAY_MS * Math.max(1, Math.ceil(span / DAY_MS / CURVE_POINTS_MAX));
}

function resultStepOf(period: HistoryPeriod, span: number): EquityHistory['resultStep'] {
  if (period === 'day') return 'hour';
  return span > RESULT_DAYS_MAX * DAY_MS ? 'month' : 'day';
}

/** Where the step begins that a moment falls into. */
function beginningOf(at: UnixMs, step: EquityHistory['resultStep']): UnixMs {
  if (step === 'month') return unixMs(Date.parse(`${isoText(at).slice(0, 7)}-01T00:00:00.000Z`));
  return plusMs(at, -(at % (step === 'day' ? DAY_MS : HOUR_MS)));
}

/** Where the step after it begins: no month is longer than 31 days, and none shorter than 28. */
const nextOf = (at: UnixMs, step: EquityHistory['resultStep']): UnixMs =>
  step === 'month'
    ? beginningOf(plusMs(at, 31 * DAY_MS), step)
    : plusMs(at, step === 'day' ? DAY_MS : HOUR_MS);

/**
 * The line and the results of a period, every step of it, also those in which nothing was booked.
 *
 * @shape  what was booked by hour or day, the oldest first, and what the account has now → history,
 *         from where the period begins or, later, the account
 * @units  USDT as decimal text
 * @invariant the last point of the line is what the account has now; the results add up to `result`
 */
export function historyOf(params: {
  readonly equity: bigint;
  readonly steps: readonly Step[];
  readonly period: HistoryPeriod;
  readonly from: UnixMs;
  readonly now: UnixMs;
}): EquityHistory {
  const { equity, steps, period, now } = params;
  let stood = steps.reduce((rest, { moved }) => rest - moved, equity);
  const begun = steps.findIndex(({ moved }) => moved !== 0n);
  const first = steps[begun];
  // An account that had nothing before begins with what first came into it: a line that rises from
  // zero would say that it was won.
  const isBegun = stood === 0n && first !== undefined;
  // A clock that was set back behind it draws its one point now.
  const from = isBegun ? earlier(first.at, now) : params.from;
  const span = now - from;
  const length = curveStep(period, span);
  if (isBegun) stood += first.moved;
  let next = isBegun ? begun + 1 : 0;
  const curve = [{ at: from, equity: usdt(stood) }];
  for (let at = from; at <= now; at = plusMs(at, length)) {
    const end = plusMs(at, length);
    // A clock that was set back may leave hours that lie ahead: they belong to the last step.
    const isLast = end > now;
    for (let step = steps[next]; step !== undefined; step = steps[next]) {
      if (step.at >= end && !isLast) break;
      stood += step.moved;
      next += 1;
    }
    curve.push({ at: isLast ? now : end, equity: usdt(stood) });
  }
  const resultStep = resultStepOf(period, span);
  const sums = new Map<UnixMs, bigint>();
  for (let at = beginningOf(from, resultStep); at <= now; at = nextOf(at, resultStep)) {
    sums.set(at, 0n);
  }
  for (const { at, earned } of steps) {
    const key = beginningOf(at, resultStep);
    sums.set(key, (sums.get(key) ?? 0n) + earned);
  }
  const total = steps.reduce((sum, { earned }) => sum + earned, 0n);
  const results = [...sums].map(([at, units]) => ({ from: at, result: usdt(units) }));
  return { curve, resultStep, results, result: usdt(total) };
}
