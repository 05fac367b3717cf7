import {
  type Asset,
  ASSETS,
  DECIMAL_ONE,
  type Money,
  type Price,
  type Rate,
  type UnixMs,
  divideInteger,
  formatDecimal,
  formatMoney,
  money,
  parseDecimal,
  parseMoney,
  utcDayOf,
  zero,
} from '@candor/kernel';
import {
  type Bids,
  LOAN_LINES,
  type LoanPrice,
  type LoanProblem,
  collateralFigures,
  collateralValue,
  isWithin,
  loanFigures,
  isDust,
  loanProblem,
} from '@candor/pricing';
import type { LoanCollateral, LoanLine, LoanTerms } from '@candor/protocol/light';

/** Amounts pledged as they are typed: "" for none, null for what is no number. */
export type CollateralFields = Readonly<Record<Asset, string | null>>;

/** What is asked for, as it is typed. */
export type LoanFields = {
  readonly amount: string | null;
  readonly days: number;
  readonly collateral: CollateralFields;
};

/** The terms a preview is made of. */
export type PriceTerms = Pick<LoanTerms, 'freeDays' | 'rateDaily'>;

/** A share of one from its text; 0 for what is none. */
export const rateOf = (text: string): Rate => (parseDecimal(text) ?? 0n) as Rate;

const priceOf = ({ freeDays, rateDaily }: PriceTerms): LoanPrice => ({
  freeDays,
  rateDaily: rateOf(rateDaily),
});

/** An amount of USDT that was typed; null for none or nothing. */
export function principalOf(text: string | null): Money | null {
  const read = text === null || text === '' ? null : parseMoney(text, 'USDT');
  return read === null || read.units <= 0n ? null : read;
}

/** What is pledged, in the order of the assets; what is no number is left out. */
export function pledgedOf(fields: CollateralFields): readonly Money[] {
  return ASSETS.flatMap((asset) => {
    const read = parseMoney(fields[asset] ?? '', asset);
    return read === null || read.units <= 0n ? [] : [read];
  });
}

/** Amounts as the wire writes them. */
export const collateralTexts = (pledged: readonly Money[]): LoanCollateral[] =>
  pledged.map((held) => ({ asset: held.asset, amount: formatMoney(held) }));

/** Amounts from the wire. */
export const moneyOf = (named: readonly LoanCollateral[]): readonly Money[] =>
  named.map(({ asset, amount }) => parseMoney(amount, asset) ?? zero(asset));

/** Bids of the coins, as the terms tell them. */
export function bidsOf(collateral: LoanTerms['collateral']): Bids {
  return Object.fromEntries(
    collateral.flatMap(({ asset, bid }) => {
      const read = bid === null ? null : parseDecimal(bid);
      return asset === 'USDT' || read === null ? [] : [[asset, read as Price]];
    }),
  );
}

/** What a loan costs, as the wire writes it. */
export type CostTexts = ReturnType<typeof costOf>;

/**
 * What a loan costs when it is drawn today and repaid on its day: the functions the server charges
 * with, so the two cannot differ.
 */
export function costOf(facts: {
  readonly principal: Money;
  readonly days: number;
  readonly terms: PriceTerms;
  readonly now: UnixMs;
}) {
  const { principal, days, terms, now } = facts;
  const figures = loanFigures({ principal, days, price: priceOf(terms), drawnOn: utcDayOf(now) });
  return {
    amount: formatMoney(principal),
    days,
    freeDays: terms.freeDays,
    rateDaily: terms.rateDaily,
    apr: formatDecimal(figures.annualRate),
    interest: formatMoney(figures.interest),
    total: formatMoney(figures.total),
    due: figures.dueOn,
    schedule: figures.schedule.map(({ day, interest, owed }) => ({
      day,
      interest: formatMoney(interest),
      owed: formatMoney(owed),
    })),
  };
}

/** How a debt stands by its collateral, as the wire writes it; nulls while it cannot be judged. */
export function ltvFiguresOf(facts: {
  readonly debt: Money;
  readonly collateral: readonly Money[];
  readonly bids: Bids;
}): { value: string | null; ltv: string | null; steps: LoanLine[] } {
  const figures = collateralFigures(facts);
  if (figures === null) return { value: null, ltv: null, steps: [] };
  return {
    value: formatMoney(figures.value),
    ltv: figures.ltv === null ? null : formatDecimal(figures.ltv),
    steps: figures.lines.map(({ line, ofToday, bids }) => ({
      ltv: formatDecimal(line),
      kind: line === LOAN_LINES.sale ? 'sale' : 'notice',
      ofToday: formatDecimal(ofToday),
      prices: (Object.entries(bids) as [Asset, Price][]).map(([asset, price]) => ({
        asset,
        price: formatDecimal(price),
      })),
    })),
  };
}

/** What the page refuses before it asks. */
export type FieldsProblem =
  | Exclude<LoanProblem, 'malformed' | 'days'>
  | 'no-amount'
  | 'below-least'
  | 'no-collateral'
  | 'not-a-number'
  | { readonly kind: 'short'; readonly asset: Asset; readonly have: string }
  /** Worth less than is pledged of an asset. */
  | { readonly kind: 'small'; readonly asset: Asset };

/** The most that may be lent at the level of identification; a first-level loan before that. */
export function levelMaxOf({ limits, level }: Pick<LoanTerms, 'limits' | 'level'>): Money {
  const found = limits.find((one) => one.level === Math.max(1, level));
  return parseMoney(found?.amount ?? '0', 'USDT') ?? zero('USDT');
}

const usdtOf = (text: string): Money => parseMoney(text, 'USDT') ?? zero('USDT');

/** Why what is typed would not be lent; null when the server may be asked. */
export function fieldsProblem(fields: LoanFields, terms: LoanTerms): FieldsProblem | null {
  const principal = principalOf(fields.amount);
  if (principal === null) return 'no-amount';
  if (principal.units < usdtOf(terms.amountMin).units) return 'below-least';
  const owed = usdtOf(terms.owed);
  const levelMax = levelMaxOf(terms);
  if (principal.units + owed.units > levelMax.units) return 'above-level';
  if (ASSETS.some((asset) => fields.collateral[asset] === null)) return 'not-a-number';
  const collateral = pledgedOf(fields.collateral);
  if (collateral.length === 0) return 'no-collateral';
  for (const held of collateral) {
    const have = terms.collateral.find(({ asset }) => asset === held.asset)?.available ?? null;
    const read = have === null ? null : parseMoney(have, held.asset);
    if (have === null || read === null) return 'unjudgeable';
    if (held.units > read.units) return { kind: 'short', asset: held.asset, have };
  }
  const ownMax = terms.ownMax === null ? null : usdtOf(terms.ownMax);
  const line = rateOf(terms.ltvMax);
  const problem = loanProblem({
    principal,
    days: fields.days,
    levelMax,
    owed,
    collateral,
    bids: bidsOf(terms.collateral),
    line,
    // The server tells what the debts may come to; it stands here as what is owned for that.
    netAssets:
      ownMax === null || line === 0n
        ? null
        : money('USDT', divideInteger(ownMax.units * DECIMAL_ONE, line, 'up')),
  });
  const small = collateral.find((held) => isDust(held, bidsOf(terms.collateral)));
  if (problem === null && small !== undefined) return { kind: 'small', asset: small.asset };
  // An amount and a term were looked at; the terms are chosen among those there are.
  return problem === 'malformed' || problem === 'days' ? 'no-amount' : problem;
}

/**
 * The least of an asset that lets an amount be drawn beside what else is pledged; null where nothing
 * more is needed or its price is missing.
 *
 * @rounding up: one unit less would not do
 */
export function leastCollateral(facts: {
  readonly principal: Money;
  readonly others: readonly Money[];
  readonly asset: Asset;
  readonly bids: Bids;
  readonly line: Rate;
}): Money | null {
  const { principal, others, asset, bids, line } = facts;
  const isEnough = (units: bigint): boolean | null => {
    const value = collateralValue([...others, money(asset, units)], bids);
    return value === null ? null : isWithin(principal, value, line);
  };
  if (line <= 0n || isEnough(1n) === null || isEnough(0n) === true) return null;
  let enough = 1n;
  while (isEnough(enough) !== true) enough *= 2n;
  let missing = enough / 2n;
  while (enough - missing > 1n) {
    const middle = (missing + enough) / 2n;
    if (isEnough(middle) === true) enough = middle;
    else missing = middle;
  }
  return money(asset, enough);
}
