import { RegExpParser } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import { type Node, type Source, isNode, nameOf, quasisOf, walk } from '../boundaries/source.ts';
import type { Tree } from '../boundaries/tree.ts';
import { type Outcome, outcomeOf } from '../names/outcome.ts';

const LOOKED_AT = /^(?:apps\/server|packages\/(?!ui\/)[^/]+)\/src\//;
const LEFT_OUT = /\.test\.tsx?$/;

type ReportType = ReturnType<typeof analyse>['reports'][number]['type'];

/** Why a text can make a pattern work longer than its length, in the analysis' words and in ours. */
const WHY: Readonly<Record<ReportType, string>> = {
  Trade: 'two of its parts can match the same characters',
  Self: 'a repetition can match the same characters in many ways',
  Move: 'it is tried again from each character of a run it has already read',
};

/** Constant texts of a file, by name. */
type Constants = ReadonlyMap<string, Node>;

function constantsOf({ program }: Source): Constants {
  const found = new Map<string, Node>();
  walk(program, (node) => {
    if (node.type !== 'VariableDeclaration' || node['kind'] !== 'const') return;
    for (const declared of node['declarations'] as Node[]) {
      const name = nameOf(declared['id']);
      const init = declared['init'];
      if (name !== null && isNode(init)) found.set(name, init);
    }
  });
  return found;
}

/** The pieces of a template as they are written, for `String.raw`. */
const rawQuasisOf = (template: Node): string[] =>
  (template['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw);

function filled(pieces: readonly string[], holes: unknown, constants: Constants): string | null {
  const texts = (holes as Node[]).map((hole) => constantText(hole, constants));
  if (texts.some((text) => text === null)) return null;
  return pieces.map((piece, n) => piece + (texts[n] ?? '')).join('');
}

/** The text an expression always has; null when that cannot be read here. */
function constantText(node: unknown, constants: Constants): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node.type === 'TemplateLiteral')
    return filled(quasisOf(node), node['expressions'], constants);
  if (node.type === 'TaggedTemplateExpression') {
    const quasi = node['quasi'] as Node;
    return filled(rawQuasisOf(quasi), quasi['expressions'], constants);
  }
  if (node.type === 'CallExpression') return joined(node, constants);
  const name = nameOf(node);
  const init = name === null ? undefined : constants.get(name);
  return init === undefined ? null : constantText(init, constants);
}

/** `['a', 'b'].join('|')`. */
function joined(call: Node, constants: Constants): string | null {
  const callee = call['callee'];
  if (!isNode(callee) || nameOf(callee['property']) !== 'join') return null;
  const list = callee['object'];
  if (!isNode(list) || list.type !== 'ArrayExpression') return null;
  const between = constantText((call['arguments'] as unknown[])[0], constants);
  const parts = (list['elements'] as unknown[]).map((one) => constantText(one, constants));
  return between === null || parts.some((part) => part === null) ? null : parts.join(between);
}

type Pattern = { readonly line: number; readonly source: string | null; readonly flags: string };

function patternsOf(source: Source): Pattern[] {
  const constants = constantsOf(source);
  const found: Pattern[] = [];
  walk(source.program, (node) => {
    const line = source.lineOf(node.start);
    if (node.type === 'Literal' && isRegex(node['regex'])) {
      found.push({ line, source: node['regex'].pattern, flags: node['regex'].flags });
    } else if (nameOf(node['callee']) === 'RegExp') {
      const [pattern, flags] = node['arguments'] as unknown[];
      found.push({
        line,
        source: constantText(pattern, constants),
        flags: constantText(flags, constants) ?? '',
      });
    }
  });
  return found;
}

const isRegex = (value: unknown): value is { pattern: string; flags: string } =>
  typeof value === 'object' && value !== null && 'pattern' in value;

function faultsOf(path: string, { line, source, flags }: Pattern): string[] {
  const where = `${path}:${line}`;
  if (source === null) return [`${where} a pattern that cannot be read here, so nor judged`];
  const literal = new RegExpParser().parseLiteral(
    `/${source.replaceAll(/(?<!\\)\//g, '\\/')}/${flags}`,
  );
  const types = new Set(analyse(literal).reports.map(({ type }) => type));
  return [...types].map((type) => `${where} /${source}/ is not linear: ${WHY[type]}`);
}

/**
 * Whether each pattern of the server and of the packages it uses reads a text of n characters in time
 * that grows as n does. Two ways are seen: trying the same characters in many ways, and beginning anew
 * at each of them. Tests may hold others, and so may what runs in a browser alone, packages/ui
 * included: nobody else waits for it, and it counts each byte.
 */
export function checkRegexes(tree: Tree): Outcome {
  const sources = [...tree.sources.values()].filter(
    ({ path }) => LOOKED_AT.test(path) && !LEFT_OUT.test(path),
  );
  let count = 0;
  const wrong = sources.flatMap((source) => {
    const patterns = patternsOf(source);
    count += patterns.length;
    return patterns.flatMap((pattern) => faultsOf(source.path, pattern));
  });
  const name = 'lint no pattern of the server or its packages is super-linear';
  return outcomeOf(name, wrong, `${count} patterns`);
}
