import { DEFAULT_LOCALE, LOCALES } from '@candor/locales';

/** The language of ours that a caller asks for first, as its wire value; English for all others. */
export function languageOf(header: string | undefined): string {
  const [first = ''] = (header ?? '').slice(0, 200).split(',');
  const tag = (first.split(';')[0] ?? '').trim().toLowerCase();
  const exact = LOCALES.find(({ htmlLang }) => htmlLang.toLowerCase() === tag);
  const near = LOCALES.find(({ htmlLang }) => htmlLang.split('-')[0] === tag.split('-')[0]);
  return (exact ?? near)?.value ?? DEFAULT_LOCALE;
}
