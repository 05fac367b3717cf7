import type { UnixMs, UserId } from '@candor/kernel';
import type { nft } from '@candor/protocol';

/** An address of a user on a chain. */
export type NftPlace = { readonly chain: nft.NftChain; readonly address: string };

/** What happened to a user's bid, as its owner is told of it. @units amounts: USDT, decimal text */
export type NftPartNews =
  | { readonly kind: 'leading'; readonly amount: string; readonly isRaise: boolean }
  /** `amount` is back in cash; `by` is the bid that was higher, `until` when the auction ends now. */
  | {
      readonly kind: 'outbid';
      readonly bidId: string;
      readonly amount: string;
      readonly by: string;
      readonly until: UnixMs;
    }
  | {
      readonly kind: 'won' | 'bought';
      readonly amount: string;
      /** Number of the certificate. */
      readonly number: string;
      readonly charity: string;
      readonly charityAmount: string;
      /** Where a token on a chain is going to be sent to. */
      readonly to: NftPlace | null;
    }
  | {
      readonly kind: 'delivered';
      /** What it was won or bought for. */
      readonly amount: string;
      readonly hash: string;
      readonly to: NftPlace;
    }
  /** Two people cancelled the token; `amount` is back in cash. */
  | { readonly kind: 'cancelled'; readonly amount: string; readonly reason: string };

/** Users' tokens that changed; one fact for all of a transaction. */
export type NftChanged = {
  readonly changed: readonly {
    readonly userId: UserId;
    readonly tokenId: string;
    readonly title: string;
    readonly at: UnixMs;
    readonly news: readonly NftPartNews[];
  }[];
};

export const NFT_CHANGED = 'nft.NftChanged';

/** Tokens anyone may look at, changed by a bid, a sale or a case. */
export type TokensMoved = { readonly tokenIds: readonly string[] };

export const TOKENS_MOVED = 'nft.TokensMoved';

/** Money went to a charity. */
export type CharityPaid = {
  readonly payoutId: string;
  readonly number: string;
  readonly charityId: string;
  readonly charity: string;
  readonly amount: string;
  readonly at: UnixMs;
};

export const CHARITY_PAID = 'nft.CharityPaid';
