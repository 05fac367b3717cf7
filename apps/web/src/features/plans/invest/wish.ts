import {
  DAY_MS,
  DECIMAL_ONE,
  type Money,
  divideInteger,
  formatMoney,
  money,
  parseDecimal,
  parseMoney,
  startOfDay,
  unixMs,
  utcDayOf,
} from '@candor/kernel';
import type { Translate } from '@candor/locales';
import { formatTime } from '@candor/ui';
import { failureText } from '../../../lib/failure-text.ts';
import type { CallFailure } from '../../../lib/http.ts';
import { usdtWords } from '../../../lib/figure-words.ts';

/** What is typed of a plan that is to be bought; decimal text, null while it is no number. */
export type Wish = {
  readonly amount: string | null;
  readonly days: number;
  readonly maxLoss: string | null;
};

/** What a plan, or the paper one's own rules run on, allows. */
export type WishTerms = {
  /** Null where only the server knows them. */
  readonly amountMin: string | null;
  readonly amountMax: string | null;
  readonly days: readonly number[];
  /** The least share of the amount one may be ready to lose; null where only the server knows it. */
  readonly maxLossRateMin: string | null;
};

/** What is said at each field. */
export type WishWords = Partial<Record<'amount' | 'days' | 'maxLoss', string>>;

export const isWish = (kept: unknown): kept is Wish => {
  if (typeof kept !== 'object' || kept === null) return false;
  const { amount, days, maxLoss } = kept as Partial<Record<keyof Wish, unknown>>;
  const isText = (value: unknown): boolean => typeof value === 'string' || value === null;
  return isText(amount) && isText(maxLoss) && typeof days === 'number';
};

export const usdt = (text: string | null): Money | null => {
  const read = text === null ? null : parseMoney(text, 'USDT');
  return read === null || read.units <= 0n ? null : read;
};

/** What is sent of it. */
export type Wished = { readonly amount: string; readonly days: number; readonly maxLoss: string };

/** What is sent; null while something of it is missing or outside. */
export function wishedOf(wish: Wish, terms: WishTerms): Wished | null {
  const [amount, maxLoss] = [usdt(wish.amount), usdt(wish.maxLoss)];
  if (amount === null || maxLoss === null) return null;
  return Object.keys(wishWords(wish, terms, (key) => key)).length > 0
    ? null
    : { amount: formatMoney(amount), days: wish.days, maxLoss: formatMoney(maxLoss) };
}

/** That an amount is missing, of a plan or of rules of one's own. */
const amountMissing = (terms: WishTerms, t: Translate): string =>
  t(terms.amountMin === null ? 'message.enter-smart-amount' : 'message.enter-investment-amount');

/** The least of an amount one may be ready to lose, as the server counts it; null while it is not known. */
export function leastLossOf(amount: Money | null, { maxLossRateMin }: WishTerms): Money | null {
  const rate = maxLossRateMin === null ? null : parseDecimal(maxLossRateMin);
  if (amount === null || rate === null) return null;
  return money('USDT', divideInteger(amount.units * rate, DECIMAL_ONE, 'up'));
}

/** Between what the most one is ready to lose has to be. */
function lossWords(least: Money | null, most: Money | null, t: Translate): string {
  if (least === null || most === null) return t('plans.max-loss-wrong');
  const range = { min: usdtWords(formatMoney(least)), max: usdtWords(formatMoney(most)) };
  return t('plans.amount-between', range);
}

/** What is wrong with what is typed, at its field. */
export function wishWords(wish: Wish, terms: WishTerms, t: Translate): WishWords {
  const [amount, maxLoss] = [usdt(wish.amount), usdt(wish.maxLoss)];
  const [least, most] = [usdt(terms.amountMin), usdt(terms.amountMax)];
  const range = { min: usdtWords(terms.amountMin ?? ''), max: usdtWords(terms.amountMax ?? '') };
  const isOutside =
    amount !== null &&
    ((least !== null && amount.units < least.units) ||
      (most !== null && amount.units > most.units));
  const leastLoss = leastLossOf(amount, terms);
  const isLossWrong =
    maxLoss === null ||
    (amount !== null && maxLoss.units > amount.units) ||
    (leastLoss !== null && maxLoss.units < leastLoss.units);
  return {
    ...(amount === null ? { amount: amountMissing(terms, t) } : {}),
    ...(isOutside ? { amount: t('plans.amount-between', range) } : {}),
    ...(terms.days.includes(wish.days) ? {} : { days: t('error.plan-days-unknown') }),
    ...(isLossWrong ? { maxLoss: lossWords(leastLoss, amount, t) } : {}),
  };
}

const FIELDS: Readonly<Partial<Record<CallFailure['name'], keyof WishWords>>> = {
  'amount-out-of-range': 'amount',
  'free-margin-short': 'amount',
  'plan-days-unknown': 'days',
};

/** What stands between a user and real business, told of plans. */
function coolingWords(failure: CallFailure, t: Translate): string {
  const until = failure.facts?.['until'] ?? 'none';
  if (until === 'none') return t('first-real.plan-needed');
  const when = `\u2068${formatTime(Number.parseInt(until, 10))}\u2069`;
  return t('first-real.plan-waiting', { when });
}

/** A refusal of the server, at its field; `form` where it belongs to none. */
export function refusalOf(
  failure: CallFailure,
  terms: WishTerms,
  t: Translate,
): { readonly field: keyof WishWords | 'form'; readonly words: string } {
  const isLoss = failure.field === 'maxLoss';
  const field = isLoss ? 'maxLoss' : (FIELDS[failure.name] ?? 'form');
  if (isLoss) {
    const { min: least = null, max: most = null } = failure.facts ?? {};
    return { field, words: lossWords(usdt(least), usdt(most), t) };
  }
  const { need, have } = failure.facts ?? {};
  if (failure.name === 'free-margin-short' && need !== undefined && have !== undefined) {
    return { field, words: t('plans.short', { need: usdtWords(need), have: usdtWords(have) }) };
  }
  if (failure.name === 'plans-not-enabled') {
    return { field, words: t('message.plans-not-enabled') };
  }
  if (failure.name === 'cooling-off') return { field, words: coolingWords(failure, t) };
  if (failure.name !== 'amount-out-of-range') return { field, words: failureText(failure, t) };
  const { min = terms.amountMin, max = terms.amountMax } = failure.facts ?? {};
  if (min === null || max === null) return { field, words: amountMissing(terms, t) };
  const range = { min: usdtWords(min), max: usdtWords(max) };
  return { field, words: t('plans.amount-between', range) };
}

/** The midnight, UTC, that money joins at. @units Unix milliseconds */
export function nextMidnight(now: number): number {
  return startOfDay(utcDayOf(unixMs(now))) + DAY_MS;
}
