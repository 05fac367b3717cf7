// Promise: lint refuses what the rules leave to it, and tells of a product file that grew too long.
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Files } from './boundaries/planted/tree.ts';
import { inPlanted } from './boundaries/planted/write.ts';
import { programOf } from './check/run.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const CONFIG = '.oxlintrc.json';

function linted(files: Files): { readonly status: number | null; readonly stdout: string } {
  return inPlanted(files, (cwd) => {
    copyFileSync(join(root, CONFIG), join(cwd, CONFIG));
    const args = [programOf(root, 'oxlint'), '-f', 'unix'];
    return spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  });
}

const long = (lines: number): string =>
  Array.from(
    { length: lines },
    (_, at) => `export const at${at} = ${at};
`,
  ).join('');

it.each([
  ['as any', 'export const open = (one: unknown) => one as any;\n', 'no-explicit-any'],
  ['@ts-ignore', "// @ts-ignore because\nexport const open = () => 'one';\n", 'ban-ts-comment'],
  ['a default export', "export default 'tool';\n", 'no-default-export'],
])('refuses %s', (_, text, rule) => {
  const { status, stdout } = linted({ 'apps/server/src/contracts/commands.ts': text });
  expect(status).toBe(1);
  expect(stdout).toMatch(new RegExp(`^apps/server/src/contracts/commands\\.ts:1:\\d+: .*${rule}`));
  expect(stdout).toContain('1 problem');
});

it('lets settings have a default export', () => {
  const { status } = linted({ 'apps/web/vite.config.ts': "export default 'tool';\n" });
  expect(status).toBe(0);
});

it('refuses product files above 350 lines, and no test', () => {
  const { status, stdout } = linted({
    'packages/kernel/src/long.ts': long(351),
    'packages/kernel/src/short.ts': long(350),
    'packages/kernel/src/long.test.ts': long(400),
  });
  expect(status).not.toBe(0);
  expect(stdout.split('\n').filter((line) => line.includes('max-lines'))).toEqual([
    expect.stringMatching(/^packages\/kernel\/src\/long\.ts:351:.*too many lines \(351\)/),
  ]);
});
