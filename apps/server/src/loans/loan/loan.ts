import {
  type Money,
  type Price,
  type Rate,
  type TickId,
  type UnixMs,
  type UserId,
  type UtcDay,
  money,
} from '@candor/kernel';
import type { LoanPrice, Owed } from '@candor/pricing';
import type { loans as protocol } from '@candor/protocol';

type LoanPart = protocol.LoanPart;
type LoanReason = protocol.LoanReason;
type LoanState = protocol.LoanState;
type SaleCause = protocol.SaleCause;

/** What a loan is signed on; none of it changes afterwards. */
export type LoanTerms = {
  readonly principal: Money;
  readonly days: number;
  readonly price: LoanPrice;
  /** The share of the collateral up to which it is drawn, and to which a sale brings it back. */
  readonly ltvMax: Rate;
  /** What secures it when it is drawn. */
  readonly offered: readonly Money[];
  readonly agreementId: string;
  /** What is signed, word for word, and its SHA-256 in hex. */
  readonly agreement: string;
  readonly agreementHash: string;
};

/** A loan that was said to cost so much, until it has to be signed. */
export type HeldOffer = LoanTerms & {
  readonly userId: UserId;
  readonly id: string;
  readonly offeredAt: UnixMs;
  readonly expiresAt: UnixMs;
};

/** What of a loan is owed, was paid and was lost. */
export type LoanBooks = {
  readonly owed: Owed;
  readonly interestCharged: Money;
  readonly paid: Owed;
  readonly lost: Owed;
};

/** A loan. */
export type Loan = LoanTerms &
  LoanBooks & {
    readonly userId: UserId;
    readonly id: string;
    readonly number: string;
    readonly offerId: string;
    readonly signatureId: string;
    readonly signatureHash: string;
    readonly requestedAt: UnixMs;
    /** Until when staff look at it; a passed one decides nothing. */
    readonly reviewUntil: UnixMs;
    readonly state: LoanState;
    readonly reason: LoanReason | null;
    readonly at: UnixMs;
    readonly caseId: string | null;
    readonly approvedCase: string | null;
    /** Until when an approved one may be drawn. */
    readonly drawUntil: UnixMs | null;
    readonly drawnAt: UnixMs | null;
    readonly drawnOn: UtcDay | null;
    readonly dueOn: UtcDay | null;
    /** The last midnight whose interest was charged. */
    readonly chargedThrough: UtcDay | null;
    /** Notice lines its owner was told of since it was last calm. */
    readonly notices: number;
    /** Days past its due date its owner was told of. */
    readonly lateTold: number;
    /** What is pledged to it. */
    readonly collateral: readonly Money[];
  };

/** A loan that runs. */
export type RunningLoan = Loan & {
  readonly drawnAt: UnixMs;
  readonly drawnOn: UtcDay;
  readonly dueOn: UtcDay;
  readonly chargedThrough: UtcDay;
};

/** Whether something is owed on a loan. */
export function isRunning(loan: Loan): loan is RunningLoan {
  return loan.state === 'repaymentInProgress' || loan.state === 'overdue';
}

/** A state a loan came to. */
export type LoanStep = {
  readonly state: LoanState;
  readonly at: UnixMs;
  readonly by: LoanPart;
  readonly reason: LoanReason | null;
};

/** An amount of collateral with the bid it was judged at; USDT has neither price nor tick. */
export type Priced = { readonly held: Money; readonly at: SalePrice | null };

/** A bid and the tick it stands on. */
export type SalePrice = { readonly price: Price; readonly tickId: TickId };

/** A sale of collateral, with everything it was decided on. */
export type SaleRecord = {
  readonly userId: UserId;
  readonly id: string;
  readonly loanId: string;
  readonly cause: SaleCause;
  readonly at: UnixMs;
  readonly aim: { readonly line: Rate } | { readonly wanted: Money };
  readonly ltvMax: Rate;
  readonly spreadRate: Rate;
  readonly spreadVersion: number;
  /** Run of prices its ticks belong to. */
  readonly feed: string;
  readonly before: Owed;
  readonly held: readonly Priced[];
  readonly given: readonly Money[];
  readonly paid: Owed;
  readonly lost: Owed;
};

/** Principal and interest together. */
export function wholeOf({ principal, interest }: Owed): Money {
  return money('USDT', principal.units + interest.units);
}
