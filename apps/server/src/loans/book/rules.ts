import {
  type Asset,
  type Money,
  type Price,
  type Rate,
  type UserId,
  type UtcDay,
  divideInteger,
  money,
  rate,
} from '@candor/kernel';
import { type Bids, collateralValue, decideSale, loanStep, loanToValue } from '@candor/pricing';
import { BOOK_LEVELS, BOOK_ROWS_MAX, STRESS_PERCENTS } from '@candor/protocol/desk';

/** What the loan book reads of a loan that runs. */
export type RunningRow = {
  readonly userId: UserId;
  readonly id: string;
  readonly number: string;
  readonly ordinal: string;
  readonly state: 'repaymentInProgress' | 'overdue';
  readonly principal: Money;
  readonly interest: Money;
  readonly ltvMax: Rate;
  readonly dueOn: UtcDay;
  readonly collateral: readonly Money[];
};

/** A loan as it was looked at; both null where it cannot be judged. */
export type LookedLoan = RunningRow & {
  readonly owed: Money;
  readonly value: Money | null;
  /** Null also where nothing is worth anything. */
  readonly ltv: Rate | null;
};

type Stress = {
  readonly percent: (typeof STRESS_PERCENTS)[number];
  loans: number;
  readonly sold: Map<Asset, bigint>;
  received: bigint;
  loss: bigint;
  lossLoans: number;
};

/** All loans that run, added up. */
export type LoanLook = {
  readonly loans: number;
  readonly owed: Money;
  readonly value: Money;
  readonly unjudged: number;
  readonly overdue: number;
  readonly overdueOwed: Money;
  readonly levels: readonly {
    readonly from: string;
    readonly loans: number;
    readonly owed: Money;
  }[];
  readonly stress: readonly {
    readonly percent: (typeof STRESS_PERCENTS)[number];
    readonly loans: number;
    readonly sold: readonly Money[];
    readonly received: Money;
    readonly loss: Money;
    readonly lossLoans: number;
  }[];
  /** The loans nearest to a sale, those that cannot be judged before them. */
  readonly nearest: readonly LookedLoan[];
};

const usdt = (units: bigint): Money => money('USDT', units);

/**
 * Bids after all coins have fallen by so many percent; without a coin of which nothing would be left.
 *
 * @rounding down, at 18 places: a coin never stands higher than it would
 */
export function fallenBids(bids: Bids, percent: number): Bids {
  const fallen = Object.entries(bids).map(([coin, bid]) => {
    const price = divideInteger(bid * BigInt(100 - percent), 100n, 'down') as Price;
    return [coin, price] as const;
  });
  return Object.fromEntries(fallen.filter(([, price]) => price > 0n));
}

/** A loan at bids. */
export function lookedLoan(row: RunningRow, bids: Bids): LookedLoan {
  const owed = usdt(row.principal.units + row.interest.units);
  const value = collateralValue(row.collateral, bids);
  return { ...row, owed, value, ltv: value === null ? null : loanToValue(owed, value) };
}

/** Those that cannot be judged first, then by what is owed against what it is worth. */
function byNearness(one: LookedLoan, other: LookedLoan): number {
  const [a, b] = [one, other].map(({ value, ltv }) =>
    value === null ? 2n * 10n ** 60n : (ltv ?? 10n ** 60n),
  );
  if (a === b) return one.number < other.number ? -1 : 1;
  return (a ?? 0n) > (b ?? 0n) ? -1 : 1;
}

const LEVEL_RATES = BOOK_LEVELS.map((from) => rate(from));

/** Adds up loans one after another; answers what came of them. */
export function createLook(market: { readonly bids: Bids; readonly spreadRate: Rate }): {
  add(row: RunningRow): void;
  done(): LoanLook;
} {
  const { bids, spreadRate } = market;
  const levels = BOOK_LEVELS.map(() => ({ loans: 0, owed: 0n }));
  const stress: Stress[] = STRESS_PERCENTS.map((percent) => ({
    percent,
    loans: 0,
    sold: new Map(),
    received: 0n,
    loss: 0n,
    lossLoans: 0,
  }));
  const scenarios = STRESS_PERCENTS.map((percent) => fallenBids(bids, percent));
  const sums = { loans: 0, owed: 0n, value: 0n, unjudged: 0, overdue: 0, overdueOwed: 0n };
  let nearest: LookedLoan[] = [];

  function stressOf(loan: LookedLoan): void {
    const { owed: debt, collateral, ltvMax } = loan;
    scenarios.forEach((then, place) => {
      const sum = stress[place];
      const value = collateralValue(collateral, then);
      if (sum === undefined || value === null) return;
      if (loanStep(debt, value).kind !== 'sale') return;
      const aim = { kind: 'line', line: ltvMax } as const;
      const sale = decideSale({ debt, collateral, bids: then, spreadRate, aim });
      if (sale === null) return;
      sum.loans += 1;
      for (const { given } of sale.parts) {
        sum.sold.set(given.asset, (sum.sold.get(given.asset) ?? 0n) + given.units);
      }
      sum.received += sale.paid.units;
      // Everything that brings anything was sold, and something is still owed.
      if (sale.isReached || sale.debtAfter.units === 0n) return;
      sum.loss += sale.debtAfter.units;
      sum.lossLoans += 1;
    });
  }

  return {
    add(row) {
      const loan = lookedLoan(row, bids);
      const { owed, value, ltv } = loan;
      sums.loans += 1;
      sums.owed += owed.units;
      if (row.state === 'overdue') {
        sums.overdue += 1;
        sums.overdueOwed += owed.units;
      }
      if (value === null) sums.unjudged += 1;
      else {
        sums.value += value.units;
        const at = ltv === null ? -1 : LEVEL_RATES.findLastIndex((from) => ltv >= from);
        const level = levels.at(at);
        if (level !== undefined) {
          level.loans += 1;
          level.owed += owed.units;
        }
        stressOf(loan);
      }
      nearest.push(loan);
      if (nearest.length >= 2 * BOOK_ROWS_MAX) {
        nearest = nearest.toSorted(byNearness).slice(0, BOOK_ROWS_MAX);
      }
    },
    done: () => ({
      loans: sums.loans,
      owed: usdt(sums.owed),
      value: usdt(sums.value),
      unjudged: sums.unjudged,
      overdue: sums.overdue,
      overdueOwed: usdt(sums.overdueOwed),
      levels: levels.map(({ loans, owed }, at) => ({
        from: BOOK_LEVELS[at] ?? '0',
        loans,
        owed: usdt(owed),
      })),
      stress: stress.map(({ sold, received, loss, ...rest }) => ({
        ...rest,
        sold: [...sold].map(([asset, units]) => money(asset, units)),
        received: usdt(received),
        loss: usdt(loss),
      })),
      nearest: nearest.toSorted(byNearness).slice(0, BOOK_ROWS_MAX),
    }),
  };
}
