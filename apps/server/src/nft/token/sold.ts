import { MINUTE_MS, type Money, type UnixMs, ensure, plusMs } from '@candor/kernel';
import { RECEIPT_BIDS_MAX, nft as protocol } from '@candor/protocol';
import type { TradingAccount } from '../../ledger/index.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import { findReceiptNo, findMovedBy, findOfferedEnd, findSales } from './sale-store.ts';
import { findTokens, listBids } from './token-store.ts';
import type { Sale, ShownBid, Token } from './token.ts';

/** A bid with its place among those on a token, the first 1. */
export type PlacedBid = Omit<ShownBid, 'id'> & { readonly place: number };

/** What bids that are not listed came to: the auction as the first that is listed found it. */
export type EarlierBids = {
  readonly bids: number;
  readonly bidder: number;
  readonly amount: Money;
  readonly at: UnixMs;
  readonly extended: number;
  readonly endsAt: UnixMs;
};

/** A token that was sold, with everything its sale is recomputed from. */
export type SoldToken = {
  readonly token: Token;
  readonly sale: Sale;
  /** Version of the terms the first bid came on. */
  readonly version: number;
  /** When it was to end before any bid moved it; null at a fixed price. */
  readonly offeredEnd: UnixMs | null;
  readonly earlier: EarlierBids | null;
  readonly bids: readonly PlacedBid[];
};

async function earlierOf(
  sql: Sql,
  last: PlacedBid,
  facts: { readonly token: Token; readonly offeredEnd: UnixMs | null; readonly extended: number },
): Promise<EarlierBids> {
  const { token, offeredEnd, extended } = facts;
  const moved = await findMovedBy(sql, { tokenId: token.id, place: last.place });
  const auction = ensure(token.auction, 'only an auction has many bids');
  const endsAt =
    moved === null
      ? ensure(offeredEnd, 'an auction was offered with an end')
      : plusMs(moved, auction.extension.minutes * MINUTE_MS);
  const { bidder, amount, at, place: bids } = last;
  return { bids, bidder, amount, at, extended, endsAt };
}

async function soldToken(sql: Sql, token: Token, sale: Sale): Promise<SoldToken> {
  const [offeredEnd, newest] = await Promise.all([
    findOfferedEnd(sql, token.id),
    listBids(sql, token.id, RECEIPT_BIDS_MAX + 1),
  ]);
  const placed = newest.map(({ bidder, amount, at, extended }, index) => ({
    ...{ bidder, amount, at, extended },
    place: token.bids - index,
  }));
  const bids = placed.slice(0, RECEIPT_BIDS_MAX);
  const last = placed[RECEIPT_BIDS_MAX];
  const extended = token.extended - bids.filter((bid) => bid.extended).length;
  // The sale and a delivery raised the version by one each.
  const version = protocol.offerVersion(token) - (token.state === 'delivered' ? 2 : 1);
  return {
    ...{ token, sale, version, offeredEnd },
    earlier:
      last === undefined ? null : await earlierOf(sql, last, { token, offeredEnd, extended }),
    bids: bids.toReversed(),
  };
}

/** Tokens that were sold, of these ids, with what their sales are recomputed from. */
export async function findSold(sql: Sql, ids: readonly string[]): Promise<SoldToken[]> {
  const [tokens, sales] = await Promise.all([findTokens(sql, ids), findSales(sql, ids)]);
  const tokenOf = new Map(tokens.map((token) => [token.id, token]));
  return Promise.all(
    sales.map((sale) =>
      soldToken(sql, ensure(tokenOf.get(sale.tokenId), 'what was sold is there'), sale),
    ),
  );
}

/** Numbers of the receipts of a user's certificate; null where it is not theirs in this mode. */
export async function receiptsOfCertificate(
  sql: Sql,
  { userId, mode, orderNo }: TradingAccount & { readonly orderNo: string },
): Promise<string[] | null> {
  if (mode !== 'real') return null;
  const receiptNo = await findReceiptNo(sql, { userId, number: orderNo });
  return receiptNo === null ? null : [receiptNo];
}
