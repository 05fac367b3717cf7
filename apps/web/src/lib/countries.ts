import { COUNTRY_CODES } from '@candor/protocol/light';

/** A country as a choice. */
export type Country = { readonly value: string; readonly label: string };

/** All countries by their names in a language, in its order. */
export function countriesIn(htmlLang: string): readonly Country[] {
  const names = new Intl.DisplayNames([htmlLang], { type: 'region' });
  const order = new Intl.Collator(htmlLang);
  return COUNTRY_CODES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted(
    (a, b) => order.compare(a.label, b.label),
  );
}
