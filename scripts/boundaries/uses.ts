import { isAmong, isTest } from './architecture.ts';
import type { Fault } from './fault.ts';
import { type Node, type Source, literalOf, nameOf, walk } from './source.ts';
import type { Tree } from './tree.ts';

type Use = { readonly name: string; readonly line: number };

/** Rules 13, 14 and the values of 15: names that `architecture.json` reserves for some files. */
export function checkReserved(tree: Tree): Fault[] {
  const { architecture } = tree;
  return [...tree.sources.values()].flatMap((source) => {
    const test = isTest(source.path, architecture);
    const held = architecture.reserved.filter(
      ({ within, only, tests }) =>
        isAmong(source.path, within) && !isAmong(source.path, only) && (tests || !test),
    );
    if (held.length === 0) return [];
    return usesOf(source).flatMap(({ name, line }) =>
      held
        .filter(({ names }) => names.includes(name))
        .map(({ rule, instead }) => {
          return { rule, file: source.path, line, text: `${name} is refused here: ${instead}` };
        }),
    );
  });
}

/** Names a file uses: `fetch`, `Date.now`, `Date()`, `new Date`, `.toFixed`, `bare Number`. */
function usesOf(source: Source): Use[] {
  const found: Use[] = [];
  walk(source.program, (node, parent) => {
    const line = source.lineOf(node.start);
    for (const name of namesOf(node, parent)) found.push({ name, line });
  });
  return found;
}

const GLOBALS = new Set(['window', 'globalThis', 'self']);

function namesOf(node: Node, parent: Node | null): string[] {
  if (node.type === 'Identifier') return isReference(node, parent) ? referenceOf(node, parent) : [];
  if (node.type === 'NewExpression') return [`new ${nameOf(node['callee']) ?? ''}`];
  if (node.type === 'CallExpression') return [`${nameOf(node['callee']) ?? ''}()`];
  if (node.type !== 'MemberExpression') return [];
  const property = node['computed'] ? literalOf(node['property']) : nameOf(node['property']);
  if (property === null) return [];
  const object = nameOf(node['object']);
  if (object !== null && GLOBALS.has(object)) return [property, `bare ${property}`];
  return object === null ? [`.${property}`] : [`.${property}`, `${object}.${property}`];
}

/** A name by itself; `bare` says that it is used as a value, not as the holder of a member. */
function referenceOf(node: Node, parent: Node | null): string[] {
  const name = node['name'] as string;
  const isHolder = parent?.type === 'MemberExpression' && parent['object'] === node;
  const isType = parent?.type.startsWith('TS') === true && !parent.type.endsWith('Expression');
  return isHolder || isType ? [name] : [name, `bare ${name}`];
}

/** A label of something is not a use of what it is called like. */
function isReference(node: Node, parent: Node | null): boolean {
  if (parent === null) return true;
  if (parent['property'] === node || parent['key'] === node) {
    return parent['computed'] === true || parent['shorthand'] === true;
  }
  return !['ImportSpecifier', 'ExportSpecifier', 'LabeledStatement', 'TSQualifiedName'].includes(
    parent.type,
  );
}

/** Rule 15, constructs that lint has no rule for: `enum`, `export *`. */
export function checkConstructs(tree: Tree): Fault[] {
  return [...tree.sources.values()].flatMap((source) => {
    const faults: Fault[] = [];
    walk(source.program, ({ type, start }) => {
      const text = CONSTRUCTS[type];
      if (text === undefined) return;
      faults.push({ rule: 15, file: source.path, line: source.lineOf(start), text });
    });
    return faults;
  });
}

const CONSTRUCTS: Readonly<Record<string, string>> = {
  TSEnumDeclaration: 'enum is refused: a union of texts',
  ExportAllDeclaration: 'export * is refused: name what is exported',
};
