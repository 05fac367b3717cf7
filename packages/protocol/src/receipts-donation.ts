import { z } from 'zod';
import { NFT_CHAINS } from './nft-terms.ts';
import { NftSplit } from './nft-view.ts';
import { common } from './receipts-parts.ts';
import { DecimalText, Id, UnixMsNumber } from './scalars.ts';

/** Bids a receipt lists, the newest; of those before it says what they came to. */
export const RECEIPT_BIDS_MAX = 500;

const { feed: _, ...own } = common;

/** Receipt of a token that was sold for a charity; its order is the certificate. No price of a market is in it. */
export const DonationReceipt = z.strictObject({
  kind: z.literal('donation'),
  ...own,
  token: z.strictObject({
    id: Id,
    title: z.string(),
    creator: z.strictObject({ id: Id, name: z.string() }),
    /** Where it is on a chain; null for a certificate alone. */
    place: z
      .strictObject({ chain: z.enum(NFT_CHAINS), address: z.string(), number: z.string() })
      .nullable(),
    /** Version of its terms, which stood when the first bid came. */
    version: z.int(),
  }),
  charity: z.strictObject({
    id: Id,
    name: z.string(),
    country: z.string(),
    register: z.string(),
    registerNumber: z.string(),
    agreement: z.string(),
    agreedOn: z.string(),
  }),
  /** The least first bid, or the price. */
  price: DecimalText,
  split: NftSplit,
  startsAt: UnixMsNumber,
  /** Null: at a fixed price. `endsAt`: as it was offered, before any bid moved it. */
  auction: z
    .strictObject({
      step: DecimalText,
      endsAt: UnixMsNumber,
      minutes: z.int(),
      most: z.int(),
    })
    .nullable(),
  /** What the bids before those listed came to; null where all are listed. */
  earlier: z
    .strictObject({
      bids: z.int(),
      bidder: z.int(),
      amount: DecimalText,
      at: UnixMsNumber,
      extended: z.int(),
      endsAt: UnixMsNumber,
    })
    .nullable(),
  /** In the order in which they were taken; a bidder is a number within the auction. */
  bids: z.array(
    z.strictObject({
      place: z.int(),
      bidder: z.int(),
      amount: DecimalText,
      at: UnixMsNumber,
      /** Whether it moved the end. */
      extended: z.boolean(),
    }),
  ),
  /** Who owns it. */
  winner: z.int(),
  /** The end the last bid left; null at a fixed price. */
  endsAt: UnixMsNumber.nullable(),
  at: UnixMsNumber,
  /** What was paid, and what each got of it. */
  shares: z.strictObject({
    price: DecimalText,
    charity: DecimalText,
    creator: DecimalText,
    house: DecimalText,
  }),
});
