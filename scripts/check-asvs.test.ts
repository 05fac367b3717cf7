// The table of the security standard is held against its list, and its tests against the tree.
import { mkdirSync, readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkAsvs } from './check/asvs.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const OURS = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-asvs-'));
  mkdirSync(join(folder, 'docs'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What is found when every row names one test that is there, and something is changed then. */
function found(change: (table: string) => string): string[] {
  writeFileSync(join(folder, 'a.test.ts'), "test('a promise', () => {});");
  const plain = OURS.replaceAll(/^(\| [\d.]+ \| \d \| .+ \| met \| ).+ \|$/gm, '$1`a.test.ts` |');
  writeFileSync(join(folder, 'docs', 'security.md'), change(plain));
  const { ok, detail } = checkAsvs(folder);
  return ok ? [] : detail.split('\n').slice(0, -1);
}
const row = (state: string, how: string) => (table: string) =>
  table.replace(/^\| 6\.2\.1 \| 1 \| .*$/m, `| 6.2.1 | 1 | length | ${state} | ${how} |`);

it('passes with every requirement once, and counts the 253 of both levels', () => {
  expect(found((table) => table)).toEqual([]);
  const { detail } = checkAsvs(folder);
  const counts = [...detail.matchAll(/\d+/g)].map(([count]) => Number.parseInt(count, 10));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(253);
});

it('reports a test that is not there, a title that is gone, and a met row without a test', () => {
  expect(found(row('met', '`gone.test.ts`'))).toEqual([
    '6.2.1 names gone.test.ts, which is not there',
  ]);
  expect(found(row('met', '`a.test.ts` "a promise"'))).toEqual([]);
  expect(found(row('met', '`a.test.ts` "another"'))).toEqual([
    '6.2.1 names “another”, which a.test.ts does not hold',
  ]);
  expect(found(row('met', 'believe us'))).toEqual(['6.2.1 is met and names no test']);
});

it('reports what is missing, twice, of another level, of none, or without a reason', () => {
  expect(found((table) => table.replace(/^\| 6\.2\.1 .*\n/m, ''))).toEqual(['6.2.1 is missing']);
  expect(found((table) => table.replace(/^(\| 6\.2\.1 .*\n)/m, '$1$1'))).toEqual([
    '6.2.1 comes twice, or is no requirement of level 1 or 2',
  ]);
  expect(found((table) => table.replace('| 6.2.1 | 1 |', '| 6.2.1 | 2 |'))).toEqual([
    '6.2.1 is of level 1',
  ]);
  expect(found((table) => `${table}| 1.2.10 | 3 | x | not met | because it is so |\n`)).toEqual([
    '1.2.10 comes twice, or is no requirement of level 1 or 2',
  ]);
  expect(found(row('nearly', 'because it is so'))).toEqual(['6.2.1 is nearly, which is no state']);
  expect(found(row('not met', '–'))).toEqual(['6.2.1 does not say why']);
});

it('reports a table that is not there', () => {
  expect(checkAsvs(folder)).toMatchObject({ ok: false, detail: 'docs/security.md is not there' });
});
