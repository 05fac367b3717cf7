import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { type Architecture, readArchitecture } from './architecture.ts';
import { type Import, type Source, readSource } from './source.ts';

/** One `package.json`: what it is called, lets in and asks for. */
export type Workspace = {
  /** "packages/kernel"; empty for the root. */
  readonly folder: string;
  readonly name: string;
  readonly manifest: string;
  /** Entry → file, both as written: "./light" → "./src/light.ts". */
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: ReadonlySet<string>;
  readonly devDependencies: ReadonlySet<string>;
};

/** Everything the checks look at, read once. */
export type Tree = {
  readonly root: string;
  readonly architecture: Architecture;
  readonly workspaces: readonly Workspace[];
  readonly sources: ReadonlyMap<string, Source>;
  /** Migrations: path → text. */
  readonly migrations: ReadonlyMap<string, string>;
};

/** Where an import leads. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string; readonly entry: string }
  | { readonly kind: 'builtin'; readonly name: string };

const CODE = /\.(ts|tsx|mts|js|mjs)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'coverage']);
const ROOTS = ['apps', 'packages', 'scripts'];

/** Reads a whole tree: the table, every manifest, every source and migration. */
export function readTree(root: string): Tree {
  const files = [
    ...readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name),
    ...ROOTS.flatMap((folder) => filesIn(root, folder)),
  ].toSorted();
  const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
  const isManifest = (path: string): boolean => posix.basename(path) === 'package.json';
  const isMigration = (path: string): boolean => /\/migrations\/.*\.sql$/.test(path);
  return {
    root,
    architecture: readArchitecture(root),
    workspaces: files.filter(isManifest).map((path) => readWorkspace(path, textOf(path))),
    sources: new Map(
      files.filter((path) => CODE.test(path)).map((path) => [path, readSource(path, textOf(path))]),
    ),
    migrations: new Map(files.filter(isMigration).map((path) => [path, textOf(path)])),
  };
}

function filesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(root, path) : [path];
  });
}

type Manifest = {
  readonly name?: string;
  readonly exports?: Readonly<Record<string, string>>;
} & Readonly<Record<string, unknown>>;

function readWorkspace(path: string, text: string): Workspace {
  const manifest = JSON.parse(text) as Manifest;
  const keys = (...fields: string[]): Set<string> =>
    new Set(fields.flatMap((field) => Object.keys((manifest[field] ?? {}) as object)));
  const folder = posix.dirname(path);
  return {
    folder: folder === '.' ? '' : folder,
    name: manifest.name ?? '',
    manifest: text,
    exports: manifest.exports ?? {},
    dependencies: keys('dependencies', 'optionalDependencies', 'peerDependencies'),
    devDependencies: keys('devDependencies'),
  };
}

/** The workspace a file belongs to; files outside all belong to the root's. */
export function workspaceOf(path: string, tree: Tree): Workspace | undefined {
  return (
    tree.workspaces.find(({ folder }) => folder !== '' && path.startsWith(`${folder}/`)) ??
    tree.workspaces.find(({ folder }) => folder === '')
  );
}

/** Where an import leads; null for what the build tool makes (`virtual:…`) and unreadable ones. */
export function targetOf(from: Source, { specifier }: Import, tree: Tree): Target | null {
  if (specifier === null || specifier.includes(':') !== specifier.startsWith('node:')) return null;
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(from.path), specifier.replace(/\?.*$/, ''));
    const guesses = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`];
    return { kind: 'file', path: guesses.find((guess) => tree.sources.has(guess)) ?? path };
  }
  if (isBuiltin(specifier)) return { kind: 'builtin', name: specifier };
  const parts = specifier.split('/');
  const name = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  const entry = specifier.slice(name.length);
  return { kind: 'package', name, entry: `.${entry}` };
}

/** The file of ours an import opens, by path or by a package's name; null for anything else. */
export function fileOf(target: Target | null, tree: Tree): string | null {
  if (target === null || target.kind === 'builtin') return null;
  if (target.kind === 'file') return target.path;
  const workspace = tree.workspaces.find(({ name }) => name === target.name);
  const file = workspace?.exports[target.entry];
  return workspace === undefined || file === undefined ? null : posix.join(workspace.folder, file);
}
