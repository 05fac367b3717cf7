import {
  DAY_MS,
  DECIMAL_ONE,
  type Money,
  type Rate,
  type UtcDay,
  addMoney,
  assert,
  divideInteger,
  minMoney,
  money,
  plusMs,
  startOfDay,
  subMoney,
  utcDayOf,
  zero,
} from '@candor/kernel';

/** The longest loan that is priced, in days. */
const DAYS_MAX = 366;

/** What a loan costs. */
export type LoanPrice = {
  /** Midnights UTC at the beginning that cost nothing. */
  readonly freeDays: number;
  /** Interest of one day, a share of the principal still owed. */
  readonly rateDaily: Rate;
};

/**
 * The interest of one midnight UTC: the `night`-th since the loan was drawn, counted from 1.
 *
 * @shape    principal × daily rate, nothing in the first `freeDays` nights
 * @units    principal: what is still owed without interest, so that interest bears none
 * @rounding up, once, as margin, fee and financing
 * @throws   InvariantError for a negative principal or a night before the first
 * @source   PRODUCT 7; RELIABILITY L2
 */
export function interestOfNight(principal: Money, night: number, price: LoanPrice): Money {
  assert(principal.units >= 0n, 'a principal is not negative');
  assert(Number.isInteger(night) && night >= 1, 'nights are counted from 1');
  if (night <= price.freeDays) return zero(principal.asset);
  const units = divideInteger(principal.units * price.rateDaily, DECIMAL_ONE, 'up');
  return money(principal.asset, units);
}

/** One day of a loan from which nothing was repaid. */
export type ScheduleRow = {
  /** The day that begins with the midnight. */
  readonly day: UtcDay;
  readonly interest: Money;
  /** Principal and interest owed after it. */
  readonly owed: Money;
};

/**
 * What is owed after each midnight until a loan is due, when nothing is repaid before.
 *
 * @shape  a row a day; the last is the day on which the loan is due
 * @throws InvariantError for no days, or more than a year
 */
export function loanSchedule(facts: {
  readonly principal: Money;
  readonly drawnOn: UtcDay;
  readonly days: number;
  readonly price: LoanPrice;
}): readonly ScheduleRow[] {
  const { principal, drawnOn, days, price } = facts;
  assert(Number.isInteger(days) && days >= 1 && days <= DAYS_MAX, 'a loan has 1 to 366 days');
  let owed = principal;
  return Array.from({ length: days }, (_, index) => {
    const interest = interestOfNight(principal, index + 1, price);
    owed = addMoney(owed, interest);
    return { day: dayAfter(drawnOn, index + 1), interest, owed };
  });
}

/** The day `days` days after another. */
export function dayAfter(day: UtcDay, days: number): UtcDay {
  return utcDayOf(plusMs(startOfDay(day), days * DAY_MS));
}

/**
 * The yearly cost of a loan that is repaid when it is due.
 *
 * @shape    interest ÷ principal × 365 ÷ days
 * @units    a share of the principal, of a year of 365 days
 * @rounding up, once, at 18 places
 * @throws   InvariantError for no principal or no days
 * @source   LEDGER 4, "APR"
 */
export function annualRate(facts: {
  readonly principal: Money;
  readonly interest: Money;
  readonly days: number;
}): Rate {
  const { principal, interest, days } = facts;
  assert(principal.units > 0n && days >= 1, 'a loan has a principal and days');
  const yearly = interest.units * 365n * DECIMAL_ONE;
  return divideInteger(yearly, principal.units * BigInt(days), 'up') as Rate;
}

/** What is owed on a loan. */
export type Owed = { readonly principal: Money; readonly interest: Money };

/** Where a repayment goes. */
export type Repayment = {
  readonly interest: Money;
  readonly principal: Money;
  /** What is owed after it. */
  readonly left: Owed;
};

/**
 * Where a repayment goes: to the interest first, then to the principal.
 *
 * @throws    InvariantError for nothing, or more than is owed
 * @invariant interest + principal = what was paid, and what is left was owed before
 * @source    LEDGER 2, row "repay"; RELIABILITY L3
 */
export function repaymentOf(owed: Owed, paid: Money): Repayment {
  const whole = addMoney(owed.principal, owed.interest);
  assert(paid.units > 0n && paid.units <= whole.units, 'a repayment is of what is owed');
  const interest = minMoney(owed.interest, paid);
  const principal = subMoney(paid, interest);
  const left = {
    principal: subMoney(owed.principal, principal),
    interest: subMoney(owed.interest, interest),
  };
  return { interest, principal, left };
}
