import { addMoney, formatMoney, parseMoney, subMoney, type Money } from '@candor/kernel';
import type { Translate } from '@candor/locales';
import type { NftToken } from '@candor/protocol/light';
import { formatTime } from '@candor/ui';
import type { Mine } from '../api.ts';
import { failureText } from '../../../lib/failure-text.ts';
import type { CallFailure } from '../../../lib/http.ts';
import { named, usdtWords } from '../../../lib/figure-words.ts';

/** What is typed of a bid; decimal text, null while it is no number. */
export type Wish = { readonly amount: string | null; readonly addressId: string };
export const NO_WISH: Wish = { amount: '', addressId: '' };

export const isWish = (kept: unknown): kept is Wish => {
  if (typeof kept !== 'object' || kept === null) return false;
  const { amount, addressId } = kept as Partial<Record<keyof Wish, unknown>>;
  return (typeof amount === 'string' || amount === null) && typeof addressId === 'string';
};

/** What is said at each field. */
export type BidWords = Partial<Record<'amount' | 'address', string>>;

/** What a bidder has: of the token already, and of own money. */
export type Means = {
  /** Their bid while it leads; null while it does not. */
  readonly leading: string | null;
  /** Their bid that was outbid; null for none. */
  readonly outbid: string | null;
  /** Where their bid that leads says the token is sent to; null where it names none. */
  readonly address: string | null;
  /** Cash less what is borrowed; null while it cannot be judged. */
  readonly own: string | null;
};

/** What is known of a reader who never bid. */
export const NO_MEANS: Means = { leading: null, outbid: null, address: null, own: null };

/** What a reader has of an auction that runs; who leads is what was told of it last. */
export function meansOf({ part, own }: Mine, { leader }: Pick<NftToken, 'leader'>): Means {
  if (part === null) return { ...NO_MEANS, own };
  const { amount, bidder, address } = part.mine;
  const isFirst = leader === bidder;
  return isFirst
    ? { own, address, leading: amount, outbid: null }
    : { own, address: null, leading: null, outbid: amount };
}

const usdt = (text: string | null): Money | null => {
  const read = text === null ? null : parseMoney(text, 'USDT');
  return read === null || read.units <= 0n ? null : read;
};

type Offer = Pick<NftToken, 'kind' | 'price' | 'minNextBid' | 'chain'>;

/** What is sent as the amount: what is typed, or the price. */
export function amountOf(wish: Wish, token: Offer): string | null {
  if (token.kind === 'fixed') return token.price;
  const amount = usdt(wish.amount);
  return amount === null ? null : formatMoney(amount);
}

/** What a bid takes of free money: all of it, or what raises the bid that leads already. */
function taken(amount: Money, { leading }: Means): Money {
  const before = usdt(leading);
  return before === null || before.units > amount.units ? amount : subMoney(amount, before);
}

/** Whether own money is less than the least that is taken now. */
export function isShort(token: Offer, means: Means): boolean {
  const least = usdt(token.minNextBid ?? token.price);
  const own = means.own === null ? null : parseMoney(means.own, 'USDT');
  return least !== null && own !== null && taken(least, means).units > own.units;
}

const shortWords = (need: string, have: string, t: Translate): string =>
  t('nft.short', { need: usdtWords(need), have: usdtWords(have) });

/** What is wrong with what is typed, at its field. */
export function bidWords(wish: Wish, token: Offer, means: Means, t: Translate): BidWords {
  const amount = usdt(amountOf(wish, token));
  const least = usdt(token.minNextBid);
  const own = means.own === null ? null : parseMoney(means.own, 'USDT');
  const hasAddress = token.chain === null || wish.addressId !== '' || means.address !== null;
  const address = hasAddress ? {} : { address: t('nft.choose-address') };
  if (amount === null) return { ...address, amount: t('message.enter-amount') };
  if (least !== null && amount.units < least.units) {
    return { ...address, amount: t('nft.at-least', { amount: usdtWords(formatMoney(least)) }) };
  }
  const need = taken(amount, means);
  if (own !== null && need.units > own.units) {
    return { ...address, amount: shortWords(formatMoney(need), formatMoney(own), t) };
  }
  return address;
}

/** What stands between a user and real business, told of bids. */
function coolingWords(failure: CallFailure, t: Translate): string {
  const until = failure.facts?.['until'] ?? 'none';
  if (until === 'none') return t('first-real.bid-needed');
  return t('first-real.bid-waiting', { when: named(formatTime(Number.parseInt(until, 10))) });
}

/** A refusal of the server, at its field; `form` where it belongs to none. */
export function refusalOf(
  failure: CallFailure,
  token: Offer,
  t: Translate,
): { readonly field: keyof BidWords | 'form'; readonly words: string } {
  const { need, have, min } = failure.facts ?? {};
  switch (failure.name) {
    case 'free-margin-short':
      if (need === undefined || have === undefined) break;
      return { field: 'amount', words: shortWords(need, have, t) };
    case 'quantity-refused': {
      const amount = usdtWords(min ?? token.minNextBid ?? token.price);
      const key = token.kind === 'fixed' ? 'nft.price-is' : 'nft.at-least';
      return { field: 'amount', words: t(key, { amount }) };
    }
    case 'token-not-on-sale':
      if (failure.facts?.['why'] !== 'changed') break;
      return { field: 'form', words: t('nft.changed') };
    case 'address-missing':
      return { field: 'address', words: t('nft.choose-address') };
    case 'address-not-usable-yet':
      return { field: 'address', words: failureText(failure, t) };
    case 'cooling-off':
      return { field: 'form', words: coolingWords(failure, t) };
    case 'real-account-needed':
      return { field: 'form', words: t('message.switch-to-real') };
    default:
  }
  return { field: 'form', words: failureText(failure, t) };
}

/** The next bid above one, for the button that sets it. */
export function raised(amount: string | null, { step, minNextBid }: NftToken): string | null {
  const [before, more] = [usdt(amount), usdt(step)];
  if (before === null || more === null) return minNextBid;
  return formatMoney(addMoney(before, more));
}
