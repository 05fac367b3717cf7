import { z } from 'zod';
import { LANGUAGES } from './accounts-preferences.ts';
import { endpoint } from './endpoint.ts';
import { NFT_CHAINS, NFT_ROLES } from './nft-terms.ts';
import { CharityFigures, CharityPayout, MyNft, NftDetail, NftSale, NftToken } from './nft-view.ts';
import { DecimalText, Id, PageNumber, PageSize, PositiveText, RequestIdText } from './scalars.ts';
import { PATHS } from './wire/paths.ts';

export {
  LEDGER_LINES_MAX,
  NFT_AUCTION_DAYS_MAX,
  NFT_BASIS,
  NFT_BIDS_SHOWN,
  NFT_BIDS_TOLD,
  NFT_BID_STATES,
  NFT_CALENDAR_MAX,
  NFT_CHAINS,
  NFT_EXTENSIONS_MAX,
  NFT_EXTENSION_MINUTES_MAX,
  NFT_NUMBER_PATTERN,
  NFT_PICTURE_WIDTHS,
  NFT_ROLES,
  NFT_SALE_KINDS,
  NFT_STATES,
  NFT_TEXT_MAX,
  NFT_TITLE_MAX,
  NFT_WATCHED_MAX,
  offerVersion,
  type NftBidState,
  type NftChain,
  type NftRole,
  type NftSaleKind,
  type NftState,
} from './nft-terms.ts';
export type {
  CharityFigures,
  CharityPayout,
  MyNft,
  NftBid,
  NftCharity,
  NftDetail,
  NftNews,
  NftSale,
  NftShares,
  NftSplit,
  NftToken,
} from './nft-view.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });

const open = {
  origin: 'candor',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
} as const;
const own = { ...open, access: 'session', mode: 'bound' } as const;
const page = { page: PageNumber, size: PageSize };

export const listNft = endpoint({
  ...open,
  name: 'nft.list',
  summary:
    'Tokens on sale, those that end soonest first, or those that were sold, the newest first.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.listNft,
  query: z.strictObject({ ...page, status: z.enum(['open', 'sold']).default('open') }),
  result: z.strictObject({ records: z.array(NftToken), total: z.int() }),
  failures: ['unreadable'],
});

export const getNft = endpoint({
  ...open,
  name: 'nft.get',
  summary: 'One token with its bids, what each gets of its price, and what became of it.',
  method: 'GET',
  path: '/index/getNft/:id',
  params: byId,
  result: NftDetail,
  failures: ['unreadable', 'not-found'],
});

export const donations = endpoint({
  ...open,
  name: 'nft.donations',
  summary: 'What was raised, paid out and is held, of all charities and of each; sales, pay-outs.',
  method: 'GET',
  path: '/index/donations',
  query: z.strictObject({ ...page, charity: Id.optional() }),
  result: z.strictObject({
    raised: DecimalText,
    paidOut: DecimalText,
    held: DecimalText,
    /** Those money was raised for, or is. */
    charities: z.array(CharityFigures),
    /** A page of sales, the newest first, and how many there are. */
    sales: z.array(NftSale),
    totalSales: z.int(),
    /** The same of pay-outs. */
    payouts: z.array(CharityPayout),
    totalPayouts: z.int(),
  }),
  failures: ['unreadable'],
});

/** Anyone may take the file, and each reads the whole ledger. */
const LEDGERS_PER_MINUTE = 10;

export const donationsFile = endpoint({
  ...open,
  name: 'nft.donations-file',
  summary:
    'The ledger of donations as a CSV file: sales with their parts, pay-outs with their proof.',
  method: 'GET',
  path: '/index/donationsFile',
  perMinute: LEDGERS_PER_MINUTE,
  result: none,
  file: 'text/csv',
  failures: ['too-many'],
});

export const nftPicture = endpoint({
  ...open,
  name: 'nft.picture',
  summary: 'A token’s picture at one width; what an address names never changes.',
  method: 'GET',
  path: '/index/nftPicture/:name',
  params: z.strictObject({ name: z.string().regex(/^[0-9a-f]{64}\.jpg$/) }),
  result: none,
  file: 'image/*',
  failures: ['unreadable', 'not-found'],
});

/** Certificates of one account: each takes a processor for about a second. */
const CERTIFICATES_PER_MINUTE = 20;

const certificate = {
  ...own,
  method: 'GET',
  perMinute: CERTIFICATES_PER_MINUTE,
  params: byId,
  query: z.strictObject({ language: z.enum(LANGUAGES).default('en') }),
  result: none,
  failures: ['session-over', 'unreadable', 'too-many', 'real-account-needed', 'not-found'],
} as const;

export const nftCertificate = endpoint({
  ...certificate,
  name: 'nft.certificate',
  summary: 'The certificate of a token one owns, as PDF in one language.',
  path: '/user/nftCertificate/:id',
  file: 'application/pdf',
});

export const nftCertificatePicture = endpoint({
  ...certificate,
  name: 'nft.certificate-picture',
  summary: 'The same certificate as a picture.',
  path: '/user/nftCertificatePicture/:id',
  file: 'image/*',
});

export const BuyNftBody = z.strictObject({
  id: Id,
  kind: z.enum(['bid', 'buy']),
  /** The whole bid, or the price. */
  amount: PositiveText,
  /** Of the address book: where a token on a chain is sent to. */
  addressId: Id.optional(),
  /** The offer that was looked at, by its `offerVersion`. Refused where it is another by now. */
  terms: z.int().nonnegative().optional(),
  requestId: RequestIdText,
});
export type BuyNftBody = z.infer<typeof BuyNftBody>;

export const buyNft = endpoint({
  ...own,
  name: 'nft.buy',
  summary: 'Bids on a token, which holds the amount until a higher bid, or buys it at its price.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.buyNft,
  money: true,
  // Every answer is kept: more than a hand bids would fill the database.
  perMinute: 60,
  body: BuyNftBody,
  result: MyNft,
  success: 'purchase-done',
  failures: [
    'session-over',
    'unreadable',
    'real-account-needed',
    'not-yet-open',
    'user-status-forbids',
    'cooling-off',
    'limit-reached',
    'token-not-on-sale',
    'quantity-refused',
    'address-missing',
    'address-not-usable-yet',
    'not-tradable-now',
    'free-margin-short',
    'request-in-flight',
    'request-reused',
  ],
  fieldFailures: { amount: 'quantity-refused', addressId: 'address-missing' },
});

export const listMyNft = endpoint({
  ...own,
  name: 'nft.mine',
  summary:
    'Tokens the caller owns, leads on or was outbid on, the last moved first; with `id` that one alone.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.listMyNft,
  query: z.strictObject({
    ...page,
    role: z.enum(NFT_ROLES).optional(),
    /** Of this token alone: one record, or none. */
    id: Id.optional(),
  }),
  result: z.strictObject({
    records: z.array(MyNft),
    total: z.int(),
    /** How many of each. */
    counts: z.strictObject({ owned: z.int(), leading: z.int(), outbid: z.int() }),
    /** Chains of which the caller has an address a token could be sent to. */
    addresses: z.array(z.enum(NFT_CHAINS)),
    /** What may be bid now: cash less what is borrowed; null while it cannot be judged. */
    ownMoney: DecimalText.nullable(),
  }),
  failures: ['session-over', 'unreadable', 'real-account-needed'],
});
