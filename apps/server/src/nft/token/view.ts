import { SECOND_MS, type Money, type UnixMs, ensure, formatMoney, subMoney } from '@candor/kernel';
import { shareTexts, sharesOf } from '@candor/pricing';
import { BASE_PATH, type nft } from '@candor/protocol';
import type { donations } from '@candor/protocol/desk';
import type { Creator } from './payout-store.ts';
import type { Figures } from './sale-store.ts';
import { leastOf } from './rules.ts';
import type { Beneficiary, Delivery, Part, Payout, Sale, ShownBid, Token } from './token.ts';

/** Address of a picture; its content never changes. */
export const pictureUrl = (name: string): string => `${BASE_PATH}/index/nftPicture/${name}.jpg`;

function charityView(charity: Beneficiary): nft.NftCharity {
  const { id, name, country, register, registerNumber, registerUrl, isSample } = charity;
  return { id, name, country, register, registerNumber, registerUrl, isSample };
}

/** Seconds until an end, by the server's clock; none is left once it came. */
function secondsLeft(endsAt: UnixMs | null, now: UnixMs): number | null {
  return endsAt === null ? null : Math.max(0, Math.ceil((endsAt - now) / SECOND_MS));
}

/** The price that is asked or was paid: of the next bid, of the sale, or the highest bid of one that ended. */
function priceShown(token: Token): Money {
  return token.state === 'open' ? leastOf(token) : (token.current ?? token.price);
}

/** A token as anyone sees it. */
export function tokenView(token: Token, now: UnixMs): nft.NftToken {
  const { auction, place, images, state } = token;
  const shares = sharesOf(priceShown(token), token.split);
  const middle = images[Math.min(1, images.length - 1)];
  const isOpen = state === 'open';
  return {
    id: token.id,
    title: token.title,
    image: pictureUrl(ensure(middle, 'a token has a picture').name),
    images: images.map(({ width, name }) => ({ width, url: pictureUrl(name) })),
    creator: token.creator,
    chain: place?.chain ?? null,
    address: place?.address ?? null,
    number: place?.number ?? null,
    certificate: place === null,
    kind: auction === null ? 'fixed' : 'auction',
    state,
    price: formatMoney(token.price),
    currentBid: token.current === null ? null : formatMoney(token.current),
    minNextBid: isOpen ? formatMoney(leastOf(token)) : null,
    step: auction === null ? null : formatMoney(auction.step),
    bids: token.bids,
    leader: token.leader,
    startsAt: token.startsAt,
    endsAt: auction?.endsAt ?? null,
    remainingSeconds: isOpen ? secondsLeft(auction?.endsAt ?? null, now) : null,
    extension: auction === null ? null : { ...auction.extension, used: token.extended },
    charity: charityView(token.charity),
    split: token.split,
    charityAmount: formatMoney(shares.charity),
    shares: shareTexts(shares),
    cumulativeDonation: formatMoney(token.charity.raised),
    seed: token.seed,
    version: token.version,
  };
}

/** A bid as anyone sees it. */
export const bidView = ({ id, bidder, amount, at, extended }: ShownBid): nft.NftBid => ({
  id,
  bidder,
  amount: formatMoney(amount),
  at,
  extended,
});

/** A sale as anyone sees it. */
export function saleView(sale: Sale): nft.NftSale {
  const { tokenId, title, beneficiaryId: charityId, number, at, entryId } = sale;
  return { tokenId, title, charityId, number, shares: shareTexts(sale), at, entryId };
}

/** What is told of a token to those who look at it. */
export function newsView(token: Token, newest: readonly ShownBid[], now: UnixMs): nft.NftNews {
  const { id, state, currentBid, minNextBid, charityAmount, bids, leader, endsAt, version } =
    tokenView(token, now);
  return {
    ...{ id, state, currentBid, minNextBid, charityAmount, bids, leader, endsAt, version },
    remainingSeconds: state === 'open' ? secondsLeft(token.auction?.endsAt ?? null, now) : null,
    extensionsUsed: token.extended,
    newest: newest.map(bidView),
    at: now,
  };
}

const ROLES = {
  leading: 'leading',
  won: 'owned',
  outbid: 'outbid',
  cancelled: 'outbid',
} as const satisfies Record<nft.NftBidState, nft.NftRole>;

/** A token as a user who bid on it sees it. */
export function mineView(
  token: Token,
  part: Part,
  more: { readonly sale: Sale | null; readonly delivery: Delivery | null; readonly now: UnixMs },
): nft.MyNft {
  const { bidId, state, amount, bidder, at, endedAt, address } = part;
  const { sale, delivery, now } = more;
  return {
    ...tokenView(token, now),
    role: ROLES[state],
    mine: { bidId, state, amount: formatMoney(amount), bidder, at, endedAt, address },
    ...(sale !== null && state === 'won'
      ? { bought: saleView(sale), receiptNo: sale.receiptNo }
      : { bought: null }),
    delivery:
      delivery === null || state !== 'won' ? null : { hash: delivery.hash, at: delivery.at },
  };
}

/** A beneficiary's figures. */
export function figuresView(figures: Figures): nft.CharityFigures {
  const { raised, paidOut, sales, payouts, heldSince } = figures;
  return {
    ...charityView(figures),
    raised: formatMoney(raised),
    paidOut: formatMoney(paidOut),
    held: formatMoney(subMoney(raised, paidOut)),
    sales,
    payouts,
    heldSince,
  };
}

/** What is said of every pay-out. */
function paidView({ id, number, amount, reference, entryId, at, ...payout }: Payout) {
  return {
    ...{ id, number, reference, entryId, at },
    amount: formatMoney(amount),
    receipt: { number: payout.receipt, sha256: payout.receiptSha256 },
  };
}

/** A pay-out to a charity as anyone sees it. */
export function payoutView(payout: Payout): nft.CharityPayout {
  const { payeeId: charityId, payee: charity, account: via } = payout;
  return { ...paidView(payout), charityId, charity, via };
}

/** A pay-out to the creator of tokens, for members of staff alone. */
export function creatorPayoutView(payout: Payout): donations.CreatorPayout {
  const { payeeId: creatorId, payee: creator } = payout;
  return { ...paidView(payout), creatorId, creator };
}

/** A creator's figures, for members of staff alone. */
export function creatorView(one: Creator): donations.DeskCreator {
  const { id, name, earned, paidOut, sales, payouts, owedSince } = one;
  return {
    ...{ id, name, sales, payouts, owedSince },
    earned: formatMoney(earned),
    paidOut: formatMoney(paidOut),
    owed: formatMoney(subMoney(earned, paidOut)),
  };
}
