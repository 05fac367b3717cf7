import { isAmong, isTest } from './architecture.ts';
import type { Fault } from './fault.ts';
import { placeOf, webPlaceOf } from './place.ts';
import { type Node, isNode, literalOf, quasisOf, walk } from './source.ts';
import { type Tree, targetOf } from './tree.ts';

/** Rule 12: a feature sees no other feature, page, shell or app; `ui` knows no endpoint. */
export function checkIslands(tree: Tree): Fault[] {
  const { architecture } = tree;
  const { never, open, blind } = architecture.web;
  return [...tree.sources.values()].flatMap((source) => {
    const here = webPlaceOf(source.path, architecture);
    const own = placeOf(source.path);
    return source.imports.flatMap((one) => {
      const fault = (text: string): Fault[] => {
        return [{ rule: 12, file: source.path, line: one.line, text }];
      };
      const target = targetOf(source, one, tree);
      if (target?.kind === 'package') {
        const refused = own.kind === 'package' && (blind[own.name] ?? []).includes(target.name);
        return refused ? fault(`${own.name} knows no endpoint: no ${target.name}`) : [];
      }
      const there = target?.kind === 'file' ? webPlaceOf(target.path, architecture) : null;
      if (here === null || there === null || target?.kind !== 'file') return [];
      if (isAmong(target.path, open) || !(never[here.area] ?? []).includes(there.area)) return [];
      if (here.feature !== null && here.feature === there.feature) return [];
      const other = there.feature === null ? there.area : `the feature ${there.feature}`;
      return fault(`${here.feature ?? here.area} imports ${other}`);
    });
  });
}

/** Attributes whose text a person reads or hears. */
const SPOKEN = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);

/** Rule 19: every word a person reads comes from a catalogue, so no letters in markup. */
export function checkLiteralText(tree: Tree): Fault[] {
  const { literalText } = tree.architecture.web;
  const isWord = (text: string): boolean => {
    const trimmed = text.trim();
    return /\p{L}/u.test(trimmed) && !literalText.includes(trimmed);
  };
  return [...tree.sources.values()]
    .filter(({ path }) => path.endsWith('.tsx') && !isTest(path, tree.architecture))
    .flatMap((source) => {
      const faults: Fault[] = [];
      walk(source.program, (node, parent) => {
        const said = saidBy(node, parent).find(isWord);
        if (said === undefined) return;
        const at = node.start + (node.type === 'JSXText' ? leadingSpace(node) : 0);
        const text = `literal text "${said.trim().slice(0, 40)}"`;
        faults.push({ rule: 19, file: source.path, line: source.lineOf(at), text });
      });
      return faults;
    });
}

function leadingSpace(node: Node): number {
  return /^\s*/.exec(node['value'] as string)?.[0].length ?? 0;
}

/** Texts a node puts on the screen by itself: markup, `{'…'}` children, spoken attributes. */
function saidBy(node: Node, parent: Node | null): string[] {
  if (node.type === 'JSXText') return [node['value'] as string];
  if (node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute') {
    return textsIn(node['expression']);
  }
  if (node.type !== 'JSXAttribute' || !isNode(node['name'])) return [];
  if (!SPOKEN.has(String(node['name']['name']))) return [];
  const value = node['value'];
  if (isNode(value) && value.type === 'JSXExpressionContainer') return textsIn(value['expression']);
  return textsIn(value);
}

/** Literals of an expression that become text as they are, through `?:`, `&&` and templates. */
function textsIn(expression: unknown): string[] {
  if (!isNode(expression)) return [];
  const literal = literalOf(expression);
  if (literal !== null) return [literal];
  if (expression.type === 'TemplateLiteral') return quasisOf(expression);
  if (expression.type === 'ParenthesizedExpression') return textsIn(expression['expression']);
  if (expression.type === 'ConditionalExpression') {
    return [...textsIn(expression['consequent']), ...textsIn(expression['alternate'])];
  }
  if (expression.type === 'LogicalExpression') {
    return [...textsIn(expression['left']), ...textsIn(expression['right'])];
  }
  return [];
}
