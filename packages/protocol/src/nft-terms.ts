/** Chains a token may be on; a token on none is delivered as its certificate alone. */
export const NFT_CHAINS = ['ethereum', 'tron'] as const;
export type NftChain = (typeof NFT_CHAINS)[number];

/** How a token is sold. */
export const NFT_SALE_KINDS = ['auction', 'fixed'] as const;
export type NftSaleKind = (typeof NFT_SALE_KINDS)[number];

/** `closed`: its auction ended without a bid. @source WIRE 7 */
export const NFT_STATES = ['open', 'sold', 'delivered', 'closed', 'cancelled'] as const;
export type NftState = (typeof NFT_STATES)[number];

/** What a user has of a token they bid on. */
export const NFT_ROLES = ['owned', 'leading', 'outbid'] as const;
export type NftRole = (typeof NFT_ROLES)[number];

/** What became of a user's newest bid on a token. */
export const NFT_BID_STATES = ['leading', 'outbid', 'won', 'cancelled'] as const;
export type NftBidState = (typeof NFT_BID_STATES)[number];

/** Parts a price is divided into are counted in these: ten thousand are the whole. */
export const NFT_BASIS = 10_000;

/** Widths a token's picture is served in. @units points */
export const NFT_PICTURE_WIDTHS = [320, 640, 1280] as const;

/** Tokens one socket may look at. */
export const NFT_WATCHED_MAX = 50;

/** Most sales, and most pay-outs, in the file of the ledger; the newest of them where there are more. */
export const LEDGER_LINES_MAX = 10_000;

/** Newest bids of a token that are shown, and those a frame tells of it. */
export const NFT_BIDS_SHOWN = 100;
export const NFT_BIDS_TOLD = 10;

/** Auctions of a span that members of staff see at once. */
export const NFT_CALENDAR_MAX = 200;

/** Characters of a token's title, of what is told of it, of its artist's name, and of why it was cancelled. */
export const NFT_TITLE_MAX = 80;
export const NFT_TEXT_MAX = 1_000;
export const NFT_CREATOR_MAX = 80;
export const NFT_REASON_MAX = 300;

/** Characters of the address of a contract on a chain. */
export const NFT_ADDRESS_MIN = 20;
export const NFT_ADDRESS_MAX = 60;
/** A token's number in the contract: 256 bits at most. */
export const NFT_NUMBER_PATTERN = /^\d{1,78}$/;
/** A transaction on a chain that sent a token. */
export const NFT_HASH_PATTERN = /^(0x)?[0-9a-f]{40,66}$/;

/** Longest time from one bid to the end it moves, and how often a bid may move it. */
export const NFT_EXTENSION_MINUTES_MAX = 60;
export const NFT_EXTENSIONS_MAX = 50;
/** Longest an auction may run as it is offered. @units days */
export const NFT_AUCTION_DAYS_MAX = 60;

/** Which offer of a token stands: a bid leaves it, a change of its terms moves it. A bid names it as `terms`. */
export const offerVersion = (token: { readonly version: number; readonly bids: number }): number =>
  token.version - token.bids;
