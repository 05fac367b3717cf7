// No pattern of the server or the packages it uses takes more time than its text has characters.
import { expect, it } from 'vitest';
import type { Tree } from './boundaries/tree.ts';
import { readSource } from './boundaries/source.ts';
import { checkRegexes } from './check/regexes.ts';

/** What is found in one file. */
function found(text: string, path = 'apps/server/src/planted.ts'): string[] {
  const sources = new Map([[path, readSource(path, text)]]);
  const { ok, detail } = checkRegexes({ sources } as unknown as Tree);
  return ok ? [] : detail.split('\n').slice(0, -1);
}

it.each([
  ['a repetition within a repetition', String.raw`/^(\w+\s?)*$/`],
  ['two repetitions of the same characters', String.raw`/^[^\n]*@[^\n]+$/`],
  ['a run that is read again from each of its characters', String.raw`/\[.*\]/`],
  ['an end of a run that is looked for everywhere', '/0+$/'],
])('reports %s', (_what, pattern) => {
  expect(found(`export const PLANTED = ${pattern};`)).toEqual([
    expect.stringContaining(`apps/server/src/planted.ts:1 ${pattern} is not linear: `),
  ]);
  expect(found(`a.replace(${pattern}, '');`, 'packages/kernel/src/a.ts')).toHaveLength(1);
});

it('reads a pattern that is put together of constants, and reports one it cannot read', () => {
  const together = (between: string) => `
    const DIGIT = String.raw\`\\d\`;
    const RUN = \`(?:\${['x', DIGIT].join('|')})+\`;
    export const WHOLE = new RegExp(\`^\${RUN}${between}\${RUN}$\`, 'u');`;
  expect(found(together(':'))).toEqual([]);
  expect(found(together(''))).toEqual([expect.stringContaining('planted.ts:4 /^(?:x|\\d)+(?:x|')]);
  expect(found('export const of = (text: string) => new RegExp(text);')).toEqual([
    expect.stringContaining('cannot be read'),
  ]);
});

it('passes what is linear, and leaves tests and pages out', () => {
  expect(found(String.raw`export const DATE = /^\d{4}-\d{2}-\d{2}$/;`)).toEqual([]);
  expect(found('/0+$/.test(a);', 'apps/server/src/a.test.ts')).toEqual([]);
  expect(found('/0+$/.test(a);', 'apps/web/src/a.ts')).toEqual([]);
  expect(found('/0+$/.test(a);', 'packages/ui/src/a.ts')).toEqual([]);
});
