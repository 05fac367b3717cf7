// Promise: pseudo texts are for the crawl alone; a build that holds one is refused.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pseudoText } from '../apps/e2e/src/crawl/pseudo.ts';
import { scanForPseudoTexts } from './pseudo-texts.ts';

it('finds a build with a pseudo text, and none in a clean one', () => {
  const dist = mkdtempSync(join(tmpdir(), 'candor-dist-'));
  try {
    mkdirSync(join(dist, 'assets'));
    writeFileSync(join(dist, 'assets', 'en-a.js'), 'const text = "Buy";');
    expect(scanForPseudoTexts(dist)).toEqual([]);
    const planted = JSON.stringify(pseudoText(['Buy']));
    writeFileSync(join(dist, 'assets', 'en-b.js'), `const text = ${planted};`);
    expect(scanForPseudoTexts(dist)).toEqual([join('assets', 'en-b.js')]);
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
});
