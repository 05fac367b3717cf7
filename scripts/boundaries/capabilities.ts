import { type Architecture, isTest, tierOf } from './architecture.ts';
import type { Fault } from './fault.ts';
import { type ServerPlace, isNamed, serverPlaceOf } from './place.ts';
import type { Source } from './source.ts';
import { type Tree, targetOf } from './tree.ts';

type Broken = { readonly rule: number; readonly text: string };

/** Rules 5, 6, 8 and the first half of 9: who may open which file of which capability. */
export function checkCapabilities(tree: Tree): Fault[] {
  const { architecture } = tree;
  return [...tree.sources.values()].flatMap((source) => {
    const here = serverPlaceOf(source.path);
    if (here === null) return [];
    const test = isTest(source.path, architecture);
    return [
      ...unknownPlace(source, here, architecture),
      ...source.imports.flatMap((one) => {
        const target = targetOf(source, one, tree);
        const path = target?.kind === 'file' ? target.path : '';
        const there = serverPlaceOf(path);
        if (there === null) return [];
        const broken = [
          judgeTier(here, there, test, architecture),
          judgeDoor(here, there, test, architecture),
          judgeRoutes(here, there, architecture),
          judgeSchema(here, there, architecture),
        ].filter((one) => one !== null);
        return broken.map((fault) => ({ ...fault, file: source.path, line: one.line }));
      }),
    ];
  });
}

function unknownPlace(source: Source, here: ServerPlace, table: Architecture): Fault[] {
  const fault = (text: string): Fault[] => [{ rule: 5, file: source.path, line: 1, text }];
  if (here.capability !== null) {
    if (tierOf(here.capability, table) !== -1) return [];
    return fault(`the capability ${here.capability} has no tier in architecture.json`);
  }
  if (table.composition.includes(here.inner) || isTest(source.path, table)) return [];
  return fault(`${here.inner} stands outside every capability`);
}

/** Rule 5: strictly lower tiers only. A test drives the whole app, so it may look up. */
function judgeTier(
  here: ServerPlace,
  there: ServerPlace,
  test: boolean,
  table: Architecture,
): Broken | null {
  if (here.capability === null || here.capability === there.capability || test) return null;
  if (there.capability === null) {
    return { rule: 5, text: `${here.capability} imports ${there.inner}, which is above it` };
  }
  const [mine, other] = [tierOf(here.capability, table), tierOf(there.capability, table)];
  if (other < mine) return null;
  const way = other === mine ? 'sideways' : 'up';
  return { rule: 5, text: `${here.capability} looks ${way} at ${there.capability}` };
}

/** Rule 6: through `index.ts`; only the composer may open routes and reactions. */
function judgeDoor(
  here: ServerPlace,
  there: ServerPlace,
  test: boolean,
  table: Architecture,
): Broken | null {
  const { frontDoor, composedByApp, composer } = table.capabilityFiles;
  if (there.capability === null || there.capability === here.capability) return null;
  if (there.inner === frontDoor || table.openTiers.includes(there.capability)) return null;
  const isComposer = here.capability === null && (here.inner === composer || test);
  if (isComposer && isNamed(there.inner, composedByApp)) return null;
  const text = `opens ${there.capability}/${there.inner}; its door is ${there.capability}/${frontDoor}`;
  return { rule: 6, text };
}

/** Rule 8: a route asks commands; it does not read tables. */
function judgeRoutes(here: ServerPlace, there: ServerPlace, table: Architecture): Broken | null {
  const { routes, routesNeverSee } = table.capabilityFiles;
  if (here.capability === null || !isNamed(here.inner, routes)) return null;
  const path = `${there.capability ?? ''}/${there.inner}`;
  const refused = isNamed(there.inner, routesNeverSee) || routesNeverSee.includes(path);
  return refused ? { rule: 8, text: `routes import ${path}` } : null;
}

/** Rule 9, imports: the row types of a table are the business of its own store. */
function judgeSchema(here: ServerPlace, there: ServerPlace, table: Architecture): Broken | null {
  const { schema, stores } = table.capabilityFiles;
  if (!isNamed(there.inner, [schema])) return null;
  const isOwnStore = here.capability === there.capability && isNamed(here.inner, stores);
  if (isOwnStore) return null;
  return { rule: 9, text: `${there.capability ?? ''}/${there.inner} is for its own store only` };
}
