import { CONTENT_TYPES } from '@candor/protocol';

/** A text that comes with the product; its place in the list of its type is its place here. */
export type DefaultPage = { readonly id: string; readonly type: number };

/** Every text that comes with the product, by the name of its file. @source PRODUCT 10, 15 */
export const DEFAULT_PAGES: readonly DefaultPage[] = [
  { id: 'company', type: CONTENT_TYPES.company },
  { id: 'prices', type: CONTENT_TYPES.company },
  { id: 'terms', type: CONTENT_TYPES.policy },
  { id: 'privacy', type: CONTENT_TYPES.policy },
  { id: 'complaints', type: CONTENT_TYPES.policy },
  { id: 'risk', type: CONTENT_TYPES.statements },
  { id: 'fees', type: CONTENT_TYPES.statements },
  { id: 'contact', type: CONTENT_TYPES.contact },
  { id: 'faq-start', type: CONTENT_TYPES.faq },
  { id: 'faq-trading', type: CONTENT_TYPES.faq },
  { id: 'faq-account', type: CONTENT_TYPES.faq },
  { id: 'welcome', type: CONTENT_TYPES.notices },
  { id: 'introduction', type: CONTENT_TYPES.introduction },
];

/** Texts users agree to: two people decide about a change of one. @source PRODUCT 11 */
export const LEGAL_TYPES: readonly number[] = [CONTENT_TYPES.policy, CONTENT_TYPES.statements];

/** The language every text has, and the one that binds. */
export const ORIGINAL = 'en';

/** Which language a caller wants: the code when there is one, else what the number means. */
export function languageAsked(params: {
  readonly languageType?: '1' | '2' | undefined;
  readonly language?: string | undefined;
}): string {
  return params.language ?? (params.languageType === '1' ? 'zh' : ORIGINAL);
}

/** Of the newest versions of one text the one to read: in the language asked for, or in English. */
export function versionFor<Version extends { readonly language: string }>(
  versions: readonly Version[],
  language: string,
): { readonly version: Version; readonly isOriginal: boolean } | null {
  const own = versions.find((version) => version.language === language);
  if (own !== undefined) return { version: own, isOriginal: false };
  const original = versions.find((version) => version.language === ORIGINAL);
  return original === undefined ? null : { version: original, isOriginal: true };
}

/** Whether a notice is shown to readers of a language at a moment; one nothing is said of, always. */
export function isShown(
  schedule:
    | {
        readonly from: number;
        readonly until: number | null;
        readonly languages: readonly string[] | null;
      }
    | undefined,
  to: { readonly language: string; readonly at: number },
): boolean {
  if (schedule === undefined) return true;
  const { from, until, languages } = schedule;
  if (to.at < from || (until !== null && to.at >= until)) return false;
  return languages === null || languages.includes(to.language);
}

/** What is known of the newest version of a text in a language. */
export type Newest = {
  readonly pageId: string;
  readonly language: string;
  readonly version: number;
  readonly hash: string;
  readonly author: string;
};

/** Who wrote what came with the product. */
export const BY_DEFAULT = 'default';

/**
 * Which defaults become new versions: those that are new or changed, where the operator has not
 * written a version of their own.
 */
export function defaultsToAdd<
  Text extends { readonly pageId: string; readonly language: string; readonly hash: string },
>(texts: readonly Text[], newest: readonly Newest[]): (Text & { readonly version: number })[] {
  const known = new Map(newest.map((one) => [`${one.pageId}/${one.language}`, one]));
  return texts.flatMap((text) => {
    const last = known.get(`${text.pageId}/${text.language}`);
    if (last === undefined) return [{ ...text, version: 1 }];
    if (last.author !== BY_DEFAULT || last.hash === text.hash) return [];
    return [{ ...text, version: last.version + 1 }];
  });
}

/** What a caller may ask by key: the numbers of the fees page and who runs the installation. */
export const PUBLISHED_KEYS = [
  'demo.balance',
  'contract.feeRate',
  'contract.feeRateCap',
  'contract.financingRateCrypto',
  'contract.financingRateOther',
  'contract.financingRateCap',
  'contract.closeOutLevel',
  'leverage.forexMajor',
  'leverage.forex',
  'leverage.gold',
  'leverage.index',
  'leverage.commodity',
  'leverage.stock',
  'leverage.crypto',
  'withdrawal.feeRate',
  'withdrawal.reviewLimit',
  'withdrawal.minReceiveBtc',
  'withdrawal.minReceiveEth',
  'withdrawal.minReceiveUsdt',
  'deposit.confirmationsBitcoin',
  'deposit.confirmationsEthereum',
  'deposit.confirmationsTron',
  'deposit.minUsdt',
  'deposit.minBtc',
  'deposit.minEth',
  'plan.earlyExitShare',
  'plan.earlyExitShareCap',
  'plan.profitShare',
  'loan.freeDays',
  'loan.rateDaily',
  'loan.ltvMax',
  'exchange.spread',
  'exchange.spreadCap',
  'option.payoutMin',
  'option.payoutMax',
  'option.stakeMin',
  'option.stakeMax',
  'identity.deadlineHours',
  'file.imageBytesMax',
  'retention.years',
  'operator.name',
  'operator.address',
  'operator.country',
  'operator.licence',
  'operator.complaints',
  'operator.charityRegister',
  'operator.social',
  'copyright.year',
] as const;

/** Key of the address pay-outs come from. @source seed §7 */
export const PAYOUT_ADDRESS_KEY = 'auth_address';

/** Whether a key may be asked. */
export function isPublished(key: string): key is (typeof PUBLISHED_KEYS)[number] {
  return (PUBLISHED_KEYS as readonly string[]).includes(key);
}
