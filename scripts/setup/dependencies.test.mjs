import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whyStale } from './dependencies.mjs';

const root = join(import.meta.dirname, '..', '..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Where npm looks for a package's dependency: beside it, then in each folder above. */
function isLocked(from, name) {
  const steps = from.split('/node_modules/');
  const above = steps.map((_, i) => steps.slice(0, i + 1).join('/node_modules/'));
  const places = ['', ...above].map((folder) => `${folder}/node_modules/${name}`);
  return places.some((place) => place.replace(/^\//, '') in packages);
}

test('the lock file names what other platforms need too, or npm ci refuses it everywhere', () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('what is installed here is what the lock file names', () => {
  expect(whyStale(root)).toBeNull();
});
