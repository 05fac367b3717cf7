import type { DeskTranslate } from '@candor/locales/desk';

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** The name of a country by its two letters; null for letters of none. */
export function countryName(code: string): string | null {
  return /^[A-Z]{2}$/.test(code) ? (NAMES.of(code) ?? null) : null;
}

/** A country with its letters: "Germany (DE)". */
export function countryText(code: string, t: DeskTranslate): string {
  const country = countryName(code);
  return country === null ? code : t('countries.is', { country, code });
}
