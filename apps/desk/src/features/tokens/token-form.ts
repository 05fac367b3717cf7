import { DAY_MS } from '@candor/kernel';
import { isSplit } from '@candor/pricing';
import {
  type DeskCallInput,
  type DeskToken,
  NFT_ADDRESS_MAX,
  NFT_ADDRESS_MIN,
  NFT_AUCTION_DAYS_MAX,
  NFT_EXTENSIONS_MAX,
  NFT_EXTENSION_MINUTES_MAX,
  NFT_NUMBER_PATTERN,
  type NftChain,
} from '@candor/protocol/desk-light';
import { isAmount } from '../../lib/amounts.ts';
import { momentText, readMoment } from '../../lib/moment-field.ts';
import { basisOf, percentOf } from './shares.ts';

/** A token as it is typed. */
export type TypedToken = {
  readonly title: string;
  readonly text: string;
  readonly creator: string;
  readonly charityId: string;
  /** Empty while no picture is kept. */
  readonly artId: string;
  /** Empty: a certificate, on no chain. */
  readonly chain: NftChain | '';
  readonly address: string;
  readonly number: string;
  readonly kind: 'auction' | 'fixed';
  readonly price: string;
  /** Percent. */
  readonly charity: string;
  readonly creatorShare: string;
  readonly house: string;
  /** A moment, UTC; empty: at once. */
  readonly startsAt: string;
  readonly step: string;
  readonly endsAt: string;
  readonly extendMinutes: string;
  readonly extensionsMax: string;
};

/** What can be wrong with a token, by its field. */
export const TOKEN_FIELDS = [
  ...['title', 'creator', 'charityId', 'artId', 'address', 'number', 'price', 'split'],
  ...['startsAt', 'step', 'endsAt', 'extendMinutes', 'extensionsMax'],
] as const;

/** A form without anything in it. */
export const EMPTY_TOKEN: TypedToken = {
  ...{ title: '', text: '', creator: '', charityId: '', artId: '' },
  ...{ chain: '', address: '', number: '', kind: 'auction', price: '' },
  ...{ charity: '', creatorShare: '', house: '', startsAt: '' },
  ...{ step: '', endsAt: '', extendMinutes: '5', extensionsMax: '10' },
};

/** A form that begins with a token as it is offered. */
export function typedToken({ token, artId }: DeskToken): TypedToken {
  const { title, text, creator, chain, address, number, kind, price, split } = token;
  return {
    ...{ title, text, creator, artId, kind, price },
    charityId: token.charity.id,
    chain: chain ?? '',
    address: address ?? '',
    number: number ?? '',
    charity: percentOf(split.charity),
    creatorShare: percentOf(split.creator),
    house: percentOf(split.house),
    startsAt: momentText(token.startsAt),
    step: token.step ?? '',
    endsAt: token.endsAt === null ? '' : momentText(token.endsAt),
    extendMinutes: String(token.extension?.minutes ?? EMPTY_TOKEN.extendMinutes),
    extensionsMax: String(token.extension?.most ?? EMPTY_TOKEN.extensionsMax),
  };
}

/** Who gets how much, in ten-thousandths; parts that cannot be read are NaN. */
export const splitOf = ({ charity, creatorShare, house }: TypedToken) => ({
  charity: basisOf(charity),
  creator: basisOf(creatorShare),
  house: basisOf(house),
});

const isWithin = (typed: string, min: number, max: number): boolean =>
  /^\d{1,4}$/.test(typed) && Number.parseInt(typed, 10) >= min && Number.parseInt(typed, 10) <= max;
const isPaid = (typed: string): boolean => isAmount(typed) && !/^[0.]+$/.test(typed);

function auctionFaults(typed: TypedToken, now: number): string[] {
  const faults: string[] = [];
  const { step, endsAt, extendMinutes, extensionsMax, startsAt } = typed;
  if (!isPaid(step)) faults.push('step');
  const starts = startsAt === '' ? now : readMoment(startsAt);
  const from = Number.isNaN(starts) ? now : Math.max(starts, now);
  const end = readMoment(endsAt);
  if (!(end > from && end <= from + NFT_AUCTION_DAYS_MAX * DAY_MS)) faults.push('endsAt');
  if (!isWithin(extendMinutes, 1, NFT_EXTENSION_MINUTES_MAX)) faults.push('extendMinutes');
  if (!isWithin(extensionsMax, 0, NFT_EXTENSIONS_MAX)) faults.push('extensionsMax');
  return faults;
}

/** Fields of a form that cannot be offered at a moment. */
export function faultsOf(typed: TypedToken, now: number): ReadonlySet<string> {
  const faults = new Set(typed.kind === 'auction' ? auctionFaults(typed, now) : []);
  for (const field of ['title', 'creator', 'charityId', 'artId'] as const) {
    if (typed[field].trim() === '') faults.add(field);
  }
  if (typed.chain !== '') {
    const { length } = typed.address;
    if (length < NFT_ADDRESS_MIN || length > NFT_ADDRESS_MAX) faults.add('address');
    if (!NFT_NUMBER_PATTERN.test(typed.number)) faults.add('number');
  }
  if (!isPaid(typed.price)) faults.add('price');
  if (!isSplit(splitOf(typed))) faults.add('split');
  if (typed.startsAt !== '' && Number.isNaN(readMoment(typed.startsAt))) faults.add('startsAt');
  return faults;
}

/** What is sent of a form without faults. */
export function bodyOf(
  typed: TypedToken,
  said: { readonly note: string; readonly now: number },
): NonNullable<DeskCallInput<'tokens.propose'>['body']> {
  const { title, text, creator, charityId, artId, chain, address, number, price } = typed;
  const whole = (field: 'extendMinutes' | 'extensionsMax') => Number.parseInt(typed[field], 10);
  return {
    ...{ charityId, artId, price },
    ...{ title: title.trim(), text: text.trim(), creator: creator.trim() },
    place: chain === '' ? null : { chain, address, number },
    split: splitOf(typed),
    startsAt: typed.startsAt === '' ? said.now : readMoment(typed.startsAt),
    auction:
      typed.kind === 'fixed'
        ? null
        : {
            step: typed.step,
            endsAt: readMoment(typed.endsAt),
            extendMinutes: whole('extendMinutes'),
            extensionsMax: whole('extensionsMax'),
          },
    note: said.note,
  };
}
