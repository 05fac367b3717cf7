import { type Result, type UserId, fail, formatDecimal, formatMoney } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { CaseLoan } from '@candor/protocol/desk';
import type { Cases } from '../cases/index.ts';
import { findVerification } from '../identity/index.ts';
import { type LoanBook, createLoanBook } from './book/book.ts';
import { findByNumber } from './book/book-store.ts';
import type { LoanDeps } from './loan/deps.ts';
import { type Loan, isRunning, wholeOf } from './loan/loan.ts';
import { bidsNow, collateralTexts } from './loan/pricing.ts';
import { findLoan, listOfUser } from './loan/store.ts';
import { writeOffProposal } from './review/write-off.ts';

type OfCase = { readonly userId: UserId; readonly number: string };
type Said = Parameters<Cases['proposeAs']>[1];

/** Loans of a borrower that are shown beside another one. */
const OTHERS_MAX = 50;
const ENDED: ReadonlySet<Loan['state']> = new Set([
  'rejected',
  'expired',
  'repaid',
  'sold',
  'writtenOff',
]);

/** What the operator's people see of loans, and what they propose. */
export type DeskLoans = {
  readonly book: LoanBook;
  /** The loan a case is about, as it stands now; null for none. */
  ofCase(of: OfCase): Promise<CaseLoan | null>;
  /** The id of its agreement; null for none. */
  agreementOf(of: OfCase): Promise<string | null>;
  /**
   * Puts before two people that what is owed on a loan is lost.
   *
   * @failure not-found — no loan of this user
   * @failure case-impossible — it is not overdue
   */
  proposeWriteOff(
    of: { readonly userId: UserId; readonly id: string },
    said: Omit<Said, 'proposal'>,
  ): Promise<Result<{ id: string; number: string }, Failure>>;
};

/** Opens them. */
export function createDeskLoans(
  deps: Pick<LoanDeps, 'db' | 'market' | 'exchange' | 'parameters' | 'usernameOf'> & {
    readonly cases: Pick<Cases, 'proposeAs'>;
  },
): DeskLoans {
  const { db, cases, usernameOf } = deps;
  const find = async ({ userId, number }: OfCase): Promise<Loan | null> => {
    const id = await findByNumber(db, { userId, number });
    return id === null ? null : findLoan(db, { userId, id });
  };

  /** How a loan stands at bids of now; one that was not drawn yet as if it were. */
  function standing(loan: Loan) {
    const isDrawn = loan.drawnAt !== null;
    return collateralTexts({
      debt: isDrawn ? wholeOf(loan.owed) : loan.principal,
      collateral: isDrawn ? loan.collateral : loan.offered,
      bids: bidsNow(deps),
    });
  }

  return {
    book: createLoanBook(deps),
    async ofCase(of) {
      const loan = await find(of);
      if (loan === null) return null;
      const [identified, { found }] = await Promise.all([
        findVerification(db, of.userId),
        listOfUser(db, { userId: of.userId, page: 1, size: OTHERS_MAX }),
      ]);
      const { value, ltv } = standing(loan);
      return {
        id: loan.id,
        number: loan.number,
        state: loan.state,
        agreementHash: loan.agreementHash,
        signatureHash: loan.signatureHash,
        identity: identified.state,
        level: identified.level,
        value,
        ltv,
        ltvMax: formatDecimal(loan.ltvMax),
        others: found
          .filter(({ id, state }) => id !== loan.id && !ENDED.has(state))
          .map((other) => ({
            number: other.number,
            state: other.state,
            amount: formatMoney(other.principal),
            owed: formatMoney(wholeOf(other.owed)),
            ltv: standing(other).ltv,
          })),
      };
    },
    agreementOf: async (of) => (await find(of))?.agreementId ?? null,
    async proposeWriteOff(of, said) {
      const loan = await findLoan(db, of);
      if (loan === null) return fail({ name: 'not-found' });
      if (!isRunning(loan) || loan.state !== 'overdue') return fail({ name: 'case-impossible' });
      const username = (await usernameOf(db, of.userId)) ?? '';
      return cases.proposeAs('loanWriteOff', {
        ...said,
        proposal: writeOffProposal(loan, username),
      });
    },
  };
}
