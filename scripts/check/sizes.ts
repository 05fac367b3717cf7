import { isAmong } from '../boundaries/architecture.ts';
import { type Node, type Source, isNode, literalOf, nameOf, walk } from '../boundaries/source.ts';
import type { Tree } from '../boundaries/tree.ts';
import type { Outcome } from '../names/outcome.ts';

/** Sizes 3.8 aims at; above them somebody looks twice. */
const FILE_LINES = 250;
const FUNCTION_LINES = 70;
/** How many of each are named. */
const NAMED = 5;

type Size = { readonly lines: number; readonly where: string };

/** Rule 20: the largest files and functions, largest first. Size is taste, so it never fails. */
export function reportSizes(tree: Tree): Outcome {
  const sources = [...tree.sources.values()].filter(
    ({ path }) => !isAmong(path, tree.architecture.generated),
  );
  const files = sources.map(({ path, text }) => ({
    lines: text.split('\n').length - 1,
    where: path,
  }));
  const functions = sources.flatMap(functionSizes);
  return {
    name: 'sizes 20 (reported, not failed)',
    ok: true,
    detail: [
      `${files.length} files, median ${medianOf(files)} lines`,
      ...listed(files, FILE_LINES, 'file'),
      ...listed(functions, FUNCTION_LINES, 'function'),
    ].join('\n'),
  };
}

function listed(sizes: readonly Size[], limit: number, what: string): string[] {
  const large = sizes.filter(({ lines }) => lines > limit).toSorted((a, b) => b.lines - a.lines);
  const rest = large.length > NAMED ? [`and ${large.length - NAMED} more`] : [];
  const named = large.slice(0, NAMED).map(({ lines, where }) => `${lines} lines: ${where}`);
  const title = `${large.length} ${what}${large.length === 1 ? '' : 's'} above ${limit} lines`;
  return [title, ...[...named, ...rest].map((line) => `  ${line}`)];
}

function medianOf(sizes: readonly Size[]): number {
  const sorted = sizes.map(({ lines }) => lines).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function functionSizes(source: Source): Size[] {
  const sizes: Size[] = [];
  walk(source.program, (node, parent) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      return;
    // The body of a test group is a list of tests, not one thing to read.
    if (isTestGroup(parent)) return;
    const line = source.lineOf(node.start);
    const lines = source.lineOf(node.end) - line + 1;
    sizes.push({ lines, where: `${source.path}:${line} ${functionName(node, parent)}` });
  });
  return sizes;
}

function isTestGroup(parent: Node | null): boolean {
  if (parent?.type !== 'CallExpression') return false;
  const callee = parent['callee'];
  const name = nameOf(callee) ?? (isNode(callee) ? nameOf(callee['object']) : null);
  return name === 'describe';
}

function functionName(node: Node, parent: Node | null): string {
  return nameOf(node['id']) ?? nameOf(parent?.['id']) ?? nameOf(parent?.['key']) ?? titleOf(parent);
}

/** A test is called what its first argument says. */
function titleOf(parent: Node | null): string {
  const first = Array.isArray(parent?.['arguments']) ? parent['arguments'][0] : null;
  const title = literalOf(first);
  return title === null ? '' : `“${title}”`;
}
