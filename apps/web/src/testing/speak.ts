import { type LocaleValue, loadAllTexts, localeOf } from '@candor/locales';
import { showLanguage } from '../lib/preferences.ts';

/** For tests: the page in one language, every text of it there. */
export async function speak(value: LocaleValue): Promise<void> {
  const locale = localeOf(value);
  if (locale === null) throw new Error(`no language ${value}`);
  await loadAllTexts();
  await showLanguage(locale);
}
