import {
  BOOKS_INVARIANTS,
  type Moves,
  add,
  differencesOf,
  into,
} from '../real-books-invariants.ts';
import type { Entry } from '../real-books.ts';
import { answered } from './answer-invariants.ts';
import { cancelling, changing, decided, offering, paying } from './case-invariants.ts';
import { creators } from './creator-invariants.ts';
import { ownMoney, runBids, sharesOf, sum } from './figures.ts';
import type { Invariant, Seen } from './seen.ts';
import type { Bid, Token } from './snapshot.ts';

const byToken = ({ now }: Seen): ReadonlyMap<string, readonly Bid[]> =>
  Map.groupBy(now.bids, ({ tokenId }) => tokenId);
const tokenOf = ({ now }: Seen, id: string): Token | undefined =>
  now.tokens.find((token) => token.id === id);
const bidOf = ({ now }: Seen, id: string | null): Bid | undefined =>
  now.bids.find((bid) => bid.id === id);

/** What an entry about a token has to move. */
function movesOf(seen: Seen, { kind, subject }: Entry, reversed: bigint): Moves | null {
  const moves: Moves = new Map();
  const bid = bidOf(seen, subject);
  switch (kind) {
    case 'nft-bid': {
      const wanted = seen.asked.get(bid?.requestId ?? '')?.amount ?? 0n;
      const taken = wanted - (bidOf(seen, bid?.raises ?? null)?.amount ?? 0n);
      add(moves, 'USDT user:cash', -taken);
      add(moves, 'USDT user:bid', taken);
      return moves;
    }
    case 'nft-outbid': {
      const amount = bid?.amount ?? 0n;
      add(moves, 'USDT user:bid', -amount);
      into(moves, 'USDT', { units: amount, owed: -reversed });
      return moves;
    }
    case 'nft-sale': {
      const token = tokenOf(seen, subject ?? '');
      const last = (byToken(seen).get(subject ?? '') ?? []).at(-1);
      if (token === undefined || last === undefined) return moves;
      const { charity, creator, house } = sharesOf(last.amount, token);
      add(moves, 'USDT user:bid', -last.amount);
      add(moves, 'USDT house:charity', charity);
      add(moves, 'USDT house:creator', creator);
      add(moves, 'USDT house:fees', house);
      return moves;
    }
    case 'charity-payout':
    case 'creator-payout': {
      const payout = seen.now.payouts.find(({ id }) => id === subject);
      const account = kind === 'charity-payout' ? 'house:charity' : 'house:creator';
      add(moves, `USDT ${account}`, -(payout?.amount ?? 0n));
      add(moves, `USDT world:${payout?.account}`, payout?.amount ?? 0n);
      return moves;
    }
    default:
      return null;
  }
}

/** Every entry about a token moves what its bid, sale or pay-out comes to, to the unit. */
const entries: Invariant = (seen) =>
  differencesOf(seen.now.entries, (entry, held) =>
    movesOf(seen, entry, held('USDT', 'user:reversed')),
  );

/** No bid takes more than cash that is free, less what is borrowed. */
const borrowed: Invariant = ({ now }) => {
  const found: string[] = [];
  differencesOf(now.entries, ({ kind, postings }, held) => {
    if (kind !== 'nft-bid') return null;
    const taken = sum(postings.map(({ units }) => units));
    const own = ownMoney({
      cash: held('USDT', 'user:cash'),
      reversed: held('USDT', 'user:reversed'),
      debt: held('USDT', 'user:debt'),
    });
    if (taken > own) found.push(`${taken} was bid, ${own} was their own`);
    return null;
  });
  return found;
};

/** N1: one leads or owns, the one whose bid is the last; a token is sold once. */
const oneOwner: Invariant = (seen) =>
  seen.now.tokens.flatMap((token) => {
    const found: string[] = [];
    const { id, state, current, leader } = token;
    const first = seen.now.parts.filter(
      (part) => part.tokenId === id && (part.state === 'leading' || part.state === 'won'),
    );
    const sales = seen.now.sales.filter(({ tokenId }) => tokenId === id);
    const last = (byToken(seen).get(id) ?? []).at(-1);
    const isSold = state === 'sold' || state === 'delivered';
    const wanted = state === 'cancelled' || state === 'closed' || last === undefined ? 0 : 1;
    if (first.length !== wanted) found.push(`${state}: ${first.length} lead or own`);
    for (const part of first) {
      if (part.state !== (isSold ? 'won' : 'leading')) found.push(`${state}, and ${part.state}`);
      if (part.bidId !== last?.id) found.push('who leads is not who bid last');
      if (part.amount !== current || part.bidder !== leader) found.push('another is shown to lead');
    }
    if (sales.length !== (isSold ? 1 : 0)) found.push(`${state}, sold ${sales.length} times`);
    for (const sale of sales) {
      if (sale.bidId !== last?.id || sale.userId !== last.userId) found.push('sold to another');
    }
    return found;
  });

/** N2: each bid is a step above the one before it, as it was asked for; bidders are numbered as they come. */
const steps: Invariant = (seen) =>
  [...byToken(seen)].flatMap(([id, bids]) => {
    const token = tokenOf(seen, id);
    const numbers = new Map<string, number>();
    return bids.flatMap((bid, place) => {
      const found: string[] = [];
      const before = bids[place - 1];
      const isFixed = token?.kind === 'fixed';
      const least =
        before === undefined ? (token?.price ?? 0n) : before.amount + (token?.step ?? 0n);
      if (isFixed ? bid.amount !== token.price : bid.amount < least) {
        found.push(`${bid.amount} was taken where ${least} is asked`);
      }
      if (bid.seq !== place + 1) found.push(`bid ${place + 1} has number ${bid.seq}`);
      const wanted = seen.asked.get(bid.requestId);
      const isAsked =
        wanted?.amount === bid.amount && wanted.userId === bid.userId && wanted.tokenId === id;
      if (!isAsked) found.push(`${bid.amount} was bid, asked was ${wanted?.amount ?? 'nothing'}`);
      const number = numbers.get(bid.userId) ?? numbers.size + 1;
      numbers.set(bid.userId, number);
      if (bid.bidder !== number) found.push(`bidder ${number} has number ${bid.bidder}`);
      return found;
    });
  });

/** N3: a bid that leads no more was raised, or given back once: in the transaction of what came above it. */
const refunds: Invariant = (seen) => {
  const { now } = seen;
  const backs = Map.groupBy(
    now.entries.filter(({ kind }) => kind === 'nft-outbid'),
    ({ subject }) => subject ?? '',
  );
  const bidEntries = new Map(
    now.entries.flatMap(({ kind, subject, id }) =>
      kind === 'nft-bid' && subject !== null ? [[subject, id] as const] : [],
    ),
  );
  const raised = new Set(now.bids.flatMap(({ raises }) => (raises === null ? [] : [raises])));
  return [...byToken(seen)].flatMap(([id, bids]) =>
    bids.flatMap((bid, place) => {
      const token = tokenOf(seen, id);
      const back = backs.get(bid.id) ?? [];
      const next = bids[place + 1];
      const isLast = next === undefined;
      const isKept = raised.has(bid.id) || (isLast && token?.state !== 'cancelled');
      if (back.length !== (isKept ? 0 : 1))
        return [`bid ${bid.seq} was given back ${back.length} times`];
      const [entry] = back;
      if (entry === undefined || next === undefined) return [];
      const above = now.writtenBy.get(bidEntries.get(next.id) ?? '');
      return now.writtenBy.get(entry.id) === above
        ? []
        : [
            `bid ${bid.seq} was given back in another transaction than bid ${next.seq} was taken in`,
          ];
    }),
  );
};

/** N4: no bid before the start or at the end; the end moves by its rule alone, and no auction is sold before it. */
const ends: Invariant = (seen) =>
  seen.now.tokens.flatMap((token) => {
    const offered = seen.now.cases.get(token.caseId)?.facts['endsAt'] ?? '';
    if (token.kind === 'fixed' || token.endsAt === null) return [];
    const bids = byToken(seen).get(token.id) ?? [];
    const ran = runBids(token, Number.parseInt(offered, 10), bids);
    const found = [...ran.broken];
    if (ran.endsAt !== token.endsAt)
      found.push(`ends ${token.endsAt - ran.endsAt} ms off its rule`);
    if (ran.extensions !== token.extensions) found.push(`moved ${token.extensions} times`);
    const isOver = ['sold', 'delivered', 'closed'].includes(token.state);
    const sale = seen.now.sales.find(({ tokenId }) => tokenId === token.id);
    const over = sale?.at ?? token.closedAt ?? 0;
    if (isOver && over < ran.endsAt) found.push(`ended ${ran.endsAt - over} ms too soon`);
    if (isOver && over > seen.clock) found.push(`ended in ${over - seen.clock} ms`);
    return found;
  });

/** Once what is due ended, no auction whose end came is on sale. */
const ended: Invariant = ({ now, clock, isTurned }) =>
  isTurned
    ? now.tokens.flatMap(({ state, endsAt }) =>
        state === 'open' && endsAt !== null && endsAt <= clock
          ? [`on sale ${clock - endsAt} ms behind its end`]
          : [],
      )
    : [];

/** N5: a sale is what charity, artist and house get, to the unit, of the bid it was won by. */
const sales: Invariant = (seen) =>
  seen.now.sales.flatMap((sale) => {
    const token = tokenOf(seen, sale.tokenId);
    if (token === undefined) return ['sold, and no token'];
    const want = sharesOf(bidOf(seen, sale.bidId)?.amount ?? 0n, token);
    const found: string[] = [];
    for (const of of ['charity', 'creator', 'house'] as const) {
      if (sale[of] !== want[of]) found.push(`${of} got ${sale[of]}, has to get ${want[of]}`);
    }
    if (sale.charity + sale.creator + sale.house !== sale.price)
      found.push('parts are not the price');
    if (sale.charityId !== token.charityId || sale.creatorId !== token.creatorId) {
      found.push('another charity or artist got it');
    }
    const entry = seen.now.entries.find(({ id }) => id === sale.entryId);
    const subs = new Map(entry?.postings.map(({ to, sub }) => [to, sub]));
    if (subs.get('house:charity') !== token.charityId) found.push('posted to another charity');
    if (sale.creator > 0n && subs.get('house:creator') !== token.creatorId) {
      found.push('posted to another artist');
    }
    return found;
  });

/** N6: what a charity was raised and paid is its postings; what is held is never below zero. */
const figures: Invariant = ({ now }) => {
  const sums = new Map<string, { raised: bigint; paid: bigint; sales: number; payouts: number }>();
  for (const { postings } of now.entries) {
    for (const { from, to, units, sub } of postings) {
      const one = sums.get(sub ?? '') ?? { raised: 0n, paid: 0n, sales: 0, payouts: 0 };
      if (to === 'house:charity') {
        sums.set(sub ?? '', { ...one, raised: one.raised + units, sales: one.sales + 1 });
      }
      if (from === 'house:charity') {
        sums.set(sub ?? '', { ...one, paid: one.paid + units, payouts: one.payouts + 1 });
      }
    }
  }
  return now.charities.flatMap((one) => {
    const want = sums.get(one.id) ?? { raised: 0n, paid: 0n, sales: 0, payouts: 0 };
    const found: string[] = [];
    if (one.raised !== want.raised) found.push(`raised ${one.raised}, posted ${want.raised}`);
    if (one.paidOut !== want.paid) found.push(`paid out ${one.paidOut}, posted ${want.paid}`);
    if (one.sales !== want.sales || one.payouts !== want.payouts) found.push('counts are others');
    if (one.paidOut > one.raised) found.push('more was paid out than was raised');
    if (one.isHeld !== one.raised > one.paidOut) found.push('says another of what is held');
    return found;
  });
};

/** What is held for bids is what leads, to the unit. */
const held: Invariant = ({ now, users }) =>
  users.flatMap(({ userId }) => {
    const leads = now.parts.filter((part) => part.userId === userId && part.state === 'leading');
    const want = sum(leads.map(({ amount }) => amount));
    const stored = now.balances.get(`${userId} USDT user:bid`) ?? 0n;
    return stored === want ? [] : [`${stored} is held for bids, ${want} leads`];
  });

/** What was bid, sold, paid out and delivered stays as it is. */
const stays: Invariant = ({ now, stayed }) => {
  const lines = new Map<string, string>();
  const keep = (id: string, of: object): void => {
    lines.set(id, Object.values(of).map(String).join(' '));
  };
  for (const one of now.bids) keep(`bid ${one.id}`, one);
  for (const one of now.sales) keep(`sale ${one.tokenId}`, one);
  for (const one of now.payouts) keep(`payout ${one.id}`, one);
  for (const one of now.deliveries) keep(`delivery ${one.tokenId}`, one);
  const changed = [...stayed].filter(([id, line]) => lines.get(id) !== line);
  for (const [id, line] of lines) stayed.set(id, line);
  return changed.map(([id]) => `${id} was changed or is gone`);
};

/** A token goes where its last bid that named an address said. */
const sentTo: Invariant = (seen) =>
  seen.now.parts.flatMap((part) => {
    const token = tokenOf(seen, part.tokenId);
    const named = (byToken(seen).get(part.tokenId) ?? [])
      .filter(({ userId }) => userId === part.userId)
      .flatMap(({ requestId }) => seen.asked.get(requestId)?.address ?? []);
    const want = token?.chain === null ? null : (named.at(-1) ?? null);
    const found = part.address === want ? [] : [`is sent to ${part.address}, asked was ${want}`];
    const delivery = seen.now.deliveries.find(({ tokenId }) => tokenId === part.tokenId);
    if (part.state !== 'won' || delivery === undefined) return found;
    const facts = seen.now.cases.get(delivery.caseId)?.facts ?? {};
    if (facts['address'] !== want) found.push(`was sent to ${facts['address']}`);
    if (facts['hash'] !== delivery.hash) found.push('another transaction was looked at');
    return found;
  });

/** Each bid is told to whom it is about, once: that it leads, was outbid, won, was cancelled, was delivered. */
const once: Invariant = ({ now, heard }) => {
  const want = new Map<string, number>();
  const add1 = (userId: string, tokenId: string, kind: string): void => {
    const key = `${kind} ${userId} ${tokenId}`;
    want.set(key, (want.get(key) ?? 0) + 1);
  };
  const tokens = new Map(now.tokens.map((token) => [token.id, token]));
  const bids = new Map(now.bids.map((bid) => [bid.id, bid]));
  for (const { userId, tokenId, kind } of now.bids) {
    if (kind === 'bid') add1(userId, tokenId, 'leading');
  }
  for (const { kind, subject } of now.entries) {
    const bid = kind === 'nft-outbid' ? bids.get(subject ?? '') : undefined;
    if (bid === undefined) continue;
    const isCancelled =
      tokens.get(bid.tokenId)?.state === 'cancelled' && bid.seq === tokens.get(bid.tokenId)?.bids;
    add1(bid.userId, bid.tokenId, isCancelled ? 'cancelled' : 'outbid');
  }
  for (const { userId, tokenId } of now.sales) {
    add1(userId, tokenId, tokens.get(tokenId)?.kind === 'fixed' ? 'bought' : 'won');
    if (tokens.get(tokenId)?.state === 'delivered') add1(userId, tokenId, 'delivered');
  }
  const told = new Map<string, number>();
  for (const { userId, tokenId, news } of heard) {
    const key = `${news.kind} ${userId} ${tokenId}`;
    told.set(key, (told.get(key) ?? 0) + 1);
  }
  return [...new Set([...want.keys(), ...told.keys()])].flatMap((key) => {
    const [times, wanted] = [told.get(key) ?? 0, want.get(key) ?? 0];
    return times === wanted
      ? []
      : [`told ${times} times in place of ${wanted} that it is ${key.split(' ')[0]}`];
  });
};

/** Lists count what there is in each state. */
const counted: Invariant = ({ now }) =>
  [...now.tally].flatMap(([state, tokens]) => {
    const there = now.tokens.filter((token) => token.state === state).length;
    return tokens === there ? [] : [`${tokens} are counted as ${state}, ${there} are`];
  });

/** By name. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  ...BOOKS_INVARIANTS,
  entries,
  borrowed,
  N1: oneOwner,
  N2: steps,
  N3: refunds,
  N4: ends,
  N5: sales,
  N6: figures,
  ended,
  held,
  stays,
  sentTo,
  once,
  counted,
  decided,
  offering,
  changing,
  cancelling,
  paying,
  creators,
  answered,
};
