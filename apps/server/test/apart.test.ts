import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { APART } from './apart.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

test('a test file that puts another module in the place of one shares its process with no other', async () => {
  const folders = ['apps/server/src', 'apps/server/test'];
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  const tests = names.flat().filter((name) => name.endsWith('.test.ts'));
  const replacing = await Promise.all(
    tests.map(async (name) =>
      /^vi\.(mock|doMock)\(/m.test(await readFile(join(ROOT, name), 'utf8')) ? [name] : [],
    ),
  );
  expect(replacing.flat().toSorted()).toEqual(APART.toSorted());
});
