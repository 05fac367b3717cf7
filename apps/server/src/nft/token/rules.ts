import {
  DAY_MS,
  type Money,
  type Result,
  type UnixMs,
  ensure,
  fail,
  formatMoney,
  money,
  ok,
  parseMoney,
  plusMs,
  subMoney,
} from '@candor/kernel';
import {
  type Auction,
  type MarginJudgement,
  endAfterBid,
  freeOf,
  isSplit,
  leastBid,
} from '@candor/pricing';
import { type Failure, nft as protocol } from '@candor/protocol';
import type { Part, Token, TokenTerms } from './token.ts';

type Refused = { ok: false; failure: Failure };

const closed = (why: string): Refused => fail({ name: 'token-not-on-sale', facts: { why } });

/** The auction of a token; null at a fixed price. */
function auctionOf(token: Token): Auction | null {
  const { auction, price, current, extended } = token;
  return auction === null ? null : { ...auction, start: price, highest: current, extended };
}

/** The least amount that is taken for a token now: the next bid, or its price. */
export function leastOf(token: Token): Money {
  const auction = auctionOf(token);
  return auction === null ? token.price : leastBid(auction);
}

/**
 * What a user may bid: cash that is free, less what they borrowed. Null while it cannot be judged.
 *
 * @source LEDGER 4 "own money for a bid"
 */
export function ownMoney(account: {
  readonly margin: MarginJudgement;
  readonly cash: bigint;
  /** Below zero: what is owed. */
  readonly debt: bigint;
}): Money | null {
  const { margin, cash, debt } = account;
  const free = freeOf('USDT', { margin, cash });
  if (free === null) return null;
  // What is owed comes off what is free: a loss that is open and a debt are each their own.
  const own = free.units + debt;
  return money('USDT', own > 0n ? own : 0n);
}

/** An address of the address book, as it counts for a token. */
export type ReceivingAddress = {
  readonly network: string;
  readonly address: string;
  readonly usableAt: UnixMs;
};

/** What is asked of a token. */
type BidParams = {
  readonly kind: 'bid' | 'buy';
  readonly amount: string;
  /** The offer that was looked at, by its version; undefined where none was named. */
  readonly terms: number | undefined;
};

/** Everything a bid is decided on. */
export type BidFacts = {
  readonly now: UnixMs;
  /** Null: none of that id. */
  readonly token: Token | null;
  /** What the bidder has of it already. */
  readonly own: Part | null;
  readonly asked: BidParams;
  /** Undefined where none was named, null where the named one is not theirs. */
  readonly address: ReceivingAddress | null | undefined;
  readonly account: Parameters<typeof ownMoney>[0];
};

/** A bid that is taken. */
export type Taken = {
  readonly amount: Money;
  /** What comes from cash: the leader's own raise takes the difference alone. */
  readonly taken: Money;
  readonly isRaise: boolean;
  readonly address: string | null;
  /** The end from now on; null at a fixed price. */
  readonly endsAt: UnixMs | null;
  readonly isExtended: boolean;
};

/**
 * Whether a token is on sale at a moment, as it was looked at.
 *
 * @failure token-not-on-sale — `why`: unknown, notYet, over, closed, otherKind, changed
 * @source  RELIABILITY N4
 */
function decideOnSale(
  token: Token | null,
  { kind, terms }: BidParams,
  now: UnixMs,
): Result<Token, Failure> {
  if (token === null) return closed('unknown');
  if (token.state !== 'open') return closed('closed');
  if (now < token.startsAt) return closed('notYet');
  if (token.auction !== null && now >= token.auction.endsAt) return closed('over');
  if ((kind === 'bid') !== (token.auction !== null)) return closed('otherKind');
  if (terms !== undefined && terms !== protocol.offerVersion(token)) return closed('changed');
  return ok(token);
}

/**
 * Whether an amount is taken for a token: a bid of a step more at least, or the price itself.
 *
 * @failure quantity-refused — `why`: malformed, belowNext, notThePrice; `min`
 * @source  RELIABILITY N2
 */
function decideAmount(token: Token, text: string): Result<Money, Failure> {
  const amount = parseMoney(text, 'USDT');
  const min = leastOf(token);
  const refuse = (why: string): Refused =>
    fail({ name: 'quantity-refused', field: 'amount', facts: { why, min: formatMoney(min) } });
  if (amount === null) return refuse('malformed');
  if (token.auction === null)
    return amount.units === min.units ? ok(amount) : refuse('notThePrice');
  return amount.units >= min.units ? ok(amount) : refuse('belowNext');
}

/**
 * Where a token is sent to; null for one on no chain.
 *
 * @failure address-missing — none was named, or it is not of the token's chain
 * @failure address-not-usable-yet — `until`
 * @source  PRODUCT 8
 */
function decideAddress(token: Token, facts: BidFacts): Result<string | null, Failure> {
  if (token.place === null) return ok(null);
  const { address, own, now } = facts;
  const missing = fail({ name: 'address-missing', field: 'addressId', facts: {} } as const);
  if (address === undefined) {
    // Who leads has chosen it for this bid; of a bid that was outbid it may have left the address book since.
    const before = own?.state === 'leading' ? own.address : null;
    return before === null ? missing : ok(before);
  }
  if (address === null || address.network !== token.place.chain) return missing;
  if (address.usableAt > now) {
    const facts = { until: String(address.usableAt) };
    return fail({ name: 'address-not-usable-yet', field: 'addressId', facts });
  }
  return ok(address.address);
}

/**
 * Whether a bid is taken, and what it takes.
 *
 * @failure token-not-on-sale · quantity-refused · address-missing · address-not-usable-yet
 * @failure not-tradable-now — why: unjudgeable · codes: contracts of these have no price
 * @failure free-margin-short — `need`, `have`, `asset`; more than cash less what is borrowed
 * @source  PRODUCT 8; LEDGER 4; RELIABILITY N2, N4
 */
export function decideBid(facts: BidFacts): Result<Taken, Failure> {
  const { now, own, asked, account } = facts;
  const onSale = decideOnSale(facts.token, asked, now);
  if (!onSale.ok) return onSale;
  const token = onSale.value;
  const amount = decideAmount(token, asked.amount);
  if (!amount.ok) return amount;
  const address = decideAddress(token, facts);
  if (!address.ok) return address;
  const leads = own !== null && own.state === 'leading';
  const taken = leads ? subMoney(amount.value, own.amount) : amount.value;
  const have = ownMoney(account);
  if (have === null) {
    const unmarked = account.margin.isJudged ? [] : account.margin.unmarked;
    return fail({
      name: 'not-tradable-now',
      facts: { why: 'unjudgeable', codes: unmarked.join(', ') },
    });
  }
  if (taken.units > have.units) {
    const said = { need: formatMoney(taken), have: formatMoney(have), asset: 'USDT' };
    return fail({ name: 'free-margin-short', field: 'amount', facts: said });
  }
  const auction = auctionOf(token);
  const end = auction === null ? { endsAt: null, isExtended: false } : endAfterBid(auction, now);
  return ok({ amount: amount.value, taken, isRaise: leads, address: address.value, ...end });
}

/**
 * The token and the part behind a bid that was taken.
 *
 * @invariant a token has one leader; its end and its highest bid never go back
 */
export function afterBid(
  token: Token,
  own: Part | null,
  taken: Taken,
  said: { readonly bidId: string; readonly userId: Part['userId']; readonly at: UnixMs },
): { readonly token: Token; readonly part: Part } {
  const bidders = own === null ? token.bidders + 1 : token.bidders;
  const bidder = own?.bidder ?? bidders;
  const { at, bidId, userId } = said;
  const auction =
    token.auction === null
      ? null
      : { ...token.auction, endsAt: ensure(taken.endsAt, 'an auction has an end') };
  return {
    token: {
      ...token,
      auction,
      current: taken.amount,
      leader: bidder,
      bids: token.bids + 1,
      bidders,
      extended: token.extended + (taken.isExtended ? 1 : 0),
      version: token.version + 1,
    },
    part: {
      userId,
      tokenId: token.id,
      bidder,
      bidId,
      amount: taken.amount,
      state: 'leading',
      address: taken.address,
      at,
      movedAt: at,
      endedAt: null,
    },
  };
}

/** Why terms of a token cannot be offered, by the field; null where they can. */
export function termsProblem(terms: TokenTerms, now: UnixMs): string | null {
  const { title, text, price, split, startsAt, auction, place } = terms;
  if (title.length === 0 || title.length > protocol.NFT_TITLE_MAX) return 'title';
  if (text.length > protocol.NFT_TEXT_MAX) return 'text';
  if (price.units <= 0n) return 'price';
  if (!isSplit(split)) return 'split';
  if (place !== null && !protocol.NFT_NUMBER_PATTERN.test(place.number)) return 'number';
  if (auction === null) return null;
  const { step, endsAt, extension } = auction;
  if (step.units <= 0n) return 'step';
  const from = startsAt > now ? startsAt : now;
  const isLong = endsAt > plusMs(from, protocol.NFT_AUCTION_DAYS_MAX * DAY_MS);
  if (endsAt <= from || isLong) return 'endsAt';
  const { minutes, most } = extension;
  if (minutes < 1 || minutes > protocol.NFT_EXTENSION_MINUTES_MAX) return 'extendMinutes';
  return most < 0 || most > protocol.NFT_EXTENSIONS_MAX ? 'extensionsMax' : null;
}
