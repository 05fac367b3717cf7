/** Recomputes the receipt of a donation: who won, until when was bid, and what each got. */
import { divide, usdt, usdtText } from './numbers.mjs';
import { checkOwnEntry } from './pairs.mjs';

const MINUTE_MS = 60_000;
/** Parts of a price are counted in these. */
const WHOLE = 10_000;
/** Bids a receipt lists at most. */
const LISTED = 500;

function checkTerms(report, receipt) {
  const { split, auction, startsAt, token } = receipt;
  const parts = split.charity + split.creator + split.house;
  report.same('donation.terms', 'parts', { said: parts, is: WHOLE });
  report.holds('donation.terms', 'the charity has a part', split.charity > 0, `${split.charity}`);
  report.holds('donation.terms', 'price', usdt(receipt.price) > 0n, receipt.price);
  const isKnown = token.version >= 1;
  report.holds('donation.terms', 'version of the terms', isKnown, `${token.version}`);
  if (auction === null) return;
  const { step, endsAt, minutes } = auction;
  const isSound = usdt(step) > 0n && endsAt > startsAt && minutes >= 1;
  report.holds('donation.terms', 'auction', isSound, `${step}, ${minutes} min`);
}

/** That bids which are not listed can have been, by the rule of the auction alone. */
function checkEarlier(report, { earlier, auction, startsAt, price }) {
  const { bids, bidder, amount, at, extended, endsAt } = earlier;
  const isCounted = bids >= 1 && bidder >= 1 && bidder <= bids;
  report.holds('donation.bids', 'earlier bids: count', isCounted, `${bids}, bidder ${bidder}`);
  const least = usdt(price) + BigInt(Math.max(0, bids - 1)) * usdt(auction.step);
  const isEnough = usdt(amount) >= least;
  const needed = `${amount}, ${usdtText(least)} at least`;
  report.holds('donation.bids', 'earlier bids: amount', isEnough, needed);
  const isInTime = at >= startsAt && at < endsAt;
  report.holds('donation.bids', 'earlier bids: time', isInTime, `${at}, end ${endsAt}`);
  // Each moved the end to so many minutes behind itself, the last of them at that time at the latest.
  const isMoved = endsAt > auction.endsAt && endsAt <= at + auction.minutes * MINUTE_MS;
  const isRule = extended <= Math.min(auction.most, bids) && isMoved;
  const isEnd = extended === 0 ? endsAt === auction.endsAt : isRule;
  report.holds('donation.end', 'end before the listed bids', isEnd, `${extended}, ${endsAt}`);
}

/** The auction as the first listed bid finds it. */
function beginning(report, receipt) {
  const { earlier, auction, startsAt } = receipt;
  if (earlier === null) {
    const none = { place: 0, bidder: null, bidders: 0, highest: null, at: startsAt, extended: 0 };
    return { ...none, endsAt: auction?.endsAt ?? null };
  }
  const isFull = receipt.bids.length === LISTED && auction !== null;
  report.holds('donation.bids', 'all that fit are listed', isFull, `${receipt.bids.length}`);
  if (auction !== null) checkEarlier(report, receipt);
  report.says('donation.bids', 'earlier bids', `${earlier.bids} came before those listed`);
  const { bids: place, bidder, amount, at, extended, endsAt } = earlier;
  return { place, bidder, bidders: null, highest: usdt(amount), at, extended, endsAt };
}

/** A bid on an auction; answers the auction behind it. */
function checkBid(report, bid, { state, receipt }) {
  const { auction } = receipt;
  const what = `bid ${bid.place}`;
  const least = state.highest === null ? usdt(receipt.price) : state.highest + usdt(auction.step);
  const amount = usdt(bid.amount);
  report.same('donation.bids', `${what}: place`, { said: bid.place, is: state.place + 1 });
  const isEnough = amount >= least;
  report.holds(
    'donation.bids',
    `${what}: amount`,
    isEnough,
    `${bid.amount}, ${usdtText(least)} at least`,
  );
  const isInTime = bid.at >= state.at && bid.at < state.endsAt;
  report.holds('donation.bids', `${what}: time`, isInTime, `${bid.at}, end ${state.endsAt}`);
  const known = state.bidders;
  const isNext = bid.bidder >= 1 && (known === null || bid.bidder <= known + 1);
  report.holds('donation.bids', `${what}: bidder`, isNext, `bidder ${bid.bidder}`);
  const end = bid.at + auction.minutes * MINUTE_MS;
  const isMoved = state.extended < auction.most && end > state.endsAt;
  report.same('donation.end', `${what}: moved the end`, { said: bid.extended, is: isMoved });
  return {
    place: bid.place,
    bidder: bid.bidder,
    bidders: known === null ? null : Math.max(known, bid.bidder),
    highest: amount,
    at: bid.at,
    extended: state.extended + (isMoved ? 1 : 0),
    endsAt: isMoved ? end : state.endsAt,
  };
}

function checkAuction(report, receipt) {
  let state = beginning(report, receipt);
  for (const bid of receipt.bids) state = checkBid(report, bid, { state, receipt });
  report.same('donation.end', 'end', { said: receipt.endsAt, is: state.endsAt });
  const isOver = receipt.at >= state.endsAt;
  report.holds(
    'donation.end',
    'sold when the end had come',
    isOver,
    `${receipt.at - state.endsAt} ms after`,
  );
  const winner = { said: receipt.winner, is: state.bidder, how: 'the highest bid' };
  report.same('donation.winner', 'winner', winner);
  const is = state.highest === null ? 'no bid' : usdtText(state.highest);
  report.same('donation.winner', 'paid', { said: receipt.shares.price, is });
  // A list without its last bids is as sound as the whole one.
  report.says('donation.bids', 'that no bid was left out', `${state.place} bids`);
}

function checkPurchase(report, receipt) {
  const { bids, at, startsAt, price, shares, winner, endsAt } = receipt;
  const [bid] = bids;
  const isOne = bids.length === 1 && receipt.earlier === null && bid.place === 1;
  report.holds('donation.bids', 'one purchase', isOne, `${bids.length} bids`);
  report.same('donation.bids', 'amount', { said: bid?.amount, is: price });
  const isThen = bid?.at === at && at >= startsAt;
  report.holds('donation.bids', 'when it was sold', isThen, `${bid?.at}`);
  report.holds(
    'donation.end',
    'no end',
    endsAt === null && bid?.extended === false,
    'a fixed price',
  );
  report.same('donation.winner', 'owner', { said: winner, is: bid?.bidder });
  report.same('donation.winner', 'paid', { said: shares.price, is: price });
}

function checkShares(report, receipt) {
  const { split, shares } = receipt;
  const price = usdt(shares.price);
  const partOf = (basis) => divide(price * BigInt(basis), BigInt(WHOLE), 'down');
  const [creator, house] = [partOf(split.creator), partOf(split.house)];
  const charity = price - creator - house;
  const rule = 'donation.shares';
  report.same(rule, 'artist', { said: shares.creator, is: usdtText(creator), how: 'down' });
  report.same(rule, 'house', { said: shares.house, is: usdtText(house), how: 'down' });
  report.same(rule, 'charity', { said: shares.charity, is: usdtText(charity), how: 'the rest' });
  return { charity, creator, house };
}

function checkEntry(report, receipt, { charity, creator, house }) {
  const [entry] = receipt.entries;
  const isOne = receipt.entries.length === 1 && entry.kind === 'nft-sale';
  report.holds('journal.entries', 'one sale', isOne, `${receipt.entries.length} entries`);
  report.same('journal.entries', 'entry: time', { said: entry?.at, is: receipt.at });
  const line = (to, amount) => `user:bid to ${to} ${amount}`;
  const wanted = [
    [`house:charity:${receipt.charity.id}`, charity],
    [`house:creator:${receipt.token.creator.id}`, creator],
    ['house:fees', house],
  ].filter(([, units]) => units > 0n);
  report.same('journal.payments', 'its payments', {
    said: (entry?.postings ?? [])
      .map(({ from, to, amount }) => `${from} to ${to} ${amount}`)
      .join(', '),
    is: wanted.map(([to, units]) => line(to, usdtText(units))).join(', '),
  });
}

/** Recomputes everything the receipt of a donation says. */
export function checkDonation(report, receipt, files) {
  report.same('feed.mode', 'a real account', { said: receipt.mode, is: 'real' });
  checkTerms(report, receipt);
  report.part('donation.bids', 'bids', () => {
    if (receipt.auction === null) checkPurchase(report, receipt);
    else checkAuction(report, receipt);
  });
  report.part('donation.shares', 'shares', () => {
    checkEntry(report, receipt, checkShares(report, receipt));
  });
  checkOwnEntry(report, receipt, files);
}
