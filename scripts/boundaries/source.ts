import { parseSync, visitorKeys } from 'oxc-parser';

/** One node of a syntax tree (ESTree with TypeScript), as the parser gives it. */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & {
  readonly [key: string]: unknown;
};

/** One import of a file, whatever its form. */
export type Import = {
  /** Null for an `import()` whose path cannot be read from the text. */
  readonly specifier: string | null;
  readonly line: number;
  readonly form: 'import' | 'type' | 're-export' | 'dynamic';
};

/** One file, read and parsed. */
export type Source = {
  /** From the root of the tree, with "/". */
  readonly path: string;
  readonly text: string;
  readonly program: Node;
  readonly comments: readonly { value: string; start: number; end: number; type: string }[];
  readonly imports: readonly Import[];
  readonly error: { readonly line: number; readonly text: string } | null;
  lineOf(offset: number): number;
};

/** Whether a value of a tree is a node of it. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Calls `visit` for each node with its parent, in the order of the text. */
export function walk(node: Node, visit: (node: Node, parent: Node | null) => void): void {
  step(node, null, visit);
}

function step(
  node: Node,
  parent: Node | null,
  visit: (node: Node, parent: Node | null) => void,
): void {
  visit(node, parent);
  for (const key of visitorKeys[node.type] ?? []) {
    const child = node[key];
    if (Array.isArray(child)) {
      for (const inner of child) if (isNode(inner)) step(inner, node, visit);
    } else if (isNode(child)) step(child, node, visit);
  }
}

/** The text of a string literal, or of a template without a hole; null for anything else. */
export function literalOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node.type !== 'TemplateLiteral') return null;
  const quasis = quasisOf(node);
  return quasis.length === 1 ? (quasis[0] ?? null) : null;
}

/** The fixed pieces of a template. */
export function quasisOf(template: Node): string[] {
  return (template['quasis'] as { value: { cooked: string | null; raw: string } }[]).map(
    ({ value }) => value.cooked ?? value.raw,
  );
}

/** The name of an identifier node; null for anything else. */
export function nameOf(node: unknown): string | null {
  return isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : null;
}

/** Reads one file. A file that cannot be parsed says so in `error` and has no imports. */
export function readSource(path: string, text: string): Source {
  const parsed = parseSync(path, text, { astType: 'ts' });
  const lineOf = lineFinder(text);
  const program = parsed.program as unknown as Node;
  const first = parsed.errors[0];
  return {
    path,
    text,
    program,
    comments: parsed.comments,
    imports: importsOf(program, lineOf),
    error:
      first === undefined
        ? null
        : { line: lineOf(first.labels[0]?.start ?? 0), text: first.message },
    lineOf,
  };
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

const FORMS: Readonly<Record<string, Import['form']>> = {
  ImportDeclaration: 'import',
  ExportNamedDeclaration: 're-export',
  ExportAllDeclaration: 're-export',
  ImportExpression: 'dynamic',
  TSImportType: 'type',
};

function importsOf(program: Node, lineOf: (offset: number) => number): Import[] {
  const found: Import[] = [];
  walk(program, (node) => {
    const line = lineOf(node.start);
    const form = FORMS[node.type];
    if (form !== undefined) {
      if (!isNode(node['source'])) return;
      const isType = node['importKind'] === 'type' || node['exportKind'] === 'type';
      found.push({ specifier: pathOf(node['source']), line, form: isType ? 'type' : form });
    } else if (node.type === 'CallExpression' && isRequire(node['callee'])) {
      const specifier = pathOf((node['arguments'] as unknown[])[0]);
      if (specifier !== null) found.push({ specifier, line, form: 'dynamic' });
    }
  });
  return found;
}

/** `import(`./catalogues/${locale}.po`)` reaches at least its folder; that much can be judged. */
function pathOf(node: unknown): string | null {
  const literal = literalOf(node);
  if (literal !== null || !isNode(node) || node.type !== 'TemplateLiteral') return literal;
  const head = quasisOf(node)[0] ?? '';
  return head.includes('/') ? head : null;
}

function isRequire(callee: unknown): boolean {
  if (nameOf(callee) === 'require') return true;
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false;
  const property = nameOf(callee['property']);
  if (property !== 'resolve') return false;
  const object = callee['object'];
  return nameOf(object) === 'require' || (isNode(object) && object.type === 'MetaProperty');
}
