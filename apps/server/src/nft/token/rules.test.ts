// Promise: a bid is taken while its token is on sale as it was looked at, of a step more at least, of its owner's own
// money, to an address that may be used; terms that cannot be offered are named by their field.
// (PRODUCT 8; LEDGER 4; RELIABILITY N2, N4)
import { DAY_MS, MINUTE_MS, type UnixMs, type UserId, money, plusMs } from '@candor/kernel';
import { isSplit } from '@candor/pricing';
import { nft as protocol } from '@candor/protocol';
import { describe, expect, test } from 'vitest';
import { type BidFacts, afterBid, decideBid, leastOf, ownMoney, termsProblem } from './rules.ts';
import type { Part, Token, TokenTerms } from './token.ts';

const usdt = (whole: number) => money('USDT', BigInt(whole) * 1_000_000n);
const NOW = 1_800_000_000_000 as UnixMs;
const ANN = 'ann' as UserId;
const at = (ms: number): UnixMs => plusMs(NOW, ms);

const AUCTION: NonNullable<Token['auction']> = {
  step: usdt(10),
  endsAt: at(DAY_MS),
  extension: { minutes: 5, most: 1 },
};
const ON_ETHEREUM = { chain: 'ethereum', address: `0x${'a'.repeat(40)}`, number: '7' } as const;

function token(change: Partial<Token> = {}): Token {
  const charity = { raised: usdt(0) } as Token['charity'];
  return {
    ...{
      id: 'token',
      title: 'Night boat',
      text: '',
      creator: 'Leila',
      creatorId: 'leila',
      charity,
    },
    ...{ images: [], artId: 'art', seed: null, place: null, price: usdt(100), auction: AUCTION },
    split: { charity: 8_800, creator: 700, house: 500 },
    ...{ startsAt: NOW, state: 'open', current: null, leader: null, bids: 0, bidders: 0 },
    ...{ extended: 0, version: 1, cancelReason: null, closedAt: null },
    ...change,
  };
}

const LED: Part = {
  ...{ userId: ANN, tokenId: 'token', bidder: 1, bidId: 'first', amount: usdt(100) },
  ...{ state: 'leading', address: null, at: NOW, movedAt: NOW, endedAt: null },
};

const zero = usdt(0);
const holding = (cash: number, more: { debt?: number; loss?: number } = {}) => ({
  cash: usdt(cash).units,
  debt: -usdt(more.debt ?? 0).units,
  margin: {
    isJudged: true,
    marginState: {
      ...{ cash: usdt(cash), margin: zero, deficit: zero, reversed: zero },
      floatingPnl: usdt(-(more.loss ?? 0)),
    },
  } as const,
});

function facts(change: Partial<BidFacts> = {}): BidFacts {
  return {
    ...{ now: NOW, token: token(), own: null, address: undefined, account: holding(1_000) },
    asked: { kind: 'bid', amount: '100', terms: undefined },
    ...change,
  };
}

/** What a bid comes to: the units it takes from cash, or its refusal with what it says. */
function outcome(change: Partial<BidFacts>): string {
  const decided = decideBid(facts(change));
  if (decided.ok) return `takes ${decided.value.taken.units / 1_000_000n}`;
  const { name, facts: said } = decided.failure;
  return [name, ...Object.values(said ?? {})].join(' ');
}

describe('a token is on sale', () => {
  test.each([
    ['of no id', { token: null }, 'token-not-on-sale unknown'],
    ['sold', { token: token({ state: 'sold' }) }, 'token-not-on-sale closed'],
    ['a moment before its beginning', { now: at(-1) }, 'token-not-on-sale notYet'],
    ['at its beginning', { now: NOW }, 'takes 100'],
    ['a moment before its end', { now: at(DAY_MS - 1) }, 'takes 100'],
    ['at its end', { now: at(DAY_MS) }, 'token-not-on-sale over'],
  ] as const)('%s', (_, change, said) => {
    expect(outcome(change)).toBe(said);
  });

  test('as an auction or at a price, never as the other', () => {
    const buy = { kind: 'buy', amount: '100', terms: undefined } as const;
    expect(outcome({ asked: buy })).toBe('token-not-on-sale otherKind');
    expect(outcome({ asked: buy, token: token({ auction: null }) })).toBe('takes 100');
    expect(outcome({ token: token({ auction: null }) })).toBe('token-not-on-sale otherKind');
  });

  test('as it was looked at: a bid meanwhile leaves the offer, other terms do not', () => {
    const asked = { kind: 'bid', amount: '110', terms: 1 } as const;
    const bidOn = { current: usdt(100), leader: 1, bids: 1, bidders: 1 };
    expect(outcome({ asked, token: token({ ...bidOn, version: 2 }) })).toBe('takes 110');
    expect(outcome({ asked, token: token({ version: 2 }) })).toBe('token-not-on-sale changed');
  });
});

describe('an amount', () => {
  const bidOn = token({ current: usdt(200), leader: 2, bids: 1, bidders: 1, version: 2 });
  const bid = (amount: string, of: Token) =>
    outcome({ asked: { kind: 'bid', amount, terms: undefined }, token: of });

  test('is the start at least, then a step above the highest bid', () => {
    expect([leastOf(token()), leastOf(bidOn)]).toEqual([usdt(100), usdt(210)]);
    expect(bid('99.999999', token())).toBe('quantity-refused belowNext 100');
    expect(bid('209.999999', bidOn)).toBe('quantity-refused belowNext 210');
    expect(bid('210', bidOn)).toBe('takes 210');
    expect(bid('1e3', bidOn)).toBe('quantity-refused malformed 210');
  });

  test('is the price itself where there is one', () => {
    const buy = (amount: string) =>
      outcome({
        asked: { kind: 'buy', amount, terms: undefined },
        token: token({ auction: null }),
      });
    expect([buy('100'), buy('101')]).toEqual(['takes 100', 'quantity-refused notThePrice 100']);
  });
});

describe('own money', () => {
  test('is cash that is free, less what is owed; a loss that is open comes off apart', () => {
    expect(ownMoney(holding(500))).toEqual(usdt(500));
    expect(ownMoney(holding(500, { debt: 200 }))).toEqual(usdt(300));
    expect(ownMoney(holding(500, { debt: 200, loss: 100 }))).toEqual(usdt(200));
    expect(ownMoney(holding(100, { debt: 200 }))).toEqual(usdt(0));
  });

  test('is what a bid takes, and not a unit more', () => {
    expect(outcome({ account: holding(300, { debt: 200 }) })).toBe('takes 100');
    expect(outcome({ account: holding(299, { debt: 200 }) })).toBe('free-margin-short 100 99 USDT');
  });

  test('cannot be said without a price, and then nothing is bid', () => {
    const { marginState } = holding(1_000).margin;
    const margin = { isJudged: false, held: marginState, unmarked: ['BTC/USDT'] } as never;
    const account = { ...holding(1_000), margin };
    expect(ownMoney(account)).toBeNull();
    expect(outcome({ account })).toBe('not-tradable-now unjudgeable BTC/USDT');
  });
});

describe('who leads', () => {
  const led = token({ current: usdt(100), leader: 1, bids: 1, bidders: 1, version: 2 });
  const asked = { kind: 'bid', amount: '150', terms: undefined } as const;

  test('gives the difference alone, and stays the same bidder', () => {
    const decided = decideBid(facts({ asked, token: led, own: LED }));
    if (!decided.ok) throw new Error(decided.failure.name);
    expect([decided.value.taken, decided.value.isRaise]).toEqual([usdt(50), true]);
    const said = { bidId: 'second', userId: ANN, at: NOW };
    const after = afterBid(led, LED, decided.value, said);
    expect([after.part.bidder, after.token.bidders, after.token.bids]).toEqual([1, 1, 2]);
  });

  test('and was outbid gives all of it', () => {
    expect(outcome({ asked, token: led, own: { ...LED, state: 'outbid' } })).toBe('takes 150');
  });
});

test('a bid near the end moves it, as often as the token says', () => {
  const late = at(DAY_MS - MINUTE_MS);
  const endOf = (extended: number) => {
    const decided = decideBid(facts({ now: late, token: token({ extended }) }));
    return decided.ok ? [decided.value.endsAt, decided.value.isExtended] : null;
  };
  expect(endOf(0)).toEqual([plusMs(late, 5 * MINUTE_MS), true]);
  expect(endOf(1)).toEqual([at(DAY_MS), false]);
});

describe('a token on a chain', () => {
  const sent = token({ place: ON_ETHEREUM });
  const book = (change: object = {}) => ({
    ...{ network: 'ethereum', address: '0xmine', usableAt: NOW },
    ...change,
  });

  test.each([
    ['none named', undefined, 'address-missing'],
    ['one of nobody', null, 'address-missing'],
    ['one of another chain', book({ network: 'tron' }), 'address-missing'],
    ['one that waits', book({ usableAt: at(1) }), `address-not-usable-yet ${at(1)}`],
    ['one that may be used now', book(), 'takes 100'],
  ])('%s', (_, address, said) => {
    expect(outcome({ token: sent, address })).toBe(said);
  });

  test('keeps the address of a bid that leads, and asks again who was outbid', () => {
    const bidOn = token({ place: ON_ETHEREUM, current: usdt(100), leader: 1, bids: 1, bidders: 1 });
    const asked = { kind: 'bid', amount: '150', terms: undefined } as const;
    const own = { ...LED, address: '0xmine' };
    expect(outcome({ token: bidOn, own, asked })).toBe('takes 50');
    const before = { ...own, state: 'outbid' } as const;
    expect(outcome({ token: bidOn, own: before, asked })).toBe('address-missing');
  });
});

describe('terms', () => {
  const offered = (change: Partial<TokenTerms>, auction: Partial<typeof AUCTION> | null = {}) =>
    termsProblem(
      {
        ...token(),
        beneficiaryId: 'charity',
        auction: auction === null ? null : { ...AUCTION, ...auction },
        ...change,
      },
      NOW,
    );

  test('that can be offered have no problem, at a price and as an auction', () => {
    const longest = { endsAt: at(protocol.NFT_AUCTION_DAYS_MAX * DAY_MS) };
    expect([offered({}), offered({}, null), offered({}, longest)]).toEqual([null, null, null]);
    expect(offered({ place: ON_ETHEREUM })).toBeNull();
  });

  test.each([
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(protocol.NFT_TITLE_MAX + 1) }],
    ['text', { text: 'x'.repeat(protocol.NFT_TEXT_MAX + 1) }],
    ['price', { price: usdt(0) }],
    ['split', { split: { charity: 8_800, creator: 700, house: 499 } }],
    ['number', { place: { ...ON_ETHEREUM, number: '0x7' } }],
  ])('are named by their field: %s', (field, change) => {
    expect(offered(change)).toBe(field);
  });

  test.each([
    ['step', { step: usdt(0) }],
    ['endsAt', { endsAt: NOW }],
    ['endsAt', { endsAt: at(protocol.NFT_AUCTION_DAYS_MAX * DAY_MS + 1) }],
    ['extendMinutes', { extension: { minutes: 0, most: 1 } }],
    ['extendMinutes', { extension: { minutes: protocol.NFT_EXTENSION_MINUTES_MAX + 1, most: 1 } }],
    ['extensionsMax', { extension: { minutes: 5, most: -1 } }],
    ['extensionsMax', { extension: { minutes: 5, most: protocol.NFT_EXTENSIONS_MAX + 1 } }],
  ])('of an auction are named by their field: %s', (field, auction) => {
    expect(offered({}, auction)).toBe(field);
  });

  test('count the whole of a price alike on the wire and where it is divided', () => {
    expect(isSplit({ charity: protocol.NFT_BASIS, creator: 0, house: 0 })).toBe(true);
  });
});
