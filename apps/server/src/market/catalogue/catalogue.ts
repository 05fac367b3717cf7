import type { InstrumentCode } from '@candor/kernel';
import { type Instrument, needsConversion } from '@candor/pricing';
import { PAIR_LISTS, cryptoEntries } from './crypto.ts';
import { instrumentOf } from './entry.ts';
import { forexEntries } from './forex.ts';
import { FUTURES_LIST, futureEntries, metalEntries } from './futures.ts';
import { FUND_LIST, STOCK_LIST, fundEntries, stockEntries } from './stocks.ts';

/** Every instrument, in the order lists show them. */
export const CATALOGUE: readonly Instrument[] = [
  ...cryptoEntries(),
  ...forexEntries(),
  ...stockEntries(),
  ...futureEntries(),
  ...metalEntries(),
  ...fundEntries(),
].map(instrumentOf);

/** Where the names come from, and from which day each list is. */
export const LISTS: readonly { readonly venue: string; readonly asOf: string }[] = [
  ...PAIR_LISTS.map(({ venue, recordedOn }) => ({ venue, asOf: recordedOn })),
  ...[STOCK_LIST, FUND_LIST, FUTURES_LIST].map(({ venue, compiledOn }) => ({
    venue,
    asOf: compiledOn,
  })),
];

const byCode = new Map<string, Instrument>(CATALOGUE.map((one) => [one.code, one]));

/** Letters and digits of a code: its id in addresses, and how recordings name it. */
export function idOf(code: string): string {
  return code.replace(/[^A-Z0-9]/g, '');
}

const byId = new Map<string, Instrument>(CATALOGUE.map((one) => [idOf(one.code), one]));

/** The instrument of a code, "BTC/USDT". */
export function findByCode(code: string): Instrument | undefined {
  return byCode.get(code);
}

/** The instrument of an id or a recording's first name part, "BTCUSDT". */
export function findById(id: string): Instrument | undefined {
  return byId.get(id);
}

/** The pair that turns a currency into USDT, and which way round it is quoted. */
export type ConversionPair =
  | { readonly kind: 'one' }
  | {
      readonly kind: 'pair';
      readonly code: InstrumentCode;
      readonly direction: 'direct' | 'inverse';
    };

/**
 * How an amount in `currency` becomes USDT: one to one for USDT and USD, else by the mid of a
 * forex pair against the dollar.
 *
 * @shape  "JPY" → USD/JPY, inverse; null when no pair of the catalogue links it
 * @source PRODUCT 4 "Quote currency"
 */
export function conversionPairFor(currency: string): ConversionPair | null {
  if (!needsConversion(currency)) return { kind: 'one' };
  const direct = byCode.get(`${currency}/USD`);
  if (direct !== undefined) return { kind: 'pair', code: direct.code, direction: 'direct' };
  const inverse = byCode.get(`USD/${currency}`);
  if (inverse !== undefined) return { kind: 'pair', code: inverse.code, direction: 'inverse' };
  return null;
}
