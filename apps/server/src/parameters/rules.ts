import { type Rate, type Result, type UnixMs, fail, ok, parseDecimal, rate } from '@candor/kernel';
import { LOAN_LINES } from '@candor/pricing';
import { OPERATOR_NOT_SET, UPLOAD_BYTES_CAP, payments, readSocial } from '@candor/protocol';

/** How the text of a parameter is read. */
export type ParameterType = 'amount' | 'share' | 'count' | 'text';

/**
 * Every number an operator can set, with its type. Defaults stand in migration 0002.
 *
 * @units amount: whole coins · share: of one · count: a whole number
 * @source PRODUCT part 14, leverage caps part 4
 */
export const PARAMETERS = {
  'demo.balance': 'amount',
  'contract.feeRate': 'share',
  'contract.feeRateCap': 'share',
  'contract.financingRateCrypto': 'share',
  'contract.financingRateOther': 'share',
  'contract.financingRateCap': 'share',
  'contract.closeOutLevel': 'share',
  'leverage.forexMajor': 'count',
  'leverage.forex': 'count',
  'leverage.gold': 'count',
  'leverage.index': 'count',
  'leverage.commodity': 'count',
  'leverage.stock': 'count',
  'leverage.crypto': 'count',
  'house.floorNewBusiness': 'amount',
  'withdrawal.feeRate': 'share',
  'withdrawal.feeRateCap': 'share',
  'withdrawal.networkFeeTronUsdt': 'amount',
  'withdrawal.networkFeeEthereumUsdt': 'amount',
  'withdrawal.networkFeeEthereumEth': 'amount',
  'withdrawal.networkFeeBitcoinBtc': 'amount',
  'withdrawal.networkFeeCapUsdt': 'amount',
  'withdrawal.networkFeeCapEth': 'amount',
  'withdrawal.networkFeeCapBtc': 'amount',
  'withdrawal.reviewLimit': 'amount',
  'withdrawal.minReceiveBtc': 'amount',
  'withdrawal.minReceiveEth': 'amount',
  'withdrawal.minReceiveUsdt': 'amount',
  'deposit.minUsdt': 'amount',
  'deposit.minBtc': 'amount',
  'deposit.minEth': 'amount',
  'deposit.confirmationsEthereum': 'count',
  'deposit.confirmationsTron': 'count',
  'deposit.confirmationsBitcoin': 'count',
  'nft.enabled': 'count',
  'plan.enabled': 'count',
  'plan.earlyExitShare': 'share',
  'plan.earlyExitShareCap': 'share',
  'plan.profitShare': 'share',
  'loan.freeDays': 'count',
  'loan.rateDaily': 'share',
  'loan.rateDailyCap': 'share',
  'loan.ltvMax': 'share',
  'loan.ltvCap': 'share',
  'loan.noticeFirst': 'share',
  'loan.noticeSecond': 'share',
  'loan.noticeLast': 'share',
  'loan.saleLine': 'share',
  'loan.amountMin': 'amount',
  'loan.limitLevel1': 'amount',
  'loan.limitLevel2': 'amount',
  'loan.offerDays': 'count',
  'exchange.spread': 'share',
  'exchange.spreadCap': 'share',
  'option.payoutMin': 'share',
  'option.payoutMax': 'share',
  'option.rate60': 'share',
  'option.rate120': 'share',
  'option.rate300': 'share',
  'option.rate900': 'share',
  'option.rate3600': 'share',
  'option.rate86400': 'share',
  'option.stakeMin': 'amount',
  'option.stakeMax': 'amount',
  'identity.deadlineHours': 'count',
  'file.imageBytesMax': 'count',
  'retention.years': 'count',
  'retention.loginDays': 'count',
  'sms.perDay': 'count',
  'sms.perDayOfCountry': 'count',
  'operator.name': 'text',
  'operator.address': 'text',
  'operator.country': 'text',
  'operator.licence': 'text',
  'operator.complaints': 'text',
  'operator.charityRegister': 'text',
  'operator.contacts': 'text',
  'operator.social': 'text',
  'copyright.year': 'count',
} as const satisfies Record<string, ParameterType>;

/** What a text of the operator says until the operator sets it; as in migration 0002. */
export const NOT_SET = OPERATOR_NOT_SET;

/** Who answers for real business: all of it is said before any is taken. @source PRODUCT 1 */
export const OPERATOR_KEYS = [
  'operator.name',
  'operator.address',
  'operator.country',
  'operator.licence',
  'operator.complaints',
  'operator.charityRegister',
] as const satisfies readonly ParameterKey[];

/**
 * Numbers the product itself says. Levels, previews and every receipt stand on the close-out level, and
 * running loans on their lines, so they are published here and set by nobody.
 */
const FIXED: readonly ParameterKey[] = [
  'contract.closeOutLevel',
  'loan.noticeFirst',
  'loan.noticeSecond',
  'loan.noticeLast',
  'loan.saleLine',
];

/** What a value does: decides something now, or is fixed by the product. */
export function useOf(key: ParameterKey): 'inUse' | 'fixed' {
  return FIXED.includes(key) ? 'fixed' : 'inUse';
}

/** Key of a parameter. */
export type ParameterKey = keyof typeof PARAMETERS;
/** Keys whose value is a share of one. */
export type ShareKey = {
  [Key in ParameterKey]: (typeof PARAMETERS)[Key] extends 'share' ? Key : never;
}[ParameterKey];
/** Keys whose value is a whole number. */
export type CountKey = {
  [Key in ParameterKey]: (typeof PARAMETERS)[Key] extends 'count' ? Key : never;
}[ParameterKey];
/** Keys whose value is an amount of coins. */
export type AmountKey = {
  [Key in ParameterKey]: (typeof PARAMETERS)[Key] extends 'amount' ? Key : never;
}[ParameterKey];

/** Parameters that another one caps. */
const CAPS: Partial<Record<ParameterKey, ShareKey | AmountKey>> = {
  'withdrawal.feeRate': 'withdrawal.feeRateCap',
  'withdrawal.networkFeeTronUsdt': 'withdrawal.networkFeeCapUsdt',
  'withdrawal.networkFeeEthereumUsdt': 'withdrawal.networkFeeCapUsdt',
  'withdrawal.networkFeeEthereumEth': 'withdrawal.networkFeeCapEth',
  'withdrawal.networkFeeBitcoinBtc': 'withdrawal.networkFeeCapBtc',
  'contract.feeRate': 'contract.feeRateCap',
  'contract.financingRateCrypto': 'contract.financingRateCap',
  'contract.financingRateOther': 'contract.financingRateCap',
  'plan.earlyExitShare': 'plan.earlyExitShareCap',
  'loan.rateDaily': 'loan.rateDailyCap',
  'loan.ltvMax': 'loan.ltvCap',
  'loan.limitLevel1': 'loan.limitLevel2',
  'exchange.spread': 'exchange.spreadCap',
  'option.rate60': 'option.payoutMax',
  'option.rate120': 'option.payoutMax',
  'option.rate300': 'option.payoutMax',
  'option.rate900': 'option.payoutMax',
  'option.rate3600': 'option.payoutMax',
  'option.rate86400': 'option.payoutMax',
};

/** Counts that have to stay between two numbers, whatever an operator wants. */
const RANGES: Partial<Record<ParameterKey, readonly [least: number, most: number]>> = {
  // More blocks than the watcher keeps could not be followed.
  'deposit.confirmationsEthereum': [payments.CONFIRMATIONS_MIN, payments.CONFIRMATIONS_MAX],
  'deposit.confirmationsTron': [payments.CONFIRMATIONS_MIN, payments.CONFIRMATIONS_MAX],
  'deposit.confirmationsBitcoin': [payments.CONFIRMATIONS_MIN, payments.CONFIRMATIONS_MAX],
  // Smaller no camera makes a readable document, larger none is read in time.
  'file.imageBytesMax': [256 * 1024, UPLOAD_BYTES_CAP],
  'identity.deadlineHours': [1, 720],
  // A switch: 1 takes real money into plans.
  'plan.enabled': [0, 1],
  // With no day an approved loan could not be drawn; a month later what was looked at is old.
  'loan.offerDays': [1, 30],
  // Shorter than the law asks of records about customers helps nobody. @source RELIABILITY P36
  'retention.years': [1, 30],
};

/** Shares that stay below a line of the product: a loan drawn at its first notice would be told of it at once. */
const BELOW: Partial<Record<ParameterKey, Rate>> = {
  'loan.ltvMax': LOAN_LINES.notices[0],
  'loan.ltvCap': LOAN_LINES.notices[0],
  // Half of what was won and more would be no share.
  'plan.profitShare': rate('0.5'),
};

/** The parameter whose value this one never passes; null for one without a cap. */
export function capOf(key: ParameterKey): ShareKey | AmountKey | null {
  return CAPS[key] ?? null;
}

/** What a number of a parameter counts; `none` for texts and plain counts. */
export type ParameterUnit =
  | 'USDT'
  | 'BTC'
  | 'ETH'
  | 'share'
  | 'times'
  | 'days'
  | 'hours'
  | 'years'
  | 'bytes'
  | 'messages'
  | 'none';

const COUNT_UNITS: readonly (readonly [RegExp, ParameterUnit])[] = [
  [/^leverage\./, 'times'],
  [/Days$/, 'days'],
  [/Hours$/, 'hours'],
  [/^retention\.years$/, 'years'],
  [/BytesMax$/, 'bytes'],
  [/^sms\./, 'messages'],
];

/** The unit a parameter's value is in. */
export function unitOf(key: ParameterKey): ParameterUnit {
  const type = PARAMETERS[key];
  if (type === 'share') return 'share';
  if (type === 'amount') {
    const [, coin = 'Usdt'] = /(Btc|Eth|Usdt)$/.exec(key) ?? [];
    return coin.toUpperCase() as ParameterUnit;
  }
  if (type === 'text') return 'none';
  return COUNT_UNITS.find(([names]) => names.test(key))?.[1] ?? 'none';
}

/** Whether a text names a parameter. */
export function isParameterKey(text: string): text is ParameterKey {
  return Object.hasOwn(PARAMETERS, text);
}

/** One version: a value that is in force from a moment on. */
export type Dated = { readonly version: number; readonly value: string; readonly from: UnixMs };

/** The version in force at a moment: the latest to begin, the newest of those that began at once. */
export function inForceAt<Version extends Dated>(
  versions: readonly Version[],
  at: UnixMs,
): Version | undefined {
  let found: Version | undefined;
  for (const version of versions) {
    if (version.from > at) continue;
    const isLater =
      found === undefined ||
      version.from > found.from ||
      (version.from === found.from && version.version > found.version);
    if (isLater) found = version;
  }
  return found;
}

/**
 * What a version is at a moment: in force, of the past, announced, or `replaced` by another that begins
 * with it and so never in force.
 */
export function stateOfVersion(
  version: Dated,
  versions: readonly Dated[],
  now: UnixMs,
): 'inForce' | 'past' | 'announced' | 'replaced' {
  if (inForceAt(versions, version.from)?.version !== version.version) return 'replaced';
  if (version.from > now) return 'announced';
  return inForceAt(versions, now)?.version === version.version ? 'inForce' : 'past';
}

/** The value that stays in force when an announced version does not come; null where none is announced. */
export function valueWithout<Version extends Dated>(
  announced: number,
  versions: readonly Version[],
  now: UnixMs,
): { readonly version: Version; readonly value: string } | null {
  const version = versions.find((one) => one.version === announced);
  if (version === undefined || stateOfVersion(version, versions, now) !== 'announced') return null;
  const before = inForceAt(
    versions.filter(({ from }) => from < version.from),
    version.from,
  );
  return before === undefined ? null : { version, value: before.value };
}

function isWellFormed(type: ParameterType, value: string): boolean {
  if (type === 'text') return value.trim() !== '' && value.length <= 400 && value.isWellFormed();
  if (type === 'count') return /^\d{1,9}$/.test(value);
  const parsed = parseDecimal(value);
  if (parsed === null || parsed < 0n) return false;
  return type === 'amount' || parsed <= 10n ** 18n;
}

type Histories = (key: ParameterKey) => readonly Dated[];

/** Whether some moment from `since` on has the first above the second. */
function passesCap(
  capped: { key: ParameterKey; cap: ParameterKey },
  historyOf: Histories,
  since: UnixMs,
): boolean {
  const [values, caps] = [historyOf(capped.key), historyOf(capped.cap)];
  const moments = [...values, ...caps].map((one) => one.from).filter((from) => from > since);
  return [since, ...moments].some((at) => {
    const value = parseDecimal(inForceAt(values, at)?.value ?? '');
    const most = parseDecimal(inForceAt(caps, at)?.value ?? '');
    return value !== null && most !== null && value > most;
  });
}

/** Why a version is not taken. */
export type ParameterRefusal = {
  readonly name: 'malformed' | 'fixed' | 'above-cap' | 'in-the-past';
};

/**
 * Whether a version may be added to those that exist.
 *
 * @failure malformed — not of the parameter's type, or outside its range
 * @failure fixed — the product says it; nobody sets it
 * @failure in-the-past — what was in force before now stays as it was
 * @failure above-cap — at some moment from then on a share would be above the one that caps it,
 *          whichever of the two is being set
 */
export function decideVersion(
  params: { readonly key: ParameterKey; readonly value: string; readonly from: UnixMs },
  known: { readonly now: UnixMs; readonly historyOf: Histories },
): Result<null, ParameterRefusal> {
  const { key, value, from } = params;
  if (!isWellFormed(PARAMETERS[key], value)) return fail({ name: 'malformed' });
  const [least, most] = RANGES[key] ?? [0, Infinity];
  const count = PARAMETERS[key] === 'count' ? Number.parseInt(value, 10) : least;
  if (count < least || count > most) return fail({ name: 'malformed' });
  const line = BELOW[key];
  if (line !== undefined && (parseDecimal(value) ?? line) >= line) {
    return fail({ name: 'malformed' });
  }
  if (key === 'operator.social' && readSocial(value) === null) return fail({ name: 'malformed' });
  if (useOf(key) === 'fixed') return fail({ name: 'fixed' });
  if (from < known.now) return fail({ name: 'in-the-past' });
  const added: Dated = { version: Number.MAX_SAFE_INTEGER, value, from };
  const historyOf: Histories = (one) =>
    one === key ? [...known.historyOf(one), added] : known.historyOf(one);
  const pairs = Object.entries(CAPS) as [ParameterKey, ParameterKey][];
  const concerned = pairs.filter(([capped, cap]) => capped === key || cap === key);
  const isAbove = concerned.some(([capped, cap]) =>
    passesCap({ key: capped, cap }, historyOf, from),
  );
  return isAbove ? fail({ name: 'above-cap' }) : ok(null);
}
