import { type Money, type Rate, type UtcDay, assert, subMoney } from '@candor/kernel';
import {
  type Bids,
  collateralValue,
  isWithin,
  type LinePrices,
  linePrices,
  loanToValue,
} from './collateral.ts';
import {
  annualRate,
  dayAfter,
  type LoanPrice,
  loanSchedule,
  type ScheduleRow,
} from './interest.ts';

/** The terms a loan may have, in days. @source PRODUCT 7 */
export const LOAN_DAYS = [7, 14, 30, 60, 90] as const;

/** What a loan of these terms costs when it is repaid on its due day and not before. */
export type LoanFigures = {
  readonly interest: Money;
  readonly total: Money;
  readonly annualRate: Rate;
  readonly dueOn: UtcDay;
  readonly schedule: readonly ScheduleRow[];
};

/**
 * What a loan costs.
 *
 * @shape    interest: the schedule's sum · total: principal + interest
 * @rounding of the schedule and of the annual rate
 * @throws   InvariantError for no principal, or days that no loan has
 * @source   PRODUCT 7; WIRE 3, `user/loanOffer`
 */
export function loanFigures(facts: {
  readonly principal: Money;
  readonly drawnOn: UtcDay;
  readonly days: number;
  readonly price: LoanPrice;
}): LoanFigures {
  const { principal, drawnOn, days } = facts;
  assert(principal.units > 0n, 'a loan has a principal');
  const schedule = loanSchedule(facts);
  const total = schedule.at(-1)?.owed ?? principal;
  const interest = subMoney(total, principal);
  const yearly = annualRate({ principal, interest, days });
  return { interest, total, annualRate: yearly, dueOn: dayAfter(drawnOn, days), schedule };
}

/** What a loan's collateral means at the prices of now. */
export type CollateralFigures = {
  readonly value: Money;
  readonly ltv: Rate | null;
  readonly lines: readonly LinePrices[];
};

/**
 * How a loan would stand with collateral of now: what page and server both show.
 *
 * @failure null when a coin has no bid: it cannot be judged
 */
export function collateralFigures(facts: {
  readonly debt: Money;
  readonly collateral: readonly Money[];
  readonly bids: Bids;
}): CollateralFigures | null {
  const value = collateralValue(facts.collateral, facts.bids);
  if (value === null) return null;
  return { value, ltv: loanToValue(facts.debt, value), lines: linePrices(facts) };
}

/** Why an amount is not lent. */
export type LoanProblem =
  /** No amount, or none that USDT can have. */
  | 'malformed'
  /** A term no loan has. */
  | 'days'
  /** With the loans already owed, more than the level of identification allows. */
  | 'above-level'
  /** A coin or the balance cannot be judged: no price. */
  | 'unjudgeable'
  /** More than the line's share of the collateral. */
  | 'above-collateral'
  /** With all debts, more than the line's share of what the borrower owns without them. */
  | 'above-own';

/**
 * Why a loan is not granted; null when it may be. Asked for an offer and again when it is drawn.
 *
 * @shape  own: Σ debt + principal ≤ line × max(0, net assets), so that a loan never lets its
 *         owner borrow more
 * @source LEDGER 4, "LTV"; PRODUCT 7; RELIABILITY L4
 */
export function loanProblem(facts: {
  readonly principal: Money | null;
  readonly days: number;
  readonly levelMax: Money;
  /** Σ of the borrower's debts before this one. */
  readonly owed: Money;
  readonly collateral: readonly Money[];
  readonly bids: Bids;
  readonly line: Rate;
  /** What the borrower owns less what is owed; null when it cannot be judged. */
  readonly netAssets: Money | null;
}): LoanProblem | null {
  const { principal, days, levelMax, owed, collateral, bids, line, netAssets } = facts;
  if (principal === null || principal.asset !== 'USDT' || principal.units <= 0n) return 'malformed';
  if (!LOAN_DAYS.some((term) => term === days)) return 'days';
  const debts = { asset: 'USDT', units: owed.units + principal.units } as const;
  if (debts.units > levelMax.units) return 'above-level';
  const value = collateralValue(collateral, bids);
  if (value === null || netAssets === null) return 'unjudgeable';
  if (!isWithin(principal, value, line)) return 'above-collateral';
  const own = netAssets.units > 0n ? netAssets : { asset: 'USDT' as const, units: 0n };
  return isWithin(debts, own, line) ? null : 'above-own';
}
