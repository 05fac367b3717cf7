import { z } from 'zod';
import { CASE_NOTE_MAX } from '../case-terms.ts';
import { LANGUAGES } from '../accounts-preferences.ts';
import { LOAN_STATES } from '../loan-terms.ts';
import { LoanCollateral } from '../loans-view.ts';
import { AssetText, DecimalText, HashText, Id, UnixMsNumber, queryInt } from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';
import { BOOK_LEVELS, BOOK_ROWS_MAX, STRESS_PERCENTS } from './loan-terms.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });
const count = z.int().nonnegative();
const Day = z.iso.date();

const READERS = ['risk', 'cashierChecker', 'auditor'] as const;
/** Who decides on a loan, and who reads what was decided. */
const CASE_READERS = ['kyc', 'cashierChecker', 'risk', 'auditor'] as const;

const read = ['session-over', 'forbidden', 'unreadable', 'too-many'] as const;

/** A running loan as the loan book shows it. */
export const DeskLoan = z.strictObject({
  id: Id,
  number: z.string(),
  userId: Id,
  /** Name of its borrower. */
  username: z.string(),
  state: z.enum(LOAN_STATES),
  principalOwed: DecimalText,
  interestOwed: DecimalText,
  owed: DecimalText,
  collateral: z.array(LoanCollateral),
  /** At the bids of the look; null while a coin has none that counts. */
  value: DecimalText.nullable(),
  /** A share of one; null where it cannot be judged, or nothing is worth anything. */
  ltv: DecimalText.nullable(),
  due: Day,
  daysLate: count,
});
export type DeskLoan = z.infer<typeof DeskLoan>;

/** What a fall of all coins at once would do to the loans that run. */
export const LoanStress = z.strictObject({
  percent: z.literal(STRESS_PERCENTS),
  /** Loans of which collateral would be sold. */
  loans: count,
  /** What would be given, and what it would bring after the spread. */
  sold: z.array(z.strictObject({ asset: AssetText, amount: DecimalText })),
  received: DecimalText,
  /** What no collateral would be left for: the house's loss, and of how many loans. */
  loss: DecimalText,
  lossLoans: count,
});
export type LoanStress = z.infer<typeof LoanStress>;

/** All loans that run, as they were looked at last. */
export const LoanBook = z.strictObject({
  at: UnixMsNumber,
  ageMs: count,
  tookMs: count,
  loans: count,
  owed: DecimalText,
  /** What the collateral of those that can be judged is worth. */
  value: DecimalText,
  /** Loans that cannot be judged: a coin of theirs has no bid that counts. */
  unjudged: count,
  overdue: count,
  overdueOwed: DecimalText,
  /** In the order of `BOOK_LEVELS`. */
  levels: z
    .array(z.strictObject({ from: DecimalText, loans: count, owed: DecimalText }))
    .length(BOOK_LEVELS.length),
  stress: z.array(LoanStress).length(STRESS_PERCENTS.length),
  /** How many are named, of which the page is a part. */
  named: count,
  /** Those nearest to a sale first; before them those that cannot be judged. */
  records: z.array(DeskLoan),
});
export type LoanBook = z.infer<typeof LoanBook>;

export const loanBook = deskEndpoint({
  name: 'loans.book',
  summary:
    'Loans that run by their loan to value, and what a fall of all coins would sell and lose; looked at in the background while it is asked for.',
  method: 'GET',
  path: '/desk/loans',
  access: 'session',
  roles: READERS,
  audits: 'loans.book',
  readsPersonalData: true,
  body: none,
  query: z.strictObject({
    page: queryInt(1, BOOK_ROWS_MAX).default(1),
    size: queryInt(1, 100).default(50),
  }),
  params: none,
  result: LoanBook,
  failures: read,
});

export const listOverdueLoans = deskEndpoint({
  name: 'loans.overdue',
  summary: 'Loans past their due date, the longest first.',
  method: 'GET',
  path: '/desk/loans/overdue',
  access: 'session',
  roles: READERS,
  audits: 'loans.overdue',
  readsPersonalData: true,
  body: none,
  query: z.strictObject({
    cursor: z.string().max(80).optional(),
    size: queryInt(1, 100).default(50),
  }),
  params: none,
  result: z.strictObject({ records: z.array(DeskLoan), next: z.string().nullable() }),
  failures: read,
});

export const writeOffLoan = deskEndpoint({
  name: 'loans.write-off',
  summary: 'Puts before two people that what is owed on an overdue loan is the house’s loss.',
  method: 'POST',
  path: '/desk/loans/:id/write-off',
  access: 'session',
  roles: ['risk'],
  audits: 'loans.write-off',
  perMinute: 30,
  body: z.strictObject({ userId: Id, note: z.string().trim().min(1).max(CASE_NOTE_MAX) }),
  query: none,
  params: byId,
  result: z.strictObject({ id: Id, number: z.string() }),
  failures: [...read, 'not-found', 'case-impossible'],
});

/** What is known now of the loan a case is about, beside what it was proposed on. */
export const CaseLoan = z.strictObject({
  id: Id,
  number: z.string(),
  state: z.enum(LOAN_STATES),
  /** SHA-256 of the agreement that was signed; the document states the same. */
  agreementHash: HashText,
  signatureHash: HashText,
  identity: z.enum(['none', 'pending', 'verified', 'failed']),
  level: count,
  /** The collateral at the bids of now; null while it cannot be judged. */
  value: DecimalText.nullable(),
  ltv: DecimalText.nullable(),
  ltvMax: DecimalText,
  /** The borrower's other loans that run or wait. */
  others: z
    .array(
      z.strictObject({
        number: z.string(),
        state: z.enum(LOAN_STATES),
        amount: DecimalText,
        owed: DecimalText,
        ltv: DecimalText.nullable(),
      }),
    )
    .max(50),
});
export type CaseLoan = z.infer<typeof CaseLoan>;

export const caseLoan = deskEndpoint({
  name: 'loans.of-case',
  summary:
    'The loan a case is about as it stands now: collateral at the bids of now, identity, other loans.',
  method: 'GET',
  path: '/desk/cases/:id/loan',
  access: 'session',
  roles: CASE_READERS,
  audits: 'loans.of-case',
  readsPersonalData: true,
  body: none,
  query: none,
  params: byId,
  result: CaseLoan,
  failures: [...read, 'not-found'],
});

export const caseAgreement = deskEndpoint({
  name: 'loans.case-agreement',
  summary: 'The agreement a user signed, of the case about that loan, as PDF in one language.',
  method: 'GET',
  path: '/desk/cases/:id/agreement',
  access: 'session',
  roles: CASE_READERS,
  audits: 'loans.case-agreement',
  readsPersonalData: true,
  perMinute: 20,
  body: none,
  query: z.strictObject({ language: z.enum(LANGUAGES).default('en') }),
  params: byId,
  result: none,
  file: 'application/pdf',
  failures: [...read, 'not-found'],
});
