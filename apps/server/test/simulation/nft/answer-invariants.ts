import { formatMoney, money } from '@candor/kernel';
import { creatorPaidOf } from './creator-invariants.ts';
import { leastOf, ownMoney, sharesOf, sum } from './figures.ts';
import { type Invariant, type Seen, apart } from './seen.ts';
import type { Token } from './snapshot.ts';

const text = (units: bigint): string => formatMoney(money('USDT', units));
const textOr = (units: bigint | null): string | null => (units === null ? null : text(units));

/** What a token has to be shown with. */
function tokenApart(seen: Seen, token: Token): string[] {
  const shown = seen.shown.get(token.id);
  if (shown === undefined) return [];
  const isOpen = token.state === 'open';
  const price = isOpen ? leastOf(token) : (token.current ?? token.price);
  const shares = sharesOf(price, token);
  const charity = seen.now.charities.find(({ id }) => id === token.charityId);
  const bids = seen.now.bids.filter(({ tokenId }) => tokenId === token.id).toReversed();
  const sale = seen.now.sales.find(({ tokenId }) => tokenId === token.id);
  const delivery = seen.now.deliveries.find(({ tokenId }) => tokenId === token.id);
  return apart('a token', {
    state: [shown.state, token.state],
    price: [shown.price, text(token.price)],
    currentBid: [shown.currentBid, textOr(token.current)],
    minNextBid: [shown.minNextBid, isOpen ? text(price) : null],
    charityAmount: [shown.charityAmount, text(shares.charity)],
    shares: [
      [shown.shares.charity, shown.shares.creator, shown.shares.house],
      [shares.charity, shares.creator, shares.house].map(text),
    ],
    cumulativeDonation: [shown.cumulativeDonation, text(charity?.raised ?? 0n)],
    bids: [shown.bids, bids.length],
    leader: [shown.leader, bids[0]?.bidder ?? null],
    endsAt: [shown.endsAt, token.endsAt],
    history: [
      shown.history.map(({ id, bidder, amount, extended }) => [id, bidder, amount, extended]),
      bids.map(({ id, bidder, amount, extended }) => [id, bidder, text(amount), extended]),
    ],
    sale: [shown.sale?.entryId ?? null, sale?.entryId ?? null],
    delivery: [shown.delivery?.hash ?? null, delivery?.hash ?? null],
    creatorPaid: [shown.creatorPaid, textOr(creatorPaidOf(seen, token))],
  });
}

/** What a user has to be shown of theirs. */
function mineApart(seen: Seen, userId: string): string[] {
  const shown = seen.mine.get(userId);
  const parts = seen.now.parts.filter((part) => part.userId === userId);
  const count = (...states: string[]): number =>
    parts.filter(({ state }) => states.includes(state)).length;
  const held = (account: string): bigint =>
    seen.now.balances.get(`${userId} USDT ${account}`) ?? 0n;
  const own = ownMoney({
    cash: held('user:cash'),
    reversed: held('user:reversed'),
    debt: held('user:debt'),
  });
  const line = (all: readonly (string | null)[][]): string[] => all.map(String).toSorted();
  return apart('what is one’s own', {
    ownMoney: [shown?.ownMoney, text(own)],
    counts: [
      shown?.counts,
      { owned: count('won'), leading: count('leading'), outbid: count('outbid', 'cancelled') },
    ],
    records: [
      line(
        (shown?.records ?? []).map(({ id, mine }) => [id, mine.state, mine.amount, mine.address]),
      ),
      line(parts.map((part) => [part.tokenId, part.state, text(part.amount), part.address])),
    ],
    certificates: [
      line(
        (shown?.records ?? []).flatMap(({ bought }) => (bought === null ? [] : [[bought.number]])),
      ),
      line(seen.now.sales.filter((one) => one.userId === userId).map(({ number }) => [number])),
    ],
  });
}

function donationsApart({ now, donations }: Seen): string[] {
  const raised = sum(now.charities.map((one) => one.raised));
  const paid = sum(now.charities.map(({ paidOut }) => paidOut));
  const payouts = now.payouts.filter(({ to }) => to === 'charity');
  return apart('donations', {
    raised: [donations.raised, text(raised)],
    paidOut: [donations.paidOut, text(paid)],
    held: [donations.held, text(raised - paid)],
    charities: [
      donations.charities.map((one) => [one.id, one.raised, one.paidOut, one.held]),
      now.charities.map((one) => [
        one.id,
        ...[one.raised, one.paidOut, one.raised - one.paidOut].map(text),
      ]),
    ],
    sales: [
      [donations.totalSales, donations.sales.map(({ shares }) => shares.charity)],
      [now.sales.length, now.sales.toReversed().map(({ charity }) => text(charity))],
    ],
    payouts: [
      [donations.totalPayouts, donations.payouts.map(({ amount }) => amount)],
      [payouts.length, payouts.toReversed().map(({ amount }) => text(amount))],
    ],
  });
}

function listsApart({ now, lists }: Seen): string[] {
  const ids = (...states: Token['state'][]): string[] =>
    now.tokens.flatMap(({ id, state }) => (states.includes(state) ? [id] : [])).toSorted();
  const listed = ({ records, total }: Seen['lists']['open']) => [
    total,
    records.map(({ id }) => id).toSorted(),
  ];
  const [open, sold] = [ids('open'), ids('sold', 'delivered')];
  return apart('a list', {
    open: [listed(lists.open), [open.length, open]],
    sold: [listed(lists.sold), [sold.length, sold]],
  });
}

/** What the calls answer is what the books and the rows say, by our own sums. */
export const answered: Invariant = (seen) => [
  ...seen.now.tokens.flatMap((token) => tokenApart(seen, token)),
  ...seen.users.flatMap(({ userId }) => mineApart(seen, userId)),
  ...donationsApart(seen),
  ...listsApart(seen),
];
