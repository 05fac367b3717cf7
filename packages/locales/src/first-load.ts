/** Families of keys the home page and the frame around every page show at once. */
const FAMILIES = new Set([
  'band',
  'common',
  'home',
  'nav',
  'network',
  'onboarding',
  'price',
  'source',
  'theme',
  'title',
]);

/** Keys of other families that they show too. */
const KEYS = new Set([
  'access.login-title',
  'access.register-title',
  'error.internal',
  'error.too-many',
  'language.label',
  'message.unknown-error',
  'page.load-failed',
  'ui.toasts',
]);

const MARKET_LIST =
  /^market\.(age|col|type|unit)-|^market\.(disputed-note|no-source|none-quoted|stale-note|trade)$/;

/** Below the first screen of the home page: these come with the rest. */
const BELOW =
  /^home\.(cards?-|demo-|features-|sample-|test-|(all-figures|all-notices|footnotes|get-started|what-can-go-wrong)$)/;

/** Of fields, which stand on no first screen. */
const OF_FIELDS =
  /^common\.(approximate|copy|less|missing|more|not-a-number|not-open-yet|reads-as|required|too-many-places)$/;

/** Whether a text belongs to the first load; all others come with the part that shows them. */
export function isFirstLoadKey(key: string): boolean {
  const family = key.slice(0, key.indexOf('.'));
  if (BELOW.test(key) || OF_FIELDS.test(key)) return false;
  return FAMILIES.has(family) || KEYS.has(key) || MARKET_LIST.test(key);
}

/** Families the market's pages show at once: list, chart, ticket, positions. */
const MARKET_FAMILIES = new Set([
  'common',
  'error',
  'market',
  'message',
  'mode',
  'options',
  'orders',
  'ticket',
  'ui',
]);

/** Texts of the account that stand on the market's pages too. */
const MARKET_KEYS = /^account\.(equity|floating|free-margin|margin-level)$/;

/** Families that only the server writes, in messages and documents. */
const LETTER_FAMILIES = new Set(['agreement', 'certificate', 'mail', 'sale-report', 'sms']);

/** Refusals of the desk's calls, which no page of the product can get. */
const DESK_ERRORS = /^error\.(?:case-|staff-|last-administrator$)/;

/** Sentences of forms that stand on pages of their own, which bring every text. */
const FORM_MESSAGES = new RegExp(
  [
    '^message\\.(?:authorization|image|upload|wallet)-',
    'enter-(?:address|code|email|investment|loan|password|phone|smart|username|withdrawal)',
    '(?:below-minimum|complete-information|confirm-password|email-format|entered-incomplete)$',
    '(?:identity-first|minimum-deposit|no-camera|not-signed|passwords-differ|select-method)$',
  ].join('|^message\\.'),
);

/** Refusals of pictures and identifications, which no market's page gets. */
const FORM_ERRORS = /^error\.(?:detail-refused|identi|image-|not-signed$|upload-)/;

/** Of what opens under the user's hand on the market's pages, and brings every text. */
const LATER = new RegExp(
  [
    '^orders\\.(?:after-fee|by-|cancel|change|close-|col-|copy-|empty|event-|manage|save$|show(?!-all$)|history$|other-side|part|reverse|slippage|tab-|why-)',
    '^options\\.(?:act-|bought|break-even|confirm-|now-|period-|rate-|record|risk-|settle|stake-)',
    '^ticket\\.(?:confirm-|held-|losing-|money-|what-)',
  ].join('|'),
);

/** When a text is loaded: with the first page, with the market's pages, with any other, or never. */
export type TextPart = 'first' | 'market' | 'rest' | 'letter';

/** The part of the catalogue a text comes with. */
export function textPartOf(key: string): TextPart {
  if (isFirstLoadKey(key)) return 'first';
  const family = key.slice(0, key.indexOf('.'));
  if (LETTER_FAMILIES.has(family)) return 'letter';
  if ([DESK_ERRORS, FORM_ERRORS, FORM_MESSAGES, LATER].some((part) => part.test(key)))
    return 'rest';
  return MARKET_FAMILIES.has(family) || MARKET_KEYS.test(key) ? 'market' : 'rest';
}

/** Families of the product's catalogue that the desk shows too. */
const DESK_FAMILIES = new Set([
  ...['case', 'common', 'error', 'factors', 'message', 'network'],
  ...['parameter', 'ui'],
]);

/** Keys of other families that the desk shows: names of a user's limits, payments and options, words of shared parts. */
const DESK_KEYS = new RegExp(
  [
    '^limits\\.(?:kind-[a-z]+|period-[a-z]+)$',
    '^options\\.period-',
    '^orders\\.(?:next|page|previous)$',
    '^records\\.kind-',
    '^upload\\.(?!unused|who)',
  ].join('|'),
);

/** Whether the desk shows a text of the product. */
export function isDeskText(key: string): boolean {
  return DESK_FAMILIES.has(key.slice(0, key.indexOf('.'))) || DESK_KEYS.test(key);
}
