import { ensure, formatDecimal, formatMoney } from '@candor/kernel';
import type { Conversion } from '@candor/pricing';
import type { ConversionDone } from '@candor/protocol';
import { receiptNumber } from '../contracts/index.ts';
import { type ConversionTerms, type Converted, codeOf } from './conversion.ts';
import { conversionOf } from './rules.ts';

/** The prices of a conversion, in the order of its legs. */
export const pricesOf = (terms: ConversionTerms): ConversionDone['prices'] =>
  (
    [
      [terms.amount.asset, 'sell', terms.sell],
      [terms.to, 'buy', terms.buy],
    ] as const
  ).flatMap(([asset, side, at]) =>
    asset === 'USDT' || at === null
      ? []
      : [{ code: codeOf(asset), side, price: formatDecimal(at.price), tickId: at.tickId }],
  );

/** What quote and conversion say alike. */
export function figuresOf(terms: ConversionTerms, conversion: Conversion) {
  const { amount, to, spreadRate } = terms;
  const prices = pricesOf(terms);
  return {
    from: amount.asset,
    to,
    amount: formatMoney(amount),
    rate: formatDecimal(conversion.rate),
    spreadRate: formatDecimal(spreadRate),
    spread: formatMoney(conversion.spread),
    receive: formatMoney(conversion.receive),
    tickId: ensure(prices[0], 'a conversion has a price').tickId,
    prices,
  };
}

/** A conversion as its owner sees it. */
export function doneOf(done: Converted): ConversionDone {
  const { id, userId, orderNo, at } = done;
  const receiptNo = receiptNumber({ kind: 'conversion', userId, subject: id });
  return { id, orderNo, ...figuresOf(done, conversionOf(done)), at, receiptNo };
}
