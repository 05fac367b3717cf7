import { z } from 'zod';
import {
  NFT_BASIS,
  NFT_BIDS_SHOWN,
  NFT_BIDS_TOLD,
  NFT_BID_STATES,
  NFT_CHAINS,
  NFT_PICTURE_WIDTHS,
  NFT_ROLES,
  NFT_SALE_KINDS,
  NFT_STATES,
} from './nft-terms.ts';
import { ReceiptNumber } from './receipts-parts.ts';
import { DecimalText, Id, UnixMsNumber } from './scalars.ts';

const count = z.int().nonnegative();
const basis = z.int().min(0).max(NFT_BASIS);

/** A beneficiary as it is named beside what it gets. */
export const NftCharity = z.strictObject({
  id: Id,
  name: z.string(),
  country: z.string(),
  /** Name of the register it stands in, and its number there. */
  register: z.string(),
  registerNumber: z.string(),
  registerUrl: z.string().nullable(),
  /** A charity of a rehearsal: there is none of that name. */
  isSample: z.boolean(),
});
export type NftCharity = z.infer<typeof NftCharity>;

/** Who gets how much of a price, in ten-thousandths. */
export const NftSplit = z.strictObject({ charity: basis, creator: basis, house: basis });
export type NftSplit = z.infer<typeof NftSplit>;

/** What each gets of one price, in USDT; together it is the price, to the unit. */
export const NftShares = z.strictObject({
  price: DecimalText,
  charity: DecimalText,
  creator: DecimalText,
  house: DecimalText,
});
export type NftShares = z.infer<typeof NftShares>;

const token = {
  id: Id,
  title: z.string(),
  /** The picture at a middle width. */
  image: z.string(),
  /** The same at each width, the smallest first. */
  images: z
    .array(z.strictObject({ width: z.int().positive(), url: z.string() }))
    .max(NFT_PICTURE_WIDTHS.length),
  creator: z.string(),
  /** Null, with `address`, for a certificate that is on no chain. */
  chain: z.enum(NFT_CHAINS).nullable(),
  address: z.string().nullable(),
  /** Its number in the contract at that address. */
  number: z.string().nullable(),
  certificate: z.boolean(),
  kind: z.enum(NFT_SALE_KINDS),
  state: z.enum(NFT_STATES),
  /** The least first bid of an auction, or the price. */
  price: DecimalText,
  /** The highest bid, or what it was sold for; null before. */
  currentBid: DecimalText.nullable(),
  /** The least next bid, or the price; null where nothing is bid on any more. */
  minNextBid: DecimalText.nullable(),
  /** How far above the highest bid the next one has to be; null at a fixed price. */
  step: DecimalText.nullable(),
  bids: count,
  /** Number of the bidder who leads or has bought; the same as in the list of bids. */
  leader: z.int().positive().nullable(),
  startsAt: UnixMsNumber,
  /** Null at a fixed price. */
  endsAt: UnixMsNumber.nullable(),
  /** By the server's clock when it answered. */
  remainingSeconds: count.nullable(),
  /** A bid within so many minutes of the end moves it to so many behind that bid, at most so often. */
  extension: z.strictObject({ minutes: z.int().positive(), most: count, used: count }).nullable(),
  charity: NftCharity,
  split: NftSplit,
  /** What reaches the charity of the least next bid, of the price, or of what it was sold for. */
  charityAmount: DecimalText,
  /** That price, whole. */
  shares: NftShares,
  /** What all sales raised for this charity so far. */
  cumulativeDonation: DecimalText,
  /** Drawn by a program from this number; null for an artist's. */
  seed: z.string().nullable(),
  /** Grows with each change of the token: of two the higher is newer. */
  version: count,
};

/** A token as anyone sees it. */
export const NftToken = z.strictObject(token);
export type NftToken = z.infer<typeof NftToken>;

/** A bid as anyone sees it: who made it is a number within its auction. */
export const NftBid = z.strictObject({
  id: Id,
  bidder: z.int().positive(),
  amount: DecimalText,
  at: UnixMsNumber,
  /** It moved the end. */
  extended: z.boolean(),
});
export type NftBid = z.infer<typeof NftBid>;

/** A sale as the public ledger of donations shows it. */
export const NftSale = z.strictObject({
  tokenId: Id,
  title: z.string(),
  charityId: Id,
  /** Number of its certificate. */
  number: z.string(),
  shares: NftShares,
  at: UnixMsNumber,
  /** Its entry in the books. */
  entryId: Id,
});
export type NftSale = z.infer<typeof NftSale>;

/** How a token on a chain reached its buyer. */
const NftDelivery = z.strictObject({ hash: z.string(), at: UnixMsNumber });

/** A token with what is told of it, its bids and what became of it. */
export const NftDetail = z.strictObject({
  ...token,
  text: z.string(),
  history: z.array(NftBid).max(NFT_BIDS_SHOWN),
  sale: NftSale.nullable(),
  delivery: NftDelivery.nullable(),
  /**
   * What its artist was paid of their part of the sale: pay-outs are for the oldest sales first. Null while it is not
   * sold, and where the artist has no part.
   */
  creatorPaid: DecimalText.nullable(),
  /** Why two people cancelled it. */
  cancelReason: z.string().nullable(),
  /** When the agreement with the charity was made, and its reference. */
  agreement: z.strictObject({ reference: z.string(), on: z.iso.date() }),
});
export type NftDetail = z.infer<typeof NftDetail>;

/** What a user has of a token. */
const mine = {
  role: z.enum(NFT_ROLES),
  /** What became of their newest bid. */
  mine: z.strictObject({
    bidId: Id,
    state: z.enum(NFT_BID_STATES),
    amount: DecimalText,
    /** Their number within this auction. */
    bidder: z.int().positive(),
    at: UnixMsNumber,
    /** When it was outbid, won, or cancelled; what was held is back since then, or was paid. */
    endedAt: UnixMsNumber.nullable(),
    /** Where a token on a chain is sent to. */
    address: z.string().nullable(),
  }),
  /** Certificate of a token that is theirs. */
  bought: NftSale.nullable(),
  /** Receipt of a token that is theirs. */
  receiptNo: ReceiptNumber.optional(),
  delivery: NftDelivery.nullable(),
};

/** A token that a user bid on or owns. */
export const MyNft = z.strictObject({ ...token, ...mine });
export type MyNft = z.infer<typeof MyNft>;

/** What is told of a token to those who look at it, whenever it changed. */
export const NftNews = z.strictObject({
  id: Id,
  state: z.enum(NFT_STATES),
  currentBid: DecimalText.nullable(),
  minNextBid: DecimalText.nullable(),
  charityAmount: DecimalText,
  bids: count,
  leader: z.int().positive().nullable(),
  endsAt: UnixMsNumber.nullable(),
  remainingSeconds: count.nullable(),
  extensionsUsed: count,
  /** The newest bids, the newest first. */
  newest: z.array(NftBid).max(NFT_BIDS_TOLD),
  version: count,
  /** The server's clock. */
  at: UnixMsNumber,
});
export type NftNews = z.infer<typeof NftNews>;

/** Figures of one beneficiary, each the sum of its postings. */
export const CharityFigures = z.strictObject({
  ...NftCharity.shape,
  raised: DecimalText,
  paidOut: DecimalText,
  held: DecimalText,
  sales: count,
  payouts: count,
  /** Since when something is held that was not paid out; null: nothing is. */
  heldSince: UnixMsNumber.nullable(),
});
export type CharityFigures = z.infer<typeof CharityFigures>;

/** What is said of all money that was paid out, of either kind. */
export const payout = {
  id: Id,
  /** Number of the case two people decided. */
  number: z.string(),
  amount: DecimalText,
  /** The bank's reference, or the transaction on the chain. */
  reference: z.string(),
  /** The receipt of who was paid: its number, and SHA-256 of the document. */
  receipt: z.strictObject({ number: z.string(), sha256: z.string().nullable() }),
  at: UnixMsNumber,
  entryId: Id,
};

/** Money that was paid out to a beneficiary. */
export const CharityPayout = z.strictObject({
  ...payout,
  charityId: Id,
  charity: z.string(),
  via: z.enum(['outside', 'tron']),
});
export type CharityPayout = z.infer<typeof CharityPayout>;
