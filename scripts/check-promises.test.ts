// The page of promises is held against the tests it names.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSource } from './boundaries/source.ts';
import type { Tree } from './boundaries/tree.ts';
import { checkPromises } from './check/promises.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-promises-'));
  mkdirSync(join(folder, 'docs'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What is found on a page of these rows, beside one test. */
function found(...rows: string[]): string[] {
  const head = ['| Promise | Kept in | Test |', '|---|---|---|'];
  writeFileSync(join(folder, 'docs', 'promises.md'), [...head, ...rows, ''].join('\n'));
  const path = 'apps/server/src/ledger/a.test.ts';
  const text = "test('one unit is found', () => {}); test('two are', () => {});";
  const sources = new Map([[path, readSource(path, text)]]);
  const { ok, detail } = checkPromises({ root: folder, sources } as unknown as Tree);
  return ok ? [] : detail.split('\n').slice(0, -1);
}

it('passes a promise whose tests are there, and one kept without a test file', () => {
  expect(
    found(
      '| It is found | `ledger/a.ts` | `ledger/a.test.ts` "one unit is found", "two are" |',
      '| It is checked | `scripts` | `npm run check`, rule 18 |',
    ),
  ).toEqual([]);
});

it('reports a test that is not there, and a title that is gone', () => {
  expect(found('| It is found | `a.ts` | `ledger/b.test.ts` "one unit is found" |')).toEqual([
    '“It is found”: ledger/b.test.ts is not there',
  ]);
  const row = '| It is found | `a.ts` | `ledger/a.test.ts` "one unit is found", "three are" |';
  expect(found(row)).toEqual(['“It is found”: ledger/a.test.ts does not hold “three are”']);
});

it('reports a promise that is made twice, and a page that is not there', () => {
  const row = '| It is found | `a.ts` | `ledger/a.test.ts` |';
  expect(found(row, row)).toEqual(['“It is found”: it is made twice']);
  rmSync(join(folder, 'docs', 'promises.md'));
  const tree = { root: folder, sources: new Map() } as unknown as Tree;
  expect(checkPromises(tree).ok).toBe(false);
});
