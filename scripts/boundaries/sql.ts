import { type Architecture, isTest } from './architecture.ts';
import type { Fault } from './fault.ts';
import { isNamed, serverPlaceOf } from './place.ts';
import { type Node, isNode, literalOf, quasisOf, walk } from './source.ts';
import type { Tree } from './tree.ts';

/** Text that starts like a statement or a clause of one. */
const STATEMENT =
  /^\s*(--.*\n\s*)*\(?\s*(select|insert|update|delete|with|merge|truncate|lock|create|alter|drop|grant|revoke|call|do|copy|explain|begin|declare|comment|set|from|join|left|inner|cross|where|on|and|order|values|returning)\b/i;
/** A table named after a word that only SQL puts before one, wherever the text begins. */
const CLAUSE =
  /\b(?:from|join|into|update|table|references|truncate)\s+(?:only\s+)?"?([a-z_]+)"?\./gi;
/** Builders take table names as plain strings in these calls. */
const BUILDERS =
  /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|(inner|left|right|full|cross)Join|from|table|ref|withSchema)$/;

/**
 * Rule 9, SQL, and rule 10: a schema is named only in its capability's store and migrations; the
 * books' above all. Tests may look at any table: they judge from outside.
 */
export function checkSql(tree: Tree): Fault[] {
  const { architecture } = tree;
  const schemas = architecture.serverTiers.flat();
  const faults: Fault[] = [];
  for (const source of tree.sources.values()) {
    if (isTest(source.path, architecture)) continue;
    for (const { schema, offset } of namedIn(source.program, schemas)) {
      const broken = judge(source.path, schema, architecture);
      if (broken === null) continue;
      faults.push({ ...broken, file: source.path, line: source.lineOf(offset) });
    }
  }
  for (const [path, text] of tree.migrations) {
    faults.push(...checkMigration(path, text, schemas, architecture));
  }
  return faults;
}

function judge(
  path: string,
  schema: string,
  table: Architecture,
): { rule: number; text: string } | null {
  const here = serverPlaceOf(path);
  const isOpen = table.openTiers.includes(schema);
  if (here?.capability === schema) {
    if (isOpen || isNamed(path, table.capabilityFiles.stores)) return null;
    return { rule: 9, text: `names the schema ${schema} outside its store` };
  }
  if (isOpen && here !== null && isNamed(path, table.capabilityFiles.stores)) return null;
  const rule = schema === table.books ? 10 : 9;
  return { rule, text: `names the schema ${schema}, which is not its own` };
}

type Named = { readonly schema: string; readonly offset: number };

function namedIn(program: Node, schemas: readonly string[]): Named[] {
  const found = new Map<string, Named>();
  const add = (schema: string, offset: number): void => {
    if (schemas.includes(schema)) found.set(`${schema}@${offset}`, { schema, offset });
  };
  walk(program, (node, parent) => {
    if (isImportPath(node, parent)) return;
    const text = node.type === 'TemplateLiteral' ? quasisOf(node).join('$0') : literalOf(node);
    if (text !== null) {
      for (const { schema, at } of schemasIn(text, isSqlTag(parent))) add(schema, node.start + at);
    }
    if (node.type === 'CallExpression' && isBuilder(node['callee'])) {
      for (const argument of (node['arguments'] as unknown[]).flat()) {
        const name = literalOf(argument);
        if (name !== null && isNode(argument)) add(name.split('.')[0] ?? '', argument.start);
      }
    }
  });
  return [...found.values()];
}

/** The schemas a piece of SQL names, with where the first of each stands in the text. */
function schemasIn(text: string, tagged: boolean): { schema: string; at: number }[] {
  const found = new Map<string, number>();
  const add = (schema: string | undefined, at: number): void => {
    if (schema !== undefined && !found.has(schema)) found.set(schema, at);
  };
  for (const match of text.matchAll(CLAUSE)) add(match[1], match.index);
  if (tagged || STATEMENT.test(text)) {
    for (const match of text.matchAll(/\b([a-z_]+)\.(?=[a-z_]+)/g)) add(match[1], match.index);
  }
  return [...found].map(([schema, at]) => ({ schema, at }));
}

function isImportPath(node: Node, parent: Node | null): boolean {
  return parent !== null && 'source' in parent && parent['source'] === node;
}

function isSqlTag(parent: Node | null): boolean {
  if (parent?.type !== 'TaggedTemplateExpression') return false;
  const tag = parent['tag'];
  return isNode(tag) && (tag['name'] === 'sql' || isSqlMember(tag));
}

function isSqlMember(tag: Node): boolean {
  return (
    tag.type === 'MemberExpression' && isNode(tag['object']) && tag['object']['name'] === 'sql'
  );
}

function isBuilder(callee: unknown): boolean {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false;
  const property = callee['property'];
  return isNode(property) && BUILDERS.test(String(property['name']));
}

/** `0007_contracts_position.sql` names only what belongs to contracts, and the platform's. */
function checkMigration(
  path: string,
  text: string,
  schemas: readonly string[],
  table: Architecture,
): Fault[] {
  const owner = schemas.find((schema) => new RegExp(`/\\d+_${schema}(_|\\.sql)`).test(path));
  const fault = (rule: number, line: number, wrong: string): Fault => {
    return { rule, file: path, line, text: wrong };
  };
  if (owner === undefined)
    return [fault(9, 1, 'its name says no capability: 0007_contracts_….sql')];
  return text.split('\n').flatMap((line, index) => {
    const bare = line.replace(/--.*$/, '');
    const named = [...bare.matchAll(/(?<![\w.'])"?([a-z_]+)"?\.(?=[a-z_"])/g)].map(
      ([, one]) => one,
    );
    const schema = named.find(
      (one) => one !== undefined && schemas.includes(one) && one !== owner && !isOpen(one, table),
    );
    if (schema === undefined) return [];
    const rule = schema === table.books ? 10 : 9;
    return [fault(rule, index + 1, `a migration of ${owner} names the schema ${schema}`)];
  });
}

function isOpen(schema: string, { openTiers }: Architecture): boolean {
  return openTiers.includes(schema);
}
