import {
  DECIMAL_ONE,
  DECIMAL_ZERO,
  type Decimal,
  add,
  compare,
  decimal,
  decimalOf,
  div,
  formatDecimal,
  max,
  mul,
  sub,
} from '@candor/kernel';
import type { PlanDay, PlanProduct, PlanRange, PlanSummary } from '@candor/protocol/light';

/** Spans a reader may look at. @units days */
export const SPANS = [30, 60, 365] as const;
export type DaySpan = (typeof SPANS)[number];

/** What plans are sorted by; how deep they fell comes first. */
export const SORTS = ['fall', 'losing', 'total'] as const;
export type PlanSort = (typeof SORTS)[number];

/** A share as a float, for pixels only. */
export function drawable(text: string): number {
  return +text;
}

const TWO = decimalOf(2);

function middleOf(sorted: readonly Decimal[]): Decimal {
  const half = sorted.length / 2;
  const low = sorted[Math.ceil(half) - 1] ?? DECIMAL_ZERO;
  const high = sorted[Math.floor(half)] ?? low;
  return div(add(low, high), TWO, 'halfEven');
}

/** Where days one after the other led, from one, and how far below its height each was left. */
export function curvesOf(days: readonly PlanDay[]): {
  readonly worth: readonly Decimal[];
  readonly below: readonly Decimal[];
} {
  let value: Decimal = DECIMAL_ONE;
  let height: Decimal = DECIMAL_ONE;
  const worth: Decimal[] = [];
  const below: Decimal[] = [];
  for (const { result } of days) {
    value = mul(value, add(DECIMAL_ONE, decimal(result)), 'halfEven');
    height = max(height, value);
    worth.push(value);
    below.push(sub(div(value, height, 'halfEven'), DECIMAL_ONE));
  }
  return { worth, below };
}

/**
 * Days in a few figures, by the same rules as the server's; null without a day.
 *
 * @units shares; a fall is above zero
 */
export function summaryOf(days: readonly PlanDay[]): PlanSummary | null {
  const results = days.map(({ result }) => decimal(result));
  const sorted = results.toSorted(compare);
  const [worst] = sorted;
  const best = sorted.at(-1);
  if (worst === undefined || best === undefined) return null;
  const { worth, below } = curvesOf(days);
  const fall = below.reduce((deepest, one) => (one < deepest ? one : deepest), DECIMAL_ZERO);
  return {
    days: results.length,
    losingDays: results.filter((one) => one < 0n).length,
    median: formatDecimal(middleOf(sorted)),
    worst: formatDecimal(worst),
    best: formatDecimal(best),
    total: formatDecimal(sub(worth.at(-1) ?? DECIMAL_ONE, DECIMAL_ONE)),
    deepestFall: formatDecimal(sub(DECIMAL_ZERO, fall)),
  };
}

/** Results of days and whether an owner had them. */
export type Results = {
  readonly kind: 'realised' | 'backtest';
  readonly days: readonly PlanDay[];
  readonly summary: PlanSummary;
  readonly range: PlanRange | null;
};

/** A plan with what there is of its results in a span; each null while it has none. */
export type PlanOnShow = {
  readonly plan: PlanProduct;
  readonly realised: Results | null;
  readonly backtest: Results | null;
};

function resultsOf(
  kind: Results['kind'],
  days: readonly PlanDay[],
  range: PlanRange | null,
): Results | null {
  const summary = summaryOf(days);
  return summary === null ? null : { kind, days, summary, range };
}

/** What is shown of a plan: its last days, as many as the span has. */
export function onShow(plan: PlanProduct, span: DaySpan): PlanOnShow {
  const { daily, range30, backtest } = plan;
  return {
    plan,
    realised: resultsOf('realised', daily.slice(-span), range30),
    backtest:
      backtest === null
        ? null
        : resultsOf('backtest', backtest.daily.slice(-span), backtest.range30),
  };
}

/** Worst first, whatever is asked for: no list of winners. */
const KEYS: Readonly<Record<PlanSort, (summary: PlanSummary) => Decimal>> = {
  fall: ({ deepestFall }) => sub(DECIMAL_ZERO, decimal(deepestFall)),
  losing: ({ losingDays, days }) =>
    sub(DECIMAL_ZERO, div(decimalOf(losingDays), decimalOf(days), 'halfEven')),
  total: ({ total }) => decimal(total),
};

/**
 * Plans in the order asked for: the deepest fall, most losing days or the lowest total first. What
 * nobody had comes after what happened.
 */
export function sortPlans(plans: readonly PlanOnShow[], by: PlanSort): PlanOnShow[] {
  const rank = ({ realised, backtest }: PlanOnShow): number =>
    realised !== null ? 0 : backtest !== null ? 1 : 2;
  const keyOf = ({ realised, backtest }: PlanOnShow): Decimal => {
    const summary = (realised ?? backtest)?.summary;
    return summary === undefined ? DECIMAL_ZERO : KEYS[by](summary);
  };
  return plans.toSorted((a, b) => rank(a) - rank(b) || compare(keyOf(a), keyOf(b)));
}
