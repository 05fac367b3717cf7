/** How often something happened that a simulation is there for. */
export type Tally = Map<string, number>;

/** Adds to a counter of things that happened. */
export function count(world: { readonly tally: Tally }, what: string): void {
  world.tally.set(what, (world.tally.get(what) ?? 0) + 1);
}

/** Adds one run's counts to all. */
export function addTally(all: Tally, one: Tally): void {
  for (const [what, times] of one) all.set(what, (all.get(what) ?? 0) + times);
}

/** What never happened of what should have. */
export function missingOf(all: Tally, should: readonly string[]): string[] {
  return should.filter((what) => (all.get(what) ?? 0) === 0);
}
