import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const ENTRY = /\/apps\/web\/src\/main\.tsx$/;
const MARKET = /\/apps\/web\/src\/pages\/MarketPhone\.tsx$/;
const TICKET = /\/apps\/web\/src\/pages\/trading\/LiveTicket\.tsx$/;
/** A door of a package leads there as well; only the pages of loans and of tokens use it. */
const ELSEWHERE = /\/packages\/pricing\/src\/(?:loan|nft)\//;
const PAGE = /\/apps\/web\/src\/(?:app\/other-pages|pages\/[A-Z]\w*)\.tsx$/;

/** Modules and all they import at once. */
function withImports(graph: Graph, modules: Iterable<string>): Set<string> {
  const found = new Set<string>();
  const open = [...modules];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

const loadedBy = (graph: Graph, modules: Iterable<string>): string[] =>
  [...modules].flatMap((id) => [...(graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])]);

/** The entry that leads to a module, over however many others. */
function entryOf(graph: Graph, module: string): string | null {
  const seen = new Set<string>();
  const open = [module];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (ENTRY.test(id)) return id;
    if (seen.has(id)) continue;
    seen.add(id);
    const info = graph.getModuleInfo(id);
    open.push(...(info?.importers ?? []), ...(info?.dynamicImporters ?? []));
  }
  return null;
}

function planOf(graph: Graph, entry: string): Map<string, string> {
  const first = withImports(graph, [entry]);
  const later = loadedBy(graph, first);
  const market = withImports(
    graph,
    later.filter((id) => MARKET.test(id)),
  );
  const home = withImports(
    graph,
    later.filter((id) => !PAGE.test(id)),
  );
  const ticket = withImports(
    graph,
    loadedBy(graph, market).filter((id) => TICKET.test(id)),
  );
  const nameOf = (id: string): string => {
    if (!market.has(id)) return 'ticket-parts';
    return home.has(id) ? 'live-parts' : 'market-parts';
  };
  const needed = [...new Set([...market, ...ticket])].filter(
    (id) => !first.has(id) && !ELSEWHERE.test(id),
  );
  return new Map(needed.map((id) => [id, nameOf(id)]));
}

/**
 * Two files for what a market's page on a phone needs at once, instead of twenty small ones that
 * wait for each other on a slow line: what the home page needs too once it stands, and the rest. A third
 * holds what the ticket needs besides.
 * Answers the name of a module's file; null leaves it to the bundler.
 */
export function marketFiles(): (module: string, graph: Graph) => string | null {
  let plan: ReadonlyMap<string, string> | null = null;
  return (module, graph) => {
    if (plan === null) {
      const entry = entryOf(graph, module);
      if (entry === null) return null;
      plan = planOf(graph, entry);
    }
    return plan.get(module) ?? null;
  };
}
