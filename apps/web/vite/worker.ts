import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const SOURCE = fileURLToPath(new URL('../worker/worker.ts', import.meta.url));

/** The files the page begins with: the entry, what it imports at once, and their styles. */
function firstFiles(chunks: readonly Rolldown.OutputChunk[]): string[] {
  const entry = chunks.filter((chunk) => chunk.isEntry);
  const files = entry.flatMap((chunk) => [
    chunk.fileName,
    ...chunk.imports,
    ...(chunk.viteMetadata?.importedCss ?? []),
  ]);
  return [...new Set(files)].map((file) => `/${file}`);
}

/**
 * Writes `worker.js`, under a name that never changes, as browsers want it. It names the build it
 * belongs to, so that each release brings another worker and the files of the last one go.
 */
export function worker(): Plugin {
  return {
    name: 'candor:worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const names = Object.keys(bundle).toSorted().join('\n');
      const name = createHash('sha256').update(names).digest('hex').slice(0, 12);
      const build = JSON.stringify({ name, files: firstFiles(chunks) });
      const source = stripTypeScriptTypes(await readFile(SOURCE, 'utf8'));
      this.emitFile({
        type: 'asset',
        fileName: 'worker.js',
        source: `const BUILD = ${build};\n${source}`,
      });
    },
  };
}
