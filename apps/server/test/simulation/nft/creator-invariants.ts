import { formatMoney, money } from '@candor/kernel';
import { sum } from './figures.ts';
import { type Invariant, type Seen, apart } from './seen.ts';
import type { Token } from './snapshot.ts';

const text = (units: bigint): string => formatMoney(money('USDT', units));

const salesOf = ({ now }: Seen, creatorId: string) =>
  now.sales.filter((one) => one.creatorId === creatorId && one.creator > 0n);
const paidTo = ({ now }: Seen, creatorId: string) =>
  now.payouts.filter(({ to, payeeId }) => to === 'creator' && payeeId === creatorId);

/** What the artist of a token was paid of its sale, the oldest sale first; null where they have no part of one. */
export function creatorPaidOf(seen: Seen, { id, creatorId }: Token): bigint | null {
  let left = sum(paidTo(seen, creatorId).map(({ amount }) => amount));
  for (const { tokenId, creator } of salesOf(seen, creatorId)) {
    const paid = left < creator ? left : creator;
    if (tokenId === id) return paid;
    left -= paid;
  }
  return null;
}

/** What artists are owed is their parts of sales less what was paid to them, in rows, postings and at the desk. */
export const creators: Invariant = (seen) => {
  const posted = new Map<string, bigint>();
  for (const { postings } of seen.now.entries) {
    for (const { from, to, units, sub } of postings) {
      const by = to === 'house:creator' ? units : from === 'house:creator' ? -units : 0n;
      if (by !== 0n) posted.set(sub ?? '', (posted.get(sub ?? '') ?? 0n) + by);
    }
  }
  const left = seen.now.creators.map((one) => {
    const earned = sum(salesOf(seen, one.id).map(({ creator }) => creator));
    const paid = sum(paidTo(seen, one.id).map(({ amount }) => amount));
    return { one, earned, paid };
  });
  const owed = left.filter(({ earned, paid }) => earned !== paid);
  const paid = seen.now.payouts.filter(({ to }) => to === 'creator').toReversed();
  const byId = (all: readonly (readonly string[])[]): string[] => all.map(String).toSorted();
  return [
    ...left.flatMap(({ one, earned, paid: paidOut }) => {
      const found: string[] = [];
      if (paidOut > earned) found.push(`${paidOut} was paid, ${earned} was earned`);
      if (one.earned !== earned) found.push(`earned ${one.earned}, parts are ${earned}`);
      if (one.paidOut !== paidOut) found.push(`paid ${one.paidOut}, pay-outs are ${paidOut}`);
      if (one.sales !== salesOf(seen, one.id).length) found.push('sales are others');
      if (one.payouts !== paidTo(seen, one.id).length) found.push('pay-outs are others');
      if (one.isOwed !== earned > paidOut) found.push('says another of what is owed');
      const books = posted.get(one.id) ?? 0n;
      if (books !== earned - paidOut) found.push(`owed ${earned - paidOut}, posted ${books}`);
      return found;
    }),
    ...apart('at the desk', {
      owed: [
        byId(seen.owed.records.map((one) => [one.id, one.earned, one.paidOut, one.owed])),
        byId(
          owed.map(({ one, earned, paid: paidOut }) => [
            one.id,
            ...[earned, paidOut, earned - paidOut].map(text),
          ]),
        ),
      ],
      count: [seen.owed.total, owed.length],
      paid: [
        [seen.paid.total, seen.paid.records.map((one) => [one.creatorId, one.amount])],
        [paid.length, paid.map(({ payeeId, amount }) => [payeeId, text(amount)])],
      ],
    }),
  ];
};
