import table from '../locales.json' with { type: 'json' };
import type { Locale } from './locales.ts';

/** The product's languages, in the specification's order. */
export const LOCALES = table as readonly Locale[];

/** The language a stored value stands for; null when the product does not speak it. */
export function localeOf(value: string | null): Locale | null {
  return LOCALES.find((locale) => locale.value === value) ?? null;
}
