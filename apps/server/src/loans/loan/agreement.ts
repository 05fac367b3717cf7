import { createHash } from 'node:crypto';
import {
  type Money,
  type Rate,
  type UnixMs,
  type UtcDay,
  formatDecimal,
  formatMoney,
} from '@candor/kernel';
import { type Bids, LOAN_LINES, type LoanPrice, loanFigures } from '@candor/pricing';
import type { loans as protocol } from '@candor/protocol';
import { canonicalJson } from '../../platform/formats/canonical-json.ts';

type LoanCollateral = protocol.LoanCollateral;
type LoanDay = protocol.LoanDay;
type LoanLine = protocol.LoanLine;

/** Everything an agreement says; what is signed is its text, whatever language it is read in. */
export type AgreementFacts = {
  readonly version: 1;
  /** SHA-256 of the texts it is written with, in every language. */
  readonly words: string;
  /** Nothing of it is money. */
  readonly rehearsal: boolean;
  readonly id: string;
  readonly at: UnixMs;
  readonly lender: {
    readonly name: string;
    readonly address: string;
    readonly country: string;
    readonly licence: string;
    readonly complaints: string;
  };
  readonly borrower: { readonly id: string; readonly username: string };
  readonly amount: string;
  readonly days: number;
  readonly freeDays: number;
  readonly rateDaily: string;
  readonly apr: string;
  readonly interest: string;
  readonly total: string;
  /** The days as they are when it is drawn on the day of the offer. */
  readonly schedule: readonly LoanDay[];
  readonly due: UtcDay;
  readonly collateral: readonly LoanCollateral[];
  /** What it was worth when it was offered, at which bids, and the loan as a share of that. */
  readonly value: string;
  readonly ltv: string;
  readonly bids: readonly { readonly asset: string; readonly price: string }[];
  /** Prices at which each line is reached, as they are on the first day. */
  readonly steps: readonly LoanLine[];
  readonly ltvMax: string;
  readonly notices: readonly string[];
  readonly saleLine: string;
  /** What the house takes of what collateral brings; what it takes later is never more. */
  readonly spreadRate: string;
  /** Days an approved loan may be drawn in, and days after the due date when what is due is sold. */
  readonly offerDays: number;
  readonly saleAfterDays: number;
};

/** Amounts as the wire writes them. */
export const amountTexts = (amounts: readonly Money[]): LoanCollateral[] =>
  amounts.map((held) => ({ asset: held.asset, amount: formatMoney(held) }));

/** What a loan costs, as the wire writes it. */
export function costTexts(facts: {
  readonly principal: Money;
  readonly days: number;
  readonly price: LoanPrice;
  readonly drawnOn: UtcDay;
}) {
  const { price } = facts;
  const { interest, total, annualRate, dueOn, schedule } = loanFigures(facts);
  return {
    amount: formatMoney(facts.principal),
    days: facts.days,
    freeDays: price.freeDays,
    rateDaily: formatDecimal(price.rateDaily),
    apr: formatDecimal(annualRate),
    interest: formatMoney(interest),
    total: formatMoney(total),
    due: dueOn,
    schedule: schedule.map(({ day, interest: of, owed }) => ({
      day,
      interest: formatMoney(of),
      owed: formatMoney(owed),
    })),
  };
}

/** The bids that collateral was judged at; USDT needs none. */
function bidTexts(said: {
  readonly collateral: readonly Money[];
  readonly bids: Bids;
}): AgreementFacts['bids'] {
  return said.collateral.flatMap(({ asset }) => {
    const bid = asset === 'USDT' ? undefined : said.bids[asset];
    return bid === undefined ? [] : [{ asset, price: formatDecimal(bid) }];
  });
}

/** What an agreement says of one offer. */
export function agreementOf(said: {
  readonly id: string;
  readonly at: UnixMs;
  readonly lender: AgreementFacts['lender'];
  readonly borrower: AgreementFacts['borrower'];
  readonly words: string;
  readonly rehearsal: boolean;
  readonly bids: Bids;
  readonly standing: Pick<AgreementFacts, 'value' | 'ltv' | 'steps'>;
  readonly cost: ReturnType<typeof costTexts>;
  readonly collateral: readonly Money[];
  readonly ltvMax: Rate;
  readonly spreadRate: Rate;
  readonly offerDays: number;
  readonly saleAfterDays: number;
}): AgreementFacts {
  const { id, at, lender, borrower, cost, standing, offerDays, saleAfterDays } = said;
  return {
    version: 1,
    words: said.words,
    rehearsal: said.rehearsal,
    id,
    at,
    lender,
    borrower,
    ...cost,
    collateral: amountTexts(said.collateral),
    value: standing.value,
    ltv: standing.ltv,
    steps: standing.steps,
    bids: bidTexts(said),
    ltvMax: formatDecimal(said.ltvMax),
    notices: LOAN_LINES.notices.map((line) => formatDecimal(line)),
    saleLine: formatDecimal(LOAN_LINES.sale),
    spreadRate: formatDecimal(said.spreadRate),
    offerDays,
    saleAfterDays,
  };
}

/** The text that is signed, and its SHA-256 in hex. */
export function agreementText(facts: AgreementFacts): {
  readonly text: string;
  readonly hash: string;
} {
  const text = canonicalJson(facts);
  return { text, hash: agreementHashOf(text) };
}

/** SHA-256 of what is signed, in hex. */
export const agreementHashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex');

/** An agreement as it was kept. */
export const readAgreement = (text: string): AgreementFacts => JSON.parse(text) as AgreementFacts;
