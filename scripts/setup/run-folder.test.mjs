import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { makeRunFolder } from './run-folder.mjs';

test('a run writes in a folder of its own, which is gone after it', () => {
  const { env, remove } = makeRunFolder();
  expect(existsSync(env.TMPDIR)).toBe(true);
  remove();
  expect(existsSync(dirname(env.TMPDIR))).toBe(false);
});

test('where nothing can be written to memory it is below the folder for temporary files', () => {
  const { env, remove } = makeRunFolder('/no/such/folder');
  expect(env.TMPDIR.startsWith(tmpdir())).toBe(true);
  remove();
});
