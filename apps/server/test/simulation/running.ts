import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { TestApp } from '../start-app.ts';
import { type Tally, addTally } from './counts.ts';
import { PATH, numberFor, playedAs } from './settings.ts';

/** What a simulation is played with. */
type Settings = {
  readonly seed: number;
  readonly runs: number;
  /** Commands of a run. */
  readonly acts: number;
  readonly patienceMs: number;
};

/** What the environment says, or the usual; a run takes some seconds, and several times that on a busy machine. */
export function settingsOr(
  usual: Omit<Settings, 'patienceMs'> & { readonly runMs?: number },
): Settings {
  const runs = numberFor('SIM_RUNS', usual.runs);
  return {
    seed: numberFor('SIM_SEED', usual.seed),
    runs,
    acts: numberFor('SIM_ACTS', usual.acts),
    patienceMs: 60_000 + runs * (usual.runMs ?? 60_000),
  };
}

/** Plays one run and adds what happened in it to all. */
type PlayedRun<Command> = (commands: readonly Command[], all: Tally) => Promise<void>;

/** What plays one run on a product of its own, whose books and receipts are checked at its end. */
export function createRun<
  Command,
  World extends { readonly product: Pick<TestApp, 'stop'> },
>(stage: {
  readonly start: () => Promise<World>;
  /** Answers what was found, behind the command it came after. */
  readonly play: (world: World, commands: readonly Command[]) => Promise<string[]>;
  readonly tallyOf: (world: World) => Tally | Promise<Tally>;
}): PlayedRun<Command> {
  return async (commands, all) => {
    const world = await stage.start();
    const found = await stage.play(world, commands);
    addTally(all, await stage.tallyOf(world));
    try {
      expect(found).toEqual([]);
    } finally {
      await world.product.stop();
    }
  };
}

/** Plays runs by chance, behind a story of what is rare by chance; fast-check says seed, path and commands of one that fails. */
export async function expectRunsHold<Command>(
  { seed, runs }: Settings,
  said: {
    readonly any: fc.Arbitrary<Command[]>;
    readonly story?: readonly Command[];
    readonly run: PlayedRun<Command>;
    /** What never happened of what should have. */
    readonly missing: (all: Tally) => string[];
  },
): Promise<void> {
  const { any, story, run, missing } = said;
  const all: Tally = new Map();
  const examples: [Command[]][] = story === undefined ? [] : [[[...story]]];
  await fc.assert(
    fc.asyncProperty(any, (commands) => run(commands, all)),
    { ...playedAs(seed), numRuns: runs, examples },
  );
  // A simulation in which the rare things never happened has shown nothing about them.
  if (PATH === '') expect(missing(all)).toEqual([]);
}

/** Plays commands until something is found: the command it came after, and what it is. */
export async function playUntilFound<Command>(
  commands: readonly Command[],
  by: {
    readonly play: (command: Command) => Promise<unknown>;
    /** `place` counts from 1. */
    readonly inspect: (command: Command, place: number) => Promise<string[]>;
  },
): Promise<string[]> {
  for (const [index, command] of commands.entries()) {
    await by.play(command);
    const found = await by.inspect(command, index + 1);
    if (found.length > 0) return [`after act ${index + 1}, ${JSON.stringify(command)}`, ...found];
  }
  return [];
}

/** What is violated, by name, behind what the acts themselves found wrong, which is asked once. */
export function violationsOf<Seen>(
  invariants: Readonly<Record<string, (seen: Seen) => readonly string[]>>,
  seen: Seen,
  wrong: string[],
): string[] {
  const found = Object.entries(invariants).flatMap(([name, invariant]) =>
    invariant(seen).map((what) => `${name}: ${what}`),
  );
  return [...wrong.splice(0).map((what) => `act: ${what}`), ...found];
}
