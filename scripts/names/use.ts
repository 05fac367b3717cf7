import { isTest } from '../boundaries/architecture.ts';
import { type Source, isNode, literalOf, nameOf, quasisOf, walk } from '../boundaries/source.ts';
import type { Tree } from '../boundaries/tree.ts';

/** Texts a group of files writes down: literals and pieces of templates. */
export type Texts = ReadonlySet<string>;

/** The files whose path is meant, tests only or all but tests. */
export function sourcesOf(
  tree: Tree,
  folders: readonly string[],
  which: 'tests' | 'product',
): Source[] {
  return [...tree.sources.values()].filter(
    ({ path }) =>
      folders.some((folder) => path.startsWith(folder)) &&
      isTest(path, tree.architecture) === (which === 'tests'),
  );
}

/** Every literal text of some files, comments left out. */
export function textsOf(sources: readonly Source[]): Texts {
  const found = new Set<string>();
  for (const { program } of sources) {
    walk(program, (node) => {
      const literal = literalOf(node);
      if (literal !== null) found.add(literal);
      else if (node.type === 'TemplateLiteral') for (const one of quasisOf(node)) found.add(one);
      else if (node.type === 'JSXText') found.add((node['value'] as string).trim());
      else if (node.type === 'Property' && !node['computed']) found.add(nameOf(node['key']) ?? '');
    });
  }
  return found;
}

/** What some files name of a package's namespaces: "contracts.openContract", aliases undone. */
export function membersOf(sources: readonly Source[], packageName: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { program } of sources) {
    const aliases = new Map<string, string>();
    walk(program, (node) => {
      if (node.type === 'ImportDeclaration' && literalOf(node['source']) === packageName) {
        for (const one of node['specifiers'] as unknown[]) addAlias(one, aliases);
      }
      if (node.type !== 'MemberExpression') return;
      const space = aliases.get(nameOf(node['object']) ?? '');
      if (space !== undefined) found.add(`${space}.${nameOf(node['property']) ?? ''}`);
    });
  }
  return found;
}

function addAlias(specifier: unknown, aliases: Map<string, string>): void {
  if (!isNode(specifier) || specifier.type !== 'ImportSpecifier') return;
  const imported = nameOf(specifier['imported']);
  const local = nameOf(specifier['local']);
  if (imported !== null && local !== null) aliases.set(local, imported);
}
