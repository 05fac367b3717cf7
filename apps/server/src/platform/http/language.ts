import { DEFAULT_LOCALE, LOCALES } from '@candor/locales';

/** Regions that write Chinese in its traditional characters. */
const TRADITIONAL = /^zh-(hant|hk|mo|tw)\b/;

/** The language of ours that a caller asks for first, as its wire value; English for all others. */
export function languageOf(header: string | undefined): string {
  const [first = ''] = (header ?? '').slice(0, 200).split(',');
  const said = (first.split(';')[0] ?? '').trim().toLowerCase();
  const tag = TRADITIONAL.test(said) ? 'zh-hant-hk' : said;
  const exact = LOCALES.find(({ htmlLang }) => htmlLang.toLowerCase() === tag);
  const near = LOCALES.find(({ htmlLang }) => htmlLang.split('-')[0] === tag.split('-')[0]);
  return (exact ?? near)?.value ?? DEFAULT_LOCALE;
}
