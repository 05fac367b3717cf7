import {
  DAY_MS,
  addMoney,
  type Mode,
  type Money,
  type Result,
  type UnixMs,
  fail,
  formatMoney,
  money,
  msIntoUtcWeek,
  negMoney,
  ok,
  plusMs,
  startOfDay,
  subMoney,
  unixMs,
  utcDayOf,
  zero,
} from '@candor/kernel';
import { type Failure, selfLimits as protocol } from '@candor/protocol';

/** Time in which an account takes no new risk. */
export type Pause = {
  /** `demo`: an operator switched the demo account off; `account`: the whole of it, or it is closed. */
  readonly kind: (typeof protocol.PAUSE_KINDS)[number] | 'demo' | 'account';
  readonly since: UnixMs;
  /** Null: until further notice. */
  readonly until: UnixMs | null;
};

/** Kinds of pauses a user is told of as such: their own, and a freeze by staff. */
export type OwnKind = (typeof protocol.PAUSE_KINDS)[number];

/** A pause that a user set themselves; it has an end. */
export type OwnPause = {
  readonly kind: 'timeout' | 'exclusion';
  readonly since: UnixMs;
  readonly until: UnixMs;
};

/** What a limit is about. */
export type LimitKind = (typeof protocol.LIMIT_KINDS)[number];
/** How often it begins anew. */
export type LimitPeriod = (typeof protocol.LIMIT_PERIODS)[number];

/** One limit as it is kept: what holds, and what will hold from a moment on. */
export type SelfLimit = {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** Null: none. */
  readonly amount: Money | null;
  readonly next: { readonly amount: Money | null; readonly at: UnixMs } | null;
};

/** Every limit there can be, in the order in which they are shown. */
export const LIMITABLE: readonly { readonly kind: LimitKind; readonly period: LimitPeriod }[] =
  protocol.LIMIT_KINDS.flatMap((kind) =>
    protocol.LIMIT_PERIODS.map((period) => ({ kind, period })),
  );

/** A figure of each running period. */
export type ByPeriod = Readonly<Record<LimitPeriod, Money>>;

/** Wait before anything loosens. @source PRODUCT 2 */
const LOOSENING_MS = DAY_MS;

const endOf = ({ until }: Pause): number => until ?? Number.POSITIVE_INFINITY;

/** The pauses in force, the one that ends last first. */
export function pausesAt(pauses: readonly Pause[], now: UnixMs): readonly Pause[] {
  return pauses
    .filter((pause) => pause.since <= now && now < endOf(pause))
    .toSorted((a, b) => (endOf(a) < endOf(b) ? 1 : -1));
}

/** The pauses that hold for trading accounts of a mode. */
export function pausesIn(mode: Mode, pauses: readonly Pause[]): readonly Pause[] {
  return mode === 'demo' ? pauses : pauses.filter(({ kind }) => kind !== 'demo');
}

/** Whether a user is told of a pause as such; what was switched off is told elsewhere. */
export function isOwners(pause: Pause): pause is Pause & { readonly kind: OwnKind } {
  return pause.kind !== 'demo' && pause.kind !== 'account';
}

/**
 * Whether an account takes new risk at all. Closing and cancelling never ask.
 *
 * @failure user-status-forbids — `why`: freeze, timeout, exclusion, staff, account · `until`: Unix ms, or none
 * @failure demo-disabled — an operator switched the demo account off
 * @source  WIRE 10008
 */
export function decidePaused(
  pauses: readonly Pause[],
  now: UnixMs,
): Result<null, Failure<'user-status-forbids' | 'demo-disabled'>> {
  const [pause] = pausesAt(pauses, now);
  if (pause === undefined) return ok(null);
  if (pause.kind === 'demo') return fail({ name: 'demo-disabled' });
  const until = pause.until === null ? 'none' : String(pause.until);
  return fail({ name: 'user-status-forbids', facts: { why: pause.kind, until } });
}

/** What of a limit holds at a moment; null: none. */
export function amountAt(limit: SelfLimit, now: UnixMs): Money | null {
  return limit.next !== null && limit.next.at <= now ? limit.next.amount : limit.amount;
}

/** The first moment of the UTC day, of the week from Monday on, or of the month, of a moment. */
export function periodStart(period: LimitPeriod, now: UnixMs): UnixMs {
  const day = utcDayOf(now);
  if (period === 'month') return startOfDay(`${day.slice(0, 7)}-01` as typeof day);
  if (period === 'week') return plusMs(now, -msIntoUtcWeek(now));
  return startOfDay(day);
}

/** The first moment after the period of a moment. */
export function periodEnd(period: LimitPeriod, now: UnixMs): UnixMs {
  const start = periodStart(period, now);
  if (period === 'day') return plusMs(start, DAY_MS);
  if (period === 'week') return plusMs(start, 7 * DAY_MS);
  // No month is longer than 31 days, and none is as short as 27.
  return periodStart('month', plusMs(start, 31 * DAY_MS));
}

/** When the running periods began: day, week, month. */
export function periodStarts(now: UnixMs): readonly UnixMs[] {
  return protocol.LIMIT_PERIODS.map((period) => periodStart(period, now));
}

/** Sums in the order of `periodStarts`, by the period's name. @units USDT units */
export function byPeriod(units: readonly bigint[]): ByPeriod {
  const [day = 0n, week = 0n, month = 0n] = units;
  const usdt = (one: bigint): Money => money('USDT', one);
  return { day: usdt(day), week: usdt(week), month: usdt(month) };
}

/** The same change in each period. */
export function addToAll(figures: ByPeriod, change: Money): ByPeriod {
  const { day, week, month } = figures;
  return {
    day: addMoney(day, change),
    week: addMoney(week, change),
    month: addMoney(month, change),
  };
}

/** Two figures of each period, together. @units USDT units */
export function addEach(one: ByPeriod, other: ByPeriod): ByPeriod {
  return {
    day: addMoney(one.day, other.day),
    week: addMoney(one.week, other.week),
    month: addMoney(one.month, other.month),
  };
}

const negative = (amount: Money): Money => (amount.units < 0n ? amount : zero('USDT'));

/**
 * What was lost in each running period: results after costs, and what open contracts stand at a
 * loss. A gain that is not realised yet makes no room.
 *
 * @units USDT units; never below zero
 */
export function lossOf(brought: ByPeriod, floatingPnl: Money): ByPeriod {
  const { day, week, month } = addToAll(brought, negative(floatingPnl));
  const loss = (result: Money): Money => negMoney(negative(result));
  return { day: loss(day), week: loss(week), month: loss(month) };
}

/**
 * Whether a command stays within every limit: `after` is what would have been lost and opened in
 * each running period once it is done. The limit that ends last is named.
 *
 * @units   USDT units; exactly the limit is within it
 * @failure limit-reached — `what`: deposit, loss, turnover · `period` · `max`: decimal text · `until`: Unix ms
 * @source  WIRE 11018
 */
export function decideLimits(
  limits: readonly SelfLimit[],
  after: Readonly<Partial<Record<LimitKind, ByPeriod>>>,
  now: UnixMs,
): Result<null, Failure<'limit-reached'>> {
  const passed = limits
    .flatMap((limit) => {
      const { kind, period } = limit;
      const max = amountAt(limit, now);
      const figure = after[kind]?.[period];
      if (max === null || figure === undefined || figure.units <= max.units) return [];
      return [{ kind, period, max, until: periodEnd(period, now) }];
    })
    .toSorted((a, b) => b.until - a.until);
  const [first] = passed;
  if (first === undefined) return ok(null);
  const { kind: what, period, max, until } = first;
  const facts = { what, period, max: formatMoney(max), until: String(until) };
  return fail({ name: 'limit-reached', facts });
}

/**
 * Of the limits of one kind the one that leaves least, the one that ends last first; null where none
 * is set.
 *
 * @units USDT units; never below zero
 */
export function leastLeft(
  limits: readonly SelfLimit[],
  asked: { readonly kind: LimitKind; readonly used: ByPeriod; readonly now: UnixMs },
): {
  readonly period: LimitPeriod;
  readonly max: Money;
  readonly left: Money;
  readonly until: UnixMs;
} | null {
  const { kind, used, now } = asked;
  const found = limits.flatMap((limit) => {
    const max = limit.kind === kind ? amountAt(limit, now) : null;
    if (max === null) return [];
    const rest = subMoney(max, used[limit.period]);
    const left = rest.units > 0n ? rest : zero('USDT');
    return [{ period: limit.period, max, left, until: periodEnd(limit.period, now) }];
  });
  const [least] = found.toSorted((a, b) =>
    a.left.units === b.left.units ? b.until - a.until : a.left.units < b.left.units ? -1 : 1,
  );
  return least ?? null;
}

const isTighter = (params: Money | null, held: Money | null): boolean =>
  params !== null && (held === null || params.units <= held.units);

/**
 * A limit after its owner asked for another amount: what tightens holds at once and takes back
 * whatever was going to loosen; what loosens holds a day later.
 *
 * @source PRODUCT 2 "Self-limits"
 */
export function changedLimit(
  limit: SelfLimit,
  params: Money | null,
  now: UnixMs,
): { readonly limit: SelfLimit; readonly effectiveAt: UnixMs } {
  const { kind, period } = limit;
  const held = amountAt(limit, now);
  const isSame = params === null && held === null;
  if (isSame || isTighter(params, held)) {
    return { limit: { kind, period, amount: params, next: null }, effectiveAt: now };
  }
  const at = plusMs(now, LOOSENING_MS);
  return { limit: { kind, period, amount: held, next: { amount: params, at } }, effectiveAt: at };
}

/** How long a pause may be made, from now on. @source features of the field, area 9 */
const LENGTHS = {
  timeout: { min: 0, max: protocol.TIMEOUT_MAX_MS },
  exclusion: { min: protocol.EXCLUSION_MIN_MS, max: protocol.EXCLUSION_MAX_MS },
} as const;

/**
 * A pause its owner asks for: longer than what runs holds at once, an earlier end is at least a day
 * away and never later than the end that was.
 *
 * @failure unreadable — an end that is over, or outside what the kind allows
 * @source  PRODUCT 2 "Self-limits"
 */
export function decidePause(
  kind: OwnPause['kind'],
  params: UnixMs,
  known: { readonly pauses: readonly Pause[]; readonly now: UnixMs },
): Result<OwnPause, Failure<'unreadable'>> {
  const { now } = known;
  const [running] = pausesAt(
    known.pauses.filter((pause) => pause.kind === kind),
    now,
  );
  const end = running?.until ?? null;
  if (running !== undefined && end !== null && params <= end) {
    const soonest = Math.max(params, now + LOOSENING_MS);
    return ok({ kind, since: running.since, until: unixMs(Math.min(end, soonest)) });
  }
  const { min, max } = LENGTHS[kind];
  const least = running === undefined ? min : 0;
  if (params <= now || params < now + least || params > now + max) {
    return fail({ name: 'unreadable', field: 'until' });
  }
  return ok({ kind, since: running?.since ?? now, until: params });
}
