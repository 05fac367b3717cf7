// Promise: every message of identity, files and loans is shown by a flow, and no text of theirs is left that none shows.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MESSAGES, MESSAGE_NAMES, type MessageName, NOTIFICATION_KINDS } from '@candor/protocol';
import { loadAllTexts, t } from '@candor/locales';
import { beforeAll, expect, it } from 'vitest';
import { speak } from '../testing/speak.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const CAPABILITIES: ReadonlySet<string> = new Set(['identity', 'files', 'loans']);

/** The test whose flow shows a message, by its sentence. */
const SHOWN: Readonly<Partial<Record<MessageName, string>>> = {
  'complete-information': 'features/identity/identity.test.tsx',
  'enter-loan-amount': 'features/loans/apply/LoanFlow.test.tsx',
  'entered-incomplete': 'features/identity/identity.test.tsx',
  'identity-first': 'features/loans/apply/LoanFlow.test.tsx',
  'image-format': 'features/identity/identity.test.tsx',
  'image-size': 'lib/use-upload.test.tsx',
  'no-camera': 'features/identity/identity.test.tsx',
  'not-signed': 'features/loans/apply/LoanFlow.test.tsx',
  'upload-failed': 'lib/use-upload.test.tsx',
  'upload-image': 'features/identity/identity.test.tsx',
};

beforeAll(async () => {
  await loadAllTexts();
  await speak('en');
});

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

it('each of them by the flow that the list names', () => {
  const asked = MESSAGE_NAMES.filter((name) => CAPABILITIES.has(MESSAGES[name].capability));
  expect(Object.keys(SHOWN).toSorted()).toEqual(asked.toSorted());
  for (const name of asked) {
    const [said = ''] = t(`message.${name}`, { limit: '{' }).split('{');
    const flow = read(`apps/web/src/${SHOWN[name]}`);
    expect(flow.includes(said.trim()), `${name}: ${said}`).toBe(true);
  }
});

/** Whose texts begin so. */
const FAMILIES =
  /^(identity|loan|agreement|sale-report|upload)\.|^notifications\.(more-|why-)?(loan|identity)-/;
const SOURCES = ['apps/web/src', 'apps/server/src', 'packages/ui/src', 'packages/locales/src'];

/** Every source but tests and what lists all keys. */
const sources = (): string =>
  SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.endsWith('keys.ts'),
      )
      .map((path) => read(`${folder}/${path}`)),
  ).join('\n');

it('no text of their families is left that no code names', () => {
  const text = sources();
  const named = new Set(text.match(/(?<=['"`])[a-z][\w-]*\.[\w-]+(?=['"`])/g));
  // A name put together begins so, up to its first hole.
  const begun = new Set(text.match(/(?<=`)[a-z][\w-]*\.[\w-]+(?=\$\{)/g));
  for (const kind of NOTIFICATION_KINDS) named.add(`notifications.${kind}`);
  const keys = [...read('packages/locales/src/en.po').matchAll(/^msgid "([^"]+)"$/gm)]
    .map(([, key = '']) => key)
    .filter((key) => FAMILIES.test(key));
  expect(keys.length).toBeGreaterThan(250);
  const unused = keys.filter(
    (key) => !named.has(key) && ![...begun].some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});
