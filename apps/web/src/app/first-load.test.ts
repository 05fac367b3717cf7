import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { isFirstLoadKey, textPartOf } from '@candor/locales/first-load';

const web = join(import.meta.dirname, '..');
const ui = join(web, '../../../packages/ui/src');

/** Parts that come with all texts (`lazyPart`), or are no part of the first screen. */
const LATER = new Set([
  'AftermathNote.tsx',
  'Below.tsx',
  'Calendar.tsx',
  'DayDialog.tsx',
  'DayFields.tsx',
  'DecimalField.tsx',
  'Dialog.tsx',
  'DownloadButton.tsx',
  'ExactAmount.tsx',
  'Figure.tsx',
  'FigureList.tsx',
  'Footer.tsx',
  'Keys.tsx',
  'LanguageList.tsx',
  'LatestNotices.tsx',
  'ModeDialog.tsx',
  'OrderNumber.tsx',
  'Pager.tsx',
  'PaperButton.tsx',
  'PicturePreview.tsx',
  'Products.tsx',
  'QueryText.tsx',
  'ReceiptLink.tsx',
  'ReceiptPanel.tsx',
  'SampleFill.tsx',
  'SessionOver.tsx',
  'SideCards.tsx',
  'SignatureField.tsx',
  'SignedIn.tsx',
  'Toasts.tsx',
  'UploadTile.tsx',
  'VisitorWay.tsx',
  'WhatIsThis.tsx',
  'copy-text.ts',
  'definitions.ts',
  'end-text.ts',
  'left-words.ts',
  'other-pages.tsx',
  'own-worker.tsx',
  'page-list.tsx',
  'passkey.ts',
  'period.ts',
  'settled-commands.ts',
  'use-upload.ts',
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
  // A table names texts that are shown below the first screen.
  const allowed = /tabs\.ts:/;
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

/** A file and all it imports at once, types left out. */
function importedAtOnce(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  const imports = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gms;
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
    importedAtOnce(join(dirname(file), path), seen);
  }
  return seen;
}

it('the market’s pages ask at once only for texts that come with them', () => {
  const pages = ['MarketDesk', 'MarketPhone', 'MarketPhoneList'].map((name) => `pages/${name}.tsx`);
  const files = [...pages, 'features/market/PriceChart.tsx'];
  const all = new Set(files.flatMap((file) => [...importedAtOnce(join(web, file))]));
  expect(all.size).toBeGreaterThan(40);
  const later = [...all].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'((?:[a-z]+)(?:-[a-z]+)?\.[a-z0-9-]+)'/g)]
      .map((match) => match[1] ?? '')
      .filter((key) => isKey(key) && textPartOf(key) === 'rest')
      .map((key) => `${file.slice(web.length + 1)}: ${key}`),
  );
  expect(later).toEqual([]);
});
