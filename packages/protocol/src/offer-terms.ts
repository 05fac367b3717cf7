/** Pages of the product an offer may lead to, by their addresses. */
export const OFFER_PAGES = [
  '/market',
  '/trading',
  '/loan',
  '/nfts',
  '/trust',
  '/help/faq',
  '/help/notice',
  '/profile/invite',
  '/profile/limits',
] as const;
export type OfferPage = (typeof OFFER_PAGES)[number];

/** Characters of an offer's title and of its text. */
export const OFFER_TITLE_MAX = 120;
export const OFFER_TEXT_MAX = 1_000;
/** How far ahead an offer may end. @units days */
export const OFFER_DAYS_MAX = 90;
