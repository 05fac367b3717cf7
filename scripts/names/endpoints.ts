import * as protocol from '@candor/protocol';
import { isNamed } from '../boundaries/place.ts';
import type { Tree } from '../boundaries/tree.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { membersOf, sourcesOf, textsOf } from './use.ts';

type Named = { readonly key: string; readonly name: string; readonly path: string };

/** Rule 18: every endpoint has a route, and a routes test that names it. */
export function checkEndpoints(tree: Tree): Outcome[] {
  const endpoints = endpointsOf();
  const { routes } = tree.architecture.capabilityFiles;
  const routeFiles = sourcesOf(tree, ['apps/server/src/'], 'product').filter(({ path }) =>
    isNamed(path, routes),
  );
  const testFiles = sourcesOf(tree, ['apps/server/'], 'tests').filter(({ path }) =>
    /routes?[^/]*\.test\.ts$|^apps\/server\/test\//.test(path),
  );
  const registered = membersOf(routeFiles, '@candor/protocol');
  const tested = membersOf(testFiles, '@candor/protocol');
  const texts = textsOf(testFiles);
  const isTested = ({ key, name, path }: Named): boolean =>
    tested.has(key) || texts.has(name) || texts.has(path);
  const lines = (wanted: readonly Named[], why: string): string[] =>
    wanted.map(({ key, name }) => `${name} (${key}) ${why}`);
  const without = endpoints.filter(({ key }) => !registered.has(key));
  const untested = endpoints.filter((endpoint) => !isTested(endpoint));
  const count = `${endpoints.length} endpoints`;
  return [
    outcomeOf('names 18 every endpoint has a route', lines(without, 'has no route'), count),
    outcomeOf(
      'names 18 every endpoint is named by a routes test',
      lines(untested, 'is named by no routes test'),
      count,
    ),
  ];
}

/** Every endpoint with the namespace and name it is exported under. */
function endpointsOf(): Named[] {
  const known = new Set<unknown>(protocol.ENDPOINTS);
  return Object.entries(protocol).flatMap(([space, exported]) => {
    if (typeof exported !== 'object' || exported === null || Array.isArray(exported)) return [];
    return Object.entries(exported as object).flatMap(([name, value]: [string, unknown]) => {
      if (!known.has(value)) return [];
      const endpoint = value as protocol.Endpoint;
      return [{ key: `${space}.${name}`, name: endpoint.name, path: endpoint.path }];
    });
  });
}
