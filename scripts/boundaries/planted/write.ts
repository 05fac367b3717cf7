import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Tree, readTree } from '../tree.ts';
import type { Files } from './tree.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The product's table; none of its rooms and known pairs of folders stands in a planted tree. */
export function table(change: object): string {
  const own = JSON.parse(readFileSync(join(root, 'architecture.json'), 'utf8')) as object;
  return JSON.stringify({ ...own, knownFolderPairs: [], rooms: {}, ...change });
}

/** Writes a tree under the product's own tables into a new folder, reads it, removes it. */
export function planted(files: Files): Tree {
  return inPlanted(files, readTree);
}

/** Writes a tree under the product's own tables into a new folder for as long as `use` runs. */
export function inPlanted<Answer>(files: Files, use: (folder: string) => Answer): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  try {
    cpSync(join(root, 'tsdoc.json'), join(folder, 'tsdoc.json'));
    writeFileSync(join(folder, 'architecture.json'), table({}));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
