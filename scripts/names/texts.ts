import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPo } from '@candor/locales/po';
import { ERROR_NAMES, MESSAGE_NAMES } from '@candor/protocol';
import { type Outcome, outcomeOf } from './outcome.ts';

/** The texts of one language by key. */
export type Catalogue = {
  readonly locale: string;
  readonly texts: ReadonlyMap<string, string>;
};

const FOLDER = 'packages/locales';

/** Every catalogue that `locales.json` lists; one without a file has no texts. */
export function readCatalogues(root: string): Catalogue[] {
  const table = join(root, FOLDER, 'locales.json');
  if (!existsSync(table)) return [];
  const locales = JSON.parse(readFileSync(table, 'utf8')) as { file: string }[];
  return locales.map(({ file }) => {
    const path = join(root, FOLDER, 'src', `${file}.po`);
    const entries = existsSync(path) ? readPo(readFileSync(path, 'utf8')) : [];
    return { locale: file, texts: new Map(entries.map(({ id, text }) => [id, text])) };
  });
}

/** Rules 18 and 19: every refusal and sentence has its text, and all languages have the same. */
export function checkTexts(catalogues: readonly Catalogue[]): Outcome[] {
  const names = [
    ...ERROR_NAMES.map((name) => `error.${name}`),
    ...MESSAGE_NAMES.map((name) => `message.${name}`),
  ];
  const keys = new Set(catalogues.flatMap(({ texts }) => [...texts.keys()]));
  const lacking = (wanted: Iterable<string>): string[] =>
    catalogues.flatMap(({ locale, texts }) =>
      [...wanted]
        .filter((key) => (texts.get(key) ?? '').trim() === '')
        .map((key) => `${locale}.po lacks ${key}`),
    );
  const languages = catalogues.map(({ locale }) => locale).join(', ');
  const none = catalogues.length === 0 ? ['packages/locales/locales.json lists no language'] : [];
  return [
    outcomeOf(
      'names 18 every refusal and sentence has its text',
      [...none, ...lacking(names)],
      `${names.length} names in ${languages}`,
    ),
    outcomeOf(
      'names 19 every language has the same texts',
      [...none, ...lacking(keys)],
      `${keys.size} texts in ${languages}`,
    ),
  ];
}
