import { formatMoney } from '@candor/kernel';
import { type DonationReceipt, RECEIPT_SCHEMA } from '@candor/protocol';
import type { NumberedEntry } from '../ledger/index.ts';
import type { SoldToken } from '../nft/index.ts';
import type { Unhashed } from './canonical.ts';
import { entriesOf, markOf } from './parts.ts';
import type { Terms } from './terms.ts';

/** The receipt of a token that was sold for a charity, without its hash. */
export function donationReceipt(parts: {
  readonly sold: SoldToken;
  readonly terms: Terms;
  readonly entries: readonly NumberedEntry[];
}): Unhashed<DonationReceipt> {
  const { sold, terms, entries } = parts;
  const { token, sale, earlier, offeredEnd, version } = sold;
  const { charity, auction } = token;
  return {
    kind: 'donation',
    schema: RECEIPT_SCHEMA,
    number: sale.receiptNo,
    mode: 'real',
    ...markOf(terms),
    orderNo: sale.number,
    token: {
      id: token.id,
      title: token.title,
      creator: { id: token.creatorId, name: token.creator },
      place: token.place,
      version,
    },
    charity: {
      id: charity.id,
      name: charity.name,
      country: charity.country,
      register: charity.register,
      registerNumber: charity.registerNumber,
      agreement: charity.agreement,
      agreedOn: charity.agreedOn,
    },
    price: formatMoney(token.price),
    split: token.split,
    startsAt: token.startsAt,
    auction:
      auction === null || offeredEnd === null
        ? null
        : {
            step: formatMoney(auction.step),
            endsAt: offeredEnd,
            minutes: auction.extension.minutes,
            most: auction.extension.most,
          },
    earlier: earlier === null ? null : { ...earlier, amount: formatMoney(earlier.amount) },
    bids: sold.bids.map(({ place, bidder, amount, at, extended }) => ({
      ...{ place, bidder, at, extended },
      amount: formatMoney(amount),
    })),
    winner: token.leader ?? 0,
    endsAt: auction?.endsAt ?? null,
    at: sale.at,
    shares: {
      price: formatMoney(sale.price),
      charity: formatMoney(sale.charity),
      creator: formatMoney(sale.creator),
      house: formatMoney(sale.house),
    },
    entries: entriesOf(entries),
  };
}
