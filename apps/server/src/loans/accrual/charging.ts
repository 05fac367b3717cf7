import {
  type EntryId,
  type UnixMs,
  type UtcDay,
  addMoney,
  money,
  newUuid,
  utcDayOf,
} from '@candor/kernel';
import type { Entry } from '../../ledger/index.ts';
import { dayAfter } from '@candor/pricing';
import type { RunningLoan } from '../loan/loan.ts';
import { chargesOf } from '../loan/rules.ts';

/** What of a running loan its interest follows from. */
export type Chargeable = Pick<
  RunningLoan,
  'userId' | 'id' | 'owed' | 'interestCharged' | 'price' | 'drawnOn' | 'chargedThrough'
>;

/** Interest of one midnight of one loan, as it is written down. */
export type NightCharge = {
  readonly loan: Pick<RunningLoan, 'userId' | 'id' | 'owed'>;
  readonly day: UtcDay;
  readonly interest: bigint;
  readonly at: UnixMs;
};

/** A loan with its midnights charged up to a day, and what that writes. */
export type Charged<Loan extends Chargeable> = {
  readonly loan: Loan;
  readonly nights: readonly NightCharge[];
  readonly entries: readonly Entry[];
};

/** The entry of one midnight's interest. @source LEDGER 2, row "interest, daily" */
function entryOf({ loan, day, interest, at }: NightCharge): Entry {
  return {
    id: newUuid(at) as EntryId,
    userId: loan.userId,
    mode: 'real',
    kind: 'loan-interest',
    // A day of a loan is charged once, by the first that comes.
    requestId: `loan-interest:${loan.id}:${day}`,
    part: 0,
    cause: 'timer',
    subject: loan.id,
    reverses: null,
    at,
    postings: [{ from: 'user:debt', to: 'house:loan-interest', asset: 'USDT', units: interest }],
  };
}

/** Charges the midnights of a loan that were not charged yet, in memory. */
export function chargeLoan<Loan extends Chargeable>(loan: Loan, at: UnixMs): Charged<Loan> {
  const today = utcDayOf(at);
  // A clock that was set back charges nothing and takes nothing back.
  if (today <= loan.chargedThrough) return { loan, nights: [], entries: [] };
  const nights = chargesOf(loan, today).map(({ night, interest }): NightCharge => ({
    loan,
    day: dayAfter(loan.drawnOn, night),
    interest: interest.units,
    at,
  }));
  const sum = money(
    'USDT',
    nights.reduce((total, { interest }) => total + interest, 0n),
  );
  const charged = {
    ...loan,
    owed: { ...loan.owed, interest: addMoney(loan.owed.interest, sum) },
    interestCharged: addMoney(loan.interestCharged, sum),
    chargedThrough: today,
  };
  return { loan: charged, nights, entries: nights.map(entryOf) };
}
