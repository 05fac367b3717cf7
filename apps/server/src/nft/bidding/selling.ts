import {
  type EntryId,
  type QuoteId,
  type UnixMs,
  addMoney,
  assert,
  formatMoney,
  newUuid,
} from '@candor/kernel';
import { sharesOf } from '@candor/pricing';
import { newReceiptNumber, orderNumber } from '../../contracts/index.ts';
import type { Cause, Entry, Posting } from '../../ledger/index.ts';
import type { NftPartNews, NftPlace } from '../token/events.ts';
import type { Part, Sale, Token } from '../token/token.ts';

/** Everything a sale writes: token, part, sale, entry, and what its buyer is told. */
export type Sold = {
  readonly token: Token;
  readonly part: Part;
  readonly sale: Sale;
  readonly entry: Entry;
  readonly news: NftPartNews;
};

/**
 * Sells a token to who leads: the bid is divided among charity, creator and house.
 *
 * @source LEDGER 2, row "sale"; RELIABILITY N1, N5, N7
 */
export function sell(
  token: Token,
  part: Part,
  { at, cause }: { readonly at: UnixMs; readonly cause: Cause },
): Sold {
  assert(token.state === 'open' && part.state === 'leading', 'a token is sold once, to who leads');
  assert(token.current?.units === part.amount.units, 'the highest bid is the leader’s');
  const { price, charity, creator, house } = sharesOf(part.amount, token.split);
  const entryId = newUuid(at);
  const number = orderNumber(newUuid(at) as QuoteId, at);
  const parts: readonly (Posting | null)[] = [
    pays('house:charity', token.charity.id, charity.units),
    pays('house:creator', token.creatorId, creator.units),
    pays('house:fees', undefined, house.units),
  ];
  return {
    token: {
      ...token,
      charity: { ...token.charity, raised: addMoney(token.charity.raised, charity) },
      state: 'sold',
      version: token.version + 1,
      closedAt: at,
    },
    part: { ...part, state: 'won', movedAt: at, endedAt: at },
    sale: {
      ...{ tokenId: token.id, title: token.title, userId: part.userId, bidId: part.bidId, number },
      receiptNo: newReceiptNumber(),
      ...{ beneficiaryId: token.charity.id, creatorId: token.creatorId },
      ...{ price, charity, creator, house, entryId, at },
    },
    entry: {
      id: entryId as EntryId,
      userId: part.userId,
      mode: 'real',
      kind: 'nft-sale',
      requestId: `nft-sale:${token.id}`,
      part: 0,
      cause,
      subject: token.id,
      reverses: null,
      at,
      postings: parts.filter((one) => one !== null),
    },
    news: {
      kind: token.auction === null ? 'bought' : 'won',
      amount: formatMoney(price),
      number,
      charity: token.charity.name,
      charityAmount: formatMoney(charity),
      to: placeOf(token, part),
    },
  };
}

/** Where a token on a chain is sent to. */
export function placeOf({ place }: Token, { address }: Part): NftPlace | null {
  return place === null || address === null ? null : { chain: place.chain, address };
}

function pays(to: Posting['to'], toSub: string | undefined, units: bigint): Posting | null {
  if (units === 0n) return null;
  const sub = toSub === undefined ? {} : { toSub };
  return { from: 'user:bid', to, asset: 'USDT', units, ...sub };
}

/**
 * Gives a bid back: all of it, into cash, an open deficit and a reversed deposit first.
 *
 * @source LEDGER 2, rows "NFT bid" and "credit to cash while deficit or reversed < 0"
 */
export function refundEntry(
  part: Part,
  said: { readonly at: UnixMs; readonly cause: Cause; readonly postings: readonly Posting[] },
): Entry {
  const { at, cause, postings } = said;
  return {
    id: newUuid(at) as EntryId,
    userId: part.userId,
    mode: 'real',
    kind: 'nft-outbid',
    requestId: `nft-outbid:${part.bidId}`,
    part: 0,
    cause,
    subject: part.bidId,
    reverses: null,
    at,
    postings,
  };
}
