import { LOCALES } from '@candor/locales/table';

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** A language by its name at the desk: who reads no Arabic still sees that an answer is to be in it. */
export function languageName(value: string): string {
  const found = LOCALES.find((one) => one.value === value);
  return found === undefined ? value : (NAMES.of(found.htmlLang) ?? found.name);
}
