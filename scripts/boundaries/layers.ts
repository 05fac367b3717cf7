import { isAmong, isTest, layerOf } from './architecture.ts';
import type { Fault } from './fault.ts';
import { type Place, placeOf } from './place.ts';
import type { Import, Source } from './source.ts';
import { type Target, type Tree, type Workspace, targetOf, workspaceOf } from './tree.ts';

type Visit = {
  readonly source: Source;
  readonly one: Import;
  readonly target: Target;
  readonly here: Place;
  readonly own: Workspace;
  readonly isTest: boolean;
};

/** Rules 2 to 4: packages look down, apps stay apart, imports are declared and by name. */
export function checkLayers(tree: Tree): Fault[] {
  const faults: Fault[] = [];
  for (const source of tree.sources.values()) {
    const own = workspaceOf(source.path, tree);
    if (own === undefined) continue;
    for (const one of source.imports) {
      const fault = (rule: number, text: string): Fault => {
        return { rule, file: source.path, line: one.line, text };
      };
      const target = targetOf(source, one, tree);
      if (one.specifier === null) faults.push(fault(4, 'import() of a path nobody can read'));
      if (target === null) continue;
      const test = isTest(source.path, tree.architecture);
      const visit = { source, one, target, here: placeOf(source.path), own, isTest: test };
      const broken = judge(visit, tree);
      if (broken !== null) faults.push(fault(broken.rule, broken.text));
    }
  }
  return [...faults, ...checkManifests(tree)];
}

type Broken = { readonly rule: number; readonly text: string };

function judge(visit: Visit, tree: Tree): Broken | null {
  const { target } = visit;
  if (target.kind === 'builtin') return judgeBuiltin(visit, target.name, tree);
  if (target.kind === 'file') {
    const { apart, apartReaders } = tree.architecture;
    // A page that runs the verifier has no other name for it: it is no package.
    const isReader = isAmong(visit.source.path, apartReaders) && isAmong(target.path, apart);
    return isReader ? null : judgePath(visit, target.path);
  }
  const workspace = tree.workspaces.find(({ name }) => name === target.name);
  if (workspace !== undefined) {
    return judgeOurs(visit, workspace, tree) ?? judgeEntry(target, workspace, visit);
  }
  const { alone } = tree.architecture.packages;
  if (!visit.isTest && visit.here.kind === 'package' && alone.includes(visit.here.name)) {
    return { rule: 2, text: `${visit.here.name} imports nothing, not even ${target.name}` };
  }
  return judgeDeclared(target.name, visit, tree);
}

/** Sources of a package that also runs in a browser need no Node; what builds them runs in Node. */
function judgeBuiltin({ here, isTest: test }: Visit, name: string, tree: Tree): Broken | null {
  const bound =
    here.kind === 'package' &&
    here.inner.startsWith('src/') &&
    tree.architecture.packages.browser.includes(here.name);
  if (!bound || test) return null;
  return { rule: 2, text: `${here.name} also runs in a browser: no ${name}` };
}

/**
 * A relative path stays inside its workspace. Tools may open apps, which have no name to ask by,
 * and a test's set-up may use the tools.
 */
function judgePath({ here, own, isTest: test }: Visit, path: string): Broken | null {
  const there = placeOf(path);
  if (there.kind === 'tool' && test) return null;
  if (own.folder === '' ? there.kind !== 'package' : path.startsWith(`${own.folder}/`)) return null;
  if (there.kind === 'app') {
    const what = here.kind === 'package' ? 'a package' : 'an app';
    return { rule: 3, text: `${what} imports the app ${there.name}` };
  }
  return { rule: 4, text: `reaches ${path} by its path; only a package's name may be imported` };
}

function judgeOurs(
  { here, isTest: test }: Pick<Visit, 'here' | 'isTest'>,
  to: Workspace,
  tree: Tree,
): Broken | null {
  const { packages, apps } = tree.architecture;
  const there = placeOf(`${to.folder}/`);
  if (there.kind === 'app') return { rule: 3, text: `imports the app ${there.name}` };
  if (here.kind === 'tool') return null;
  if (here.kind === there.kind && here.name === there.name) return null;
  if (packages.devOnly.includes(there.name)) {
    return test ? null : { rule: 2, text: `${there.name} is for tests only` };
  }
  if (here.kind === 'app') {
    const allowed = apps[here.name] ?? [];
    const text = `the app ${here.name} does not see ${there.name}`;
    return allowed.includes(there.name) ? null : { rule: 2, text };
  }
  const isDown = packages.devOnly.includes(here.name)
    ? packages.testkitMaySee.includes(there.name)
    : layerOf(there.name, tree.architecture) < layerOf(here.name, tree.architecture);
  const text = `${there.name} is not on a lower layer than ${here.name}`;
  return isDown ? null : { rule: 2, text };
}

function judgeEntry(
  target: { readonly name: string; readonly entry: string },
  to: Workspace,
  visit: Visit,
): Broken | null {
  if (!(target.entry in to.exports)) {
    return { rule: 4, text: `${to.name} does not export "${target.entry}"` };
  }
  if (visit.own.folder === '' || visit.own.name === to.name) return null;
  return judgeDeclared(to.name, visit, null);
}

/** A tool or a setting runs before the product does, so what it needs is for development. */
function judgeDeclared(name: string, visit: Visit, tree: Tree | null): Broken | null {
  const { own, source, isTest: test } = visit;
  if (own.dependencies.has(name)) return null;
  const inner = source.path.slice(own.folder === '' ? 0 : own.folder.length + 1);
  const isTooling = test || own.folder === '' || !inner.startsWith('src/');
  if (own.devDependencies.has(name)) {
    const text = `${name} is declared for development only`;
    return isTooling || visit.one.form === 'type' ? null : { rule: 4, text };
  }
  const root = tree?.workspaces.find(({ folder }) => folder === '');
  if (isTooling && root?.devDependencies.has(name) === true) return null;
  const file = own.folder === '' ? 'package.json' : `${own.folder}/package.json`;
  return { rule: 4, text: `${name} is not declared in ${file}` };
}

/** What a manifest declares of ours obeys the layers too, used or not. */
function checkManifests(tree: Tree): Fault[] {
  return tree.workspaces.flatMap((own) => {
    if (own.folder === '') return [];
    const file = `${own.folder}/package.json`;
    const here = placeOf(file);
    return [...own.dependencies, ...own.devDependencies].flatMap((name) => {
      const to = tree.workspaces.find((one) => one.name === name);
      const test = !own.dependencies.has(name) || isTest(file, tree.architecture);
      const broken = to === undefined ? null : judgeOurs({ here, isTest: test }, to, tree);
      if (broken === null) return [];
      const line = own.manifest.slice(0, own.manifest.indexOf(`"${name}"`)).split('\n').length;
      return [{ ...broken, file, line }];
    });
  });
}
