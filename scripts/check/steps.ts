import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RULES, faultLine } from '../boundaries/fault.ts';
import { type Tree, readTree } from '../boundaries/tree.ts';
import { type Outcome, outcomeOf } from '../names/outcome.ts';
import { type Step, programOf, runNode } from './run.ts';

/** Every step of `npm run check`, the longest first. */
export function stepsOf(root: string): Step[] {
  let tree: Tree | undefined;
  const readOnce = (): Tree => (tree ??= readTree(root));
  return [
    tool(root, { name: 'types', program: 'typescript', args: ['--noEmit', '-p', 'tsconfig.json'] }),
    webTypes(root, 'web'),
    webTypes(root, 'desk'),
    tool(root, { name: 'knip 21 nothing unused', program: 'knip', args: ['--no-progress'] }),
    tool(root, { name: 'lint 15 20', program: 'oxlint', args: ['-f', 'unix'] }),
    tool(root, { name: 'format 20', program: 'oxfmt', args: ['--list-different'] }),
    { name: 'boundaries', run: () => boundaries(readOnce()) },
    { name: 'names', run: () => names(readOnce()) },
    written(root, 'wire 17 wire.json and calls.ts', 'write-wire.ts'),
    written(root, 'wire 17 keys of the texts', 'write-locales.ts'),
    written(root, 'wire 17 the diagram', 'write-diagram.ts'),
    written(root, 'wire 17 the test USDT of local chains', 'write-contract.ts'),
    written(root, 'wire 17 versions of the strategies', 'write-strategies.ts'),
    { name: 'lint no super-linear pattern', run: () => regexes(readOnce()) },
    { name: 'boundaries 24 the server signs for no chain', run: () => signing(readOnce()) },
    { name: 'docs', run: () => asvs(root) },
    { name: 'docs promises', run: () => promises(readOnce()) },
    { name: 'words', run: () => words(readOnce()) },
    bundle(root),
  ];
}

type Tool = { readonly name: string; readonly program: string; readonly args: readonly string[] };

function tool(root: string, { name, program, args }: Tool): Step {
  return {
    name,
    async run() {
      const { code, output } = await runNode(root, [programOf(root, program), ...args]);
      // What is reported and not failed, as a file that is too long, is told too.
      return [{ name, ok: code === 0, detail: output }];
    },
  };
}

function webTypes(root: string, app: 'web' | 'desk'): Step {
  const name = `types of the ${app}`;
  const config = `apps/${app}/tsconfig.json`;
  const step = tool(root, { name, program: 'typescript', args: ['--noEmit', '-p', config] });
  return existsSync(join(root, config)) ? step : later(name, `${config} is not there yet`);
}

/** A generator says by itself whether what is committed is what it would write. */
function written(root: string, name: string, script: string): Step {
  if (!existsSync(join(root, 'scripts', script))) return later(name, `no scripts/${script} yet`);
  return {
    name,
    async run() {
      const { code, output } = await runNode(root, [`scripts/${script}`, '--verify']);
      return [{ name, ok: code === 0, detail: output }];
    },
  };
}

function bundle(root: string): Step {
  const name = 'bundle 21 first loads of web and desk';
  const isBuilt = ['web', 'desk'].every((app) => existsSync(join(root, 'apps', app, 'dist')));
  if (!isBuilt) return later(name, 'checked after the build');
  return {
    name,
    async run() {
      const { code, output } = await runNode(root, ['scripts/check-bundle.ts']);
      return [{ name, ok: code === 0, detail: output }];
    },
  };
}

function later(name: string, detail: string): Step {
  return { name, run: () => Promise.resolve([{ name, ok: true, detail }]) };
}

/** One outcome for each rule, so that a reader sees which promise was broken. */
async function boundaries(tree: Tree): Promise<Outcome[]> {
  const { checkBoundaries } = await import('../check-boundaries.ts');
  const faults = checkBoundaries(tree);
  return Object.entries(RULES).map(([rule, promise]) => {
    const wrong = faults.filter((fault) => String(fault.rule) === rule).map(faultLine);
    return outcomeOf(`boundaries ${rule} ${promise}`, wrong, '');
  });
}

/** Loaded late: it runs `protocol`, and a protocol that does not load must not stop the rest. */
async function names(tree: Tree): Promise<Outcome[]> {
  const { checkNames } = await import('../check-names.ts');
  return checkNames(tree);
}

async function asvs(root: string): Promise<Outcome[]> {
  const { checkAsvs } = await import('./asvs.ts');
  return [checkAsvs(root)];
}

async function promises(tree: Tree): Promise<Outcome[]> {
  const { checkPromises } = await import('./promises.ts');
  return [checkPromises(tree)];
}

async function words(tree: Tree): Promise<Outcome[]> {
  const { checkCodeNames } = await import('./code-names.ts');
  const { checkWords } = await import('./words.ts');
  return [...checkWords(tree), checkCodeNames(tree)];
}

async function signing(tree: Tree): Promise<Outcome[]> {
  const { checkSigning } = await import('./signing.ts');
  return [checkSigning(tree)];
}

async function regexes(tree: Tree): Promise<Outcome[]> {
  const { checkRegexes } = await import('./regexes.ts');
  return [checkRegexes(tree)];
}
