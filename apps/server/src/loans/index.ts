/**
 * loans — USDT lent against collateral, from an offer to its end.
 * Owns: offers, loans, what is pledged to them, charges, payments and sales of collateral.
 * Announces: LoansChanged.
 * Needs: ledger, exchange for selling, cases for granting, contracts for the free margin, files.
 * Refuses: practice money, a loan on borrowed money, a sale without a fresh price or beyond its aim.
 */
import { type Result, type UserId, assert, ensure, fail, ok } from '@candor/kernel';
import type { Failure, loans as protocol } from '@candor/protocol';
import { createAccrual } from './accrual/accruing.ts';
import { type LoanCommands, createLoanCommands } from './lending/commands.ts';
import { offerLoan, termsNow } from './lending/offering.ts';
import { quoteRepayment } from './lending/repaying.ts';
import { type DeskLoans, createDeskLoans } from './desk.ts';
import { agreementHashOf, readAgreement } from './loan/agreement.ts';
import type { LoanDeps, PaperParams } from './loan/deps.ts';
import type { SaleRecord } from './loan/loan.ts';
import { bidsNow } from './loan/pricing.ts';
import { readHistory } from './loan/history-store.ts';
import { findOfferOf, sweepOffers } from './loan/offer-store.ts';
import { saleReportFacts } from './loan/sale-facts.ts';
import { findSales, listSales } from './loan/sale-store.ts';
import { findLoan, findLoanOf, listOfUser } from './loan/store.ts';
import { detailOf, viewOf } from './loan/view.ts';
import { loansFile } from './loan/whole-file.ts';
import type { PricedNow } from './review/write-off.ts';
import { createTending } from './tending/tending.ts';
import { type LoanWatching, createLoanWatching } from './watching/watching.ts';

type LoanView = protocol.Loan;
type LoanDetail = protocol.LoanDetail;
type LoanOffer = protocol.LoanOffer;
type LoanOfferBody = protocol.LoanOfferBody;
type LoanSaleQuote = protocol.LoanSaleQuote;
type LoanTerms = protocol.LoanTerms;

export type { AgreementFacts } from './loan/agreement.ts';
export type { LoanDeps } from './loan/deps.ts';
export type { LookedLoan } from './book/rules.ts';
export type { DeskLoans } from './desk.ts';
export {
  LOANS_CHANGED,
  type LoanChanged,
  type LoanNews,
  type LoansChanged,
} from './loan/events.ts';
export type { LoanWatching, Seen } from './watching/watching.ts';
export type { WatchedLoan } from './watching/store.ts';
export { saleFigures, saleNumber } from './loan/view.ts';
export { SALE_AFTER_DAYS, noticesReached } from './loan/rules.ts';
export { loanReview } from './review/review.ts';
export { loanWriteOff } from './review/write-off.ts';

/** Collateral that was sold, with the number of its loan. */
export type SoldCollateral = { readonly sale: SaleRecord; readonly loanNumber: string };

type Named = { readonly userId: UserId; readonly id: string };

/** Everything loans offer. */
export type Loans = {
  /** For who watches collateral. */
  readonly watching: LoanWatching;
  /** What the operator's people see of loans. */
  readonly desk: DeskLoans;
  readonly commands: LoanCommands;
  /** What loans are offered on, and what a user may pledge and borrow. */
  terms(userId: UserId): Promise<LoanTerms>;
  /** What a loan would cost, held until it has to be signed. */
  offer(userId: UserId, body: LoanOfferBody): Promise<Result<LoanOffer, Failure>>;
  /** What repaying from collateral would sell now; nothing is held. */
  quoteRepayment(
    userId: UserId,
    asked: Parameters<typeof quoteRepayment>[2],
  ): Promise<Result<LoanSaleQuote, Failure>>;
  list(asked: {
    readonly userId: UserId;
    readonly page: number;
    readonly size: number;
  }): Promise<{ records: LoanView[]; total: number }>;
  /** A loan of a user as it stands now; null for none of theirs. */
  find(named: Named): Promise<LoanView | null>;
  /** The same with everything that happened to it. */
  get(named: Named): Promise<LoanDetail | null>;
  /**
   * The agreement of an offer or a loan as PDF.
   *
   * @failure not-found — none of theirs
   * @failure too-many, unreadable — more are being written than may wait; too long for one
   */
  agreement(
    named: Named & PaperParams,
  ): Promise<Result<{ name: string; content: Buffer }, Failure>>;
  /**
   * What happened to collateral that was sold, in plain words, as PDF.
   *
   * @failure not-found — no sale of theirs
   * @failure too-many, unreadable — as for an agreement
   */
  saleReport(
    named: Named & { readonly language: string },
  ): Promise<Result<{ name: string; content: Buffer }, Failure>>;
  /** Sales of collateral by their ids. */
  sales(ids: readonly Named[]): Promise<SoldCollateral[]>;
  /** Does what time alone brings: interest of midnights, due dates that pass, offers nobody drew. */
  tend(): Promise<void>;
  /** Everything kept of a user's loans, for the copy of one's data. */
  wholeFile(userId: UserId): Promise<{ readonly name: string; readonly content: string }>;
  /** The bids collateral could be sold at now. */
  priced(): PricedNow;
  /** Drops offers that have ended. */
  sweep(): Promise<void>;
};

/** A document to be kept, or why there is none. */
function paperFile(
  made: Awaited<ReturnType<LoanDeps['papers']['agreement']>>,
  name: string,
): Result<{ name: string; content: Buffer }, Failure> {
  if (made.ok) return ok({ name, content: made.value });
  return fail({ name: made.failure.name === 'busy' ? 'too-many' : 'unreadable' });
}

/** Opens the capability. */
export function createLoans(deps: LoanDeps): Loans {
  const { db, clock, papers } = deps;
  const accrual = createAccrual(deps);
  const tending = createTending(deps);
  const now = () => clock.now();
  return {
    watching: createLoanWatching(deps),
    commands: createLoanCommands(deps),
    desk: createDeskLoans(deps),
    terms: (userId) => termsNow(deps, userId),
    offer: (userId, body) => offerLoan(deps, userId, body),
    quoteRepayment: (userId, asked) => quoteRepayment(deps, userId, asked),
    async list(asked) {
      const { found, total } = await listOfUser(db, asked);
      const bids = bidsNow(deps);
      return { records: found.map((loan) => viewOf(loan, bids, now())), total };
    },
    async find(named) {
      const loan = await findLoan(db, named);
      return loan === null ? null : viewOf(loan, bidsNow(deps), now());
    },
    async get(named) {
      const loan = await findLoan(db, named);
      if (loan === null) return null;
      const [history, sales] = await Promise.all([readHistory(db, named), listSales(db, named)]);
      return detailOf(viewOf(loan, bidsNow(deps), now()), loan, { history, sales });
    },
    async agreement({ userId, id, language, by }) {
      const found =
        (await findLoanOf(db, { userId, id })) ?? (await findOfferOf(db, { userId, id }));
      if (found === null) return fail({ name: 'not-found' });
      // What is shown is what was signed, to the byte, or it is not shown.
      assert(agreementHashOf(found.agreement) === found.agreementHash, 'an agreement stays');
      const made = await papers.agreement(readAgreement(found.agreement), { language, by });
      return paperFile(made, `loan-${id.slice(0, 8)}-${language}.pdf`);
    },
    async saleReport({ userId, id, language }) {
      const [sale] = await findSales(db, [{ userId, id }]);
      if (sale === undefined) return fail({ name: 'not-found' });
      const loan = ensure(await findLoan(db, { userId, id: sale.loanId }), 'a sale has a loan');
      const dueOn = ensure(loan.dueOn, 'what was sold from was drawn');
      const facts = saleReportFacts({ ...loan, dueOn }, sale);
      const made = await papers.saleReport(facts, { language, by: userId });
      return paperFile(made, `sale-${loan.number}-${id.slice(0, 8)}-${language}.pdf`);
    },
    async sales(ids) {
      const found = await findSales(db, ids);
      return Promise.all(
        found.map(async (sale) => {
          const loan = await findLoan(db, { userId: sale.userId, id: sale.loanId });
          return { sale, loanNumber: ensure(loan, 'a sale has a loan').number };
        }),
      );
    },
    async tend() {
      try {
        await accrual.run();
      } finally {
        // What is due and what has ended waits for no interest.
        await tending.run();
      }
    },
    wholeFile: (userId) => loansFile(db, userId, now()),
    priced: () => ({ bids: bidsNow(deps), at: now() }),
    sweep: () => sweepOffers(db, now()),
  };
}
