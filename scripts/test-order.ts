import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long, most of it waiting, by how many seconds on two cores. They begin first and
 * the others run beside them, so that nothing long is left alone at the end.
 */
const LONG = new Map([
  ['accessibility.test.ts', 190],
  ['options.test.ts', 75],
  ['planted.test.ts', 70],
  ['embedded-postgres.test.ts', 60],
  ['second-factors.test.ts', 50],
  ['wallets.test.ts', 50],
  ['interruptions.test.ts', 40],
  ['access.test.ts', 40],
  ['scripts.test.ts', 30],
  ['simulation.test.ts', 30],
]);
/** How often a long file is begun while there are others: one worker of three waits. */
const EVERY = 3;

/** The longest files first and spread among the others; the others of all projects in turns. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const secondsOf = ({ moduleId }: TestSpecification): number =>
      LONG.get(basename(moduleId)) ?? 0;
    const orderOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    const groups = Map.groupBy(sorted, orderOf);
    return [...groups.values()].flatMap((group) => {
      const long = group
        .filter((file) => secondsOf(file) > 0)
        .toSorted((one, other) => secondsOf(other) - secondsOf(one));
      const others = group.filter((file) => secondsOf(file) === 0);
      return spread(long, inTurns(Map.groupBy(others, ({ project }) => project.name)));
    });
  }
}

/** One file of each project after the other: browsers compute while databases wait. */
function inTurns(projects: ReadonlyMap<string, readonly TestSpecification[]>): TestSpecification[] {
  const rows = [...projects.values()];
  const most = Math.max(0, ...rows.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) =>
    rows.flatMap((row) => row.slice(at, at + 1)),
  ).flat();
}

/** A long one, then some of the others, and so on. */
function spread(
  long: readonly TestSpecification[],
  others: readonly TestSpecification[],
): TestSpecification[] {
  const mixed = long.flatMap((file, at) => [file, ...others.slice(at * EVERY, (at + 1) * EVERY)]);
  return [...mixed, ...others.slice(long.length * EVERY)];
}
