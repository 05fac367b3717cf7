import { type TickId, ensure, formatDecimal, formatMoney } from '@candor/kernel';
import type { ConversionReceipt } from '@candor/protocol';
import { receiptNumber } from '../contracts/index.ts';
import { type Converted, codeOf, conversionOf } from '../exchange/index.ts';
import type { NumberedEntry } from '../ledger/index.ts';
import type { Unhashed } from './canonical.ts';
import { type Ticks, assetEntriesOf, markOf, tapeTickOf } from './parts.ts';
import { RECEIPT_SCHEMA } from '@candor/protocol';
import type { Terms } from './terms.ts';

/** The ticks a conversion cites. */
export function conversionTicks({ sell, buy }: Pick<Converted, 'sell' | 'buy'>): TickId[] {
  return [sell, buy].flatMap((at) => at?.tickId ?? []);
}

/** The instruments a conversion is priced by, in the order of its legs. */
export function conversionCodes(converted: Converted) {
  return [converted.amount.asset, converted.to].flatMap((asset) =>
    asset === 'USDT' ? [] : [codeOf(asset)],
  );
}

/** Number of a conversion's receipt. */
export const conversionNumber = ({ userId, id }: Pick<Converted, 'userId' | 'id'>): string =>
  receiptNumber({ kind: 'conversion', userId, subject: id });

/** The receipt of a conversion, without its hash. */
export function conversionReceipt(parts: {
  readonly converted: Converted;
  readonly terms: Terms;
  readonly ticks: Ticks;
  readonly entries: readonly NumberedEntry[];
}): Unhashed<ConversionReceipt> {
  const { converted, terms, ticks } = parts;
  const conversion = conversionOf(converted);
  const named = ensure(terms.legs, 'what was priced is in the catalogue');
  const { schedule } = ensure(terms.documents, 'documents were published before');
  return {
    kind: 'conversion',
    schema: RECEIPT_SCHEMA,
    number: conversionNumber(converted),
    mode: 'real',
    ...markOf(terms),
    feed: { key: converted.feed, ...terms.feed },
    orderNo: converted.orderNo,
    from: converted.amount.asset,
    to: converted.to,
    amount: formatMoney(converted.amount),
    quotedAt: converted.quotedAt,
    expiresAt: converted.expiresAt,
    at: converted.at,
    documents: { schedule },
    legs: conversion.legs.map(({ side, price, given, received }, index) => {
      const { specification, instrument } = ensure(named[index], 'each leg has its terms');
      const at = ensure(side === 'sell' ? converted.sell : converted.buy, 'a leg has its tick');
      return {
        instrument,
        specification,
        side,
        price: formatDecimal(price),
        tick: tapeTickOf(ticks, at.tickId),
        given: formatMoney(given),
        received: formatMoney(received),
      };
    }),
    rate: formatDecimal(conversion.rate),
    spread: {
      parameter: 'exchange.spread',
      version: converted.spreadVersion,
      rate: formatDecimal(converted.spreadRate),
      amount: formatMoney(conversion.spread),
    },
    receive: formatMoney(conversion.receive),
    entries: assetEntriesOf(parts.entries),
  };
}
