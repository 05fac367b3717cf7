import { type Money, type UtcDay, formatMoney, parseMoney, unixMs } from '@candor/kernel';
import { canonicalJson } from '../../platform/formats/canonical-json.ts';
import type { Proposal } from '../../cases/index.ts';
import type { Beneficiary, Payee, Token, TokenTerms } from '../token/token.ts';

/** What a case says, as texts by their names. */
export type CaseTexts = Readonly<Record<string, string>>;

/** A beneficiary as it is registered. */
export type BeneficiaryTerms = Omit<Beneficiary, 'raised' | 'id'>;

/** The proposal to register a beneficiary. */
export function beneficiaryProposal(id: string, terms: BeneficiaryTerms, note: string): Proposal {
  const { name, country, register, registerNumber, registerUrl, agreement, agreedOn } = terms;
  return {
    userId: null,
    subject: `${name}, ${register} ${registerNumber}`.slice(0, 200),
    amount: null,
    asset: null,
    facts: {
      ...{ id, name, country, register, registerNumber, agreement, agreedOn, note },
      registerUrl: registerUrl ?? '',
      sample: terms.isSample ? '1' : '',
    },
  };
}

/** A beneficiary as its case says it. */
export function beneficiaryOf(facts: CaseTexts): BeneficiaryTerms {
  const of = (name: string): string => facts[name] ?? '';
  return {
    name: of('name'),
    country: of('country'),
    register: of('register'),
    registerNumber: of('registerNumber'),
    registerUrl: of('registerUrl') === '' ? null : of('registerUrl'),
    agreement: of('agreement'),
    agreedOn: of('agreedOn') as UtcDay,
    isSample: of('sample') === '1',
  };
}

/** What a token is offered on, as its case keeps it. */
function termTexts(
  terms: Omit<TokenTerms, 'beneficiaryId'>,
  said: { readonly charity: string; readonly picture: string },
): CaseTexts {
  const { title, text, creator, artId, place, price, split, startsAt, auction } = terms;
  return {
    ...{ title, text, creator, artId, ...said },
    chain: place?.chain ?? '',
    address: place?.address ?? '',
    number: place?.number ?? '',
    price: formatMoney(price),
    charityBasis: String(split.charity),
    creatorBasis: String(split.creator),
    houseBasis: String(split.house),
    startsAt: String(startsAt),
    step: auction === null ? '' : formatMoney(auction.step),
    endsAt: auction === null ? '' : String(auction.endsAt),
    extendMinutes: auction === null ? '' : String(auction.extension.minutes),
    extensionsMax: auction === null ? '' : String(auction.extension.most),
  };
}

/** The proposal to offer a token, or to change one nobody bid on. */
export function tokenProposal(
  id: string,
  terms: TokenTerms,
  said: {
    readonly charity: string;
    readonly picture: string;
    readonly note: string;
    /** The token a change was made of, as it stands. */
    readonly of?: Token;
  },
): Proposal {
  const { title, creator, beneficiaryId, price } = terms;
  const { charity, picture, note, of } = said;
  const before =
    of === undefined
      ? null
      : {
          ...termTexts(of, { charity: of.charity.name, picture: of.images.at(-1)?.name ?? '' }),
          // Two charities may have one name.
          beneficiaryId: of.charity.id,
        };
  return {
    userId: null,
    subject: `${title}, ${creator}: ${formatMoney(price)} USDT, ${charity}`.slice(0, 200),
    amount: null,
    asset: null,
    facts: {
      ...{ id, beneficiaryId, note },
      ...termTexts(terms, { charity, picture }),
      version: of === undefined ? '' : String(of.version),
      before: before === null ? '' : canonicalJson(before),
    },
  };
}

/** What a token is offered on, as its case says it; null where that cannot be read. */
export function tokenTermsOf(facts: CaseTexts): TokenTerms | null {
  const of = (name: string): string => facts[name] ?? '';
  const whole = (name: string): number => Number.parseInt(of(name), 10);
  const price = parseMoney(of('price'), 'USDT');
  const step = of('step') === '' ? null : parseMoney(of('step'), 'USDT');
  const chain = of('chain');
  if (price === null || (of('step') !== '' && step === null)) return null;
  return {
    title: of('title'),
    text: of('text'),
    creator: of('creator'),
    beneficiaryId: of('beneficiaryId'),
    artId: of('artId'),
    place:
      chain === 'ethereum' || chain === 'tron'
        ? { chain, address: of('address'), number: of('number') }
        : null,
    price,
    split: {
      charity: whole('charityBasis'),
      creator: whole('creatorBasis'),
      house: whole('houseBasis'),
    },
    startsAt: unixMs(whole('startsAt')),
    auction:
      step === null
        ? null
        : {
            step,
            endsAt: unixMs(whole('endsAt')),
            extension: { minutes: whole('extendMinutes'), most: whole('extensionsMax') },
          },
  };
}

/** How money was paid out, and by which receipt. @units amount: USDT, decimal text */
export type PayoutTerms = {
  readonly amount: string;
  readonly account: 'outside' | 'tron';
  readonly reference: string;
  readonly receipt: string;
  readonly receiptSha256: string | null;
};

/** The proposal to write down what was paid to a charity, or to the creator of a token. */
export function payoutProposal(
  to: Payee,
  id: string,
  terms: Omit<PayoutTerms, 'amount'> & {
    readonly amount: Money;
    readonly held: string;
    readonly name: string;
    readonly note: string;
  },
): Proposal {
  const { amount, held, name, note, account, reference, receipt, receiptSha256 } = terms;
  const said = formatMoney(amount);
  return {
    userId: null,
    subject: `${name}: ${said} USDT, ${reference}`.slice(0, 200),
    amount: amount.units,
    asset: 'USDT',
    facts: {
      ...{ id, [to]: name, held, account, reference, receipt, amount: said, note },
      receiptSha256: receiptSha256 ?? '',
      units: amount.units.toString(),
    },
  };
}
