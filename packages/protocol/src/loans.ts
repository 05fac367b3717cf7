import { z } from 'zod';
import { LANGUAGES } from './accounts-preferences.ts';
import { endpoint } from './endpoint.ts';
import { LOAN_COLLATERAL_MAX, LOAN_SOURCES } from './loan-terms.ts';
import {
  Loan,
  LoanCollateral,
  LoanDetail,
  LoanOffer,
  LoanSaleQuote,
  LoanTerms,
} from './loans-view.ts';
import { AssetText, Id, PageNumber, PageSize, PositiveText, RequestIdText } from './scalars.ts';
import { PATHS } from './wire/paths.ts';

export {
  LOAN_LEVELS,
  type LoanPart,
  type LoanReason,
  type LoanRejectReason,
  type LoanSource,
  type LoanState,
  type SaleCause,
} from './loan-terms.ts';
export {
  LOAN_OFFER_MS,
  type Loan,
  type LoanCollateral,
  type LoanDay,
  type LoanDetail,
  type LoanLine,
  type LoanOffer,
  type LoanSale,
  type LoanSaleQuote,
  type LoanTerms,
} from './loans-view.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });

const asked = {
  amount: PositiveText,
  days: z.int(),
  collateral: z.array(LoanCollateral).min(1).max(LOAN_COLLATERAL_MAX),
};
const fieldFailures = {
  amount: 'amount-out-of-range',
  days: 'loan-days-unknown',
} as const;

export const LoanOfferBody = z.strictObject(asked);
export type LoanOfferBody = z.infer<typeof LoanOfferBody>;

const real = ['session-over', 'unreadable', 'too-many', 'real-account-needed'] as const;
const once = ['request-in-flight', 'request-reused'] as const;
const judged = [
  'amount-out-of-range',
  'loan-days-unknown',
  'method-missing',
  'quantity-refused',
  'free-margin-short',
  'not-tradable-now',
] as const;
const newRisk = ['user-status-forbids', 'cooling-off', 'identity-not-verified'] as const;

const call = {
  origin: 'candor',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: none,
} as const;

export const loanTerms = endpoint({
  ...call,
  name: 'loans.terms',
  summary: 'What loans are offered on, limits by level, and what the caller may pledge and borrow.',
  method: 'GET',
  path: '/user/loanTerms',
  result: LoanTerms,
  failures: ['session-over', 'unreadable', 'real-account-needed'],
});

export const offerLoan = endpoint({
  ...call,
  name: 'loans.offer',
  summary: 'What a loan would cost, day by day, and at which prices its collateral would be sold.',
  method: 'POST',
  path: '/user/loanOffer',
  // Each is a row until it ends.
  perMinute: 120,
  body: LoanOfferBody,
  result: LoanOffer,
  failures: [...real, ...judged],
  fieldFailures,
});

export const ApplyLoanBody = z.strictObject({
  ...asked,
  offerId: Id,
  /** The agreement that was read, and a picture that was brought as `signature`. */
  agreementId: Id,
  signatureId: Id,
  requestId: RequestIdText,
});
export type ApplyLoanBody = z.infer<typeof ApplyLoanBody>;

export const applyLoan = endpoint({
  ...call,
  name: 'loans.apply',
  summary: 'Applies for the loan of an offer, its agreement signed; staff look at it.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.loan,
  money: true,
  perMinute: 20,
  body: ApplyLoanBody,
  result: Loan,
  success: 'submitted-for-review',
  failures: [
    ...real,
    ...judged,
    ...newRisk,
    'identification-state-forbids',
    'not-signed',
    'limit-reached',
    ...once,
  ],
  fieldFailures: {
    ...fieldFailures,
    offerId: 'loan-days-unknown',
    agreementId: 'not-signed',
    signatureId: 'not-signed',
  },
});

export const listLoans = endpoint({
  ...call,
  name: 'loans.list',
  summary: 'One’s own loans, newest first.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.listLoans,
  query: z.strictObject({ page: PageNumber, size: PageSize }),
  result: z.strictObject({ records: z.array(Loan), total: z.int() }),
  failures: ['session-over', 'unreadable', 'real-account-needed'],
});

export const getLoan = endpoint({
  ...call,
  name: 'loans.get',
  summary: 'One loan of one’s own, with its schedule, charges, payments and sales.',
  method: 'GET',
  path: '/user/getLoan/:id',
  params: byId,
  result: LoanDetail,
  failures: ['session-over', 'unreadable', 'real-account-needed', 'not-found'],
});

const onOne = [...real, 'not-found', 'already-closed', ...once] as const;

export const drawLoan = endpoint({
  ...call,
  name: 'loans.draw',
  summary: 'Pledges the collateral of an approved loan and pays its amount out, at once.',
  method: 'POST',
  path: '/user/drawLoan/:id',
  money: true,
  perMinute: 20,
  params: byId,
  body: z.strictObject({
    requestId: RequestIdText,
    /** Made for `loan-draw` and the loan. */
    stepUp: z.string().max(200).optional(),
  }),
  result: Loan,
  failures: [...onOne, ...judged, ...newRisk, 'second-factor-needed'],
});

export const quoteRepayment = endpoint({
  ...call,
  name: 'loans.quote-repayment',
  summary:
    'What repaying from collateral would sell now: amounts and bids, the spread, what is owed and held afterwards.',
  method: 'POST',
  path: '/user/repayLoanQuote/:id',
  perMinute: 120,
  params: byId,
  body: z.union([
    z.strictObject({ amount: PositiveText }),
    z.strictObject({ all: z.literal(true) }),
  ]),
  result: LoanSaleQuote,
  failures: [...real, 'not-found', 'already-closed', 'amount-out-of-range', 'not-tradable-now'],
});

/** The most of each asset that is sold, as a quote said it; where it would be more, nothing is. */
const sellsMost = z.array(LoanCollateral).max(LOAN_COLLATERAL_MAX).optional();

export const repayLoan = endpoint({
  ...call,
  name: 'loans.repay',
  summary:
    'Repays a loan in part or whole, interest first, from cash or by selling its collateral.',
  method: 'POST',
  path: '/user/repayLoan/:id',
  money: true,
  perMinute: 20,
  params: byId,
  body: z.union([
    z.strictObject({
      amount: PositiveText,
      source: z.enum(LOAN_SOURCES),
      sellsMost,
      requestId: RequestIdText,
    }),
    z.strictObject({
      all: z.literal(true),
      source: z.enum(LOAN_SOURCES),
      sellsMost,
      requestId: RequestIdText,
    }),
  ]),
  result: Loan,
  failures: [
    ...onOne,
    'amount-out-of-range',
    'free-margin-short',
    'not-tradable-now',
    'quote-expired',
  ],
});

export const addCollateral = endpoint({
  ...call,
  name: 'loans.add-collateral',
  summary: 'Pledges more to a running loan.',
  method: 'POST',
  path: '/user/addCollateral/:id',
  money: true,
  perMinute: 20,
  params: byId,
  body: z.strictObject({ asset: AssetText, amount: PositiveText, requestId: RequestIdText }),
  result: Loan,
  failures: [
    ...onOne,
    'method-missing',
    'quantity-refused',
    'free-margin-short',
    'not-tradable-now',
  ],
  fieldFailures: { asset: 'method-missing', amount: 'quantity-refused' },
});

export const cancelLoan = endpoint({
  ...call,
  name: 'loans.cancel',
  summary: 'Takes a loan back that was not drawn; nothing was pledged.',
  method: 'POST',
  path: '/user/cancelLoan/:id',
  perMinute: 20,
  params: byId,
  result: Loan,
  failures: [...real, 'not-found', 'already-closed'],
});

/** A document takes the processor for as long as a hundred orders. */
const PAPERS_PER_MINUTE = 20;

export const loanAgreement = endpoint({
  ...call,
  name: 'loans.agreement',
  summary:
    'The agreement of an offer or a loan as PDF in one language; what is signed is its hash.',
  method: 'GET',
  path: '/user/loanAgreement/:id',
  perMinute: PAPERS_PER_MINUTE,
  params: byId,
  query: z.strictObject({ language: z.enum(LANGUAGES).default('en') }),
  file: 'application/pdf',
  result: none,
  failures: [...real, 'not-found'],
});

export const loanSaleReport = endpoint({
  ...call,
  name: 'loans.sale-report',
  summary:
    'What happened to collateral that was sold, in plain words, as PDF in one language: why, what at which tick, what is left.',
  method: 'GET',
  path: '/user/loanSaleReport/:id',
  perMinute: PAPERS_PER_MINUTE,
  params: byId,
  query: z.strictObject({ language: z.enum(LANGUAGES).default('en') }),
  file: 'application/pdf',
  result: none,
  failures: [...real, 'not-found'],
});
