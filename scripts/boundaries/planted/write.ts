import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Tree, readTree } from '../tree.ts';
import type { Files } from './tree.ts';

const TABLES = ['architecture.json', 'tsdoc.json'];
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Writes a tree under the product's own tables into a new folder, reads it, removes it. */
export function planted(files: Files): Tree {
  return inPlanted(files, readTree);
}

/** Writes a tree under the product's own tables into a new folder for as long as `use` runs. */
export function inPlanted<Answer>(files: Files, use: (folder: string) => Answer): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  try {
    for (const table of TABLES) cpSync(join(root, table), join(folder, table));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
