/**
 * Boundaries: who may see whom and which names stand where (ARCHITECTURE.md 4.1, rules 1–16, 19,
 * 22 and 23), all from `architecture.json`. `npm run check` prints one line for each rule.
 */
import { fileURLToPath } from 'node:url';
import { checkApart } from './boundaries/apart.ts';
import { checkCapabilities } from './boundaries/capabilities.ts';
import { checkCircles } from './boundaries/circles.ts';
import { type Fault, faultLine } from './boundaries/fault.ts';
import { checkFolders } from './boundaries/folders.ts';
import { checkLayers } from './boundaries/layers.ts';
import { checkPure } from './boundaries/pure.ts';
import { checkSql } from './boundaries/sql.ts';
import { type Tree, readTree } from './boundaries/tree.ts';
import { checkConstructs, checkReserved } from './boundaries/uses.ts';
import { checkIslands, checkLiteralText } from './boundaries/web.ts';
import { checkPlatformWords, checkSpellings } from './boundaries/words.ts';

/** Everything in a tree that breaks a rule, in the order of rules and files. */
export function checkBoundaries(tree: Tree): Fault[] {
  return [
    ...unreadable(tree),
    ...checkCircles(tree),
    ...checkFolders(tree),
    ...checkLayers(tree),
    ...checkApart(tree),
    ...checkCapabilities(tree),
    ...checkPure(tree),
    ...checkSql(tree),
    ...checkPlatformWords(tree),
    ...checkIslands(tree),
    ...checkReserved(tree),
    ...checkConstructs(tree),
    ...checkSpellings(tree),
    ...checkLiteralText(tree),
  ].toSorted((a, b) => a.rule - b.rule || a.file.localeCompare(b.file) || a.line - b.line);
}

function unreadable(tree: Tree): Fault[] {
  return [...tree.sources.values()].flatMap(({ path, error }) =>
    error === null ? [] : [{ rule: 0, file: path, line: error.line, text: error.text }],
  );
}

if (import.meta.main) {
  const faults = checkBoundaries(readTree(fileURLToPath(new URL('../', import.meta.url))));
  for (const fault of faults) process.stdout.write(`${faultLine(fault)}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
