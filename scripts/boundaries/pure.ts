import { isTest } from './architecture.ts';
import type { Fault } from './fault.ts';
import { isNamed, serverPlaceOf } from './place.ts';
import type { Import, Source } from './source.ts';
import { type Tree, targetOf } from './tree.ts';

/**
 * Rule 7: `rules.ts`, and every sibling it reaches, imports only kernel, pricing, protocol and
 * siblings: no database, no clock, no Node module, no npm package, no other capability.
 */
export function checkPure(tree: Tree): Fault[] {
  const found = new Map<string, Fault>();
  for (const source of tree.sources.values()) {
    if (!isNamed(source.path, tree.architecture.pureFiles)) continue;
    if (serverPlaceOf(source.path) === null) continue;
    for (const fault of follow(source, tree)) found.set(`${fault.file}:${fault.line}`, fault);
  }
  return [...found.values()];
}

function follow(rules: Source, tree: Tree): Fault[] {
  const home = serverPlaceOf(rules.path)?.capability;
  const seen = new Set([rules.path]);
  const queue = [rules];
  const faults: Fault[] = [];
  for (let source = queue.pop(); source !== undefined; source = queue.pop()) {
    for (const one of source.imports) {
      const impure = impurityOf(source, one, home ?? null, tree);
      const reached = source === rules ? '' : ` (reached from ${rules.path})`;
      if (impure !== null) {
        const text = `rules import ${impure}${reached}`;
        faults.push({ rule: 7, file: source.path, line: one.line, text });
        continue;
      }
      const target = targetOf(source, one, tree);
      const next = target?.kind === 'file' ? tree.sources.get(target.path) : undefined;
      if (next === undefined || seen.has(next.path)) continue;
      seen.add(next.path);
      queue.push(next);
    }
  }
  return faults;
}

function impurityOf(from: Source, one: Import, home: string | null, tree: Tree): string | null {
  const target = targetOf(from, one, tree);
  if (target === null) return one.specifier;
  if (target.kind === 'builtin') return target.name;
  if (target.kind === 'package') {
    const workspace = tree.workspaces.find(({ name }) => name === target.name);
    const short = workspace?.folder.replace('packages/', '') ?? '';
    return tree.architecture.pureMaySee.includes(short) ? null : target.name;
  }
  const there = serverPlaceOf(target.path);
  const { stores, schema, routes } = tree.architecture.capabilityFiles;
  const isDatabase = isNamed(target.path, [...stores, schema, ...routes]);
  if (isTest(target.path, tree.architecture)) return target.path;
  return there?.capability === home && !isDatabase ? null : target.path;
}
