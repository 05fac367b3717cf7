import { DAY_MS, type UserId, formatDecimal, formatMoney, plusMs } from '@candor/kernel';
import { CASE_REASONS, type loans as protocol } from '@candor/protocol';
import { assert } from '@candor/kernel';
import type { KindTerms, Proposal } from '../../cases/index.ts';
import { lockAccounts } from '../../ledger/index.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { readAgreement } from '../loan/agreement.ts';
import { LOANS_CHANGED, type LoanNews, type LoansChanged } from '../loan/events.ts';
import type { Loan } from '../loan/loan.ts';
import { REVIEW_MS } from '../loan/rules.ts';
import { lockLoan, moveLoan } from '../loan/store.ts';

type LoanRejectReason = protocol.LoanRejectReason;

/** What a case says beside the loan itself. */
export type LoanEvidence = {
  readonly username: string;
  readonly level: number;
  readonly owed: string;
  readonly netAssets: string;
  /** What the collateral was worth and the loan as a share of it. */
  readonly value: string;
  readonly ltv: string;
};

/** The proposal two people decide on: the loan as it was signed, and what is known beside it. */
export function loanProposal(loan: Loan, evidence: LoanEvidence): Proposal {
  const { userId, id, number, principal, days, price, offered, agreementHash } = loan;
  const amount = formatMoney(principal);
  const secured = offered.map((held) => `${formatMoney(held)} ${held.asset}`).join(', ');
  const agreement = readAgreement(loan.agreement);
  return {
    userId,
    subject: `${number} ${evidence.username}: ${amount} USDT, ${days} days`.slice(0, 200),
    amount: principal.units,
    asset: 'USDT',
    facts: {
      id,
      number,
      userId,
      principalUnits: principal.units.toString(),
      agreementHash,
      amount,
      days: String(days),
      freeDays: String(price.freeDays),
      rateDaily: formatDecimal(price.rateDaily),
      apr: agreement.apr,
      total: agreement.total,
      collateral: secured,
      ...evidence,
      level: String(evidence.level),
    },
    evidence: [loan.signatureId],
  };
}

const SHOWN = [
  ['loan', 'text', 'number'],
  ['username', 'text', 'username'],
  ['user', 'user', 'userId'],
  ['amount', 'amount', 'amount'],
  ['days', 'text', 'days'],
  ['free-days', 'text', 'freeDays'],
  ['rate-daily', 'share', 'rateDaily'],
  ['apr', 'share', 'apr'],
  ['total', 'amount', 'total'],
  ['collateral', 'text', 'collateral'],
  ['worth', 'amount', 'value'],
  ['ltv', 'share', 'ltv'],
  ['identity-level', 'text', 'level'],
  ['owed', 'amount', 'owed'],
  ['net-assets', 'amount', 'netAssets'],
  ['agreement-hash', 'text', 'agreementHash'],
] as const;

async function lockReviewed(
  tx: Tx,
  facts: Readonly<Record<string, string>>,
  owner: UserId | null,
): Promise<Loan | null> {
  if (owner === null) return null;
  await lockAccounts(tx, [{ userId: owner, mode: 'real' }]);
  return lockLoan(tx, { userId: owner, id: facts['id'] ?? '' });
}

async function tell(tx: Tx, loan: Loan, at: Loan['at'], news: LoanNews): Promise<void> {
  const changed = [{ userId: loan.userId, loanId: loan.id, at, news: [news] }];
  await appendFacts(
    tx,
    [{ topic: LOANS_CHANGED, payload: { changed } satisfies LoansChanged }],
    at,
  );
}

/** A loan that two people grant as it was signed, or one rejects. @source PRODUCT 7, 11 */
export const loanReview: KindTerms = {
  name: 'loan',
  letter: 'G',
  deadlineMs: REVIEW_MS,
  people: 2,
  roles: { opener: [], maker: ['risk', 'kyc'], checker: ['risk', 'cashierChecker'] },
  reasons: CASE_REASONS.loan,
  passkey: true,
  describe: (facts) =>
    SHOWN.map(([key, as, source]) => ({ key, as, value: facts[source] ?? '' })).filter(
      ({ value }) => value !== '',
    ),
  async apply(tx, { id, userId, facts }, at) {
    const loan = await lockReviewed(tx, facts, userId);
    // Taken back by its owner meanwhile, or another than the one that was decided on.
    if (loan === null || loan.state !== 'pendingReview') return 'overtaken';
    if (loan.caseId !== id || facts['agreementHash'] !== loan.agreementHash) return 'overtaken';
    const { offerDays } = readAgreement(loan.agreement);
    const drawUntil = plusMs(at, offerDays * DAY_MS);
    await moveLoan(tx, loan, { to: 'approved', by: 'operator', at, drawUntil, approvedCase: id });
    await tell(tx, loan, at, { kind: 'approved' });
    return 'done';
  },
  async undo(tx, decided, at) {
    const loan = await lockReviewed(tx, decided.facts, decided.userId);
    if (loan === null || loan.state !== 'pendingReview' || loan.caseId !== decided.id) return;
    const reason = decided.reason as LoanRejectReason | null;
    assert(reason !== null, 'a rejection has its reason');
    await moveLoan(tx, loan, { to: 'rejected', by: 'operator', at, reason });
    await tell(tx, loan, at, { kind: 'rejected' });
  },
};
