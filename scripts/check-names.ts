/**
 * Names: what `protocol` announces exists (ARCHITECTURE.md 4.1, rules 18 and 19). Every refusal and
 * sentence has a text in every language and a test that produces it, every endpoint a route and a
 * test; capabilities and functions say what they are.
 */
import { fileURLToPath } from 'node:url';
import { type Tree, readTree } from './boundaries/tree.ts';
import { checkDocstrings, checkHeads } from './names/docs.ts';
import { checkEndpoints } from './names/endpoints.ts';
import type { Outcome } from './names/outcome.ts';
import { checkRefusals, checkSentences } from './names/produced.ts';
import { checkTexts, readCatalogues } from './names/texts.ts';

/** One outcome for each promise about names. */
export function checkNames(tree: Tree): Outcome[] {
  const catalogues = readCatalogues(tree.root);
  return [
    ...checkTexts(catalogues),
    checkRefusals(tree),
    checkSentences(tree, catalogues),
    ...checkEndpoints(tree),
    checkHeads(tree),
    ...checkDocstrings(tree),
  ];
}

if (import.meta.main) {
  const outcomes = checkNames(readTree(fileURLToPath(new URL('../', import.meta.url))));
  for (const { name, ok, detail } of outcomes) {
    process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name}\n${detail.replaceAll(/^/gm, '     ')}\n`);
  }
  process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;
}
