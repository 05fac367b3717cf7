import {
  type Asset,
  decimal,
  formatDecimal,
  formatMoney,
  parseDecimal,
  roundToStep,
} from '@candor/kernel';
import type { Translate } from '@candor/locales';
import { LOAN_PLEDGE_MIN, ltvPercent } from '@candor/pricing';
import type { LoanCollateral, LoanState } from '@candor/protocol/light';
import {
  DASH,
  type StatusIcon,
  type StatusTone,
  formatNumber,
  formatTime,
  shiftDecimal,
  type useLocale,
} from '@candor/ui';
import { failureText } from '../../lib/failure-text.ts';
import { amountWords, isolated } from '../../lib/figure-words.ts';
import type { CallFailure } from '../../lib/http.ts';
import type { FieldsProblem } from './preview.ts';

/** Places of a price in these words: lines are levels, not prices one trades at. */
const PRICE_PLACES = 2;

const CENT = decimal('0.01');

/**
 * What one coin is bought at, so that nobody takes it for an amount of coins: "1 BTC = 40,160.64 USDT".
 *
 * @rounding up, as in the agreement: no line is reached before the price that stands here
 */
export function coinPriceWords(
  { asset, price }: { readonly asset: Asset; readonly price: string },
  numbers: ReturnType<typeof useLocale>['numbers'],
): string {
  const read = parseDecimal(price);
  const shown =
    read === null ? price : formatDecimal(roundToStep(read, { step: CENT, rounding: 'up' }));
  return `1 ${asset} = ${formatNumber(shown, { places: PRICE_PLACES, numbers })} USDT`;
}

/** Whether cents say all of an amount of USDT. */
export const isInCents = (amount: string): boolean => !/\.\d{2}\d*[1-9]/.test(amount);

/** Several amounts, one after the other. */
export const amountsWords = (amounts: readonly LoanCollateral[]): string =>
  amounts.map(amountWords).join(', ');

/** A share of one as percent. @rounding halfEven, for display only */
export function percentWords(share: string | null, places?: number): string {
  if (share === null) return DASH;
  const style = places === undefined ? {} : { places };
  return isolated(`${formatNumber(shiftDecimal(share, 2), style)}%`);
}

/** A loan as percent of its collateral, as it is told in notifications and mails too. */
export function ltvWords(ltv: string | null): string {
  const read = ltv === null ? null : parseDecimal(ltv);
  if (read === null) return DASH;
  return isolated(`${formatNumber(formatDecimal(ltvPercent(read)), { placesMin: 2 })}%`);
}

/** A reason as the texts choose by it: their choices have no dashes. */
export const reasonWord = (reason: string): string =>
  reason.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** First and last characters of a hash: enough to compare by eye. */
export const hashWords = (hash: string): string => `sha-256 ${hash.slice(0, 4)}…${hash.slice(-4)}`;

/** How each state is shown. @source DESIGN 9 "Status chip" */
export const STATE_LOOKS: Readonly<
  Record<LoanState, { readonly tone: StatusTone; readonly icon: StatusIcon }>
> = {
  pendingReview: { tone: 'running', icon: 'hourglass' },
  approved: { tone: 'ok', icon: 'check' },
  repaymentInProgress: { tone: 'running', icon: 'repeat' },
  overdue: { tone: 'bad', icon: 'warning' },
  repaid: { tone: 'ok', icon: 'check' },
  sold: { tone: 'warn', icon: 'lock' },
  writtenOff: { tone: 'neutral', icon: 'lock' },
  rejected: { tone: 'bad', icon: 'x' },
  expired: { tone: 'neutral', icon: 'clock' },
};

/** At which field something is said. */
export type FieldName = 'amount' | 'collateral' | 'USDT' | 'BTC' | 'ETH';
export type FieldWords = Partial<Record<FieldName, string>>;

type Limits = { readonly min: string; readonly max: string; readonly owed: string };

const pledgeMin = (): string =>
  amountWords({ asset: 'USDT', amount: formatMoney(LOAN_PLEDGE_MIN) });

/** What is wrong with what is typed, at its field. */
export function problemWords(problem: FieldsProblem, limits: Limits, t: Translate): FieldWords {
  const money = (amount: string): string => amountWords({ asset: 'USDT', amount });
  const values = { min: money(limits.min), max: money(limits.max), owed: money(limits.owed) };
  if (typeof problem === 'object' && problem.kind === 'small') {
    return { [problem.asset]: t('loan.problem', { why: 'pledge', ...values, min: pledgeMin() }) };
  }
  if (typeof problem === 'object') {
    const { asset, have } = problem;
    return { [asset]: t('loan.short', { have: amountWords({ asset, amount: have }) }) };
  }
  switch (problem) {
    case 'no-amount':
      return { amount: t('message.enter-loan-amount') };
    case 'below-least':
      return { amount: t('loan.problem', { why: 'minimum', ...values }) };
    case 'above-level':
      return { amount: t('loan.problem', { why: 'level', ...values }) };
    case 'above-own':
      return { amount: t('loan.problem', { why: 'own', ...values }) };
    case 'no-collateral':
      return { collateral: t('loan.problem', { why: 'none', ...values }) };
    case 'above-collateral':
      return { collateral: t('loan.problem', { why: 'collateral', ...values }) };
    case 'unjudgeable':
      return { collateral: t('loan.unjudged') };
    case 'not-a-number':
      // The field says so itself.
      return {};
  }
}

/** A refusal of the server in the words of loans. */
export function refusalWords(failure: CallFailure, t: Translate): string {
  const { why, max = '0', min = '0', owed = '0', need, have, asset } = failure.facts ?? {};
  if (failure.name === 'amount-out-of-range') {
    if (why === 'malformed') return t('message.enter-loan-amount');
    const money = (amount: string): string => amountWords({ asset: 'USDT', amount });
    const values = { min: money(min), max: money(max), owed: money(owed) };
    return why === undefined ? failureText(failure, t) : t('loan.problem', { why, ...values });
  }
  if (failure.name === 'quantity-refused' && why === 'pledge') {
    return t('loan.problem', { why, min: pledgeMin(), max: '', owed: '' });
  }
  const isCoin = asset === 'USDT' || asset === 'BTC' || asset === 'ETH';
  if (failure.name === 'free-margin-short' && need !== undefined && have !== undefined && isCoin) {
    return t('loan.short', { have: amountWords({ asset, amount: have }) });
  }
  if (failure.name === 'not-tradable-now' && why === 'unjudgeable') return t('loan.unjudged');
  if (failure.name === 'cooling-off') {
    const until = failure.facts?.['until'] ?? 'none';
    if (until === 'none') return t('first-real.loan-needed');
    const when = `\u2068${formatTime(Number.parseInt(until, 10))}\u2069`;
    return t('first-real.loan-waiting', { when });
  }
  if (failure.name === 'not-signed') return t('message.not-signed');
  return failureText(failure, t);
}
