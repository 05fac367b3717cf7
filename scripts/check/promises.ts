import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '../boundaries/tree.ts';
import { type Outcome, outcomeOf } from '../names/outcome.ts';

const PAGE = 'docs/promises.md';
const TEST = /\.test\.(?:tsx?|mjs)$/;
/** A test file and the titles named right after it. */
const NAMED = /`([^`]+\.test\.(?:tsx?|mjs))`((?:(?: |, | and )"[^"]+")*)/g;

/** Promises of the page, each with its whole row. */
function rowsOf(page: string): { promise: string; row: string }[] {
  return page.split('\n').flatMap((row) => {
    const [promise = '', ...rest] = row.split(' | ');
    const isRow = row.startsWith('| ') && rest.length > 0 && promise !== '| Promise';
    return isRow ? [{ promise: promise.slice(2), row }] : [];
  });
}

function wrongTests(tree: Tree, tests: readonly string[], row: string): string[] {
  return [...row.matchAll(NAMED)].flatMap(([, path = '', titles = '']) => {
    // Some stand on the page without the folders above them, or in two places.
    const files = tests.filter((file) => file === path || file.endsWith(`/${path}`));
    if (files.length === 0) return [`${path} is not there`];
    const texts = files.map((file) => tree.sources.get(file)?.text ?? '');
    return [...titles.matchAll(/"([^"]+)"/g)].flatMap(([, title = '']) =>
      texts.some((text) => text.includes(title)) ? [] : [`${path} does not hold “${title}”`],
    );
  });
}

/** Every promise is made once, and each test it names is there, with the titles it names. */
export function checkPromises(tree: Tree): Outcome {
  const name = 'docs every promise is made once, and the tests it names are there';
  const file = join(tree.root, PAGE);
  if (!existsSync(file)) return { name, ok: false, detail: `${PAGE} is not there` };
  const tests = [...tree.sources.keys()].filter((path) => TEST.test(path));
  const rows = rowsOf(readFileSync(file, 'utf8'));
  const seen = new Set<string>();
  const wrong = rows.flatMap(({ promise, row }) => {
    const again = seen.has(promise) ? ['it is made twice'] : [];
    seen.add(promise);
    return [...again, ...wrongTests(tree, tests, row)].map((why) => `“${promise}”: ${why}`);
  });
  return outcomeOf(name, wrong, `${rows.length} promises`);
}
