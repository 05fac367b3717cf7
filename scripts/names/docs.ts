import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAmong, isTest } from '../boundaries/architecture.ts';
import { isNamed, placeOf, serverPlaceOf } from '../boundaries/place.ts';
import { type Node, type Source, isNode, nameOf, walk } from '../boundaries/source.ts';
import type { Tree } from '../boundaries/tree.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/** The five things a capability says about itself before its first line of code. */
const HEAD = ['Owns', 'Announces', 'Needs', 'Refuses'];

/** 3.6: each capability's door opens with purpose, owns, announces, needs, refuses. */
export function checkHeads(tree: Tree): Outcome {
  const doors = [...tree.sources.values()].filter(({ path }) => {
    const place = serverPlaceOf(path);
    return place !== null && place.inner === tree.architecture.capabilityFiles.frontDoor;
  });
  const wrong = doors.flatMap((source) => {
    const missing = missingInHead(source, serverPlaceOf(source.path)?.capability ?? '');
    return missing === null ? [] : [`${source.path}:1 its head lacks ${missing}`];
  });
  return outcomeOf('names each capability says what it is', wrong, `${doors.length} capabilities`);
}

function missingInHead(source: Source, capability: string): string | null {
  const first = source.comments[0];
  if (first === undefined || first.start !== 0) return 'everything: no comment comes first';
  const lines = first.value.split('\n').map((line) => line.replace(/^[\s*]+/, ''));
  const titles = lines.filter((line) => line !== '');
  if (titles[0]?.startsWith(`${capability} — `) !== true) return `“${capability} — purpose”`;
  let from = 0;
  for (const title of HEAD) {
    from = titles.findIndex((line, at) => at > from && line.startsWith(`${title}: `));
    if (from === -1) return `“${title}: …” in its place`;
  }
  return null;
}

/** Types whose unit a reader must be told (3.5). */
const UNITS = new Set(['Money', 'Price', 'Quantity', 'Rate', 'UnixMs']);

/** 3.5: exported functions of kernel, pricing, protocol, rules and doors say what they answer. */
export function checkDocstrings(tree: Tree): Outcome[] {
  const tags = tagsOf(tree.root);
  const undocumented: string[] = [];
  const unknown: string[] = [];
  const unitless: string[] = [];
  let count = 0;
  for (const source of tree.sources.values()) {
    if (!isDocumented(source.path, tree)) continue;
    for (const comment of source.comments) {
      if (comment.type !== 'Block' || !comment.value.startsWith('*')) continue;
      for (const [, tag = ''] of comment.value.matchAll(/(?:^|\s)(@[a-z]\w*)(?=\s|$)/gi)) {
        if (tags.has(tag)) continue;
        unknown.push(`${source.path}:${source.lineOf(comment.start)} ${tag} is not in tsdoc.json`);
      }
    }
    for (const { name, statement, declared } of exportedFunctions(source)) {
      count += 1;
      const where = `${source.path}:${source.lineOf(statement.start)} ${name}`;
      const text = docstringOf(source, statement);
      if (text === null) undocumented.push(`${where} has no docstring`);
      else if (takesUnits(declared) && !text.includes('@units')) unitless.push(where);
    }
  }
  return [
    outcomeOf('names exported functions say what they answer', undocumented, `${count} functions`),
    outcomeOf('names docstrings use declared tags', unknown, `${tags.size} tags in tsdoc.json`),
    {
      name: 'names units are named (counted, not failed)',
      ok: true,
      detail: [`${unitless.length} of ${count} take a unit and name none`, ...unitless].join('\n'),
    },
  ];
}

function tagsOf(root: string): ReadonlySet<string> {
  const { tagDefinitions } = JSON.parse(readFileSync(join(root, 'tsdoc.json'), 'utf8')) as {
    tagDefinitions: { tagName: string }[];
  };
  return new Set(tagDefinitions.map(({ tagName }) => tagName));
}

function isDocumented(path: string, { architecture }: Tree): boolean {
  if (isTest(path, architecture) || isAmong(path, architecture.generated)) return false;
  const { kind, name } = placeOf(path);
  if (kind === 'package') return architecture.pureMaySee.includes(name);
  if (serverPlaceOf(path) === null) return false;
  return isNamed(path, [...architecture.pureFiles, architecture.capabilityFiles.frontDoor]);
}

type Exported = { readonly name: string; readonly statement: Node; readonly declared: Node };

function exportedFunctions({ program }: Source): Exported[] {
  return (program['body'] as Node[]).flatMap((statement) => {
    const declaration = statement['declaration'];
    if (statement.type !== 'ExportNamedDeclaration' || !isNode(declaration)) return [];
    if (
      declaration.type.endsWith('FunctionDeclaration') ||
      declaration.type === 'TSDeclareFunction'
    ) {
      return [{ name: nameOf(declaration['id']) ?? '', statement, declared: declaration }];
    }
    if (declaration.type !== 'VariableDeclaration') return [];
    return (declaration['declarations'] as Node[]).flatMap((one) => {
      const value = one['init'];
      if (!isNode(value) || !value.type.endsWith('FunctionExpression')) return [];
      return [{ name: nameOf(one['id']) ?? '', statement, declared: value }];
    });
  });
}

/** The docstring that ends right above a statement; null when there is none. */
function docstringOf(source: Source, statement: Node): string | null {
  const above = source.comments.findLast(({ end }) => end <= statement.start);
  if (above === undefined || above.type !== 'Block' || !above.value.startsWith('*')) return null;
  return source.text.slice(above.end, statement.start).trim() === '' ? above.value : null;
}

function takesUnits(declared: Node): boolean {
  let found = false;
  for (const parameter of declared['params'] as unknown[]) {
    if (!isNode(parameter)) continue;
    walk(parameter, (node) => {
      if (node.type === 'TSTypeReference' && UNITS.has(nameOf(node['typeName']) ?? ''))
        found = true;
    });
  }
  return found;
}
