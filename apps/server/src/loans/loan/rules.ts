import {
  ASSETS,
  type Asset,
  DAY_MS,
  type Money,
  type Rate,
  type Result,
  type UnixMs,
  type UtcDay,
  fail,
  formatMoney,
  money,
  ok,
  parseMoney,
  startOfDay,
} from '@candor/kernel';
import {
  type Bids,
  LOAN_DAYS,
  LOAN_LINES,
  LOAN_PLEDGE_MIN,
  type LoanProblem,
  type MarginJudgement,
  type Owed,
  collateralValue,
  freeMargin,
  interestOfNight,
  isDust,
  loanProblem,
  loanStep,
} from '@candor/pricing';
import type { Failure, loans as protocol } from '@candor/protocol';

type LoanPart = protocol.LoanPart;
type LoanState = protocol.LoanState;

/** How long staff have to look at an application; a passed deadline decides nothing. @units milliseconds */
export const REVIEW_MS = 2 * DAY_MS;
/** Applications and approved loans a user may have at once. */
export const WAITING_MAX = 3;
/** Days past the due date after which what is due is sold. @source LEDGER 4, "LTV" */
export const SALE_AFTER_DAYS = 7;
/** Days past the due date on which its owner is told; 0: it just became overdue. */
export const LATE_NOTICES = [0, 3, 6] as const;

/** One way from a state to another. */
export type Edge = {
  readonly from: LoanState | null;
  readonly to: LoanState;
  readonly by: LoanPart;
};

/**
 * Every way a loan goes; the database knows the same ones and no other.
 *
 * @source WIRE 7, 8; RELIABILITY L5
 */
export const EDGES: readonly Edge[] = [
  { from: null, to: 'pendingReview', by: 'owner' },
  { from: 'pendingReview', to: 'approved', by: 'operator' },
  { from: 'pendingReview', to: 'rejected', by: 'operator' },
  { from: 'pendingReview', to: 'expired', by: 'owner' },
  { from: 'approved', to: 'repaymentInProgress', by: 'owner' },
  { from: 'approved', to: 'expired', by: 'owner' },
  { from: 'approved', to: 'expired', by: 'system' },
  { from: 'repaymentInProgress', to: 'repaid', by: 'owner' },
  { from: 'repaymentInProgress', to: 'overdue', by: 'system' },
  { from: 'repaymentInProgress', to: 'sold', by: 'system' },
  { from: 'overdue', to: 'repaid', by: 'owner' },
  { from: 'overdue', to: 'sold', by: 'system' },
  { from: 'overdue', to: 'writtenOff', by: 'operator' },
];

/** Whether a loan may go a way by a party's doing. */
export function isEdge(edge: Edge): boolean {
  return EDGES.some(({ from, to, by }) => from === edge.from && to === edge.to && by === edge.by);
}

type Refused = { readonly ok: false; readonly failure: Failure };

const refuse = (
  name: Failure['name'],
  field: string | undefined,
  facts: Readonly<Record<string, string>> = {},
): Refused => fail({ name, facts, ...(field === undefined ? {} : { field }) });

/**
 * The collateral a body names, each asset once.
 *
 * @failure quantity-refused — more places than the asset has, or nothing
 * @failure method-missing — an asset twice
 */
export function readCollateral(
  named: readonly { readonly asset: Asset; readonly amount: string }[],
): Result<readonly Money[], Failure> {
  const read: Money[] = [];
  for (const { asset, amount } of named) {
    if (read.some((one) => one.asset === asset)) return refuse('method-missing', 'collateral');
    const held = parseMoney(amount, asset);
    if (held === null || held.units <= 0n) {
      return refuse('quantity-refused', 'collateral', { why: 'malformed', asset });
    }
    read.push(held);
  }
  return ok(ASSETS.flatMap((asset) => read.find((one) => one.asset === asset) ?? []));
}

/** Whether an application, or a newer one, is for exactly what an offer said. */
export function isSameCollateral(one: readonly Money[], other: readonly Money[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ asset, units }) =>
    other.some((held) => held.asset === asset && held.units === units),
  );
}

/** What a loan is decided on, besides its own terms. */
export type LendingFacts = {
  readonly principal: Money | null;
  readonly days: number;
  readonly collateral: readonly Money[];
  readonly bids: Bids;
  readonly line: Rate;
  readonly amountMin: Money;
  readonly levelMax: Money;
  /** Σ of the borrower's debts before this one. */
  readonly owed: Money;
  /** What the borrower owns less what is owed; null when it cannot be judged. */
  readonly netAssets: Money | null;
  /** It was offered and granted: no minimum counts any more. */
  readonly isDrawn: boolean;
};

const OF_PROBLEM: Readonly<Record<LoanProblem, (facts: LendingFacts) => Refused>> = {
  malformed: () => refuse('amount-out-of-range', 'amount', { why: 'malformed' }),
  days: () => refuse('loan-days-unknown', 'days', { days: LOAN_DAYS.join(', ') }),
  'above-level': ({ levelMax, owed }) =>
    refuse('amount-out-of-range', 'amount', {
      why: 'level',
      max: formatMoney(levelMax),
      owed: formatMoney(owed),
    }),
  unjudgeable: () => refuse('not-tradable-now', 'collateral', { why: 'unjudgeable' }),
  'above-collateral': ({ collateral, bids, line }) => {
    const value = collateralValue(collateral, bids) ?? money('USDT', 0n);
    const max = money('USDT', shareOf(value.units, line));
    return refuse('amount-out-of-range', 'collateral', {
      why: 'collateral',
      max: formatMoney(max),
    });
  },
  'above-own': (facts) =>
    refuse('amount-out-of-range', 'amount', { why: 'own', max: formatMoney(ownMax(facts)) }),
};

const SHARE_ONE = 10n ** 18n;
/** A share of an amount. @rounding down */
const shareOf = (units: bigint, share: Rate): bigint => (units * share) / SHARE_ONE;

/**
 * What all debts of a borrower may come to by what is owned.
 *
 * @rounding down
 * @source   LEDGER 4, "LTV"
 */
export function ownMax({ netAssets, line }: Pick<LendingFacts, 'netAssets' | 'line'>): Money {
  const own = netAssets === null || netAssets.units < 0n ? 0n : netAssets.units;
  return money('USDT', shareOf(own, line));
}

/**
 * Whether an amount is lent: for an offer, an application, and again when it is drawn.
 *
 * @failure amount-out-of-range — `why`: malformed, minimum, level, collateral, own, pledge · `max` or
 *          `min`
 * @failure loan-days-unknown — a term no loan has
 * @failure not-tradable-now — why: unjudgeable
 * @source  PRODUCT 7; LEDGER 4, "LTV"; RELIABILITY L4
 */
export function decideLending(facts: LendingFacts): Result<Money, Failure> {
  const { principal, amountMin } = facts;
  const problem = loanProblem(facts);
  if (problem === 'malformed' || problem === 'days' || principal === null) {
    return OF_PROBLEM[problem ?? 'malformed'](facts);
  }
  if (principal.units < amountMin.units) {
    const min = formatMoney(amountMin);
    return refuse('amount-out-of-range', 'amount', { why: 'minimum', min });
  }
  if (problem !== null) return OF_PROBLEM[problem](facts);
  const small = facts.isDrawn ? undefined : facts.collateral.find((one) => isDust(one, facts.bids));
  if (small === undefined) return ok(principal);
  const min = formatMoney(LOAN_PLEDGE_MIN);
  const { asset } = small;
  return refuse('amount-out-of-range', 'collateral', { why: 'pledge', min, asset });
}

/**
 * Whether an account has what it pledges: of USDT the free margin, of coins the cash.
 *
 * @failure not-tradable-now — why: unjudgeable · codes
 * @failure free-margin-short — `need`, `have`, `asset`
 * @source  LEDGER 4 "free margin"
 */
export function decidePledge(
  amounts: readonly Money[],
  account: {
    readonly margin: MarginJudgement;
    readonly cash: (asset: Asset) => bigint;
  },
  field = 'collateral',
): Result<null, Failure> {
  for (const amount of amounts) {
    const have = availableOf(amount.asset, account);
    if (have === null) {
      const codes = account.margin.isJudged ? '' : account.margin.unmarked.join(', ');
      return refuse('not-tradable-now', undefined, { why: 'unjudgeable', codes });
    }
    if (amount.units > have.units) {
      const { asset } = amount;
      const facts = { need: formatMoney(amount), have: formatMoney(have), asset };
      return refuse('free-margin-short', field, facts);
    }
  }
  return ok(null);
}

/**
 * Whether so much may be added to what is pledged. A coin that is not pledged yet has to be worth something at a bid
 * of now: one without a price would keep the whole loan from being judged.
 *
 * @failure not-tradable-now — why: unjudgeable
 * @failure quantity-refused — why: pledge · `min` in USDT, `asset`
 */
export function decideAdded(
  pledged: readonly Money[],
  added: Money,
  bids: Bids,
): Result<null, Failure> {
  const { asset } = added;
  if (pledged.some((one) => one.asset === asset && one.units > 0n)) return ok(null);
  if (collateralValue([added], bids) === null) {
    return refuse('not-tradable-now', 'asset', { why: 'unjudgeable' });
  }
  if (!isDust(added, bids)) return ok(null);
  const min = formatMoney(LOAN_PLEDGE_MIN);
  return refuse('quantity-refused', 'amount', { why: 'pledge', min, asset });
}

/** What of an asset can be pledged or paid; null while the account cannot be judged. */
export function availableOf(
  asset: Asset,
  account: { readonly margin: MarginJudgement; readonly cash: (asset: Asset) => bigint },
): Money | null {
  if (asset !== 'USDT') return money(asset, account.cash(asset));
  return account.margin.isJudged ? freeMargin(account.margin.marginState) : null;
}

/** The whole days from one UTC day to another. */
function daysBetween(from: UtcDay, to: UtcDay): number {
  return Math.round((startOfDay(to) - startOfDay(from)) / DAY_MS);
}

/** Interest of midnights that were not charged yet. */
export type Charge = { readonly night: number; readonly interest: Money };

/**
 * What the midnights since the last one that was charged come to. The principal is the one owed now: an
 * act of the owner charges them first, so that it stood as it is through all of them.
 *
 * @rounding each night up, once
 * @source   RELIABILITY L2; LEDGER 2, row "interest, daily"
 */
export function chargesOf(
  loan: {
    readonly owed: Owed;
    readonly price: Parameters<typeof interestOfNight>[2];
    readonly drawnOn: UtcDay;
    readonly chargedThrough: UtcDay;
  },
  today: UtcDay,
): readonly Charge[] {
  const { owed, price, drawnOn, chargedThrough } = loan;
  const first = daysBetween(drawnOn, chargedThrough) + 1;
  const last = daysBetween(drawnOn, today);
  const charges: Charge[] = [];
  for (let night = first; night <= last; night += 1) {
    const interest = interestOfNight(owed.principal, night, price);
    if (interest.units > 0n) charges.push({ night, interest });
  }
  return charges;
}

/** How many notice lines a loan has reached; all of them at the sale line. */
export function noticesReached(debt: Money, value: Money): number {
  const step = loanStep(debt, value);
  if (step.kind === 'calm') return 0;
  if (step.kind === 'sale') return LOAN_LINES.notices.length;
  return LOAN_LINES.notices.findIndex((line) => line === step.line) + 1;
}

/**
 * What the notices of a loan are after a look at it: a line is told once, until the loan is back where it
 * was drawn.
 */
export function noticesAfter(
  told: number,
  look: { readonly debt: Money; readonly value: Money; readonly line: Rate },
): number {
  const { debt, value, line } = look;
  const reached = noticesReached(debt, value);
  if (reached > told) return reached;
  return debt.units * SHARE_ONE <= value.units * line ? 0 : told;
}

/**
 * The same after a repayment, a sale or more collateral, which only bring notices back: a line that is found reached
 * is told by the look that follows.
 */
export function noticesLeft(told: number, look: Parameters<typeof noticesAfter>[1]): number {
  return Math.min(told, noticesAfter(told, look));
}

/** How many of its notices about a passed due date are due on a day. */
export function lateNotices(dueOn: UtcDay, today: UtcDay): number {
  const late = daysBetween(dueOn, today) - 1;
  return LATE_NOTICES.filter((day) => day <= late).length;
}

/** Whether a loan's due date has passed: its last day is over. */
export function isLate(dueOn: UtcDay, today: UtcDay): boolean {
  return daysBetween(dueOn, today) >= 1;
}

/** Whether what is due has to be sold: a week after the due date. */
export function isSaleDue(dueOn: UtcDay, today: UtcDay): boolean {
  return daysBetween(dueOn, today) >= SALE_AFTER_DAYS;
}

/** Whether something at a moment is over. */
export const isOver = (until: UnixMs | null, now: UnixMs): boolean =>
  until !== null && until <= now;
