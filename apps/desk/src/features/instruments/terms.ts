import type { DeskTranslate } from '@candor/locales/desk';
import type { DeskCallInput, DeskInstrument } from '@candor/protocol/desk-light';
import { formatNumber } from '@candor/ui';
import type { CallFailure } from '../../lib/http.ts';

export type Terms = DeskInstrument['terms'];
export type Change = NonNullable<DeskCallInput<'instruments.change'>['body']>;

/** What a form holds: every number as it is typed, an empty one for none. */
export type TypedTerms = {
  readonly leverageCap: string;
  readonly lotsMax: string;
  readonly accountLotsMax: string;
  readonly totalLotsMax: string;
  readonly calendar: Terms['calendar'];
  readonly sources: Terms['sources'];
};

export const CALENDARS: readonly Terms['calendar'][] = ['always', 'forex', 'usStocks', 'globex'];
export const CLASSES: readonly Terms['class'][] = [
  ...(['crypto', 'forexMajor', 'forex', 'stock', 'etf'] as const),
  ...(['future', 'index', 'gold', 'metal', 'energy'] as const),
];

const DECIMAL = /^\d{1,20}(\.\d{1,18})?$/;
const COUNT = /^[1-9]\d{0,2}$/;

/** Whether a text is a number above zero. */
export const isPositive = (text: string): boolean => DECIMAL.test(text) && /[1-9]/.test(text);

/** What a form begins with. */
export function typedOf(terms: Terms): TypedTerms {
  return {
    leverageCap: terms.leverageCap === null ? '' : String(terms.leverageCap),
    lotsMax: terms.lotsMax,
    accountLotsMax: terms.accountLotsMax ?? '',
    totalLotsMax: terms.totalLotsMax ?? '',
    calendar: terms.calendar,
    sources: terms.sources,
  };
}

/** Fields of typed terms that cannot be read. */
export function wrongIn(typed: TypedTerms): ReadonlySet<string> {
  const wrong = new Set<string>();
  if (typed.leverageCap !== '' && !COUNT.test(typed.leverageCap)) wrong.add('leverageCap');
  if (!isPositive(typed.lotsMax)) wrong.add('lotsMax');
  for (const field of ['accountLotsMax', 'totalLotsMax'] as const) {
    if (typed[field] !== '' && !isPositive(typed[field])) wrong.add(field);
  }
  if (typed.sources.some(({ symbol }) => symbol.trim() === '')) wrong.add('sources');
  return wrong;
}

/** Typed terms as the call takes them. */
export function readTerms(typed: TypedTerms): Omit<Change, 'code' | 'from' | 'note'> {
  const { leverageCap, lotsMax, accountLotsMax, totalLotsMax, calendar, sources } = typed;
  return {
    leverageCap: leverageCap === '' ? null : Number.parseInt(leverageCap, 10),
    lotsMax,
    accountLotsMax: accountLotsMax === '' ? null : accountLotsMax,
    totalLotsMax: totalLotsMax === '' ? null : totalLotsMax,
    calendar,
    sources: sources.map(({ venue, symbol }) => ({ venue, symbol: symbol.trim() })),
  };
}

/** Fields whose refusal has words of its own. */
const SAID = new Set(['code', 'from', 'sources', 'lotsMax', 'accountLotsMax', 'totalLotsMax']);

/** What is wrong at a field, in words; null where nothing is. */
export function faultAt(
  field: string,
  facts: { readonly isWrong: boolean; readonly failure: CallFailure | null },
  t: DeskTranslate,
): string | null {
  if (facts.isWrong) return t('instruments.refused-number');
  if (facts.failure?.field !== field) return null;
  if (facts.failure.name === 'unreadable') return t('instruments.refused-number');
  return t(`instruments.refused-${SAID.has(field) ? (field as 'code') : 'other'}`);
}

/** The caps of an instrument, short: "2 times, 10 lots". */
export function capsText({ leverageMax, terms }: DeskInstrument, t: DeskTranslate): string {
  return t('instruments.caps-of', { leverage: leverageMax, lots: formatNumber(terms.lotsMax) });
}

/** Sources as they are read: "binance, okx"; a symbol only where it is not the code. */
export function sourcesText({ sources, code }: Terms): string {
  return sources
    .map(({ venue, symbol }) => (symbol === code ? venue : `${venue} (${symbol})`))
    .join(', ');
}
