import {
  type Decimal,
  type Money,
  type Price,
  type Quantity,
  decimal,
  formatDecimal,
  parseDecimal,
  parseMoney,
  roundToStep,
  toDecimal,
} from '@candor/kernel';
import { type Side, realizedPnl, stopFromMoney } from '@candor/pricing';

const CENT = decimal('0.01');

/** What a stop's money depends on. */
export type StopBasis = {
  readonly side: Side;
  readonly lots: Quantity;
  readonly contractSize: Quantity;
  readonly link: Price;
  readonly openPrice: Price;
  readonly tickSize: Price;
};

/** Which of the two a stop is. */
export type StopKind = 'loss' | 'gain';

/** One stop as it is typed: in price or in money, the other of the two is "". */
export type StopTyped = { readonly price: string | null; readonly money: string | null };

const isTyped = (text: string | null): text is string => text !== null && text !== '';

/**
 * The price of a stop typed in money; null when it cannot be known yet.
 *
 * @rounding as `stopFromMoney`: never a larger loss than said, never a smaller gain
 */
function priceOfMoney(text: string | null, kind: StopKind, basis: StopBasis | null): Price | null {
  const amount = isTyped(text) ? parseMoney(text, 'USDT') : null;
  if (amount === null || amount.units <= 0n || basis === null || basis.lots <= 0n) return null;
  return stopFromMoney({ ...basis, amount, kind });
}

/** The price of a stop, whichever way it was typed; null without one. */
export function priceOfStop(
  typed: StopTyped,
  kind: StopKind,
  basis: StopBasis | null,
): Price | null {
  if (isTyped(typed.price)) return parseDecimal(typed.price) as Price | null;
  return priceOfMoney(typed.money, kind, basis);
}

/**
 * What a stop at a price loses or wins before fees: above zero when it does what its name says.
 *
 * @units USDT
 */
function moneyAtStop(at: Price, kind: StopKind, basis: StopBasis): Money {
  const won = realizedPnl({ ...basis, closePrice: at });
  return kind === 'gain' ? won : { ...won, units: -won.units };
}

/** Both sides of a stop as its two inputs show them: what was typed, and what follows from it. */
export function shownStop(
  typed: StopTyped,
  kind: StopKind,
  basis: StopBasis | null,
): { readonly price: string | null; readonly money: string | null } {
  if (!isTyped(typed.price) && !isTyped(typed.money)) return typed;
  if (!isTyped(typed.price)) {
    const at = priceOfMoney(typed.money, kind, basis);
    return { price: at === null ? '' : formatDecimal(at), money: typed.money };
  }
  const at = parseDecimal(typed.price);
  if (at === null || basis === null) return { price: typed.price, money: '' };
  const amount = moneyAtStop(at as Price, kind, basis);
  // A stop on the wrong side has no such amount; its price says so.
  return {
    price: typed.price,
    money: amount.units > 0n ? centsText(toDecimal(amount), 'down') : '',
  };
}

/** An amount with two places at the most. @rounding as the caller says */
export function centsText(amount: Decimal, rounding: 'up' | 'down'): string {
  return formatDecimal(roundToStep(amount, { step: CENT, rounding }));
}
