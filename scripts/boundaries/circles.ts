import type { Fault } from './fault.ts';
import { type Tree, fileOf, targetOf } from './tree.ts';

type Edge = { readonly to: string; readonly line: number };
type Graph = Map<string, readonly Edge[]>;

/** Rule 1: no circles, counting type-only imports, re-exports and `import()`. */
export function checkCircles(tree: Tree): Fault[] {
  const graph = graphOf(tree);
  withoutEnds(graph);
  const told = new Set<string>();
  return [...graph.keys()].toSorted().flatMap((start) => {
    const path = told.has(start) ? null : shortestWayBack(start, graph);
    if (path === null) return [];
    for (const file of path) told.add(file);
    const line = graph.get(start)?.find(({ to }) => to === path[0])?.line ?? 1;
    const round = [start, ...path].join(' → ');
    return [{ rule: 1, file: start, line, text: `imports itself in a circle: ${round}` }];
  });
}

function graphOf(tree: Tree): Graph {
  const graph: Graph = new Map();
  for (const source of tree.sources.values()) {
    const edges = source.imports.flatMap((one) => {
      const to = fileOf(targetOf(source, one, tree), tree);
      return to !== null && tree.sources.has(to) ? [{ to, line: one.line }] : [];
    });
    graph.set(source.path, edges);
  }
  return graph;
}

/** Takes away the files that lead to no circle: of a sound tree nothing is left. */
function withoutEnds(graph: Graph): void {
  for (let before = -1; before !== graph.size;) {
    before = graph.size;
    for (const [file, edges] of graph) {
      if (!edges.some(({ to }) => graph.has(to))) graph.delete(file);
    }
  }
}

/** The files of a shortest circle through `start`, ending with it; null when there is none. */
function shortestWayBack(start: string, graph: Graph): string[] | null {
  const ways = new Map<string, string[]>([[start, []]]);
  for (const [file, way] of ways) {
    for (const { to } of graph.get(file) ?? []) {
      if (to === start) return [...way, start];
      if (!ways.has(to)) ways.set(to, [...way, to]);
    }
  }
  return null;
}
