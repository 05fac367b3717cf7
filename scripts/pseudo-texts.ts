import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PSEUDO_MARKS } from '../apps/e2e/src/crawl/pseudo.ts';

/**
 * Files of a build that hold pseudo texts. The crawl makes those on the way to its own browser; a
 * build that people load has none.
 */
export function scanForPseudoTexts(dist: string): string[] {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:js|html|json|css)$/.test(file))
    .filter((file) => {
      const content = readFileSync(join(dist, file), 'utf8');
      return PSEUDO_MARKS.some((mark) => content.includes(mark));
    });
}
