import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isFirstLoadKey } from '@candor/locales/first-load';

const web = join(import.meta.dirname, '..');
const ui = join(web, '../../../packages/ui/src');

/** Parts that come with all texts (`lazyPart`), or are no part of the first screen. */
const LATER = new Set([
  'Below.tsx',
  'DecimalField.tsx',
  'Dialog.tsx',
  'Footer.tsx',
  'LanguageList.tsx',
  'ModeDialog.tsx',
  'Products.tsx',
  'SampleFill.tsx',
  'SignedIn.tsx',
  'Toasts.tsx',
  'page-list.tsx',
]);

const FIRST = [
  join(web, 'app'),
  join(web, 'shell'),
  join(web, 'lib'),
  join(web, 'pages/home'),
  join(web, 'features/statistics'),
  ui,
];

function sources(): string[] {
  const files = FIRST.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !LATER.has(name))
      .map((name) => join(folder, name)),
  );
  const market = ['PriceSource.tsx', 'LivePrice.tsx', 'list.ts', 'age.ts'];
  return [...files, ...market.map((name) => join(web, 'features/market', name))];
}

it('the first screen asks only for texts that come with the first load', () => {
  const families = /'((?:[a-z]+)\.[a-z0-9-]+)'/g;
  const later = sources().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(families)]
      .map((match) => match[1] ?? '')
      .filter((key) => isKey(key) && !isFirstLoadKey(key))
      .map((key) => `${file.slice(web.length + 1)}: ${key}`),
  );
  // Two tables name texts that are shown below the first screen.
  const allowed = /figures\.ts: home\.stat-\w+-how$|tabs\.ts:/;
  expect(later.filter((line) => !allowed.test(line))).toEqual([]);
});

const keys = new Set(
  [
    ...readFileSync(join(web, '../../../packages/locales/src/keys.ts'), 'utf8').matchAll(
      /'([^']+)'/g,
    ),
  ].map((match) => match[1]),
);
const isKey = (text: string): boolean => keys.has(text);
