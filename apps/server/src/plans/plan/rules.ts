import { STRATEGIES, type StrategyCode, parameterProblem } from '@candor/advisor';
import {
  type Mode,
  type Money,
  type Rate,
  type Result,
  type UnixMs,
  DAY_MS,
  DECIMAL_ONE,
  DECIMAL_PLACES,
  ASSET_SCALE,
  assert,
  divideInteger,
  fail,
  formatMoney,
  money,
  ok,
  parseMoney,
  plusMs,
  startOfDay,
  subMoney,
  utcDayOf,
  type UtcDay,
} from '@candor/kernel';
import { type Instrument, type MarginJudgement, freeMargin, isInterval } from '@candor/pricing';
import type { Failure, plans } from '@candor/protocol';
import type { Chosen, PlanVersion, SharedOut, StoredOrder } from './plan.ts';

/** States an order may move between; everything else is a broken promise. @source decision 0111 */
export const EDGES: Readonly<Record<plans.PlanOrderState, readonly plans.PlanOrderState[]>> = {
  pending: ['running', 'cancelled'],
  running: ['matured', 'left', 'lossReached', 'ended'],
  matured: [],
  left: [],
  lossReached: [],
  ended: [],
  cancelled: [],
};

/** Units of a fund worth one unit of USDT when it begins: units have 18 places. */
const UNITS_EACH = 10n ** BigInt(DECIMAL_PLACES - ASSET_SCALE.USDT);

/** Plans of their own a user may have running. @source decision 0111 */
export const OWN_RUNNING_MAX = 3;
/** Plans of their own a user may begin in a day's time: each leaves a version and a fund that stay. */
export const OWN_BEGUN_MAX = 20;
/** Such plans of all users together; then those who have most give way. */
export const OWN_ALL_MAX = 500;

/** The midnight a day ends at. */
export function midnightOf(day: UtcDay): UnixMs {
  return plusMs(startOfDay(day), DAY_MS);
}

/** The day behind another. */
export function nextDay(day: UtcDay): UtcDay {
  return utcDayOf(midnightOf(day));
}

/** The first day something bought at a moment is in its fund: the one after the next midnight. */
export function joinsOn(at: UnixMs): UtcDay {
  return nextDay(utcDayOf(at));
}

/** The midnight an order joins at. */
export function startOfJoin({ joinsOn: first }: Pick<StoredOrder, 'joinsOn'>): UnixMs {
  return startOfDay(first);
}

/** The day at whose beginning an order has run its days. */
export function endsOn({ joinsOn: first, days }: Pick<StoredOrder, 'joinsOn' | 'days'>): UtcDay {
  return utcDayOf(plusMs(startOfDay(first), days * DAY_MS));
}

/** What decides whether a real account may put money into plans, read before the decision. */
export type RealFacts = {
  readonly isEnabled: boolean;
  /** Whether real business of any product is taken of the user now. */
  readonly admitted: Result<null, Failure>;
};

/** What trading an instrument costs. */
type TradeCost = Pick<Instrument, 'feeRate' | 'spreadRate'>;

/**
 * The least share of an amount one may be ready to lose: twice what buying everything and selling it again at once
 * costs, so that nobody is out again by that alone.
 */
export function leastLossRate(instruments: readonly TradeCost[]): Rate {
  const costs = instruments.map(({ feeRate, spreadRate }) => 2n * feeRate + spreadRate);
  return (2n * costs.reduce((most, cost) => (cost > most ? cost : most), 0n)) as Rate;
}

/** The least one may be ready to lose of an amount. @units USDT @rounding up, at least one unit */
function leastLoss(amount: Money, instruments: readonly TradeCost[]): Money {
  const least = divideInteger(amount.units * leastLossRate(instruments), DECIMAL_ONE, 'up');
  return money('USDT', least > 0n ? least : 1n);
}

/** Everything a decision about a purchase depends on. */
export type BuyFacts = {
  readonly mode: Mode;
  readonly real: RealFacts | null;
  /** The plan that is wanted in its newest version; null for none that is offered. */
  readonly plan: PlanVersion | null;
  readonly asked: {
    /** The version whose terms the user read; undefined where any is meant. */
    readonly version?: number | undefined;
    readonly amount: string;
    readonly days: number;
    readonly maxLoss: string;
  };
  /** What trading costs at each instrument of the plan. */
  readonly instruments: readonly TradeCost[];
  /** Whether the user has this plan already. */
  readonly isHeld: boolean;
  /** What the fund holds and what waits to join it. @units USDT */
  readonly inFund: Money;
  readonly margin: MarginJudgement;
};

/** What is bought. */
export type Bought = { readonly amount: Money; readonly maxLoss: Money };

/**
 * Decides a purchase. A real account needs the switch of two people and everything real business needs.
 *
 * @failure plans-not-enabled · as real business is refused · plan-unavailable (facts why: unknown, paused,
 *          ended, full of real money) · plan-changed · plan-days-unknown · amount-out-of-range · plan-already-bought ·
 *          not-tradable-now (why: unjudgeable) · free-margin-short
 * @source  PRODUCT 6; LEDGER 4: the whole amount ≤ free margin; WIRE 10010–10024
 */
export function decideBuy(facts: BuyFacts): Result<Bought, Failure> {
  const { mode, real, plan, asked, margin } = facts;
  if (mode === 'real') {
    // What was not read is not enabled.
    if (real === null || !real.isEnabled) return fail({ name: 'plans-not-enabled' });
    if (!real.admitted.ok) return real.admitted;
  }
  const unavailable = (why: string): Result<never, Failure> =>
    fail({ name: 'plan-unavailable', facts: { why } });
  if (plan === null) return unavailable('unknown');
  if (plan.planStatus !== 'open') return unavailable(plan.planStatus);
  if (asked.version !== undefined && asked.version !== plan.version) {
    return fail({ name: 'plan-changed', facts: { version: String(plan.version) } });
  }
  if (!plan.days.includes(asked.days)) {
    return fail({
      name: 'plan-days-unknown',
      field: 'days',
      facts: { offered: plan.days.join(' ') },
    });
  }
  const amount = parseMoney(asked.amount, 'USDT');
  const { amountMin, amountMax } = plan;
  if (amount === null || amount.units < amountMin.units || amount.units > amountMax.units) {
    const range = { min: formatMoney(amountMin), max: formatMoney(amountMax) };
    return fail({ name: 'amount-out-of-range', field: 'amount', facts: range });
  }
  const maxLoss = parseMoney(asked.maxLoss, 'USDT');
  const least = leastLoss(amount, facts.instruments);
  if (maxLoss === null || maxLoss.units < least.units || maxLoss.units > amount.units) {
    const range = { min: formatMoney(least), max: formatMoney(amount) };
    return fail({ name: 'amount-out-of-range', field: 'maxLoss', facts: range });
  }
  if (facts.isHeld) return fail({ name: 'plan-already-bought' });
  // Practice money takes no room from anyone: a strategy moves no market with it.
  const isFull = facts.inFund.units + amount.units > plan.capacity.units;
  if (mode === 'real' && isFull) return unavailable('full');
  if (!margin.isJudged) {
    const codes = margin.unmarked.join(', ');
    return fail({ name: 'not-tradable-now', facts: { why: 'unjudgeable', codes } });
  }
  const have = freeMargin(margin.marginState);
  if (amount.units > have.units) {
    const short = { need: formatMoney(amount), have: formatMoney(have) };
    return fail({ name: 'free-margin-short', field: 'amount', facts: short });
  }
  return ok({ amount, maxLoss });
}

/**
 * Whether a strategy can run with what was chosen.
 *
 * @failure quantity-refused — a number or an interval it cannot run with (field)
 * @failure plan-unavailable — an instrument that is unknown or not priced in USDT, or too many or few
 */
export function decideChosen(
  asked: {
    readonly strategy: StrategyCode;
    readonly parameters: Readonly<Record<string, number>>;
    readonly interval: string | undefined;
    readonly codes: readonly string[];
  },
  instrument: (code: string) => Instrument | null,
): Result<Chosen, Failure> {
  const strategy = STRATEGIES[asked.strategy];
  const { intervals, instruments } = strategy;
  const [usual] = intervals;
  const interval = asked.interval ?? usual;
  if (!isInterval(interval) || !intervals.includes(interval)) {
    return fail({
      name: 'quantity-refused',
      field: 'interval',
      facts: { offered: intervals.join(' ') },
    });
  }
  const problem = parameterProblem(strategy, asked.parameters);
  if (problem !== null) {
    return fail({ name: 'quantity-refused', field: 'parameters', facts: { what: problem } });
  }
  const codes = [...new Set(asked.codes)];
  const found = codes.map(instrument);
  const known = found.filter((one) => one !== null);
  const isPriced = known.every(({ quoteCurrency }) => ['USDT', 'USD'].includes(quoteCurrency));
  const isCounted = codes.length >= instruments.least && codes.length <= instruments.most;
  if (known.length < codes.length || !isPriced || !isCounted || codes.length < asked.codes.length) {
    return fail({ name: 'plan-unavailable', field: 'codes', facts: { why: 'instruments' } });
  }
  const { strategy: code, parameters } = asked;
  return ok({ strategy: code, parameters, interval, codes: known.map((one) => one.code) });
}

/**
 * Shares an amount by weights: each its part toward minus infinity, and what is left one unit each to those
 * with the largest remainder, the earlier first among equals.
 *
 * @units     amount: units of USDT, signed
 * @throws    InvariantError without any weight
 * @invariant the parts come to the amount
 * @source    LEDGER 2, row "plan settle"
 */
export function sharedByLargestRemainder(amount: bigint, weights: readonly bigint[]): bigint[] {
  return [...sharedOut(amount, weights).parts];
}

/** The same with what decided it. @see sharedByLargestRemainder */
export function sharedOut(amount: bigint, weights: readonly bigint[]): SharedOut {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  assert(whole > 0n, 'something is shared among some');
  const parts = weights.map((weight) => divideInteger(amount * weight, whole, 'floor'));
  const rest = amount - parts.reduce((sum, part) => sum + part, 0n);
  const byRemainder = weights
    .map((weight, index) => ({ index, left: amount * weight - (parts[index] ?? 0n) * whole }))
    .toSorted((a, b) => (a.left === b.left ? a.index - b.index : a.left > b.left ? -1 : 1));
  const over = Number.parseInt(rest.toString(), 10);
  const ranks = weights.map(() => 0);
  for (const [place, { index }] of byRemainder.entries()) {
    ranks[index] = place + 1;
    if (place < over) parts[index] = (parts[index] ?? 0n) + 1n;
  }
  return { parts, ranks, rest: over, last: byRemainder[over - 1]?.left ?? null };
}

/**
 * The house's share of what an order won above its highest value.
 *
 * @units    USDT units
 * @rounding down
 * @source   LEDGER 4 "plan share"
 */
export function shareOfGain(value: Money, high: Money, rate: Rate): Money {
  const won = value.units - high.units;
  if (won <= 0n) return money('USDT', 0n);
  return money('USDT', divideInteger(won * rate, DECIMAL_ONE, 'down'));
}

/** What leaving early costs, of the amount invested and never more than there is. @rounding down */
export function exitShareOf(order: Pick<StoredOrder, 'amount' | 'exitRate'>, value: Money): Money {
  const share = divideInteger(order.amount.units * order.exitRate, DECIMAL_ONE, 'down');
  return money('USDT', share < value.units ? share : value.units);
}

/** Units a joiner gets for what is left of the amount. @rounding down @invariant never more than it is worth */
export function unitsFor(
  value: Money,
  fund: { readonly units: bigint; readonly settled: Money },
): bigint {
  if (fund.units === 0n) return value.units * UNITS_EACH;
  return divideInteger(value.units * fund.units, fund.settled.units, 'down');
}

/** Units that are left after a share was taken. @rounding down; all stay when nothing was taken */
export function unitsAfterShare(units: bigint, value: Money, share: Money): bigint {
  if (share.units === 0n) return units;
  return divideInteger(units * (value.units - share.units), value.units, 'down');
}

/** Value of a fund for one unit, in USDT with 18 places. @rounding down */
export function unitValue(value: Money, units: bigint): bigint {
  return divideInteger(value.units * UNITS_EACH * DECIMAL_ONE, units, 'down');
}

/**
 * Value of a unit at which an order has lost what its owner agreed to lose.
 *
 * @rounding up: it leaves no later than agreed
 */
export function lossLine(order: Pick<StoredOrder, 'amount' | 'maxLoss' | 'units'>): bigint {
  const floor = subMoney(order.amount, order.maxLoss);
  if (order.units === 0n) return 0n;
  return divideInteger(floor.units * UNITS_EACH * DECIMAL_ONE, order.units, 'up');
}

/** Whether next to nothing is left: what orders have is then their part of it, not what they had and lost. */
export function isNextToNothing(value: Money, units: bigint): boolean {
  return value.units * UNITS_EACH * 1000n < units;
}

/** Whether a settled day ends a cycle of an order, after which the house takes its share. */
export function isCycleDay(order: Pick<StoredOrder, 'settledDays' | 'cycleDays'>): boolean {
  return (order.settledDays + 1) % order.cycleDays === 0;
}

/** Whether a day ends a cycle of an order: each day since it joined is settled, in turn. */
export function endsCycle(order: Pick<StoredOrder, 'joinsOn' | 'cycleDays'>, day: UtcDay): boolean {
  return dayNumber(order, day) % order.cycleDays === 0;
}

/** Which of its days a day is to an order, from 1. */
function dayNumber({ joinsOn: first }: Pick<StoredOrder, 'joinsOn'>, day: UtcDay): number {
  return (startOfDay(day) - startOfDay(first)) / DAY_MS + 1;
}

/** Days of losing week, told once: the first seven settled days together lost. */
export function isLosingWeek(
  order: Pick<StoredOrder, 'settledDays' | 'wasToldWeek'>,
  lastWeek: bigint,
): boolean {
  return (
    !order.wasToldWeek && order.settledDays > 0 && order.settledDays % 7 === 0 && lastWeek < 0n
  );
}
