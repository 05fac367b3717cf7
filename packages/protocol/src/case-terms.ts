import { LOAN_REJECT_REASONS } from './loan-terms.ts';
import { REJECT_REASONS } from './withdrawal-terms.ts';

/** Kinds of cases: everything that waits for a decision of the operator's people. @source PRODUCT 11 */
export const CASE_KINDS = [
  'adjustment',
  'houseFunding',
  'takeOut',
  'exchangeCover',
  'parameterChange',
  'legalText',
  'instrument',
  'specification',
  'accountDisabling',
  'optionsEnabling',
  'optionsEnding',
  'payInKey',
  'withdrawal',
  'offer',
  'depositReversal',
  'deposit',
  'payoutVoid',
  'identity',
  'loan',
  'loanWriteOff',
  'planVersion',
  'planChange',
  'planSubsidy',
  'beneficiary',
  'token',
  'tokenChange',
  'tokenCancel',
  'tokenDelivery',
  'charityPayout',
  'creatorPayout',
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** `firstYes`: of the two people a case needs, one approved; `decided` is final. */
export const CASE_STATES = ['open', 'claimed', 'firstYes', 'decided'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** How a case ended; `withdrawn` by who opened it. */
export const CASE_VERDICTS = ['approved', 'rejected', 'withdrawn'] as const;
export type CaseVerdict = (typeof CASE_VERDICTS)[number];

/** What happened in a case, in its timeline. */
export const CASE_STEPS = [
  'opened',
  'claimed',
  'released',
  'noted',
  'amended',
  'firstYes',
  'voided',
  'approved',
  'rejected',
  'withdrawn',
  'applied',
  'overdue',
] as const;
export type CaseStep = (typeof CASE_STEPS)[number];

/** Why a case may be approved or rejected, by its kind; a verdict needs one of its own list. */
export const CASE_REASONS = {
  adjustment: {
    approved: ['mistake-corrected', 'goodwill'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  houseFunding: {
    approved: ['received'],
    rejected: ['not-received', 'evidence-missing'],
  },
  takeOut: {
    approved: ['surplus'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  exchangeCover: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  instrument: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  specification: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  legalText: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  parameterChange: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  accountDisabling: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  optionsEnabling: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  optionsEnding: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  deposit: {
    approved: ['payment-credited', 'adjustment-follows'],
    rejected: ['payment-not-found', 'payment-not-ours', 'evidence-missing'],
  },
  depositReversal: { approved: ['noted'], rejected: ['evidence-missing'] },
  payoutVoid: { approved: ['never-sent'], rejected: ['may-be-sent', 'evidence-missing'] },
  payInKey: { approved: ['key-compared'], rejected: ['key-differs', 'evidence-missing'] },
  withdrawal: { approved: ['as-proposed'], rejected: REJECT_REASONS },
  identity: { approved: ['documents-verified'], rejected: ['documents-rejected'] },
  loan: { approved: ['as-proposed'], rejected: LOAN_REJECT_REASONS },
  loanWriteOff: {
    approved: ['uncollectable'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  planVersion: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  planSubsidy: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  planChange: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  offer: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  beneficiary: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  token: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  tokenChange: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  tokenCancel: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  tokenDelivery: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  charityPayout: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
  creatorPayout: {
    approved: ['as-proposed'],
    rejected: ['not-justified', 'evidence-missing'],
  },
} as const satisfies Readonly<
  Record<CaseKind, Readonly<Record<'approved' | 'rejected', readonly string[]>>>
>;

/** Reasons a user can read, because the case was about the user; texts are `case.reason-<reason>`. */
export type UserCaseReason = (typeof CASE_REASONS)['adjustment']['approved' | 'rejected'][number];

/** How long a claim holds after its holder last did something. @units milliseconds */
export const CASE_CLAIM_MS = 30 * 60_000;
/** Characters of a note, a message to the user and a subject. */
export const CASE_NOTE_MAX = 4_000;
export const CASE_MESSAGE_MAX = 1_000;
