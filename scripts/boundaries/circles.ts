import type { Fault } from './fault.ts';
import { type Tree, fileOf, targetOf } from './tree.ts';

type Edge = { readonly to: string; readonly line: number };

/** Rule 1: no circles, counting type-only imports, re-exports and `import()`. */
export function checkCircles(tree: Tree): Fault[] {
  const graph = graphOf(tree);
  return componentsOf(graph).map((component) => {
    const members = new Set(component);
    const start = component.toSorted()[0] ?? '';
    const path = shortestWayBack(start, graph, members);
    const line = graph.get(start)?.find((edge) => edge.to === (path[0] ?? start))?.line ?? 1;
    const round = [start, ...path].join(' → ');
    return { rule: 1, file: start, line, text: `imports itself in a circle: ${round}` };
  });
}

function graphOf(tree: Tree): Map<string, Edge[]> {
  const graph = new Map<string, Edge[]>();
  for (const source of tree.sources.values()) {
    const edges = source.imports.flatMap((one) => {
      const to = fileOf(targetOf(source, one, tree), tree);
      return to !== null && tree.sources.has(to) ? [{ to, line: one.line }] : [];
    });
    graph.set(source.path, edges);
  }
  return graph;
}

/** Tarjan's strongly connected components, only those that hold a circle. */
function componentsOf(graph: ReadonlyMap<string, readonly Edge[]>): string[][] {
  const index = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: string[][] = [];

  function enter(node: string): number {
    const mine = index.size;
    index.set(node, mine);
    stack.push(node);
    onStack.add(node);
    let least = mine;
    for (const { to } of graph.get(node) ?? []) {
      if (!index.has(to)) least = Math.min(least, enter(to));
      else if (onStack.has(to)) least = Math.min(least, index.get(to) ?? least);
    }
    if (least === mine) close(node);
    return least;
  }

  function close(node: string): void {
    const component = stack.splice(stack.indexOf(node));
    for (const member of component) onStack.delete(member);
    const selfish = (graph.get(node) ?? []).some(({ to }) => to === node);
    if (component.length > 1 || selfish) found.push(component);
  }

  for (const node of graph.keys()) if (!index.has(node)) enter(node);
  return found;
}

/** The files of a shortest circle through `start`, ending with it. */
function shortestWayBack(
  start: string,
  graph: ReadonlyMap<string, readonly Edge[]>,
  members: ReadonlySet<string>,
): string[] {
  const before = new Map<string, string>();
  const queue = [start];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const { to } of graph.get(node) ?? []) {
      if (to === start) return wayTo(node, start, before);
      if (!members.has(to) || before.has(to)) continue;
      before.set(to, node);
      queue.push(to);
    }
  }
  return [start];
}

function wayTo(last: string, start: string, before: ReadonlyMap<string, string>): string[] {
  const way = [start];
  for (let node = last; node !== start; node = before.get(node) ?? start) way.unshift(node);
  return way;
}
