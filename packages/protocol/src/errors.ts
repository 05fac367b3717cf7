import { DESK_ERRORS } from './errors-desk.ts';

/**
 * Every refusal the product can answer: its name in code, its code on the wire, the capability
 * that produces it and when. A refusal travels as HTTP 200 with its code, except those whose code
 * is an HTTP status. Texts are in the catalogues of `locales`, under `error.<name>`.
 *
 * `awaits` names the function whose building will produce it; the checks count these.
 *
 * @source seed §8 (10001–19999) · our own codes from 11001 · HTTP statuses
 */
export const ERRORS = {
  'name-missing': {
    code: '10001',
    capability: 'accounts',
    when: 'log-in or registration without a name',
  },
  'mail-malformed': {
    code: '10002',
    capability: 'accounts',
    when: 'a mail address that cannot be one',
  },
  'username-malformed': {
    code: '10003',
    capability: 'accounts',
    when: 'a user name outside 3–32 of a-z 0-9 . _ -',
  },
  'credentials-wrong': {
    code: '10004',
    capability: 'accounts',
    when: 'unknown name or wrong password, the same answer for both',
  },
  'account-disabled': {
    code: '10005',
    capability: 'accounts',
    when: 'a disabled account, said only after the right password',
  },
  'username-taken': { code: '10006', capability: 'accounts', when: 'the user name exists' },
  'contact-taken': {
    code: '10007',
    capability: 'accounts',
    when: 'mail or phone in use, said only after its code proved it is the caller’s',
  },
  'user-status-forbids': {
    code: '10008',
    capability: 'accounts',
    when: 'new risk while frozen, timed out, self-excluded or held by staff',
  },
  'no-such-user': {
    code: '10009',
    capability: 'accounts',
    when: 'unknown invite code or link target',
  },
  'plan-unavailable': {
    code: '10010',
    capability: 'plans',
    when: 'plan unknown, closed or at capacity',
  },
  'free-margin-short': {
    code: '10011',
    capability: 'contracts',
    when: 'the act needs more than the free margin',
  },
  'plan-days-unknown': { code: '10012', capability: 'plans', when: 'days the plan does not offer' },
  'amount-out-of-range': {
    code: '10013',
    capability: 'plans',
    when: 'amount outside the range of the plan or loan',
  },
  'not-offered-as-option': {
    code: '10014',
    capability: 'options',
    when: 'instrument not offered for options',
  },
  'not-tradable-now': {
    code: '10015',
    capability: 'contracts',
    when: 'stale price, outside hours, suspended, close-only, feed not allowed for the mode; an open contract without a price; what ticks have reached is not known yet',
  },
  'quantity-refused': {
    code: '10016',
    capability: 'contracts',
    when: 'zero, off-step, too small or too large',
  },
  'option-period-unknown': { code: '10017', capability: 'options', when: 'period not offered' },
  'parameter-unknown': {
    code: '10018',
    capability: 'content',
    when: 'a parameter key outside the published list',
  },
  'identification-state-forbids': {
    code: '10019',
    capability: 'identity',
    when: 'already pending or verified',
  },
  'token-not-on-sale': { code: '10020', capability: 'nft', when: 'the token is not on sale' },
  'address-missing': { code: '10021', capability: 'cashier', when: 'no receiving address' },
  'identity-not-verified': {
    code: '10022',
    capability: 'identity',
    when: 'a verified identity is needed first',
  },
  'loan-days-unknown': {
    code: '10023',
    capability: 'loans',
    when: 'loan days not offered or offer expired',
  },
  'plan-already-bought': { code: '10024', capability: 'plans', when: 'the same plan is running' },
  'method-missing': { code: '10025', capability: 'cashier', when: 'no or unknown asset/network' },
  'code-wrong': {
    code: '10091',
    capability: 'accounts',
    when: 'a wrong or used phone or mail code',
  },
  'mail-taken': {
    code: '19999',
    capability: 'accounts',
    when: 'mail taken when changing the address',
  },
  'real-account-needed': {
    code: '11001',
    capability: 'cashier',
    when: 'a demo account asks for a function of the real one',
  },
  'plans-need-real': {
    code: '11002',
    capability: 'plans',
    when: 'a demo account asks for smart trading',
  },
  'plans-not-enabled': { code: '11003', capability: 'plans', when: 'smart trading not enabled' },
  'demo-disabled': {
    code: '11004',
    capability: 'accounts',
    when: 'new practice trades, or a reset, on a demo account an operator disabled',
  },
  'not-yet-open': {
    code: '11005',
    capability: 'accounts',
    when: 'a function that is not open yet',
  },
  'wallet-authorization-first': {
    code: '11006',
    capability: 'cashier',
    when: 'withdrawal before the wallet was shown to be the user’s',
  },
  'below-minimum-deposit': {
    code: '11007',
    capability: 'cashier',
    when: 'the form of a deposit names less than the minimum',
  },
  'stop-loss-unreasonable': {
    code: '11008',
    capability: 'contracts',
    when: 'stop loss on the wrong side, off-step or beyond the close-out price',
  },
  'take-profit-unreasonable': {
    code: '11009',
    capability: 'contracts',
    when: 'take profit on the wrong side or off-step',
  },
  'stops-unreasonable': {
    code: '11010',
    capability: 'contracts',
    when: 'both stop loss and take profit are unreasonable',
  },
  'image-format': { code: '11011', capability: 'files', when: 'not an accepted image' },
  'image-size': { code: '11012', capability: 'files', when: 'larger than the limit' },
  'upload-failed': { code: '11013', capability: 'files', when: 'the upload broke off' },
  incomplete: {
    code: '11014',
    capability: 'accounts',
    when: 'a needed field is missing',
  },
  'detail-refused': {
    code: '11038',
    capability: 'identity',
    when: 'a detail that cannot be right: a day that does not exist, an age below 18, a name with digits',
  },
  'not-signed': { code: '11015', capability: 'identity', when: 'no signature' },
  'quote-expired': {
    code: '11016',
    capability: 'contracts',
    when: 'the frozen quote ended, the price moved, or an order cannot wait at this price',
  },
  'already-closed': {
    code: '11017',
    capability: 'contracts',
    when: 'closing what is closed, the close failed, or a stored tick has reached it already',
  },
  'limit-reached': {
    code: '11018',
    capability: 'contracts',
    when: 'more orders that wait, open contracts or closings of one than a book may have, or past a limit its owner set',
  },
  'cooling-off': {
    code: '11019',
    capability: 'accounts',
    when: 'real business before the risk was acknowledged, or within a day after it',
  },
  'second-factor-needed': {
    code: '11020',
    capability: 'accounts',
    when: 'a second factor, or another confirmation by the owner, comes first',
  },
  'second-factor-wrong': {
    code: '11021',
    capability: 'accounts',
    when: 'the second factor, or what confirms an act, does not fit',
  },
  'address-not-usable-yet': {
    code: '11022',
    capability: 'cashier',
    when: 'a new address waits',
  },
  'password-weak': {
    code: '11023',
    capability: 'accounts',
    when: 'shorter than 10 characters or in the list of common ones',
  },
  'leverage-refused': {
    code: '11024',
    capability: 'contracts',
    when: 'leverage not a whole number from 1 to the cap',
  },
  'sign-in-unconfirmed': {
    code: '11025',
    capability: 'accounts',
    when: 'a wallet’s signature or a service’s word that does not fit, came twice or too late',
  },
  'service-unreachable': {
    code: '11026',
    capability: 'accounts',
    when: 'the service somebody signs in with did not answer',
  },
  'already-linked': {
    code: '11027',
    capability: 'accounts',
    when: 'a wallet or a service’s account that opens another account',
  },
  'last-way-in': {
    code: '11028',
    capability: 'accounts',
    when: 'taking away the only way into an account',
  },
  'still-open': {
    code: '11035',
    capability: 'accounts',
    when: 'closing an account that still has something open or money in it',
  },
  'challenge-over': {
    code: '11036',
    capability: 'accounts',
    when: 'a question for a factor that was answered, got five answers, or waited too long',
  },
  'codes-closed': {
    code: '11037',
    capability: 'accounts',
    when: 'a code of the app after 100 wrong ones in a row',
  },
  'plan-changed': {
    code: '11095',
    capability: 'plans',
    when: 'buying a version of a plan that is not offered any more',
  },
  ...DESK_ERRORS,
  unreadable: { code: '400', capability: 'platform', when: 'the request cannot be read' },
  'session-over': { code: '401', capability: 'platform', when: 'no token, or one that ended' },
  forbidden: { code: '403', capability: 'platform', when: 'not allowed, e.g. a foreign origin' },
  'not-found': { code: '404', capability: 'platform', when: 'not there or not yours' },
  'request-in-flight': {
    code: '409',
    capability: 'platform',
    when: 'the same request is being decided',
  },
  'request-reused': {
    code: '422',
    capability: 'platform',
    when: 'a request id used before with another body',
  },
  'too-many': { code: '429', capability: 'platform', when: 'a rate limit was reached' },
  unavailable: {
    code: '503',
    capability: 'platform',
    when: 'the database is away, or more calls wait than can be decided in time',
  },
  internal: { code: '500', capability: 'platform', when: 'a promise of ours did not hold' },
} as const satisfies Record<string, ErrorEntry>;

/** One row of the catalogue. */
export type ErrorEntry = {
  readonly code: string;
  readonly capability: string;
  readonly when: string;
  readonly awaits?: string;
};

/** Name of a refusal. */
export type ErrorName = keyof typeof ERRORS;

/** All names, in the order of the catalogue. */
export const ERROR_NAMES = Object.keys(ERRORS) as ErrorName[];

const BY_CODE = new Map<string, ErrorName>(ERROR_NAMES.map((name) => [ERRORS[name].code, name]));

/** The refusal a wire code stands for; null when it is none of ours (shown as "unknown error"). */
export function errorOfCode(code: string): ErrorName | null {
  return BY_CODE.get(code) ?? null;
}

/** HTTP status a refusal travels with: its own for HTTP codes, 200 for business refusals. */
export function httpStatusOf(name: ErrorName): number {
  const code = ERRORS[name].code;
  return code.length === 3 ? Number.parseInt(code, 10) : 200;
}

/**
 * Success codes; they travel in `message` of a '200' answer.
 *
 * @source seed §8
 */
export const SUCCESS = {
  'submitted-for-review': '20001',
  'deposit-submitted': '20002',
  'withdrawal-submitted': '20003',
  'purchase-done': '20004',
  'change-done': '20005',
} as const;

/** Name of a success. */
export type SuccessName = keyof typeof SUCCESS;

/** A refusal with the field it belongs to and the figures its sentence needs. */
export type Failure<Name extends ErrorName = ErrorName> = {
  readonly name: Name;
  /** The body or query field the sentence belongs at. */
  readonly field?: string;
  /** Decimal text, counts or times for the sentence; never free text. */
  readonly facts?: Readonly<Record<string, string>>;
};
