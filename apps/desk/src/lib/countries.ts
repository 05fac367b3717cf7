import type { DeskTranslate } from '@candor/locales/desk';
import { COUNTRY_CODES } from '@candor/protocol/light';

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** The name of a country by its two letters; null for letters of none. */
function countryName(code: string): string | null {
  return /^[A-Z]{2}$/.test(code) ? (NAMES.of(code) ?? null) : null;
}

/** A country with its letters: "Germany (DE)". */
export function countryText(code: string, t: DeskTranslate): string {
  const country = countryName(code);
  return country === null ? code : t('countries.is', { country, code });
}

/** All countries with their letters, by name. */
export function countryChoices(
  t: DeskTranslate,
): readonly { readonly value: string; readonly label: string }[] {
  return COUNTRY_CODES.map((value) => ({ value, label: countryText(value, t) })).toSorted((a, b) =>
    a.label.localeCompare(b.label, 'en'),
  );
}
