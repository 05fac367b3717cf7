import {
  type Money,
  type Rate,
  type UnixMs,
  formatDecimal,
  formatMoney,
  parseDecimal,
  parseMoney,
  utcDayOf,
} from '@candor/kernel';
import { type Bids, LOAN_LINES, collateralFigures, loanFigures } from '@candor/pricing';

/** The terms a preview is made of. */
type PriceTerms = { readonly freeDays: number; readonly rateDaily: string };

/** A share of one from its text; 0 for what is none. */
export const rateOf = (text: string): Rate => (parseDecimal(text) ?? 0n) as Rate;

/** An amount of USDT that was typed; null for none or nothing. */
export function principalOf(text: string | null): Money | null {
  const read = text === null || text === '' ? null : parseMoney(text, 'USDT');
  return read === null || read.units <= 0n ? null : read;
}

/** What a loan costs, as texts. */
export type CostTexts = ReturnType<typeof costOf>;

/**
 * What a loan costs when it is drawn today and repaid on its day: by the functions loans are charged
 * with.
 */
export function costOf(facts: {
  readonly principal: Money;
  readonly days: number;
  readonly terms: PriceTerms;
  readonly now: UnixMs;
}) {
  const { principal, days, terms, now } = facts;
  const price = { freeDays: terms.freeDays, rateDaily: rateOf(terms.rateDaily) };
  const figures = loanFigures({ principal, days, price, drawnOn: utcDayOf(now) });
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

/** A line of a loan, and the share of today's prices at which it is reached. */
type LineText = {
  readonly ltv: string;
  readonly kind: 'notice' | 'sale';
  readonly ofToday: string;
};

/** How a debt stands by its collateral, as texts; null while it cannot be judged. */
export function ltvFiguresOf(facts: {
  readonly debt: Money;
  readonly collateral: readonly Money[];
  readonly bids: Bids;
}): { readonly ltv: string | null; readonly steps: readonly LineText[] } {
  const figures = collateralFigures(facts);
  if (figures === null) return { ltv: null, steps: [] };
  return {
    ltv: figures.ltv === null ? null : formatDecimal(figures.ltv),
    steps: figures.lines.map(({ line, ofToday }) => ({
      ltv: formatDecimal(line),
      kind: line === LOAN_LINES.sale ? 'sale' : 'notice',
      ofToday: formatDecimal(ofToday),
    })),
  };
}
