import { isTest } from './architecture.ts';
import type { Fault } from './fault.ts';
import { type Tree, fileOf, targetOf } from './tree.ts';

type Edge = { readonly file: string; readonly line: number; readonly to: string };

/** Two folders that import each other, the direction with fewer imports last. */
export type FolderPair = {
  /** Both paths, in alphabetical order. */
  readonly folders: readonly [string, string];
  readonly mostly: readonly Edge[];
  /** What has to go for the pair to end. */
  readonly back: readonly Edge[];
};

const PRODUCT = /^(apps|packages)\//;

/**
 * Rule 23: no two folders of the product import both ways, type-only imports counted. An import
 * counts for the two folders where the paths of its files part: with everything below them, or, when
 * one file stands above the other, with the files that stand in the upper folder itself. So neither
 * neighbours nor a folder and a folder inside it may need each other. The rooms of a folder that
 * `architecture.json` divides into steps import only rooms of the steps below their own.
 */
export function checkFolders(tree: Tree): Fault[] {
  const known = tree.architecture.knownFolderPairs;
  const found = folderPairs(tree);
  const isSame = (one: readonly string[], other: readonly string[]): boolean =>
    one[0] === other[0] && one[1] === other[1];
  const news = found.filter(({ folders }) => !known.some((pair) => isSame(pair, folders)));
  const gone = known.filter((pair) => !found.some(({ folders }) => isSame(pair, folders)));
  return [
    ...news.map(({ folders: [a, b], back }) => {
      const { file = '', line = 1 } = back[0] ?? {};
      return {
        rule: 23,
        file,
        line,
        text: `${a} and ${b} import each other, here ${back.length}×`,
      };
    }),
    ...roomFaults(tree),
    ...gone.map(([a, b]) => {
      const text = `${a} and ${b} do not import each other any more: take the pair out`;
      return { rule: 23, file: 'architecture.json', line: 1, text };
    }),
  ];
}

/** Imports from a room to one that does not stand below it, and rooms the table does not know. */
function roomFaults(tree: Tree): Fault[] {
  return Object.entries(tree.architecture.rooms).flatMap(([folder, steps]) => {
    const stepOf = (room: string): number => steps.findIndex((step) => step.includes(room));
    const sources = [...tree.sources.values()].filter(
      ({ path }) => path.startsWith(folder) && isProduct(path, tree),
    );
    return sources.flatMap((source): Fault[] => {
      const here = roomOf(source.path, folder);
      if (here === null) return [];
      const fault = (line: number, text: string): Fault => ({
        rule: 23,
        file: source.path,
        line,
        text,
      });
      const step = stepOf(here);
      if (step === -1) return [fault(1, `${folder} has no room ${here} in architecture.json`)];
      return source.imports.flatMap((one) => {
        const to = fileOf(targetOf(source, one, tree), tree);
        if (to === null || !to.startsWith(folder) || !isProduct(to, tree)) return [];
        const there = roomOf(to, folder);
        if (there === here || (there !== null && stepOf(there) < step)) return [];
        return [fault(one.line, `${here} imports ${there ?? to}, which does not stand below it`)];
      });
    });
  });
}

/** The room of a folder a file stands in; null for a file of the folder itself. */
function roomOf(path: string, folder: string): string | null {
  const [room = '', ...rest] = path.slice(folder.length).split('/');
  return rest.length === 0 ? null : room;
}

/** Every pair of folders that import each other, in alphabetical order. */
export function folderPairs(tree: Tree): FolderPair[] {
  const edges = new Map<string, Edge[]>();
  for (const source of tree.sources.values()) {
    if (!isProduct(source.path, tree)) continue;
    for (const one of source.imports) {
      const to = fileOf(targetOf(source, one, tree), tree);
      if (to === null || !tree.sources.has(to) || !isProduct(to, tree)) continue;
      const parted = partingOf(source.path, to);
      if (parted === null) continue;
      const edge = { file: source.path, line: one.line, to };
      edges.set(parted, [...(edges.get(parted) ?? []), edge]);
    }
  }
  return [...edges.keys()].toSorted().flatMap((parted) => {
    const [a = '', b = ''] = parted.split(' ');
    const there = edges.get(parted) ?? [];
    const back = edges.get(`${b} ${a}`);
    if (a > b || back === undefined) return [];
    const [mostly, less] = there.length < back.length ? [back, there] : [there, back];
    return [{ folders: [a, b] as const, mostly, back: less }];
  });
}

function isProduct(path: string, tree: Tree): boolean {
  return PRODUCT.test(path) && !isTest(path, tree.architecture);
}

/** The two folders where the ways to two files part; null for files of one folder. */
function partingOf(from: string, to: string): string | null {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)];
  const common = here.findIndex((name, at) => name !== there[at]);
  const depth = common === -1 ? here.length : common;
  // Apps and packages as wholes have rules of their own.
  if (depth === 0 || (here.length === depth && there.length === depth)) return null;
  return `${here.slice(0, depth + 1).join('/')} ${there.slice(0, depth + 1).join('/')}`;
}
