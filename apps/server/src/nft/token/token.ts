import type { Money, UnixMs, UserId, UtcDay } from '@candor/kernel';
import type { Extension, Split } from '@candor/pricing';
import type { nft } from '@candor/protocol';

/** A charity whose register and agreement two people looked at. */
export type Beneficiary = {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly register: string;
  readonly registerNumber: string;
  readonly registerUrl: string | null;
  readonly agreement: string;
  readonly agreedOn: UtcDay;
  readonly isSample: boolean;
  /** What all sales raised for it so far. */
  readonly raised: Money;
};

/** A picture at one width. */
export type Image = { readonly width: number; readonly height: number; readonly name: string };

/** What a token is offered on. */
export type TokenTerms = {
  readonly title: string;
  readonly text: string;
  readonly creator: string;
  readonly beneficiaryId: string;
  readonly artId: string;
  /** Where it is on a chain; null for a certificate alone. */
  readonly place: {
    readonly chain: nft.NftChain;
    readonly address: string;
    readonly number: string;
  } | null;
  /** The least first bid, or the price. */
  readonly price: Money;
  readonly split: Split;
  readonly startsAt: UnixMs;
  /** Null: at a fixed price. */
  readonly auction: {
    readonly step: Money;
    readonly endsAt: UnixMs;
    readonly extension: Extension;
  } | null;
};

/** A token as it stands. */
export type Token = Omit<TokenTerms, 'beneficiaryId' | 'artId'> & {
  readonly id: string;
  readonly creatorId: string;
  readonly charity: Beneficiary;
  readonly images: readonly Image[];
  readonly artId: string;
  readonly seed: string | null;
  readonly state: nft.NftState;
  /** The highest bid, or what it was bought for. */
  readonly current: Money | null;
  /** Number of the bidder it is of. */
  readonly leader: number | null;
  readonly bids: number;
  readonly bidders: number;
  /** How often a bid moved its end. */
  readonly extended: number;
  readonly version: number;
  readonly cancelReason: string | null;
  readonly closedAt: UnixMs | null;
};

/** What a bidder has of a token: their newest bid, and what became of it. */
export type Part = {
  readonly userId: UserId;
  readonly tokenId: string;
  /** Their number within the auction, the first bidder's 1. */
  readonly bidder: number;
  readonly bidId: string;
  readonly amount: Money;
  readonly state: nft.NftBidState;
  /** Where a token on a chain is sent to. */
  readonly address: string | null;
  readonly at: UnixMs;
  readonly movedAt: UnixMs;
  readonly endedAt: UnixMs | null;
};

/** A bid that was taken. */
export type Bid = {
  readonly userId: UserId;
  readonly id: string;
  readonly tokenId: string;
  readonly seq: number;
  readonly bidder: number;
  readonly kind: 'bid' | 'buy';
  readonly amount: Money;
  /** What came from cash for it. */
  readonly taken: Money;
  /** The bid of the same user it raises. */
  readonly raises: string | null;
  readonly extended: boolean;
  readonly requestId: string;
  readonly at: UnixMs;
};

/** A bid as it is shown. */
export type ShownBid = {
  readonly id: string;
  readonly bidder: number;
  readonly amount: Money;
  readonly at: UnixMs;
  readonly extended: boolean;
};

/** A token that was sold, with what each got. */
export type Sale = {
  readonly tokenId: string;
  readonly title: string;
  readonly userId: UserId;
  readonly bidId: string;
  /** Number of its certificate. */
  readonly number: string;
  /** Number of its receipt: random, since any caller that has it may read the receipt. */
  readonly receiptNo: string;
  readonly beneficiaryId: string;
  readonly creatorId: string;
  readonly price: Money;
  readonly charity: Money;
  readonly creator: Money;
  readonly house: Money;
  readonly entryId: string;
  readonly at: UnixMs;
};

/** Whom sales bring money that is paid out to them by cases. */
export type Payee = 'charity' | 'creator';

/** Money that went to a charity, or to the creator of a token. */
export type Payout = {
  readonly id: string;
  readonly number: string;
  readonly to: Payee;
  readonly payeeId: string;
  /** Their name. */
  readonly payee: string;
  readonly amount: Money;
  readonly account: 'outside' | 'tron';
  readonly reference: string;
  readonly receipt: string;
  readonly receiptSha256: string | null;
  readonly entryId: string;
  readonly at: UnixMs;
};

/** How a token on a chain reached its buyer. */
export type Delivery = { readonly tokenId: string; readonly hash: string; readonly at: UnixMs };
